/// The two processes of a launch. Init builds the sandbox, starts the extension, answers its one
/// execve, reaps it and reports. As pid 1 it would itself be immune to most signals; that is why
/// the extension is a process of its own.
#include "launch.h"

static _Noreturn void give_up(void) {
    tell(STATUS_FD, (struct event){ .kind = EVENT_FAILED });
    _exit(1);
}

/// Gives the status socket its number, and everything below for now to nothing. Closes every other one.
static int let_go_of_launcher(int null, int status) {
    at("descriptors", "");
    // Out of the way first: the status socket may occupy a number that another one needs.
    status = fcntl(status, F_DUPFD_CLOEXEC, FIRST_FREE_FD);
    for (int number = STDIN_FILENO; number <= CONTROL_FD; number++)
        if (status < 0 || dup2(null, number) < 0) return -1;
    return dup3(status, STATUS_FD, O_CLOEXEC) < 0 ? -1 : close_range(FIRST_FREE_FD, ~0u, 0);
}

int write_file(const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    return fd < 0 ? -1 : closing(fd, write(fd, text, strlen(text)) < 0 ? -1 : 0);
}

int map_identity(const struct layers *layers, uid_t user, gid_t group) {
    char users[32], groups[32];
    snprintf(users, sizeof users, "%u %u 1", user, layers->uid);
    snprintf(groups, sizeof groups, "%u %u 1", group, layers->gid);
    at("identity map", "");
    // The kernel wants setgroups given up before an unprivileged group map.
    return write_file("/proc/self/setgroups", "deny") < 0 || write_file("/proc/self/uid_map", users) < 0
        || write_file("/proc/self/gid_map", groups) < 0 ? -1 : 0;
}

/// Gives up a claim on the processors that whoever started the broker may have had: with it, an extension could keep
/// everybody else from running.
static int become_ordinary(void) {
    const int policy = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
    at("real-time priority", "");
    return policy != SCHED_FIFO && policy != SCHED_RR ? 0
        : sched_setscheduler(0, SCHED_OTHER, &(struct sched_param){ 0 });
}

/// Takes from this user namespace what the kernel counts per user and namespace and the allow-list refuses too: new
/// namespaces, and watching files. Best effort, as it is a second layer; where there is no such setting or no right,
/// things are as they were. Not mount namespaces, one of which a grant makes.
static void forbid_counted(void) {
    static const char *const names[] = { "user_namespaces", "pid_namespaces", "net_namespaces", "ipc_namespaces",
        "uts_namespaces", "cgroup_namespaces", "time_namespaces", "inotify_instances", "inotify_watches",
        "fanotify_groups", "fanotify_marks" };
    char path[64];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "/proc/sys/user/max_%s", names[i]);
        write_file(path, "0");
    }
}

/// Builds of what both processes share all that needs no plan, in the only order that works.
static int prepare_sandbox(const struct layers *layers, uid_t inner) {
    at("init", "");
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || prctl(PR_SET_NAME, "appex-spare") < 0 || become_ordinary() < 0) return -1;
    if ((layers->namespaces & CLONE_NEWUSER) && map_identity(layers, inner, inner) < 0) return -1;
    if (layers->namespaces & CLONE_NEWUSER) forbid_counted();
    at("host name", "");
    if ((layers->namespaces & CLONE_NEWUTS) && sethostname("localhost", 9) < 0) return -1;
    if ((layers->namespaces & CLONE_NEWNS) && root_prepare() < 0) return -1;
    return layers_lock_privileges();
}

/// Waits until the broker has connected the network, while this process can still be joined from outside.
static int await_network(void) {
    char word;
    struct ancillary got;
    at("network", "");
    if (tell(STATUS_FD, (struct event){ .kind = EVENT_NETWORK }) < 0) return -1;
    errno = ECANCELED;
    return receive(STATUS_FD, &word, sizeof word, 0, &got) == sizeof word ? 0 : -1;
}

/// Builds the rest. By now the launcher has hold of the mounts, for later grants; nobody gets it any more once
/// this is not dumpable.
static int finish_sandbox(const struct plan *plan, const struct layers *layers) {
    at("init", "");
    if (prctl(PR_SET_NAME, "appex-init") < 0) return -1;
    if ((layers->namespaces & CLONE_NEWNS) && root_enter(plan) < 0) return -1;
    // Hides init from the extension. Not before the identity map, whose files would become root's.
    at("dumpable", "");
    return prctl(PR_SET_DUMPABLE, 0) < 0 ? -1 : layers_drop_capabilities();
}

/// Makes a process of its own of the caller, which ends with init.
static int become_own_process(pid_t init) {
    at("session", "");
    // Init may have died before its death signal was asked for; nobody would end this process.
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != init || setsid() < 0 || chdir("/") < 0) return -1;
    umask(077);
    return 0;
}

/// Everything between the fork and the execve of a program of its own. Returns only after a failure.
static void become_extension(const struct plan *plan, const struct layers *layers, pid_t init) {
    if (become_own_process(init) < 0) return;
    at("executable", plan->executable);
    if (access(plan->executable, X_OK) < 0 || layers_limit(plan, layers) < 0) return;
    if (layers->landlock_abi > 0 && layers_landlock(plan, layers) < 0) return;
    at("announcement", "");
    if (tell(STATUS_FD, (struct event){ .kind = EVENT_ANNOUNCED }) < 0) return;
    at("seccomp program", "");
    if (!layers->error[LAYER_SECCOMP] && (layers_own_signals() < 0 || layers_program(plan) < 0)) return;
    at("execve", plan->executable);
    execve(plan->executable, plan->arguments, plan->environment);
}

/// Everything between the fork and the execve of a runtime, which builds the layers that are missing here when it gets the plan
/// from its descriptor 3. Returns only after a failure.
static void become_runtime(const struct plan *runtime, int setup, pid_t init) {
    if (become_own_process(init) < 0 || layers_drop_capabilities() < 0) return;
    at("announcement", "");
    if (tell(STATUS_FD, (struct event){ .kind = EVENT_ANNOUNCED }) < 0) return;
    at("descriptors", "");
    if (dup2(setup, CONTROL_FD) < 0) return;
    at("execve", runtime->executable);
    static char place[COMMAND_LINE_MAX];
    memset(place, ' ', sizeof place - 1);
    execve(runtime->executable, (char *[]){ (char *)runtime->executable, place, NULL }, runtime->environment);
}

// The process that becomes the extension, seen from init.
struct started { pid_t pid; int pidfd, setup; };

/// Lets the first execve through and closes the listener, so that every later one fails. Returns 1
/// when it did, 0 when there is a word or the end on the other socket instead.
static int answer_exec(int setup, int listener) {
    struct pollfd waiting[] = { { listener, POLLIN, 0 }, { setup, POLLIN, 0 } };
    // Room for the larger structures of later kernels, which must find zeros in it.
    union { struct seccomp_notif call; char room[512]; } request = { .room = { 0 } };
    union { struct seccomp_notif_resp answer; char room[512]; } reply = { .room = { 0 } };
    int result = ppoll(waiting, 2, NULL, NULL);
    if (result > 0 && (waiting[0].revents & POLLIN)) {
        result = ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &request);
        reply.answer.id = request.call.id;
        reply.answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
        return closing(listener, result < 0 || ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &reply) < 0 ? -1 : 1);
    }
    return closing(listener, result < 0 ? -1 : 0);
}

/// Follows the extension to the end of its execve. Passes a failure on and leaves.
static void await_exec(const struct started *started, int listener) {
    struct event event;
    struct ancillary got;
    at("execve gate", "");
    int answered = listener < 0 ? 1 : answer_exec(started->setup, listener);
    ssize_t length = answered < 0 ? -1 : receive(started->setup, &event, sizeof event, 0, &got);
    if (length == 0 && !answered) errno = ECHILD;  // killed from outside on its way
    if (length < 0 || (length == 0 && !answered)) give_up();
    if (length == 0) return;  // the socket closes itself in a successful execve
    send(STATUS_FD, &event, sizeof event, MSG_NOSIGNAL);
    _exit(1);
}

/// Waits for the extension's end, or for the launcher to ask for it or to go away.
static _Noreturn void supervise(pid_t extension, int pidfd) {
    struct pollfd waiting[] = { { pidfd, POLLIN, 0 }, { STATUS_FD, POLLIN, 0 } };
    struct rusage usage = { 0 };
    struct event exited = { .kind = EVENT_EXITED };
    while (!(waiting[0].revents & POLLIN)) {
        if (ppoll(waiting, 2, NULL, NULL) < 0 && errno != EINTR) _exit(1);
        if (waiting[1].revents && !(waiting[0].revents & POLLIN)) {
            pidfd_send_signal(pidfd, SIGKILL, NULL, 0);
            exited.error = ECANCELED;
            waiting[1].fd = -1;  // once is enough; the death ends the loop
        }
    }
    wait4(extension, &exited.exit_status, 0, &usage);
    exited.user_us = (uint64_t)usage.ru_utime.tv_sec * 1000000 + (uint64_t)usage.ru_utime.tv_usec;
    exited.system_us = (uint64_t)usage.ru_stime.tv_sec * 1000000 + (uint64_t)usage.ru_stime.tv_usec;
    exited.rss_kib = (uint64_t)usage.ru_maxrss;
    tell(STATUS_FD, exited);
    _exit(0);
}

/// Gives up everything but supervision before the extension may run.
static int lock_down(const struct layers *layers) {
    at("init", "");
    // Copies of the control socket and of the output would hide their end from the other side.
    if (close_range(STDIN_FILENO, CONTROL_FD, 0) < 0) return -1;
    if (layers->landlock_abi > 0 && layers_landlock(NULL, layers) < 0) return -1;
    return layers->error[LAYER_SECCOMP] ? 0 : layers_supervisor();
}

/// Makes that process. It executes the runtime, or with a null one what the plan names.
static struct started start(const struct plan *plan, const struct plan *runtime, const struct layers *layers, int listener) {
    struct started started;
    int setup[2];
    const pid_t init = getpid();
    at("process", "");
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, setup) < 0) give_up();
    if ((started.pid = clone_process(0, &started.pidfd)) < 0) give_up();
    if (started.pid == 0) {
        close(setup[0]);  // or the extension would not see the end of init
        if (listener >= 0) close(listener);
        if (runtime)
            become_runtime(runtime, setup[1], init);
        else
            become_extension(plan, layers, init);
        tell(setup[1], (struct event){ .kind = EVENT_FAILED });
        _exit(127);
    }
    close(setup[1]);
    started.setup = setup[0];
    return started;
}

// Seconds for loading on a busy machine, and for what takes less than a millisecond, unless somebody has stopped it.
enum { LOADING_PATIENCE = 15, RUNTIME_PATIENCE = 3 };

/// Waits for a runtime no longer than this from now on.
static int limit_wait(const struct started *started, int seconds) {
    const struct timeval patience = { .tv_sec = seconds };
    at("runtime", "");
    return setsockopt(started->setup, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
}

/// Waits until a runtime has done what it was to do. Passes a failure on and leaves.
static void await_word(const struct started *started) {
    struct event event;
    struct ancillary got;
    at("answer of the runtime", "");
    ssize_t length = receive(started->setup, &event, sizeof event, 0, &got);
    // What ends with a message unread resets the socket; what it said before still follows.
    if (length < 0 && errno == ECONNRESET) length = receive(started->setup, &event, sizeof event, 0, &got);
    if (length == 0) errno = ECHILD;  // it has ended on its way
    if (length < 0 && errno == EAGAIN) errno = ETIMEDOUT;
    if (length <= 0) give_up();
    if (length != sizeof event) return;
    send(STATUS_FD, &event, sizeof event, MSG_NOSIGNAL);
    _exit(1);
}

/// Makes that process in advance, and waits until it has loaded its libraries: they are outside of the private root.
static struct started start_runtime(const struct plan *runtime, const struct layers *layers, int listener) {
    if ((layers->namespaces & CLONE_NEWNS) && root_cover(runtime->executable) < 0) give_up();
    const struct started started = start(NULL, runtime, layers, listener);
    at("execve gate", "");
    if (listener >= 0 && answer_exec(started.setup, listener) < 0) give_up();
    if (limit_wait(&started, LOADING_PATIENCE) < 0) give_up();
    await_word(&started);
    return started;
}

/// Hands the plan to a runtime that waits for it, and lets it open the extension once there is nothing left to take from init.
static void hand_over(const struct started *started, const struct layers *layers, const char *bytes, size_t length,
                      struct ancillary *passed) {
    if (limit_wait(started, RUNTIME_PATIENCE) < 0) give_up();
    const size_t count = passed->fds[PASSED_MEMBERS] < 0 ? PASSED_MEMBERS : PASSED_FOLDER;
    // What has ended meanwhile may have said why, which is read below.
    if (send_parts(started->setup, layers, sizeof *layers, bytes, length, passed->fds, count) < 0 && errno != EPIPE)
        give_up();
    for (size_t i = 0; i < count; i++) close(passed->fds[i]);
    if (lock_down(layers) < 0) give_up();
    at("runtime", "");
    if (send(started->setup, "", 1, MSG_NOSIGNAL) < 0 && errno != EPIPE) give_up();
    await_word(started);
}

_Noreturn void init_run(const struct layers *layers, int null, int status, uid_t inner, const struct plan *runtime) {
    static struct plan plan;
    static char bytes[MESSAGE_MAX];
    struct started started;
    struct ancillary passed;
    int listener = -1;
    if (let_go_of_launcher(null, status) < 0 || prepare_sandbox(layers, inner) < 0) give_up();
    at("process", "");
    // Around both processes, because so the listener need not be sent: the kernel refuses to pass
    // descriptors on while others of the same user have many under way.
    if (!layers->error[LAYER_EXEC_ONCE] && (listener = layers_gate()) < 0) give_up();
    // What is to have a network is born in it, and is never made in advance.
    const bool is_early = runtime && !(runtime->flags & PLAN_NETWORK);
    if (is_early) started = start_runtime(runtime, layers, listener);
    at("plan", "");
    struct pollfd waiting[] = { { STATUS_FD, POLLIN, 0 }, { is_early ? started.pidfd : -1, POLLIN, 0 } };
    if (ppoll(waiting, 2, NULL, NULL) < 0) give_up();
    // A runtime that ends in advance is of no use, and the launch makes another one.
    if (!waiting[0].revents) _exit(1);
    const ssize_t length = receive(STATUS_FD, bytes, sizeof bytes, 0, &passed);
    if (length == 0) _exit(0);
    errno = EBADMSG;
    if (length < 0 || !plan_parse(&plan, bytes, (size_t)length)) give_up();
    // With init in it there is no moment at which the extension is not; a runtime joins it too.
    if (join_group(passed.fds[PASSED_MEMBERS]) < 0) give_up();
    if (!runtime && passed.fds[PASSED_MEMBERS] >= 0) close(passed.fds[PASSED_MEMBERS]);
    if (!runtime && arrange_descriptors(&passed) < 0) give_up();
    if ((plan.flags & PLAN_NETWORK) && (network_enter(layers) < 0 || await_network() < 0)) give_up();
    if (runtime && !is_early) started = start_runtime(runtime, layers, listener);
    if (finish_sandbox(&plan, layers) < 0) give_up();
    if (runtime) {
        hand_over(&started, layers, bytes, (size_t)length, &passed);
    } else {
        started = start(&plan, NULL, layers, listener);
        if (lock_down(layers) < 0) give_up();
        await_exec(&started, listener);
    }
    tell(STATUS_FD, (struct event){ .kind = EVENT_STARTED });
    supervise(started.pid, started.pidfd);
}
