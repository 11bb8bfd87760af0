/// Reads a launch request. The broker is trusted, its bytes are not: all reads are bounded.
#include "launch.h"
#include <string.h>
#include <sys/resource.h>

struct cursor {
    char *next;
    size_t left;
    bool good;  // false after the first short or malformed field; everything read later is zero
};

static char *take(struct cursor *cursor, size_t length)
{
    if (!cursor->good || length > cursor->left) {
        cursor->good = false;
        return NULL;
    }
    char *bytes = cursor->next;
    cursor->next += length;
    cursor->left -= length;
    return bytes;
}

static void read_integer(struct cursor *cursor, void *value, size_t size)
{
    const char *bytes = take(cursor, size);
    if (bytes)
        memcpy(value, bytes, size);
    else
        memset(value, 0, size);
}

static uint32_t read_u32(struct cursor *cursor)
{
    uint32_t value;
    read_integer(cursor, &value, sizeof value);
    return value;
}

static uint64_t read_u64(struct cursor *cursor)
{
    uint64_t value;
    read_integer(cursor, &value, sizeof value);
    return value;
}

/// A count that must not exceed `bound`.
static uint32_t read_count(struct cursor *cursor, uint32_t bound)
{
    uint32_t count = read_u32(cursor);
    if (count > bound)
        cursor->good = false;
    return cursor->good ? count : 0;
}

/// A string: length including the final zero, then bytes with exactly that one zero.
static char *read_string(struct cursor *cursor)
{
    uint32_t length = read_u32(cursor);
    char *bytes = take(cursor, length);
    if (!bytes || length == 0 || memchr(bytes, 0, length) != bytes + length - 1) {
        cursor->good = false;
        return NULL;
    }
    return bytes;
}

/// An absolute path without "." or ".." components, so that a mount point is what it says.
static const char *read_path(struct cursor *cursor)
{
    const char *path = read_string(cursor);
    if (!path || path[0] != '/') {
        cursor->good = false;
        return NULL;
    }
    for (const char *part = path; part; part = strchr(part + 1, '/')) {
        size_t length = strcspn(part + 1, "/");
        if ((length == 1 && part[1] == '.') || (length == 2 && part[1] == '.' && part[2] == '.'))
            cursor->good = false;
    }
    return path;
}

static void read_strings(struct cursor *cursor, char **strings, uint32_t bound)
{
    uint32_t count = read_count(cursor, bound);
    for (uint32_t i = 0; i < count; i++)
        strings[i] = read_string(cursor);
    strings[count] = NULL;
}

static void read_binds(struct cursor *cursor, struct plan *plan)
{
    plan->bind_count = read_count(cursor, BIND_MAX);
    for (uint32_t i = 0; i < plan->bind_count; i++) {
        plan->binds[i].flags = read_u32(cursor);
        plan->binds[i].path = read_path(cursor);
    }
}

static void read_limits(struct cursor *cursor, struct plan *plan)
{
    plan->limit_count = read_count(cursor, LIMIT_MAX);
    for (uint32_t i = 0; i < plan->limit_count; i++) {
        plan->limits[i].resource = read_u32(cursor);
        plan->limits[i].value = read_u64(cursor);
        if (plan->limits[i].resource >= RLIM_NLIMITS)
            cursor->good = false;
    }
}

static void read_program(struct cursor *cursor, struct plan *plan)
{
    plan->instruction_count = read_count(cursor, INSTRUCTION_MAX);
    size_t size = plan->instruction_count * sizeof plan->program[0];
    const char *bytes = take(cursor, size);  // copied: the message does not align instructions
    if (bytes && size > 0)
        memcpy(plan->program, bytes, size);
    else
        cursor->good = false;
}

bool plan_parse(struct plan *plan, char *message, size_t length)
{
    struct cursor cursor = { .next = message, .left = length, .good = true };
    struct header header;
    read_integer(&cursor, &header, sizeof header);
    plan->id = header.id;
    plan->flags = read_u32(&cursor);
    plan->executable = read_path(&cursor);
    plan->interpreter = read_string(&cursor);
    read_strings(&cursor, plan->arguments, ARGUMENT_MAX);
    read_strings(&cursor, plan->environment, ENVIRONMENT_MAX);
    read_binds(&cursor, plan);
    read_limits(&cursor, plan);
    read_program(&cursor, plan);
    return cursor.good && cursor.left == 0 && plan->arguments[0] != NULL;
}
