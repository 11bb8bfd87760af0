// What it is, what surrounds it, and the layers themselves. Nearly all are plain calls.
#include "escape.h"
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>

static long set_namespace(const struct surroundings *a) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/ns/user", a->broker_pid);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    // Where the namespace of another is out of sight, its own is as good for the layer that is meant here.
    return syscall(SYS_setns, file < 0 ? open("/proc/self/ns/uts", O_RDONLY | O_CLOEXEC) : file, 0);
}

static struct __user_cap_header_struct own = { .version = _LINUX_CAPABILITY_VERSION_3 };
static struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];
static struct sock_filter let_all = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
static struct sock_fprog program = { 1, &let_all };
static struct landlock_ruleset_attr rules = { .handled_access_fs = 1 };
static struct mount_attr unchanged;

/// Asks for more descriptors than it has been given.
static long raise_limit(const struct surroundings *a) {
    (void)a;
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return 0;
    limit.rlim_max++;
    return syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, &limit, NULL);
}

static long hurry(const struct surroundings *a) {
    (void)a;
    return setpriority(PRIO_PROCESS, 0, -20);
}

#define UNSHARE(name_, flag_) CALL("namespaces", "unshare " name_, DENIED, unshare, flag_)
#define ROOT_UNSHARE(name_, flag_) ROOT_CALL("namespaces", "unshare " name_, unshare, flag_)
#define PRCTL(name_, ...) CALL("standing", name_, DENIED, prctl, __VA_ARGS__)

static const struct attempt privileges[] = {
    UNSHARE("users", CLONE_NEWUSER),
    UNSHARE("descriptors", CLONE_FILES),
    UNSHARE("folders", CLONE_FS),
    ROOT_UNSHARE("processes", CLONE_NEWPID),
    ROOT_UNSHARE("mounts", CLONE_NEWNS),
    ROOT_UNSHARE("the network", CLONE_NEWNET),
    ROOT_UNSHARE("System V IPC", CLONE_NEWIPC),
    ROOT_UNSHARE("the host's name", CLONE_NEWUTS),
    ROOT_UNSHARE("control groups", CLONE_NEWCGROUP),
    ROOT_UNSHARE("time", 0x80 /* CLONE_NEWTIME */),
    DO("namespaces", "enter another", DENIED, set_namespace),
    ROOT_CALL("mounts", "mount", mount, P("none"), P("/nonexistent"), P("tmpfs"), 0, 0),
    ROOT_CALL("mounts", "make mounts shared", mount, 0, P("/"), 0, MS_PRIVATE, 0),
    ROOT_CALL("mounts", "unmount", umount2, P("/nonexistent"), MNT_DETACH),
    ROOT_CALL("mounts", "pivot_root", pivot_root, P("/nonexistent"), P(".")),
    ROOT_CALL("mounts", "chroot", chroot, P("/")),
    CALL("mounts", "copy a mount", UNKNOWN, open_tree, AT_FDCWD, P("/"), 1),
    CALL("mounts", "move a mount", UNKNOWN, move_mount, -1, P(""), -1, P(""), 0),
    CALL("mounts", "open a file system", UNKNOWN, fsopen, P("tmpfs"), 0),
    CALL("mounts", "make a file system", UNKNOWN, fsmount, -1, 0, 0),
    CALL("mounts", "configure a file system", UNKNOWN, fsconfig, -1, 0, 0, 0, 0),
    CALL("mounts", "pick a file system", UNKNOWN, fspick, AT_FDCWD, P("/"), 0),
    CALL("mounts", "make a mount writable", UNKNOWN, mount_setattr, AT_FDCWD, P("/"), 0, P(&unchanged),
         sizeof unchanged),
    NUMBER("mounts", "ask about a mount", UNKNOWN, 457 /* statmount */, 0, 0, 0, 0),
    NUMBER("mounts", "list mounts", UNKNOWN, 458 /* listmount */, 0, 0, 0, 0),
    CALL("mounts", "open by other rules", UNKNOWN, openat2, AT_FDCWD, P("/"), 0, 0),
    CALL("identity", "become another user", DENIED, setuid, -1),
    CALL("identity", "become another group", DENIED, setgid, -1),
    CALL("identity", "become another user, real and effective", DENIED, setreuid, -1, -1),
    CALL("identity", "become another group, real and effective", DENIED, setregid, -1, -1),
    CALL("identity", "become another user in all ways", DENIED, setresuid, -1, -1, -1),
    CALL("identity", "become another group in all ways", DENIED, setresgid, -1, -1, -1),
    CALL("identity", "open files as another user", DENIED, setfsuid, -1),
    CALL("identity", "open files as another group", DENIED, setfsgid, -1),
    ROOT_CALL("identity", "join groups", setgroups, 0, 0),
    CALL("identity", "change capabilities", DENIED, capset, P(&own), P(none)),
    PRCTL("raise a capability", PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0),
    PRCTL("keep capabilities", PR_SET_KEEPCAPS, 0, 0, 0, 0),
    PRCTL("outlive its init", PR_SET_PDEATHSIG, 0, 0, 0, 0),
    PRCTL("become visible to tracers", PR_SET_DUMPABLE, 1, 0, 0, 0),
    PRCTL("invite a tracer", PR_SET_PTRACER, -1, 0, 0, 0),
    PRCTL("adopt processes", PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0),
    PRCTL("gain privileges again", PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0),
    PRCTL("switch seccomp off", PR_SET_SECCOMP, 0, 0, 0, 0),
    ROOT_CALL("standing", "change what /proc says of its memory", prctl, PR_SET_MM, PR_SET_MM_BRK, 0, 0, 0),
    PRCTL("handle its system calls itself", PR_SET_SYSCALL_USER_DISPATCH, 0, 0, 0, 0),
    PRCTL("lower its guard against speculation", 53 /* PR_SET_SPECULATION_CTRL */, 0, 0, 0, 0),
    PRCTL("share a core with others", 62 /* PR_SCHED_CORE */, 0, 0, 0, 0),
    PRCTL("survive bad memory", PR_MCE_KILL, PR_MCE_KILL_CLEAR, 0, 0, 0),
    CALL("standing", "add a filter of its own", DENIED, seccomp, SECCOMP_SET_MODE_FILTER, 0, P(&program)),
    CALL("standing", "listen to its own calls", DENIED, seccomp, SECCOMP_SET_MODE_FILTER,
         SECCOMP_FILTER_FLAG_NEW_LISTENER, P(&program)),
    CALL("standing", "make new Landlock rules", UNKNOWN, landlock_create_ruleset, P(&rules),
         sizeof rules.handled_access_fs, 0),
    CALL("standing", "restrict itself by Landlock", UNKNOWN, landlock_restrict_self, -1, 0),
    DO("standing", "raise a limit", DENIED, raise_limit, .proof = ROOT),
    CALL("standing", "raise a limit the old way", DENIED, setrlimit, RLIMIT_NOFILE, 0),
    DO("standing", "get a better priority", "EACCES", hurry, .proof = ROOT),
    ROOT_CALL("standing", "give its group a priority", setpriority, PRIO_PGRP, 0, 0),
    CALL("standing", "get a priority for files", DENIED, ioprio_set, 1, 0, 0),
    ROOT_CALL("standing", "get real time", sched_setscheduler, 0, SCHED_FIFO, P(&(int){ 1 })),
    CALL("standing", "get real time by attributes", DENIED, sched_setattr, 0, 0, 0),
    CALL("standing", "choose its processors", DENIED, sched_setaffinity, 0, 0, 0),
};
const struct attempts privilege_attempts = ATTEMPTS(privileges);
