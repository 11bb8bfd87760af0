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

// Beside the launches: a spare, two that a launch has no use for, and one that is out of date.
static struct child children[CHILD_MAX + 4];
static int child_count, grant_count, null_fd, mounts_fd;
static struct layers layers;

// An init that waits for its plan, made while there is nothing else to do; its pid is 0 when there is none.
static struct child spare;
static bool wants_spare = true;
enum { SPARE_DELAY = 20 };  // milliseconds, in which an extension that has just been launched gets going
enum { BLIND_DELAY = 100 };  // milliseconds between two looks at a dying child whose end cannot be waited for

int closing(int fd, int result) {
    int error = errno;
    close(fd);
    errno = error;
    return result;
}

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

ssize_t receive(int socket, void *buffer, size_t size, int flags, struct ancillary *ancillary) {
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof ancillary->fds)];  // room for a struct ucred too
    } control;
    struct iovec data = { buffer, size };
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control,
    };
    *ancillary = (struct ancillary){ .fds = { -1, -1, -1, -1 } };
    ssize_t length = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
    if (length < 0) return -1;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        size_t payload = header->cmsg_len - CMSG_LEN(0);
        if (header->cmsg_type == SCM_CREDENTIALS && payload == sizeof(struct ucred))
            ancillary->sender = ((struct ucred *)CMSG_DATA(header))->pid;
        else if (header->cmsg_type == SCM_RIGHTS && payload <= sizeof ancillary->fds)
            memcpy(ancillary->fds, CMSG_DATA(header), payload);
    }
    if (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) {
        errno = EMSGSIZE;
        return -1;
    }
    return length;
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

/// Ends a spare that is of no use.
static void discard_spare(void) {
    if (!spare.init) return;
    spare.silent = true;
    condemn(&spare);
    children[child_count++] = spare;
    spare.init = 0;
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
    discard_spare();
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

/// Makes the init of the next launch, and takes hold of its private mounts, for later grants. In a control group of
/// version 2, if there is a folder.
static int make_spare(int folder, uid_t inner) {
    char path[64];
    int end;
    pid_t pid = fork_child(&spare, layers.namespaces, folder, &end);
    if (pid == 0) init_run(&layers, null_fd, end, inner);
    wants_spare = false;
    if (pid < 0) return -1;
    snprintf(path, sizeof path, "/proc/%d/ns/mnt", pid);
    if (layers.namespaces & CLONE_NEWNS) spare.mounts = open(path, O_RDONLY | O_CLOEXEC);
    return 0;
}

/// Hands a plan and its descriptors to the init that waits.
static int send_plan(char *bytes, size_t length, const struct ancillary *passed) {
    const size_t count = passed->fds[PASSED_MEMBERS] < 0 ? PASSED_MEMBERS : PASSED_FOLDER;
    union { struct cmsghdr header; char bytes[CMSG_SPACE(sizeof passed->fds)]; } control = { .header = {
        .cmsg_len = CMSG_LEN(count * sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS } };
    struct iovec data = { bytes, length };
    const struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = CMSG_SPACE(count * sizeof(int)),
    };
    memcpy(CMSG_DATA(&control.header), passed->fds, count * sizeof(int));
    return sendmsg(spare.status, &message, MSG_NOSIGNAL) < 0 ? -1 : 0;
}

/// Starts the launch of a plan. Returns -1 with errno when there is none.
static int start_launch(uint64_t id, char *bytes, size_t length, const struct ancillary *passed, bool network) {
    struct ancillary handed = *passed;
    const uid_t inner = network ? NETWORK_INNER_ID : INNER_ID;
    // Born in its group, where that can be: to move there takes the kernel up to 50 ms in version 2.
    const int folder = passed->fds[PASSED_FOLDER];
    if (folder >= 0 || network) discard_spare();
    if (folder >= 0 && make_spare(folder, inner) == 0) handed.fds[PASSED_MEMBERS] = -1;
    bool sent = spare.init && send_plan(bytes, length, &handed) == 0;
    if (!sent) discard_spare();  // it has failed or was killed
    if (!sent && (make_spare(-1, inner) < 0 || send_plan(bytes, length, passed) < 0)) return -1;
    spare.id = id;
    children[child_count++] = spare;
    spare.init = 0;
    wants_spare = folder < 0;
    return 0;
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
    else if (start_launch(id, bytes, length, passed, plan.flags & PLAN_NETWORK) < 0)
        refuse(id, "namespaces", errno);
}

static void handle_grant(uint64_t id, char *bytes, size_t length, const struct ancillary *passed) {
    struct grant grant;
    struct child *child = grant_parse(&grant, bytes, length) ? find_child(grant.launch) : NULL;
    const bool full = child_count >= CHILD_MAX || grant_count >= GRANT_MAX;
    int error = !child ? ESRCH : child->mounts < 0 ? EOPNOTSUPP : full ? EAGAIN : 0;
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
    const bool makes_spare = wants_spare && mounts_fd >= 0 && child_count < CHILD_MAX;
    int ready = poll(waiting, (nfds_t)watched + 2, makes_spare ? SPARE_DELAY : is_blind ? BLIND_DELAY : -1);
    if (ready < 0) return;
    if (ready == 0 && makes_spare) make_spare(-1, INNER_ID);  // where it fails, a launch says why
    // The machine's mounts are not those any more that a spare has a copy of.
    if (broker[1].revents && spare.init) {
        discard_spare();
        wants_spare = true;
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
