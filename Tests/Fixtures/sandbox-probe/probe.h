// sandbox-probe runs inside a sandbox and prints one line per fact, in the manner of TAP:
//     ok 12 - cannot read /etc/passwd: No such file or directory
//     not ok 13 - ...
// The last line is the count, so that a probe which dies half-way cannot look like a success. What it
// must not be able to do is in Escapes/.
#pragma once
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What the test tells the probe about its surroundings.
struct surroundings {
    const char *container;  // the probe's own
    const char *bundle;     // read-only, holds the probe
    const char *other;      // another extension's container, with a file "secret" in it
    const char *home;       // the home folder of the user who runs the test
    int launcher_pid, broker_pid;  // as seen outside
    int file;               // a descriptor of `other`'s secret, for reading, as a host hands one over
    bool private_root;      // with namespaces; otherwise Landlock and seccomp alone
};

/// Prints one fact. `detail` says what happened.
void fact(bool holds, const char *name, const char *detail);
/// The fact that a call failed. `result` is the call's, errno is its errno.
void refused(long result, const char *name);
/// The fact that a call succeeded.
void granted(long result, const char *name);
/// A path below a folder, in a buffer that the next call overwrites.
const char *below(const char *folder, const char *name);

void file_facts(const struct surroundings *around);
void process_facts(const struct surroundings *around);
void ordinary_facts(void);

/// Says of each path that comes on the control socket what can be done with it.
int describe_granted(void);
/// Makes the system calls that come on the control socket, and prints their errnos.
int make_calls(void);

/// Starts a program as if the kernel lacked something: "landlock", "listener" or "namespaces".
/// Returns only after a failure.
int start_on_poorer_kernel(const char *lacking, const char *program);
