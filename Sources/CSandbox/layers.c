/// The layers a process puts around itself: limits, capabilities, Landlock, seccomp.
#include "CSandbox.h"

const char *const device_nodes[] = {
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", NULL,
};

int layers_limit(const struct plan *plan, const struct layers *layers) {
    struct rlimit now;
    at("resource limits", "");
    for (uint32_t i = 0; i < plan->limit_count; i++) {
        const struct limit *limit = &plan->limits[i];
        // Threads are counted per user: without a user namespace, everything this user runs.
        if (limit->resource == RLIMIT_NPROC && !(layers->namespaces & CLONE_NEWUSER)) continue;
        if (getrlimit((int)limit->resource, &now) < 0) return -1;
        now.rlim_cur = now.rlim_max = limit->value < now.rlim_max ? limit->value : now.rlim_max;
        if (setrlimit((int)limit->resource, &now) < 0) return -1;
    }
    return 0;
}

static bool may_change_bounding_set(void) {
    struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
    struct __user_cap_data_struct held[_LINUX_CAPABILITY_U32S_3] = { 0 };
    return syscall(SYS_capget, &header, held) == 0
        && (held[CAP_TO_INDEX(CAP_SETPCAP)].effective & CAP_TO_MASK(CAP_SETPCAP));
}

/// Empties the bounding and ambient sets and takes from user 0 its power to regain capabilities.
static int lock_capabilities(void) {
    int capability = 0;
    while (prctl(PR_CAPBSET_DROP, capability) == 0) capability++;
    if (errno != EINVAL || capability == 0) return -1;  // for any reason but that there is no such one
    if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) < 0) return -1;
    return prctl(PR_SET_SECUREBITS, (SECURE_ALL_BITS & ~SECBIT_KEEP_CAPS) | SECURE_ALL_LOCKS, 0, 0, 0);
}

int layers_lock_privileges(void) {
    at("capabilities", "");
    // An ordinary user without a user namespace has none to drop and no way to gain any.
    if (may_change_bounding_set() && lock_capabilities() < 0) return -1;
    at("no_new_privs", "");
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

int layers_drop_capabilities(void) {
    struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
    const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = { 0 };
    at("capabilities", "");
    return (int)syscall(SYS_capset, &header, none);
}

// Landlock. The header of an older distribution lacks the newer rights; the kernel decides.
#define FS_REFER (1ull << 13)      // ABI 2; before it no file can change its directory
#define FS_TRUNCATE (1ull << 14)   // ABI 3
#define FS_IOCTL_DEV (1ull << 15)  // ABI 5
#define FS_READ (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define FS_EXECUTE (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE)
#define FS_DEVICE (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE)
// All that a container needs: no execution, no devices, no sockets, no named pipes.
#define FS_WRITE (FS_READ | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR \
                  | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR \
                  | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SYM | FS_REFER | FS_TRUNCATE)
// The rights that mean something for a single file; others may not stand in its rule.
#define FS_OF_FILE (FS_EXECUTE | FS_DEVICE | FS_TRUNCATE | FS_IOCTL_DEV)

uint32_t landlock_abi(void) {
    long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return abi > 0 ? (uint32_t)abi : 0;
}

/// All file system rights the kernel can handle.
static uint64_t handled_rights(uint32_t abi) {
    return (1ull << (abi >= 5 ? 16 : abi >= 3 ? 15 : abi >= 2 ? 14 : 13)) - 1;
}

/// A ruleset that denies everything this kernel can deny, signals to others and connections only if asked.
static int new_ruleset(uint32_t abi, bool signals, bool connections) {
    const struct { uint64_t files, tcp, scopes; } attr = {
        .files = handled_rights(abi),
        .tcp = connections ? 3 : 1,  // bind 1, connect 2; ABI 4
        .scopes = signals ? 3 : 1,  // abstract sockets 1, signals 2; ABI 6
    };
    return (int)syscall(SYS_landlock_create_ruleset, &attr, abi >= 6 ? 24 : abi >= 4 ? 16 : 8, 0);
}

static int allow(int ruleset, uint32_t abi, const char *path, uint64_t rights, bool optional) {
    struct stat info;
    at("Landlock rule", path);
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0) return optional && errno != EMFILE ? 0 : -1;
    if (fstat(fd, &info) < 0) return closing(fd, -1);
    rights &= handled_rights(abi) & (S_ISDIR(info.st_mode) ? ~0ull : FS_OF_FILE);
    const struct landlock_path_beneath_attr rule = { .allowed_access = rights, .parent_fd = fd };
    return closing(fd, (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0));
}

static int allow_plan(int ruleset, const struct layers *layers, const struct plan *plan) {
    const uint32_t abi = layers->landlock_abi;
    for (uint32_t i = 0; i < plan->bind_count; i++)
        if (allow(ruleset, abi, plan->binds[i].path, plan->binds[i].flags & BIND_WRITE ? FS_WRITE : FS_READ,
                  plan->binds[i].flags & BIND_SYSTEM) < 0)
            return -1;
    for (int i = 0; device_nodes[i]; i++)
        if (allow(ruleset, abi, device_nodes[i], FS_DEVICE, true) < 0) return -1;
    // Covers what will be mounted below. On the machine's own root this place is somebody else's.
    if ((layers->namespaces & CLONE_NEWNS) && allow(ruleset, abi, GRANT_PLACE, FS_READ, false) < 0) return -1;
    if ((plan->flags & PLAN_NETWORK) && allow(ruleset, abi, "/etc/resolv.conf", FS_READ, true) < 0) return -1;
    // All of /proc: libdispatch opens /proc/<thread>/stat and crashes when it cannot.
    if (allow(ruleset, abi, "/proc", FS_READ, false) < 0
        || allow(ruleset, abi, plan->interpreter, FS_EXECUTE, true) < 0)
        return -1;
    return allow(ruleset, abi, plan->executable, FS_EXECUTE, false);
}

int layers_landlock(const struct plan *plan, const struct layers *layers) {
    at("Landlock", "");
    // Init has no plan, and must go on signalling: the kernel counts even its own signal at the
    // death of a parent as sent by that parent, and would drop it between two Landlock domains.
    int ruleset = new_ruleset(layers->landlock_abi, plan != NULL, !plan || !(plan->flags & PLAN_NETWORK));
    if (ruleset < 0 || (plan && allow_plan(ruleset, layers, plan) < 0)) return -1;
    at("Landlock", "");
    return closing(ruleset, (int)syscall(SYS_landlock_restrict_self, ruleset, 0));
}

#if defined(__x86_64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the seccomp gate needs this architecture's audit constant"
#endif
#define FOREIGN_CALL 0x40000000u  // x32 calls carry this bit under the native architecture
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define IF_EQUAL(value, then, otherwise) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), then, otherwise)
#define IF_LEAST(value, then, otherwise) BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, (value), then, otherwise)
// Leaves the number of the call loaded; anything but a native call ends the process.
#define NATIVE_ONLY \
    LOAD(arch), IF_EQUAL(NATIVE_ARCHITECTURE, 1, 0), RETURN(SECCOMP_RET_KILL_PROCESS), \
    LOAD(nr), IF_LEAST(FOREIGN_CALL, 0, 1), RETURN(SECCOMP_RET_KILL_PROCESS)

static int install(const struct sock_filter *filter, size_t count, unsigned flags) {
    const struct sock_fprog program = { .len = (unsigned short)count, .filter = (void *)filter };
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

int layers_gate(void) {
    const struct sock_filter filter[] = {
        NATIVE_ONLY,
        IF_EQUAL(SYS_execve, 1, 0), IF_EQUAL(SYS_execveat, 0, 1),
        RETURN(SECCOMP_RET_USER_NOTIF),
        RETURN(SECCOMP_RET_ALLOW),
    };
    return install(filter, sizeof filter / sizeof filter[0], SECCOMP_FILTER_FLAG_NEW_LISTENER);
}

int layers_own_signals(void) {
    const struct sock_filter filter[] = {
        NATIVE_ONLY,
        IF_EQUAL(SYS_kill, 1, 0), IF_EQUAL(SYS_tgkill, 0, 3),
        // The low half is all of a pid; raise, abort and pthread_kill name the caller's own.
        LOAD(args[0]),
        IF_EQUAL((uint32_t)getpid(), 1, 0),
        RETURN(SECCOMP_RET_ERRNO | EPERM),
        RETURN(SECCOMP_RET_ALLOW),
    };
    return install(filter, sizeof filter / sizeof filter[0], 0);
}

int layers_program(const struct plan *plan) {
    return install(plan->program, plan->instruction_count, 0);
}

int layers_supervisor(void) {
#define LET(call) IF_EQUAL(SYS_##call, 0, 1), RETURN(SECCOMP_RET_ALLOW)
    const struct sock_filter filter[] = {
        NATIVE_ONLY,
        LET(ppoll), LET(recvmsg), LET(sendto), LET(ioctl), LET(close), LET(wait4),
        LET(pidfd_send_signal), LET(restart_syscall), LET(exit_group),
        RETURN(SECCOMP_RET_KILL_PROCESS),
    };
    return install(filter, sizeof filter / sizeof filter[0], 0);
}
