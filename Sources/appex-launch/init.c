/// The two processes of a launch. Init builds the sandbox, starts the extension, answers its one
/// execve, reaps it and reports; as pid 1 it also gives signals their ordinary meaning to the
/// extension, which would ignore them if it were pid 1 itself.
#define _GNU_SOURCE
#include "launch.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static struct { const char *step, *subject; } here = { "start", "" };

void at(const char *step, const char *subject)
{
    here.step = step;
    here.subject = subject;
}

struct failure failure_here(void)
{
    struct failure failure = { .error = errno };
    snprintf(failure.step, sizeof failure.step, "%s", here.step);
    snprintf(failure.subject, sizeof failure.subject, "%s", here.subject);
    return failure;
}

pid_t clone_process(uint64_t flags, int *pidfd)
{
    struct clone_args args = {
        .flags = flags | (pidfd ? CLONE_PIDFD : 0),
        .pidfd = (uint64_t)(uintptr_t)pidfd,
        .exit_signal = SIGCHLD,
    };
    return (pid_t)syscall(SYS_clone3, &args, sizeof args);
}

// MARK: Set-up shared by both processes

/// Moves the four descriptors to their fixed numbers and closes every other one.
static int arrange_descriptors(struct hand_over fds)
{
    at("descriptors", "");
    // Out of the way first: the status socket may occupy a number that another one needs.
    int status = fcntl(fds.status, F_DUPFD_CLOEXEC, FIRST_FREE_FD);
    if (status < 0 || dup2(fds.null, STDIN_FILENO) < 0 || dup2(fds.output, STDOUT_FILENO) < 0
        || dup2(fds.output, STDERR_FILENO) < 0 || dup2(fds.control, CONTROL_FD) < 0
        || dup3(status, STATUS_FD, O_CLOEXEC) < 0)
        return -1;
    return close_range(FIRST_FREE_FD, ~0u, 0);
}

static int write_file(const char *path, const char *text)
{
    at("identity map", path);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    ssize_t written = write(fd, text, strlen(text));
    int error = errno;
    close(fd);
    errno = error;
    return written < 0 ? -1 : 0;
}

int map_identity(const struct walls *walls)
{
    enum { INNER_ID = 1000 };  // looks like an ordinary first user to the extension
    char map[48];
    // The kernel wants setgroups given up before an unprivileged group map.
    if (write_file("/proc/self/setgroups", "deny") < 0)
        return -1;
    snprintf(map, sizeof map, "%d %u 1", INNER_ID, walls->uid);
    if (write_file("/proc/self/uid_map", map) < 0)
        return -1;
    snprintf(map, sizeof map, "%d %u 1", INNER_ID, walls->gid);
    return write_file("/proc/self/gid_map", map);
}

/// Builds everything that both processes share, in the only order that works.
static int build_sandbox(const struct plan *plan, const struct walls *walls)
{
    at("parent-death signal", "");
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0)
        return -1;
    if ((walls->namespaces & CLONE_NEWUSER) && map_identity(walls) < 0)
        return -1;
    at("host name", "");
    if ((walls->namespaces & CLONE_NEWUTS) && sethostname("localhost", strlen("localhost")) < 0)
        return -1;
    if ((walls->namespaces & CLONE_NEWNS) && root_enter(plan) < 0)
        return -1;
    // Not before the identity map: the files of a process that is not dumpable belong to root.
    at("dumpable", "");
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0)
        return -1;
    return walls_drop_privileges();
}

// MARK: The extension, up to execve

/// Hands the seccomp listener to init.
static int send_listener(int setup, int listener)
{
    union { struct cmsghdr header; char bytes[CMSG_SPACE(sizeof(int))]; } control = { 0 };
    char byte = 0;
    struct iovec data = { .iov_base = &byte, .iov_len = 1 };
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1,
        .msg_control = control.bytes, .msg_controllen = sizeof control.bytes,
    };
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &listener, sizeof listener);
    if (sendmsg(setup, &message, MSG_NOSIGNAL) < 0)
        return -1;
    return close(listener);
}

static int set_limits(const struct plan *plan)
{
    at("resource limits", "");
    for (uint32_t i = 0; i < plan->limit_count; i++) {
        struct rlimit limit = { .rlim_cur = plan->limits[i].value, .rlim_max = plan->limits[i].value };
        if (setrlimit((int)plan->limits[i].resource, &limit) < 0)
            return -1;
    }
    return 0;
}

/// The filters: first the gate, whose listener must reach init while nothing is forbidden yet.
static int install_filters(const struct plan *plan, const struct walls *walls, int setup)
{
    bool exec_once = walls->error[WALL_EXEC_ONCE] == 0;
    at("seccomp gate", "");
    int listener = walls_gate(exec_once);
    if (listener < 0 || (exec_once && send_listener(setup, listener) < 0))
        return -1;
    at("seccomp program", "");
    return walls_program(plan);
}

static int become_extension(const struct plan *plan, const struct walls *walls, int setup, pid_t init)
{
    at("session", "");
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0 || setsid() < 0 || chdir("/") < 0)
        return -1;
    // Init may have died before the signal was asked for; then nobody would end this process.
    if (getppid() != init)
        return -1;
    umask(077);
    if (set_limits(plan) < 0)
        return -1;
    if (walls->landlock_abi > 0 && walls_landlock(plan, walls->landlock_abi) < 0)
        return -1;
    // The kernel attaches the sender's pid as the launcher sees it.
    at("announcement", "");
    struct status announcement = { .kind = STATUS_PID };
    if (send(STATUS_FD, &announcement, sizeof announcement, MSG_NOSIGNAL) < 0)
        return -1;
    if (walls->error[WALL_SECCOMP] == 0 && install_filters(plan, walls, setup) < 0)
        return -1;
    at("execve", plan->executable);
    return execve(plan->executable, plan->arguments, plan->environment);
}

static _Noreturn void extension_run(const struct plan *plan, const struct walls *walls, int setup, pid_t init)
{
    become_extension(plan, walls, setup, init);
    struct failure failure = failure_here();
    send(setup, &failure, sizeof failure, MSG_NOSIGNAL);
    _exit(127);
}

// MARK: Init, after the fork

static void tell_launcher(const struct status *status)
{
    // Nothing to do when it fails: the launcher is gone, and this process dies with it.
    send(STATUS_FD, status, sizeof *status, MSG_NOSIGNAL);
}

static _Noreturn void give_up(struct failure failure)
{
    struct status status = { .kind = STATUS_FAILED, .failure = failure };
    tell_launcher(&status);
    _exit(1);
}

/// Receives what the extension sends before execve: a failure, a listener, or the end of file.
static ssize_t receive_setup(int setup, struct failure *failure, int *listener)
{
    union { struct cmsghdr header; char bytes[CMSG_SPACE(sizeof(int))]; } control = { 0 };
    struct iovec data = { .iov_base = failure, .iov_len = sizeof *failure };
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1,
        .msg_control = control.bytes, .msg_controllen = sizeof control.bytes,
    };
    ssize_t length = recvmsg(setup, &message, MSG_CMSG_CLOEXEC);
    struct cmsghdr *header = length > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (header && header->cmsg_type == SCM_RIGHTS && header->cmsg_len == CMSG_LEN(sizeof(int)))
        memcpy(listener, CMSG_DATA(header), sizeof *listener);
    return length;
}

/// Lets the first execve through and closes the listener, so that every later one fails.
static int answer_exec(int setup, int listener)
{
    struct pollfd waiting[] = {
        { .fd = listener, .events = POLLIN }, { .fd = setup, .events = POLLIN },
    };
    // The buffers have room for the larger structures of later kernels, which must find zeros.
    union { struct seccomp_notif call; char room[512]; } request = { 0 };
    union { struct seccomp_notif_resp answer; char room[512]; } reply = { 0 };
    int result = 0;
    at("execve gate", "");
    if (poll(waiting, 2, -1) < 0)
        result = -1;
    else if (waiting[0].revents & POLLIN) {
        result = ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &request);
        reply.answer.id = request.call.id;
        reply.answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
        if (result == 0)
            result = ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &reply);
    }
    int error = errno;
    close(listener);
    errno = error;
    return result;
}

/// Follows the extension to the end of its execve. Returns false with `failure` when it failed.
static bool await_exec(int setup, bool exec_once, struct failure *failure)
{
    int listener = -1;
    ssize_t length = receive_setup(setup, failure, &listener);
    if (listener >= 0) {
        if (answer_exec(setup, listener) < 0) {
            *failure = failure_here();
            return false;
        }
        length = receive_setup(setup, failure, &listener);
    } else if (length == 0 && exec_once) {
        errno = ECHILD;  // killed from outside before it came to execve
        length = -1;
    }
    if (length < 0)
        *failure = failure_here();
    return length == 0;  // the socket closes itself in a successful execve
}

static uint64_t microseconds(struct timeval time)
{
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_usec;
}

/// Waits for the extension's end, or for the launcher to ask for it or to go away.
static _Noreturn void supervise(pid_t extension, int pidfd)
{
    struct pollfd events[] = {
        { .fd = pidfd, .events = POLLIN }, { .fd = STATUS_FD, .events = POLLIN | POLLRDHUP },
    };
    while (!(events[0].revents & POLLIN)) {
        if (poll(events, 2, -1) < 0 && errno != EINTR)
            _exit(1);
        if (events[1].revents) {
            pidfd_send_signal(pidfd, SIGKILL, NULL, 0);
            events[1].fd = -1;  // once is enough; the death itself ends the loop
        }
    }
    struct status status = { .kind = STATUS_EXITED };
    struct rusage usage = { 0 };
    wait4(extension, &status.exit_status, 0, &usage);
    status.user_us = microseconds(usage.ru_utime);
    status.system_us = microseconds(usage.ru_stime);
    status.rss_kib = (uint64_t)usage.ru_maxrss;
    tell_launcher(&status);
    _exit(0);
}

/// Gives up everything but supervision before the extension may run.
static int lock_down(const struct walls *walls)
{
    at("init lock-down", "");
    // Copies of the control socket and of the output would hide their end from the other side.
    if (close_range(STDIN_FILENO, CONTROL_FD, 0) < 0)
        return -1;
    if (walls->landlock_abi > 0 && walls_landlock_nothing(walls->landlock_abi) < 0)
        return -1;
    return walls->error[WALL_SECCOMP] == 0 ? walls_supervisor() : 0;
}

_Noreturn void init_run(const struct plan *plan, const struct walls *walls, struct hand_over fds)
{
    int setup[2], pidfd;
    if (arrange_descriptors(fds) < 0 || build_sandbox(plan, walls) < 0)
        give_up(failure_here());
    at("set-up socket", "");
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, setup) < 0)
        give_up(failure_here());
    at("process", "");
    pid_t init = (pid_t)syscall(SYS_getpid);
    pid_t extension = clone_process(0, &pidfd);
    if (extension < 0)
        give_up(failure_here());
    if (extension == 0) {
        close(setup[0]);
        extension_run(plan, walls, setup[1], init);
    }
    close(setup[1]);
    struct failure failure = { 0 };
    if (lock_down(walls) < 0)
        give_up(failure_here());
    if (!await_exec(setup[0], walls->error[WALL_EXEC_ONCE] == 0, &failure))
        give_up(failure);
    struct status started = { .kind = STATUS_STARTED };
    tell_launcher(&started);
    supervise(extension, pidfd);
}
