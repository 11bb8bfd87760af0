/// The fork server's loop: requests of the broker, events of the children.
#include "launch.h"
#include <time.h>

enum { BROKER_FD = 3 };

struct child {
    uint64_t id;
    pid_t init;       // or a grant's; this process's own child: its number stays taken until it is reaped
    pid_t extension;  // as the kernel attached it to the extension's announcement
    int status;       // the socket to it; once it is dying its pidfd, or -1 where there is none
    int mounts;       // the namespace of a private root, else -1
    bool started, ended;  // what the broker knows already
    bool killed;          // with its init, because the broker asked for it
    bool dying;           // killed, and not yet reaped
    bool silent;          // a spare that was never used: nobody is told of its end
    bool grant;
};

// Beside the launches: those in advance, two that a launch has no use for, and those that are out of date.
static struct child children[CHILD_MAX + 8];
static int child_count, grant_count, null_fd, mounts_fd;
static struct layers layers;

// Init processes that wait for their plan, created while the launcher is idle; a pid of 0 means that no process waits. One is for
// programs of their own, the other has executed the runtime that the broker has named.
enum spare { PLAIN, WARM, SPARE_KINDS };
static struct child spares[SPARE_KINDS];
static bool wants_spare[SPARE_KINDS] = { [PLAIN] = true };
static struct plan warm;  // which runtime, with what environment
enum { SPARE_DELAY = 20 };  // milliseconds, in which an extension that has just been launched gets going
enum { BLIND_DELAY = 100 };  // milliseconds between two looks at a dying child whose end cannot be waited for

pid_t clone_process(uint64_t flags, int *pidfd) {
    // Not clone3, which container managers hide because their filters cannot see its flags.
    return (pid_t)syscall(SYS_clone, flags | (pidfd ? CLONE_PIDFD : 0) | SIGCHLD, NULL, pidfd, NULL, NULL);
}

pid_t clone_into(uint64_t flags, int folder) {
    struct clone_args arguments = {
        .flags = flags | CLONE_INTO_CGROUP, .exit_signal = SIGCHLD, .cgroup = (uint64_t)folder,
    };
    return (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
}

/// Orders the end of a child and lets go of its socket. It is reaped by reap(), which is called again when it has
/// ended: a process that waits in the kernel cannot be killed, nor can an init whose extension does, and nobody else is to
/// wait for either.
static void condemn(struct child *child) {
    kill(child->init, SIGKILL);
    close(child->status);
    if (child->mounts >= 0) close(child->mounts);
    child->dying = true;
    child->status = (int)syscall(SYS_pidfd_open, child->init, 0);
    child->mounts = -1;
}

/// Ends a child that is of no use, and of which nobody has been told. Without a process there is nothing to do.
static void discard(struct child *child) {
    if (!child->init) return;
    child->silent = true;
    condemn(child);
    children[child_count++] = *child;
    child->init = 0;
}

enum { LEAVE_PATIENCE = 1000 };  // milliseconds; a child that can be ended takes a few

/// Ends every sandbox and this process. The death of an init ends its whole pid namespace. What waits in the kernel is
/// left behind, killed already: it ends as soon as it is let go, and runs no further instruction of its own.
static _Noreturn void leave(int code) {
    struct timespec now, end;
    sigset_t ended;
    sigemptyset(&ended);
    sigaddset(&ended, SIGCHLD);
    sigprocmask(SIG_BLOCK, &ended, NULL);
    for (int kind = 0; kind < SPARE_KINDS; kind++) discard(&spares[kind]);
    for (int i = 0; i < child_count; i++) kill(children[i].init, SIGKILL);
    clock_gettime(CLOCK_MONOTONIC, &end);
    for (;;) {
        pid_t reaped;
        while ((reaped = waitpid(-1, NULL, WNOHANG)) > 0) {}
        if (reaped < 0) _exit(code);
        clock_gettime(CLOCK_MONOTONIC, &now);
        const int64_t left = LEAVE_PATIENCE * INT64_C(1000000)
            - ((int64_t)(now.tv_sec - end.tv_sec) * 1000000000 + (now.tv_nsec - end.tv_nsec));
        if (left <= 0) _exit(code);
        const struct timespec wait = { left / 1000000000, left % 1000000000 };
        sigtimedwait(&ended, NULL, &wait);
    }
}

static void tell_broker(struct event event) {
    event.version = PROTOCOL_VERSION;
    event.step[sizeof event.step - 1] = event.subject[sizeof event.subject - 1] = 0;
    // Waits while the broker is slow; fails only when it is gone, and with it the reason to be.
    if (send(BROKER_FD, &event, sizeof event, MSG_NOSIGNAL) < 0) leave(1);
}

static void refuse(uint64_t id, const char *step, int error) {
    struct event event = { .kind = EVENT_FAILED, .id = id, .error = error };
    snprintf(event.step, sizeof event.step, "%s", step);
    tell_broker(event);
}

static void report(void) {
    struct event event = { .kind = EVENT_REPORT, .euid = layers.uid, .landlock_abi = layers.landlock_abi };
    memcpy(event.layers, layers.error, sizeof event.layers);
    tell_broker(event);
}

static struct child *find_child(uint64_t id) {
    for (int i = 0; i < child_count; i++)
        if (children[i].id == id) return &children[i];
    return NULL;
}

/// Reaps a child that has closed its status socket or has ended, and tells what it could not tell itself. Returns without
/// having done so while it is still ending.
static void reap(struct child *child) {
    if (!child->dying) condemn(child);
    struct event event = { .kind = EVENT_EXITED, .id = child->id, .error = child->killed ? ECANCELED : 0 };
    if (waitpid(child->init, &event.exit_status, WNOHANG) == 0) return;
    if (child->status >= 0) close(child->status);
    grant_count -= child->grant;
    const struct child ended = *child;
    *child = children[--child_count];
    if (ended.ended || ended.silent) return;
    if (ended.started)
        tell_broker(event);
    else
        refuse(ended.id, "killed too early", ECANCELED);
}

static void handle_status(struct child *child) {
    struct event event;
    struct ancillary got;
    if (child->dying) return reap(child);
    ssize_t length = receive(child->status, &event, sizeof event, MSG_DONTWAIT, &got);
    // An init that ends with a request unread resets the socket; what it said before still follows.
    if (length < 0 && (errno == EAGAIN || errno == ECONNRESET)) return;
    if (length != sizeof event) {
        reap(child);
        return;
    }
    if (event.kind == EVENT_ANNOUNCED) {
        child->extension = got.sender;
        return;
    }
    child->started |= event.kind == EVENT_STARTED;
    child->ended |= event.kind > EVENT_STARTED;
    event.id = child->id;
    event.pid = child->extension;
    event.init_pid = child->init;
    tell_broker(event);
}

/// Forks a child with a socket to it. In the child, where it returns 0, `end` is its end.
static pid_t fork_child(struct child *child, uint64_t namespaces, int folder, int *end) {
    int status[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, status) < 0) return -1;
    if (setsockopt(status[0], SOL_SOCKET, SO_PASSCRED, &(int){ 1 }, sizeof(int)) < 0)
        return closing(status[0], closing(status[1], -1));
    pid_t pid = folder < 0 ? clone_process(namespaces, NULL) : clone_into(namespaces, folder);
    *end = status[1];
    if (pid == 0) return 0;
    closing(status[1], 0);
    if (pid < 0) return closing(status[0], -1);
    *child = (struct child){ .init = pid, .status = status[0], .mounts = -1 };
    return pid;
}

/// Makes the init of a launch, and takes hold of its private mounts, for later grants. It executes a runtime in advance, unless
/// that is null. In a control group of version 2, if there is a folder.
static int make_init(struct child *child, const struct plan *runtime, int folder, uid_t inner) {
    char path[64];
    int end;
    pid_t pid = fork_child(child, layers.namespaces, folder, &end);
    if (pid == 0) init_run(&layers, null_fd, end, inner, runtime);
    if (pid < 0) return -1;
    snprintf(path, sizeof path, "/proc/%d/ns/mnt", pid);
    if (layers.namespaces & CLONE_NEWNS) child->mounts = open(path, O_RDONLY | O_CLOEXEC);
    return 0;
}

/// Makes what is missing of the spares.
static void make_spares(void) {
    for (int kind = 0; kind < SPARE_KINDS; kind++) {
        if (!wants_spare[kind]) continue;
        wants_spare[kind] = false;
        make_init(&spares[kind], kind == WARM ? &warm : NULL, -1, INNER_ID);  // where it fails, a launch says why
    }
}

/// Takes the spare that a plan can use. Its pid is 0 if no suitable process waits.
static struct child take_spare(const struct plan *plan) {
    const enum spare kind = plan->flags & PLAN_RUNTIME ? WARM : PLAIN;
    struct child taken = { 0 };
    if (plan->flags & PLAN_NETWORK) return taken;
    if (kind == WARM && (!warm.executable || strcmp(warm.executable, plan->executable) != 0)) return taken;
    taken = spares[kind];
    spares[kind].init = 0;
    wants_spare[kind] = true;
    return taken;
}

/// Hands a plan and its descriptors to an init that waits.
static int send_plan(const struct child *child, char *bytes, size_t length, const struct ancillary *passed) {
    const size_t count = passed->fds[PASSED_MEMBERS] < 0 ? PASSED_MEMBERS : PASSED_FOLDER;
    return send_parts(child->status, bytes, length, NULL, 0, passed->fds, count);
}

/// Starts the launch of a plan. Returns -1 with errno when there is none.
static int start_launch(uint64_t id, const struct plan *plan, char *bytes, size_t length, const struct ancillary *passed) {
    struct ancillary handed = *passed;
    const struct plan *runtime = plan->flags & PLAN_RUNTIME ? plan : NULL;
    const uid_t inner = plan->flags & PLAN_NETWORK ? NETWORK_INNER_ID : INNER_ID;
    const int folder = passed->fds[PASSED_FOLDER];
    struct child child = take_spare(plan);
    // Born in its group, where that can be: to move there takes the kernel up to 50 ms in version 2.
    if (folder >= 0) {
        discard(&child);
        memset(wants_spare, 0, sizeof wants_spare);
        if (make_init(&child, runtime, folder, inner) == 0) handed.fds[PASSED_MEMBERS] = -1;
    }
    bool sent = child.init && send_plan(&child, bytes, length, &handed) == 0;
    if (!sent) {
        discard(&child);  // it has failed or was killed
        if (make_init(&child, runtime, -1, inner) < 0) return -1;
        if (send_plan(&child, bytes, length, passed) < 0) {
            const int error = errno;
            discard(&child);
            errno = error;
            return -1;
        }
    }
    child.id = id;
    children[child_count++] = child;
    return 0;
}

/// Records the runtime to execute in advance. An empty plan ends that.
static void handle_warm(const char *bytes, size_t length) {
    static char kept[MESSAGE_MAX];
    static struct plan plan;  // large
    memcpy(kept, bytes, length);
    discard(&spares[WARM]);
    warm.executable = NULL;
    wants_spare[WARM] = false;
    // What is executed in advance finds the extension's home by a link in its private root.
    if (length == 0 || !(layers.namespaces & CLONE_NEWNS)) return;
    if (!plan_parse(&plan, kept, length)) return refuse(0, "request", EBADMSG);
    warm = plan;
    wants_spare[WARM] = true;
}

/// Starts the process of a grant, or of the end of one. Returns -1 with errno when there is none.
static int start_grant(uint64_t id, const struct grant *grant, const struct ancillary *passed) {
    int end;
    pid_t pid = fork_child(&children[child_count], 0, -1, &end);
    if (pid == 0) {
        bool done = grant_change(grant, layers.namespaces & CLONE_NEWUSER, passed->fds[0]) >= 0;
        _exit(tell(end, (struct event){ .kind = done ? EVENT_CHANGED : EVENT_FAILED }));
    }
    if (pid < 0) return -1;
    children[child_count].grant = true;
    children[child_count++].id = id;
    grant_count++;
    return 0;
}

static bool floor_is_met(void) {
    return !layers.error[LAYER_NO_NEW_PRIVS] && !layers.error[LAYER_LANDLOCK] && !layers.error[LAYER_SECCOMP];
}

static void handle_launch(uint64_t id, char *bytes, size_t length, const struct ancillary *passed) {
    static struct plan plan;  // large
    if (!plan_parse(&plan, bytes, length) || passed->fds[PASSED_OUTPUT] < 0)
        refuse(id, "request", EBADMSG);
    else if (child_count >= CHILD_MAX)
        refuse(id, "too many extensions", EAGAIN);
    else if (!floor_is_met() && !(plan.flags & PLAN_ALLOW_WEAK))
        refuse(id, "sandbox floor", EPERM);
    else if (start_launch(id, &plan, bytes, length, passed) < 0)
        refuse(id, "namespaces", errno);
}

static void handle_grant(uint64_t id, char *bytes, size_t length, const struct ancillary *passed) {
    struct grant grant;
    struct child *child = grant_parse(&grant, bytes, length) ? find_child(grant.launch) : NULL;
    const bool full = child_count >= CHILD_MAX || grant_count >= GRANT_MAX;
    int error = !child || child->dying ? ESRCH : child->mounts < 0 ? EOPNOTSUPP : full ? EAGAIN : 0;
    if (child) grant.mounts = child->mounts;
    if (error || start_grant(id, &grant, passed) < 0) refuse(id, "extension", error ? error : errno);
}

static void handle_kill(uint64_t id) {
    struct child *child = find_child(id);
    if (!child || child->dying) return;  // it ended before the request arrived, or is about to
    // A running extension is killed by its init, which can then tell its real status and usage.
    if (!child->started || send(child->status, "", 1, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
        child->killed = kill(child->init, SIGKILL) == 0;
}

static void handle_continue(uint64_t id) {
    struct child *child = find_child(id);
    // It may have ended before the request arrived. Once it runs, the same word would end it.
    if (child && !child->dying && !child->started) send(child->status, "", 1, MSG_DONTWAIT | MSG_NOSIGNAL);
}

static void handle_request(void) {
    static char bytes[MESSAGE_MAX];
    struct request request = { 0 };
    struct ancillary passed;
    ssize_t length = receive(BROKER_FD, bytes, sizeof bytes, 0, &passed);
    if (length == 0 || (length < 0 && errno != EMSGSIZE && errno != EINTR)) leave(0);
    if (length >= (ssize_t)sizeof request) memcpy(&request, bytes, sizeof request);
    const uint32_t kind = request.version == PROTOCOL_VERSION ? request.kind : 0;
    if (kind == REQUEST_HELLO)
        report();
    else if (kind == REQUEST_PING)
        tell_broker((struct event){ .kind = EVENT_ALIVE, .id = request.id });
    else if (kind == REQUEST_KILL)
        handle_kill(request.id);
    else if (kind == REQUEST_CONTINUE)
        handle_continue(request.id);
    else if (kind == REQUEST_WARM)
        handle_warm(bytes + sizeof request, (size_t)length - sizeof request);
    else if (kind == REQUEST_LAUNCH && !find_child(request.id))
        handle_launch(request.id, bytes + sizeof request, (size_t)length - sizeof request, &passed);
    else if (kind == (passed.fds[0] < 0 ? REQUEST_REVOKE : REQUEST_GRANT) && !find_child(request.id))
        handle_grant(request.id, bytes + sizeof request, (size_t)length - sizeof request, &passed);
    else
        refuse(0, "request", EBADMSG);
    for (int i = 0; i < PASSED_FDS; i++)
        if (passed.fds[i] >= 0) close(passed.fds[i]);
}

/// Makes this process independent of what it inherited from the broker.
static int prepare(void) {
    sigset_t none;
    sigemptyset(&none);
    if (fcntl(BROKER_FD, F_SETFD, FD_CLOEXEC) < 0 || close_range(BROKER_FD + 1, ~0u, 0) < 0
        || sigprocmask(SIG_SETMASK, &none, NULL) < 0 || prctl(PR_SET_NAME, "appex-launch") < 0)
        return -1;
    setsid();  // fails only for the leader of a group, which is as good
    // An ignored signal would stay ignored in every extension. Not by signal(3), which leaves out two
    // that posix_spawn makes ignored.
    const struct { void *handler; unsigned long flags, restorer, mask; } by_default = { 0 };
    for (int number = 1; number <= SIGRTMAX; number++)
        syscall(SYS_rt_sigaction, number, &by_default, NULL, sizeof by_default.mask);
    // The groups of the machine's root would stay effective in every sandbox.
    if (geteuid() == 0 && setgroups(0, NULL) < 0 && errno != EPERM) return -1;
    mounts_fd = open("/proc/self/mounts", O_RDONLY | O_CLOEXEC);
    do  // fills the standard descriptors too, should the broker have closed its own
        null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    while (null_fd >= 0 && null_fd < BROKER_FD);
    return null_fd;
}

static void serve(void) {
    static struct pollfd waiting[sizeof children / sizeof *children + 2];
    const int watched = child_count;
    bool is_blind = false;  // a child is dying and there was no descriptor left to hear of its end by
    for (int i = 0; i < watched; i++) {
        waiting[i] = (struct pollfd){ children[i].status, POLLIN, 0 };
        is_blind |= children[i].status < 0;
    }
    struct pollfd *broker = &waiting[watched];
    broker[0] = (struct pollfd){ BROKER_FD, POLLIN, 0 };
    broker[1] = (struct pollfd){ mounts_fd, POLLPRI, 0 };
    const bool makes_spares = (wants_spare[PLAIN] || wants_spare[WARM]) && mounts_fd >= 0 && child_count < CHILD_MAX;
    int ready = poll(waiting, (nfds_t)watched + 2, makes_spares ? SPARE_DELAY : is_blind ? BLIND_DELAY : -1);
    if (ready < 0) return;
    if (ready == 0 && makes_spares) make_spares();
    // The machine's mounts are not those any more that a spare has a copy of.
    for (int kind = 0; broker[1].revents && kind < SPARE_KINDS; kind++) {
        wants_spare[kind] |= spares[kind].init != 0;
        discard(&spares[kind]);
    }
    // Backwards, because the last child takes the place of one that ends.
    for (int i = watched - 1; i >= 0; i--)
        if (waiting[i].revents || children[i].status < 0) handle_status(&children[i]);
    if (broker->revents) handle_request();
}

int main(void) {
    if (prepare() < 0) {
        fputs("appex-launch is started by appexd, with a socket as descriptor 3.\n", stderr);
        return 2;
    }
    probe_layers(&layers);
    for (;;) serve();
}
