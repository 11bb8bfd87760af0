/// appex-launch: a single-threaded fork server that starts one sandboxed process per request.
///
///     broker --(descriptor 3)--> launcher --> init (pid 1 of new namespaces) --> extension
///
/// Files, in the order in which a launch meets them: main.c (requests, events, children), init.c (the two processes of a launch), root.c (private file system); grant.c gives files to an extension that
/// runs; probe.c finds out which layers this machine gives. Plans and the other layers are in CSandbox, which the program of a
/// shared runtime uses too; the messages themselves are in CLauncherProtocol.h. Documentation/Sandbox.md says what each layer
/// is for and why the steps stand in this order.
#pragma once
#include "CSandbox.h"
#include <grp.h>
#include <linux/sched.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/pidfd.h>
#include <sys/wait.h>

enum {
    CHILD_MAX = 512,          // live extensions of one device; bounds the poll set too
    GRANT_MAX = 64,           // of them, grants under way: each may wait for a file system that does not answer
};

/// fork(2) with namespaces. `pidfd` may be null.
pid_t clone_process(uint64_t flags, int *pidfd);
/// The same into a control group of version 2. Fails with ENOSYS where clone3 is hidden.
pid_t clone_into(uint64_t flags, int folder);

/// Tries every layer for real in throw-away children and chooses the namespaces of all launches. Leaves the
/// machine's network, where that is possible.
void probe_layers(struct layers *layers);

/// The body of a launch's first process: makes what needs no plan, waits for that on its status socket, and goes on.
/// Inside, its user and group have the number `inner`. With a `runtime` it executes that program in advance, in the process
/// that becomes the extension.
_Noreturn void init_run(const struct layers *layers, int null, int status, uid_t inner, const struct plan *runtime);
/// Maps the only user and group of a new user namespace to the ones that run the launcher.
int map_identity(const struct layers *layers, uid_t user, gid_t group);
// Of an extension: the first ordinary user, as a program expects. Of one with a network: the number that slirp4netns
// confines itself as, which gives no power, as root has none without capabilities.
enum { INNER_ID = 1000, NETWORK_INNER_ID = 0 };

/// Writes a text to a file of the kernel.
int write_file(const char *path, const char *text);

/// Gives the caller a network namespace without anything in it, and refuses some addresses in it for good.
int network_enter(const struct layers *layers);

/// Lets an extension see the named file, or if that is -1 no more. For a process of its own.
int grant_change(const struct grant *grant, bool own_user, int named);

/// Makes a private root beside that of the machine, with what no plan has to name.
int root_prepare(void);
/// Mounts the folder of a program read-only over itself, for as long as the machine's root is in sight. A process can always open
/// what it has executed, on the mount on which that was found.
int root_cover(const char *program);
/// Replaces the file system by that root, read-only and with the plan's paths only.
int root_enter(const struct plan *plan);
