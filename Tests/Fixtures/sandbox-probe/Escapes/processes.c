// Other processes, and new ones.
#include "escape.h"
#include <ctype.h>
#include <dirent.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/uio.h>

#define ON(name_, expression) \
    static long name_(const struct surroundings *a) { \
        (void)a; \
        return expression; \
    }
ON(signal_init, kill(getppid(), 0))
ON(signal_launcher, kill(a->launcher_pid, 0))
ON(signal_broker, kill(a->broker_pid, 0))
ON(signal_thread, syscall(SYS_tgkill, getppid(), getppid(), 0))
ON(signal_any_thread, syscall(SYS_tkill, a->launcher_pid, 0))
ON(queue_signal, syscall(SYS_rt_sigqueueinfo, a->launcher_pid, SIGCONT, &(siginfo_t){ .si_code = SI_QUEUE }))
ON(queue_thread_signal,
   syscall(SYS_rt_tgsigqueueinfo, a->launcher_pid, a->launcher_pid, SIGCONT, &(siginfo_t){ .si_code = SI_QUEUE }))
ON(open_process, syscall(SYS_pidfd_open, a->launcher_pid, 0))
ON(attach, ptrace(PTRACE_ATTACH, a->launcher_pid, NULL, NULL))
ON(seize, ptrace(PTRACE_SEIZE, a->launcher_pid, NULL, NULL))
ON(be_traced, ptrace(PTRACE_TRACEME, 0, NULL, NULL))
ON(slow_down, setpriority(PRIO_PROCESS, (id_t)a->launcher_pid, 10))
ON(limit, syscall(SYS_prlimit64, a->launcher_pid, RLIMIT_NOFILE, NULL, &(struct rlimit){ 0 }))
ON(get_real_time, syscall(SYS_sched_setscheduler, a->launcher_pid, SCHED_BATCH, &(int){ 0 }))
ON(compare, syscall(SYS_kcmp, getpid(), a->launcher_pid, 0, 0, 0))
ON(move_pages_of, syscall(SYS_move_pages, a->launcher_pid, 0, NULL, NULL, NULL, 0))
ON(pin, syscall(SYS_sched_setaffinity, a->launcher_pid, sizeof(cpu_set_t), &(cpu_set_t){ { 1 } }))
ON(leave_group, setpgid(0, 0))
ON(leave_session, setsid())


static char bytes[8];
#define BYTES &(struct iovec){ bytes, sizeof bytes }, 1
ON(read_memory, process_vm_readv(a->launcher_pid, BYTES, BYTES, 0))
ON(write_memory, process_vm_writev(a->launcher_pid, BYTES, BYTES, 0))

/// Whether /proc lists anybody but this process and its init.
static long see_others(const struct surroundings *a) {
    (void)a;
    long seen = -1;
    DIR *stream = opendir("/proc");
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        int pid = isdigit((unsigned char)entry->d_name[0]) ? atoi(entry->d_name) : 0;
        if (pid && pid != getpid() && pid != getppid()) seen = pid;
    }
    if (stream) closedir(stream);
    errno = ESRCH;
    return seen;
}

/// Makes a process that ends at once.
static long new_process(unsigned long flags) {
    long child = syscall(SYS_clone, flags | SIGCHLD, NULL, NULL, NULL, NULL);
    if (child == 0) _exit(0);
    return child;
}
ON(fork_once, new_process(0))
ON(vfork_once, new_process(CLONE_VM | CLONE_VFORK))
ON(share_memory, new_process(CLONE_VM | CLONE_VFORK | CLONE_FILES | CLONE_FS | CLONE_SIGHAND))
ON(clone_parent, new_process(CLONE_PARENT))
ON(clone_untraced, new_process(CLONE_UNTRACED))
ON(clone_descriptor, new_process(CLONE_PIDFD))
ON(clone_user, new_process(CLONE_NEWUSER))
ON(clone_mount, new_process(CLONE_NEWNS))
ON(clone_pid, new_process(CLONE_NEWPID))
ON(clone_network, new_process(CLONE_NEWNET))
static long clone3_once(const struct surroundings *a) {
    (void)a;
    long child = syscall(SYS_clone3, &(struct clone_args){ .exit_signal = SIGCHLD }, sizeof(struct clone_args));
    if (child == 0) _exit(0);
    return child;
}

static const struct attempt processes[] = {
    DO("processes", "see others", "ESRCH", see_others),
    DO("processes", "signal its init", DENIED, signal_init),
    DO("processes", "signal the launcher", DENIED, signal_launcher),
    DO("processes", "signal the broker", DENIED, signal_broker),
    CALL("processes", "signal everybody", DENIED, kill, -1, 0),
    CALL("processes", "signal its process group", DENIED, kill, 0, 0),
    CALL("processes", "signal with high bits set", DENIED, kill, 0x100000001, 0),
    DO("processes", "signal a thread of its init", DENIED, signal_thread),
    DO("processes", "signal a thread by its number alone", DENIED, signal_any_thread),
    DO("processes", "queue a signal", DENIED, queue_signal),
    DO("processes", "queue a signal for a thread", DENIED, queue_thread_signal),
    DO("processes", "get a descriptor of a process", UNKNOWN, open_process),
    CALL("processes", "signal by descriptor", UNKNOWN, pidfd_send_signal, -1, 0, 0, 0),
    CALL("processes", "take a descriptor of a process", UNKNOWN, pidfd_getfd, -1, 0, 0),
    DO("processes", "attach as a tracer", DENIED, attach),
    DO("processes", "seize as a tracer", DENIED, seize),
    DO("processes", "be traced", DENIED, be_traced),
    DO("processes", "read another's memory", DENIED, read_memory),
    DO("processes", "write another's memory", DENIED, write_memory),
    CALL("processes", "advise on another's memory", UNKNOWN, process_madvise, -1, 0, 0, 0, 0),
    CALL("processes", "take back another's memory", UNKNOWN, process_mrelease, -1, 0),
    DO("processes", "move another's memory", DENIED, move_pages_of),
    DO("processes", "compare itself with another", DENIED, compare),
    DO("processes", "slow another down", DENIED, slow_down),
    DO("processes", "limit another", DENIED, limit),
    DO("processes", "schedule another", DENIED, get_real_time),
    DO("processes", "pin another to a processor", DENIED, pin),
    DO("processes", "leave its process group", DENIED, leave_group),
    DO("processes", "leave its session", DENIED, leave_session),
    DO("new processes", "fork", DENIED, fork_once),
    DO("new processes", "vfork", DENIED, vfork_once),
    DO("new processes", "clone all but the thread flag", DENIED, share_memory),
    DO("new processes", "clone a sibling", DENIED, clone_parent),
    DO("new processes", "clone out of sight of tracers", DENIED, clone_untraced),
    DO("new processes", "clone with a descriptor", DENIED, clone_descriptor),
    DO("new processes", "clone into a user namespace", DENIED, clone_user),
    DO("new processes", "clone into a mount namespace", DENIED, clone_mount),
    DO("new processes", "clone into a process namespace", DENIED, clone_pid),
    DO("new processes", "clone into a network namespace", DENIED, clone_network),
    DO("new processes", "clone3", UNKNOWN, clone3_once),
};
const struct attempts process_attempts = ATTEMPTS(processes);
