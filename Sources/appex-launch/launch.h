/// appex-launch: a single-threaded fork server that starts one sandboxed process per request.
///
///     broker --(descriptor 3)--> launcher --> init (pid 1 of new namespaces) --> extension
///
/// Files, in the order in which a launch meets them: main.c (requests, events, children), plan.c
/// (reading a request), init.c (the two processes of a launch), root.c (private file system),
/// layers.c (capabilities, Landlock, seccomp); grant.c gives files to an extension that runs; probe.c
/// finds out which layers this machine gives. The messages themselves are in CLauncherProtocol.h.
/// Documentation/Sandbox.md says what each layer is for and why the steps stand in this order.
#pragma once
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "CLauncherProtocol.h"

// Bounds. A request that exceeds one is refused, never truncated.
enum {
    ARGUMENT_MAX = 64,        // an extension gets its work through its socket, not by argv
    ENVIRONMENT_MAX = 128,    // chosen by the broker, not the user's whole environment
    BIND_MAX = 64,            // a dozen paths of the system, the bundle, containers
    LIMIT_MAX = 16,           // the kernel has 16 resource limits
    CHILD_MAX = 512,          // live extensions of one device; bounds the poll set too
    GRANT_MAX = 64,           // of them, grants under way: each may wait for a file system that does not answer
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

// Descriptors of an extension: standard input, output, errors and the control socket stay open
// over execve; the socket to the launcher closes itself.
enum { CONTROL_FD = 3, STATUS_FD = 4, FIRST_FREE_FD = 5 };
// Control socket, output, and at most two of a control group: its list of members, which takes in whoever
// writes "0" to it, and in version 2 its folder. Four fit into the space that credentials need.
enum { PASSED_CONTROL, PASSED_OUTPUT, PASSED_MEMBERS, PASSED_FOLDER, PASSED_FDS };
struct ancillary { int fds[PASSED_FDS]; pid_t sender; };

/// Receives one packet. Descriptors that did not come are -1. Returns 0 at the end of file.
ssize_t receive(int socket, void *buffer, size_t size, int flags, struct ancillary *ancillary);
/// close(2) that keeps errno and hands on the result of what came before.
int closing(int fd, int result);
/// fork(2) with namespaces. `pidfd` may be null.
pid_t clone_process(uint64_t flags, int *pidfd);
/// The same into a control group of version 2. Fails with ENOSYS where clone3 is hidden.
pid_t clone_into(uint64_t flags, int folder);

/// Reads what follows the header of a launch request. Every length is checked against its bound.
bool plan_parse(struct plan *plan, char *bytes, size_t length);
/// Reads what follows the header of a grant or its end. The name is a plain one.
bool grant_parse(struct grant *grant, char *bytes, size_t length);

/// Tries every layer for real in throw-away children and chooses the namespaces of all launches. Leaves the
/// machine's network, where that is possible.
void probe_layers(struct layers *layers);

/// The body of a launch's first process: makes what needs no plan, waits for that on its status socket, and goes on.
/// Inside, its user and group have the number `inner`.
_Noreturn void init_run(const struct layers *layers, int null, int status, uid_t inner);
/// Maps the only user and group of a new user namespace to the ones that run the launcher.
int map_identity(const struct layers *layers, uid_t user, gid_t group);
// Of an extension: the first ordinary user, as a program expects. Of one with a network: the number that slirp4netns
// confines itself as, which gives no power, as root has none without capabilities.
enum { INNER_ID = 1000, NETWORK_INNER_ID = 0 };
/// Names the step that is tried next, so that a failure can say where it happened.
void at(const char *step, const char *subject);

/// Writes a text to a file of the kernel.
int write_file(const char *path, const char *text);

/// Gives the caller a network namespace without anything in it, and refuses some addresses in it for good.
int network_enter(const struct layers *layers);

/// Sends an event; a failure carries the step that was tried last and its errno.
int tell(int socket, struct event event);

/// Lets an extension see the named file, or if that is -1 no more. For a process of its own.
int grant_change(const struct grant *grant, bool own_user, int named);

/// Makes a private root beside that of the machine, with what no plan has to name.
int root_prepare(void);
/// Replaces the file system by that root, read-only and with the plan's paths only.
int root_enter(const struct plan *plan);
extern const char *const device_nodes[];  // of a private root, ended by null

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
