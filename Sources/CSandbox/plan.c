/// Reads requests. The broker is trusted, its bytes are not: all reads are bounded.
#include "CSandbox.h"

struct cursor {
    char *next;
    size_t left;
    bool good;  // false after the first short or malformed field; what is read later is zero
};

static char *take(struct cursor *cursor, size_t length) {
    if (!cursor->good || length > cursor->left) {
        cursor->good = false;
        return NULL;
    }
    char *bytes = cursor->next;
    cursor->next += length;
    cursor->left -= length;
    return bytes;
}

static uint64_t read_integer(struct cursor *cursor, size_t size) {
    uint64_t value = 0;
    const char *bytes = take(cursor, size);
    if (bytes)
        memcpy(&value, bytes, size);  // little endian: the low bytes come first
    return value;
}

static uint32_t read_u32(struct cursor *cursor) {
    return (uint32_t)read_integer(cursor, sizeof(uint32_t));
}

static uint32_t read_count(struct cursor *cursor, uint32_t bound) {
    uint32_t count = read_u32(cursor);
    cursor->good = cursor->good && count <= bound;
    return cursor->good ? count : 0;
}

/// A string: its length with the final zero, then bytes with exactly that one zero.
static char *read_string(struct cursor *cursor) {
    uint32_t length = read_u32(cursor);
    char *bytes = take(cursor, length);
    if (!bytes || length == 0 || memchr(bytes, 0, length) != bytes + length - 1) {
        cursor->good = false;
        return NULL;
    }
    return bytes;
}

/// An absolute path without "." and "..", so that a mount point is where it says.
static const char *read_path(struct cursor *cursor) {
    const char *path = read_string(cursor);
    cursor->good = path && path[0] == '/';
    for (const char *part = cursor->good ? path : NULL; part; part = strchr(part + 1, '/')) {
        size_t length = strcspn(part + 1, "/");
        if (length > 0 && length <= 2 && strspn(part + 1, ".") >= length) cursor->good = false;
    }
    return path;
}

static void read_strings(struct cursor *cursor, char **strings, uint32_t bound) {
    uint32_t count = read_count(cursor, bound);
    for (uint32_t i = 0; i < count; i++) strings[i] = read_string(cursor);
    strings[count] = NULL;
}

bool plan_parse(struct plan *plan, char *bytes, size_t length) {
    struct cursor cursor = { .next = bytes, .left = length, .good = true };
    plan->flags = read_u32(&cursor);
    plan->executable = read_path(&cursor);
    plan->interpreter = read_path(&cursor);
    read_strings(&cursor, plan->arguments, ARGUMENT_MAX);
    read_strings(&cursor, plan->environment, ENVIRONMENT_MAX);
    plan->bind_count = read_count(&cursor, BIND_MAX);
    for (uint32_t i = 0; i < plan->bind_count; i++) {
        plan->binds[i].flags = read_u32(&cursor);
        plan->binds[i].path = read_path(&cursor);
    }
    plan->limit_count = read_count(&cursor, LIMIT_MAX);
    for (uint32_t i = 0; i < plan->limit_count; i++) {
        plan->limits[i].resource = read_u32(&cursor);
        plan->limits[i].value = read_integer(&cursor, sizeof(uint64_t));
        cursor.good = cursor.good && plan->limits[i].resource < RLIM_NLIMITS;
    }
    plan->instruction_count = read_count(&cursor, INSTRUCTION_MAX);
    const char *program = take(&cursor, plan->instruction_count * sizeof plan->program[0]);
    if (program)  // copied, because the message does not align instructions
        memcpy(plan->program, program, plan->instruction_count * sizeof plan->program[0]);
    return cursor.good && cursor.left == 0 && plan->arguments[0] && plan->instruction_count > 0;
}

bool grant_parse(struct grant *grant, char *bytes, size_t length) {
    struct cursor cursor = { .next = bytes, .left = length, .good = true };
    grant->launch = read_integer(&cursor, sizeof(uint64_t));
    grant->number = read_integer(&cursor, sizeof(uint64_t));
    const char *name = grant->name = read_string(&cursor);
    // Not empty, "." or "..", and without a slash: nothing that leads elsewhere.
    return name && cursor.left == 0 && name[strspn(name, ".")] && strlen(name) <= NAME_MAX && !strchr(name, '/');
}
