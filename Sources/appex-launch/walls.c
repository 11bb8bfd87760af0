/// The walls a process puts around itself: capabilities, Landlock, seccomp.
#define _GNU_SOURCE
#include "launch.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// MARK: Capabilities

static int set_no_capabilities(void)
{
    struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = { 0 };
    return (int)syscall(SYS_capset, &header, none);
}

static bool may_change_bounding_set(void)
{
    struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
    struct __user_cap_data_struct held[_LINUX_CAPABILITY_U32S_3] = { 0 };
    return syscall(SYS_capget, &header, held) == 0
        && (held[CAP_TO_INDEX(CAP_SETPCAP)].effective & CAP_TO_MASK(CAP_SETPCAP));
}

/// Empties the bounding and ambient sets and takes from user 0 its power to regain capabilities.
static int lock_capabilities(void)
{
    for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++)
        if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) < 0)
            return -1;
    if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) < 0)
        return -1;
    return prctl(PR_SET_SECUREBITS, (SECURE_ALL_BITS & ~SECBIT_KEEP_CAPS) | SECURE_ALL_LOCKS, 0, 0, 0);
}

int walls_drop_privileges(void)
{
    at("capabilities", "");
    // An ordinary user without a user namespace has none to drop and no way to gain any.
    if (may_change_bounding_set() && lock_capabilities() < 0)
        return -1;
    if (set_no_capabilities() < 0)
        return -1;
    at("no_new_privs", "");
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

// MARK: Landlock

// The header of an old distribution lacks the newer rights; the running kernel decides.
#define FS_RIGHT(bit) (1ull << (bit))
enum { ABI_REFER = 2, ABI_TRUNCATE = 3, ABI_NET = 4, ABI_IOCTL = 5, ABI_SCOPE = 6 };
#define FS_REFER FS_RIGHT(13)
#define FS_TRUNCATE FS_RIGHT(14)
#define FS_IOCTL_DEV FS_RIGHT(15)
#define NET_BIND_AND_CONNECT_TCP 3ull
#define SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS 3ull

#define FS_READ (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define FS_OF_FILE (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE \
                    | LANDLOCK_ACCESS_FS_WRITE_FILE | FS_TRUNCATE | FS_IOCTL_DEV)
// Everything a container needs; no execution, no devices, no sockets, no pipes with a name.
#define FS_WRITE (FS_READ | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR \
                  | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR \
                  | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SYM \
                  | FS_REFER | FS_TRUNCATE)

struct ruleset_attr { uint64_t fs, net, scoped; };

uint32_t landlock_abi(void)
{
    long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return abi > 0 ? (uint32_t)abi : 0;
}

/// All file system rights the kernel can handle.
static uint64_t handled_rights(uint32_t abi)
{
    uint64_t rights = FS_REFER - 1;
    if (abi >= ABI_REFER)
        rights |= FS_REFER;
    if (abi >= ABI_TRUNCATE)
        rights |= FS_TRUNCATE;
    if (abi >= ABI_IOCTL)
        rights |= FS_IOCTL_DEV;
    return rights;
}

/// A ruleset that denies everything this kernel can deny.
static int new_ruleset(uint32_t abi)
{
    struct ruleset_attr attr = { .fs = handled_rights(abi) };
    size_t size = offsetof(struct ruleset_attr, net);
    if (abi >= ABI_NET) {
        attr.net = NET_BIND_AND_CONNECT_TCP;
        size = offsetof(struct ruleset_attr, scoped);
    }
    if (abi >= ABI_SCOPE) {
        attr.scoped = SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS;
        size = sizeof attr;
    }
    return (int)syscall(SYS_landlock_create_ruleset, &attr, size, 0);
}

static int allow_path(int ruleset, uint32_t abi, const char *path, uint64_t rights, bool optional)
{
    at("Landlock rule", path);
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return optional && (errno == ENOENT || errno == EACCES) ? 0 : -1;
    struct stat info;
    int result = fstat(fd, &info);
    if (result == 0) {
        rights &= S_ISDIR(info.st_mode) ? handled_rights(abi) : handled_rights(abi) & FS_OF_FILE;
        struct landlock_path_beneath_attr rule = { .allowed_access = rights, .parent_fd = fd };
        result = (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    }
    int error = errno;
    close(fd);
    errno = error;
    return result;
}

static int restrict_self(int ruleset)
{
    at("Landlock", "");
    int result = (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
    int error = errno;
    close(ruleset);
    errno = error;
    return result;
}

static int allow_plan(int ruleset, const struct plan *plan, uint32_t abi)
{
    for (uint32_t i = 0; i < plan->bind_count; i++) {
        const struct bind *bind = &plan->binds[i];
        uint64_t rights = bind->flags & BIND_WRITE ? FS_WRITE : FS_READ;
        if (allow_path(ruleset, abi, bind->path, rights, bind->flags & BIND_SYSTEM) < 0)
            return -1;
    }
    for (int i = 0; device_nodes[i]; i++)
        if (allow_path(ruleset, abi, device_nodes[i],
                       LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE, true) < 0)
            return -1;
    // All of /proc: libdispatch opens /proc/<thread>/stat and crashes when it cannot.
    if (allow_path(ruleset, abi, "/proc", FS_READ, false) < 0)
        return -1;
    uint64_t execute = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE;
    if (plan->interpreter[0] && allow_path(ruleset, abi, plan->interpreter, execute, true) < 0)
        return -1;
    return allow_path(ruleset, abi, plan->executable, execute, false);
}

int walls_landlock(const struct plan *plan, uint32_t abi)
{
    at("Landlock", "");
    int ruleset = new_ruleset(abi);
    if (ruleset < 0 || allow_plan(ruleset, plan, abi) < 0)
        return -1;
    return restrict_self(ruleset);
}

int walls_landlock_nothing(uint32_t abi)
{
    at("Landlock", "");
    int ruleset = new_ruleset(abi);
    return ruleset < 0 ? -1 : restrict_self(ruleset);
}

// MARK: seccomp

#if defined(__x86_64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_X86_64
#define FOREIGN_CALL_BIT 0x40000000u  // x32 calls carry this bit and the native architecture
#elif defined(__aarch64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_AARCH64
#define FOREIGN_CALL_BIT 0x80000000u
#else
#error "the seccomp gate needs this architecture's audit constant"
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define IF_EQUAL(value, then, otherwise) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), then, otherwise)
#define IF_LEAST(value, then, otherwise) BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, (value), then, otherwise)
// Leaves the call's number in the accumulator; anything but a native call ends the process.
#define NATIVE_ONLY \
    LOAD(arch), IF_EQUAL(NATIVE_ARCHITECTURE, 1, 0), RETURN(SECCOMP_RET_KILL_PROCESS), \
    LOAD(nr), IF_LEAST(FOREIGN_CALL_BIT, 0, 1), RETURN(SECCOMP_RET_KILL_PROCESS)
#define PERMISSION_DENIED (SECCOMP_RET_ERRNO | EPERM)

static int install(struct sock_filter *filter, size_t count, unsigned flags)
{
    struct sock_fprog program = { .len = (unsigned short)count, .filter = filter };
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

int walls_gate(bool exec_once)
{
    const uint32_t exec_action = exec_once ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_ALLOW;
    struct sock_filter filter[] = {
        NATIVE_ONLY,
        IF_EQUAL(SYS_execve, 6, 0),
        IF_EQUAL(SYS_execveat, 5, 0),
        IF_EQUAL(SYS_kill, 1, 0),
        IF_EQUAL(SYS_tgkill, 0, 2),
        // The low half is all of a pid; raise, abort and pthread_kill name the caller's own.
        LOAD(args[0]),
        IF_EQUAL((uint32_t)getpid(), 0, 2),
        RETURN(SECCOMP_RET_ALLOW),
        RETURN(exec_action),
        RETURN(PERMISSION_DENIED),
    };
    return install(filter, sizeof filter / sizeof filter[0],
                   exec_once ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0);
}

int walls_program(const struct plan *plan)
{
    return install((struct sock_filter *)plan->program, plan->instruction_count, 0);
}

int walls_supervisor(void)
{
    static const uint32_t calls[] = {
#if defined(SYS_poll)
        SYS_poll,
#endif
        SYS_ppoll, SYS_recvmsg, SYS_recvfrom, SYS_sendto, SYS_ioctl, SYS_close, SYS_wait4,
        SYS_pidfd_send_signal, SYS_restart_syscall, SYS_exit_group,
    };
    enum { CALL_COUNT = sizeof calls / sizeof calls[0] };
    const struct sock_filter native_only[] = { NATIVE_ONLY };
    struct sock_filter filter[sizeof native_only / sizeof native_only[0] + 2 * CALL_COUNT + 1];
    size_t count = sizeof native_only / sizeof native_only[0];
    memcpy(filter, native_only, sizeof native_only);
    for (int i = 0; i < CALL_COUNT; i++) {
        filter[count++] = (struct sock_filter)IF_EQUAL(calls[i], 0, 1);
        filter[count++] = (struct sock_filter)RETURN(SECCOMP_RET_ALLOW);
    }
    filter[count++] = (struct sock_filter)RETURN(SECCOMP_RET_KILL_PROCESS);
    return install(filter, count, 0);
}
