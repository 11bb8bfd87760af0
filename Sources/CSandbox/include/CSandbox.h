/// What the launcher (appex-launch) and the program of a shared runtime (appex-runtime) have in common: the plan of a launch, and
/// the layers that a process puts around itself before code of an extension runs in it.
///
/// Both programs are compiled from this one source. A layer is therefore the same whether it is built before a program is
/// executed, or in a process that has loaded the runtime in advance. Documentation/Sandbox.md gives the order of the steps.
#pragma once
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "CLauncherProtocol.h"

// Bounds. A request that exceeds one is refused, never truncated.
enum {
    ARGUMENT_MAX = 64,        // an extension gets its work through its socket, not by argv
    ENVIRONMENT_MAX = 128,    // chosen by the broker, not the user's whole environment
    BIND_MAX = 64,            // a dozen paths of the system, the bundle, containers
    LIMIT_MAX = 16,           // the kernel has 16 resource limits
};

struct bind { uint32_t flags; const char *path; };
struct limit { uint32_t resource; uint64_t value; };

// A parsed request. Strings point into the message, which must outlive the plan.
struct plan {
    uint32_t flags;
    const char *executable, *interpreter;  // the only files that may be executed
    char *arguments[ARGUMENT_MAX + 1], *environment[ENVIRONMENT_MAX + 1];
    uint32_t bind_count, limit_count, instruction_count;
    struct bind binds[BIND_MAX];
    struct limit limits[LIMIT_MAX];
    struct sock_filter program[INSTRUCTION_MAX];
};

// A file that a running extension is given, or that is taken away from it.
struct grant { uint64_t launch, number; const char *name; int mounts; };

struct layers {
    uid_t uid;            // whom every sandbox runs as, seen from outside
    gid_t gid;
    uint64_t namespaces;  // CLONE_NEW… flags of every launch
    uint32_t landlock_abi;
    int32_t error[LAYER_COUNT];
};

/// Reads what follows the header of a launch request. Every length is checked against its bound.
bool plan_parse(struct plan *plan, char *bytes, size_t length);
/// Reads what follows the header of a grant or its end. The name is a plain one.
bool grant_parse(struct grant *grant, char *bytes, size_t length);

// Control socket, output, and at most two of a control group: its list of members, which takes in whoever
// writes "0" to it, and in version 2 its folder. Four fit into the space that credentials need.
enum { PASSED_CONTROL, PASSED_OUTPUT, PASSED_MEMBERS, PASSED_FOLDER, PASSED_FDS };
struct ancillary { int fds[PASSED_FDS]; pid_t sender; };

/// Receives one packet. Descriptors that did not come are -1. Returns 0 at the end of file.
ssize_t receive(int socket, void *buffer, size_t size, int flags, struct ancillary *ancillary);
/// Sends one packet of up to two parts, with the first `count` descriptors.
int send_parts(int socket, const void *first, size_t first_size, const void *second, size_t second_size,
               const int *fds, size_t count);
/// close(2) that keeps errno and hands on the result of what came before.
int closing(int fd, int result);

/// Names the step that is tried next, so that a failure can say where it happened.
void at(const char *step, const char *subject);
/// Sends an event; a failure carries the step that was tried last and its errno.
int tell(int socket, struct event event);

// Descriptors of an extension: standard input, output, errors and the control socket stay open over execve. What waits for
// a plan has the socket of its setup in place of the control socket, and nothing in the others.
enum { CONTROL_FD = 3, STATUS_FD = 4, FIRST_FREE_FD = 5 };

/// Joins the control group with this list of members, if it is not -1. By itself, because a thread that moves only itself takes the kernel's short way.
int join_group(int members);
/// Moves what came with a plan to its fixed numbers.
int arrange_descriptors(const struct ancillary *passed);
/// Limits the caller. What is limited further already stays so.
int layers_limit(const struct plan *plan, const struct layers *layers);
/// Forbids gaining capabilities, and privileges by execve. Those that are there remain.
int layers_lock_privileges(void);
/// Drops every capability, after layers_lock_privileges for good.
int layers_drop_capabilities(void);
uint32_t landlock_abi(void);
/// Confines the caller to the plan's paths, or with a null plan to none.
int layers_landlock(const struct plan *plan, const struct layers *layers);
/// Makes every execve of the caller and its children wait for the listener that is returned, and
/// fail once that is closed. Returns -1 on failure.
int layers_gate(void);
/// Lets signals reach only the caller itself.
int layers_own_signals(void);
/// Installs the plan's allow-list of system calls.
int layers_program(const struct plan *plan);
/// Reduces init to the few system calls of its supervision.
int layers_supervisor(void);

extern const char *const device_nodes[];  // of a private root, ended by null
