// Makes the kernel look poorer to a program, with a filter of its own: what old kernels lack and what
// container managers forbid.
#include "probe.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define UNLESS_CALL(number, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, skip)
#define UNLESS_ANY_BIT(bits, skip) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, skip)
#define FAIL(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static const struct sock_filter without_landlock[] = {
    LOAD(nr), UNLESS_CALL(SYS_landlock_create_ruleset, 1), FAIL(ENOSYS), ALLOW,
};

// Below somebody else's listener, a second one is refused.
static const struct sock_filter without_listener[] = {
    LOAD(nr), UNLESS_CALL(SYS_seccomp, 3), LOAD(args[1]), UNLESS_ANY_BIT(SECCOMP_FILTER_FLAG_NEW_LISTENER, 1),
    FAIL(EBUSY), ALLOW,
};

// As the default profile of container managers: no new namespaces, no clone3, no mounts.
static const struct sock_filter without_namespaces[] = {
    LOAD(nr), UNLESS_CALL(SYS_clone3, 1), FAIL(ENOSYS), UNLESS_CALL(SYS_mount, 1), FAIL(EPERM),
    UNLESS_CALL(SYS_unshare, 1), FAIL(EPERM),
    UNLESS_CALL(SYS_clone, 3), LOAD(args[0]),
    UNLESS_ANY_BIT(CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP, 1),
    FAIL(EPERM), ALLOW,
};

#define INSTALL(filter) install(filter, sizeof filter / sizeof *filter)

static long install(const struct sock_filter *filter, size_t count) {
    const struct sock_fprog program = { (unsigned short)count, (struct sock_filter *)filter };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

int start_on_poorer_kernel(const char *lacking, const char *program) {
    long failed = -1;
    if (strcmp(lacking, "landlock") == 0) failed = INSTALL(without_landlock);
    if (strcmp(lacking, "listener") == 0) failed = INSTALL(without_listener);
    if (strcmp(lacking, "namespaces") == 0) failed = INSTALL(without_namespaces);
    if (failed == 0) execl(program, program, (char *)NULL);
    perror("sandbox-probe: poorer");
    return 1;
}
