// Feeds the launcher's readers of requests (plan.c) with what libFuzzer makes up, and checks what they promise about
// every request that they accept. The first byte selects the reader: even for a plan, odd for a grant.
#include "CSandbox.h"
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
    if (!holds) abort();
}

/// The promise of a string: it lies in the message, with its final zero.
static void require_inside(const char *text, const char *bytes, size_t length) {
    require(text && text >= bytes && text < bytes + length);
    require(memchr(text, 0, (size_t)(bytes + length - text)) != NULL);
}

/// The promise of a path: it is absolute and has no part that leads elsewhere.
static void require_path(const char *path, const char *bytes, size_t length) {
    require_inside(path, bytes, length);
    require(path[0] == '/' && !strstr(path, "/./") && !strstr(path, "/../"));
    size_t end = strlen(path);
    require(end < 2 || strcmp(path + end - 2, "/.") != 0);
    require(end < 3 || strcmp(path + end - 3, "/..") != 0);
}

static void require_strings(char *const *strings, uint32_t bound, const char *bytes, size_t length) {
    uint32_t count = 0;
    for (; strings[count]; count++) {
        require(count < bound);
        require_inside(strings[count], bytes, length);
    }
}

static void read_plan(char *bytes, size_t length) {
    // As in the launcher, the plan of one request is read into what the request before has left.
    static struct plan plan;
    if (!plan_parse(&plan, bytes, length)) return;
    require_path(plan.executable, bytes, length);
    require_path(plan.interpreter, bytes, length);
    require(plan.arguments[0] != NULL);
    require_strings(plan.arguments, ARGUMENT_MAX, bytes, length);
    require_strings(plan.environment, ENVIRONMENT_MAX, bytes, length);
    require(plan.bind_count <= BIND_MAX && plan.limit_count <= LIMIT_MAX);
    for (uint32_t i = 0; i < plan.bind_count; i++) require_path(plan.binds[i].path, bytes, length);
    for (uint32_t i = 0; i < plan.limit_count; i++) require(plan.limits[i].resource < RLIM_NLIMITS);
    require(plan.instruction_count > 0 && plan.instruction_count <= INSTRUCTION_MAX);
}

static void read_grant(char *bytes, size_t length) {
    struct grant grant;
    if (!grant_parse(&grant, bytes, length)) return;
    require_inside(grant.name, bytes, length);
    require(grant.name[0] && strlen(grant.name) <= NAME_MAX && !strchr(grant.name, '/'));
    require(strcmp(grant.name, ".") != 0 && strcmp(grant.name, "..") != 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0 || size > MESSAGE_MAX) return 0;
    // A copy of exactly this size, so that a read beyond its end is found.
    size_t length = size - 1;
    char *bytes = malloc(length ? length : 1);
    if (!bytes) return 0;
    memcpy(bytes, data + 1, length);
    if (data[0] % 2 == 0) read_plan(bytes, length);
    else read_grant(bytes, length);
    free(bytes);
    return 0;
}
