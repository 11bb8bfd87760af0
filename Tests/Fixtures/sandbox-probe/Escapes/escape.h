// Attempts to get out of the sandbox, as tables. An attempt is a system call with its arguments, a file to
// be opened, or a function; and says which refusals are right. It does no harm where it gets through, so
// that the same tables can be run without a sandbox, to see that the layers are what refuses.
#pragma once
#include "../probe.h"
#include <sys/syscall.h>

// Who gets through without a sandbox, which shows that a layer refuses inside: anybody, only the machine's
// root, or nobody, because it is not a layer of ours that holds.
enum proof { ANYBODY, ROOT, NOBODY };

struct attempt {
    const char *class, *name;
    // The right outcomes, by name and separated by spaces: of an errno, or of a signal that ends the process.
    const char *refusals;
    // One of the three: a function, which returns a negative number and an errno when it was refused; a path
    // to open, where {container}, {bundle}, {other}, {home}, {init}, {launcher} and {broker} stand for what they are;
    // or a system call.
    long (*function)(const struct surroundings *around);
    const char *path;
    int flags;
    long call, arguments[6];
    enum proof proof;
};

struct attempts { const struct attempt *first; size_t count; };
#define ATTEMPTS(array) { array, sizeof array / sizeof array[0] }

extern const struct attempts file_attempts, link_attempts, process_attempts, code_attempts, socket_attempts,
    privilege_attempts, kernel_attempts, handed_over_attempts;

// What the allow-list says to what it does not hold: calls younger than Linux 5.1 are "not there".
#define DENIED "EPERM"
#define UNKNOWN "ENOSYS"
// A place outside: not there where there is a private root, else forbidden by Landlock.
#define ABSENT "ENOENT EACCES"

#define CALL(class_, name_, refusals_, call_, ...) \
    { .class = class_, .name = name_, .refusals = refusals_, .call = SYS_##call_, .arguments = { __VA_ARGS__ } }
#define NUMBER(class_, name_, refusals_, call_, ...) \
    { .class = class_, .name = name_, .refusals = refusals_, .call = call_, .arguments = { __VA_ARGS__ } }
#define ROOT_CALL(class_, name_, call_, ...) \
    { .class = class_, .name = name_, .refusals = DENIED, .call = SYS_##call_, .arguments = { __VA_ARGS__ }, \
      .proof = ROOT }
#define DO(class_, name_, refusals_, function_, ...) \
    { .class = class_, .name = name_, .refusals = refusals_, .function = function_, __VA_ARGS__ }
#define P(pointer) ((long)(pointer))

/// A path with its {names} filled in, in one of four buffers that later calls use again.
const char *filled_in(const char *pattern, const struct surroundings *around);
/// Tries all attempts from the number `first` on, and prints one line for each.
int try_escapes(const struct surroundings *around, int first);
/// The same without a sandbox, each attempt in a process of its own.
int try_without_sandbox(const struct surroundings *around);
/// Takes as much of something as it can get, says how much, and keeps it.
int explode(const char *name);
