/// The fork server's loop: requests of the broker, events of the children.
#define _GNU_SOURCE
#include "launch.h"
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "messages are little endian");
_Static_assert(sizeof(struct report) == 64 && sizeof(struct started) == 24
               && sizeof(struct failed) == 312 && sizeof(struct exited) == 48,
               "messages have no padding");

enum { BROKER_FD = 3, PASSED_FDS = 2 };

struct child {
    uint64_t id;
    pid_t init;       // this process's own child: its number stays reserved until it is reaped
    pid_t extension;  // as the kernel attached it to the extension's announcement
    int status;
    bool started, finished;  // which final event the broker already has
};

static struct child children[CHILD_MAX];
static int child_count;
static struct walls walls;
static int null_fd;

// MARK: Events to the broker

static _Noreturn void leave(int code);

static void send_event(const void *event, size_t size)
{
    // Blocks while the broker is slow; fails only when it is gone, and then so is our reason to be.
    if (send(BROKER_FD, event, size, MSG_NOSIGNAL) < 0)
        leave(1);
}

static struct header event_header(uint32_t kind, uint64_t id)
{
    return (struct header){ .kind = kind, .version = PROTOCOL_VERSION, .id = id };
}

static void send_failed(uint64_t id, const struct failure *failure)
{
    struct failed event = { .header = event_header(EVENT_FAILED, id), .failure = *failure };
    event.failure.step[STEP_MAX - 1] = 0;
    event.failure.subject[SUBJECT_MAX - 1] = 0;
    send_event(&event, sizeof event);
}

static void send_refusal(uint64_t id, const char *step, int error)
{
    struct failure failure = { .error = error };
    snprintf(failure.step, sizeof failure.step, "%s", step);
    send_failed(id, &failure);
}

static void send_exited(uint64_t id, int wait_status, uint64_t user_us, uint64_t system_us, uint64_t rss_kib)
{
    struct exited event = {
        .header = event_header(EVENT_EXITED, id), .status = wait_status,
        .user_us = user_us, .system_us = system_us, .rss_kib = rss_kib,
    };
    send_event(&event, sizeof event);
}

static void send_report(void)
{
    struct report event = {
        .header = event_header(EVENT_REPORT, 0), .euid = walls.uid, .landlock_abi = walls.landlock_abi,
    };
    memcpy(event.error, walls.error, sizeof event.error);
    send_event(&event, sizeof event);
}

// MARK: Children

static struct child *find_child(uint64_t id)
{
    for (int i = 0; i < child_count; i++)
        if (children[i].id == id)
            return &children[i];
    return NULL;
}

/// Ends every sandbox and this process. The death of an init ends its whole pid namespace.
static _Noreturn void leave(int code)
{
    for (int i = 0; i < child_count; i++)
        kill(children[i].init, SIGKILL);
    for (int i = 0; i < child_count; i++)
        waitpid(children[i].init, NULL, 0);
    _exit(code);
}

/// Reaps an init that has closed its status socket, and says what it could not say itself.
static void forget_child(struct child *child)
{
    int wait_status = 0;
    kill(child->init, SIGKILL);
    while (waitpid(child->init, &wait_status, 0) < 0 && errno == EINTR)
        ;
    if (!child->finished && child->started)
        send_exited(child->id, wait_status, 0, 0, 0);
    else if (!child->finished)
        send_refusal(child->id, "ended before it started", ECANCELED);
    close(child->status);
    *child = children[--child_count];
}

/// Receives one message of a child and the pid of its sender. Returns 0 at the end of file.
static ssize_t receive_status(int fd, struct status *status, pid_t *sender)
{
    union { struct cmsghdr header; char bytes[CMSG_SPACE(sizeof(struct ucred))]; } control = { 0 };
    struct iovec data = { .iov_base = status, .iov_len = sizeof *status };
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1,
        .msg_control = control.bytes, .msg_controllen = sizeof control.bytes,
    };
    ssize_t length = recvmsg(fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    struct cmsghdr *header = length > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (header && header->cmsg_type == SCM_CREDENTIALS) {
        struct ucred credentials;
        memcpy(&credentials, CMSG_DATA(header), sizeof credentials);
        *sender = credentials.pid;
    }
    return length;
}

static void handle_status(struct child *child)
{
    struct status status = { 0 };
    pid_t sender = 0;
    ssize_t length = receive_status(child->status, &status, &sender);
    if (length < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (length != sizeof status) {
        forget_child(child);
        return;
    }
    switch (status.kind) {
    case STATUS_PID:
        child->extension = sender;
        break;
    case STATUS_STARTED: {
        struct started event = {
            .header = event_header(EVENT_STARTED, child->id),
            .pid = child->extension, .init_pid = child->init,
        };
        child->started = true;
        send_event(&event, sizeof event);
        break;
    }
    case STATUS_FAILED:
        child->finished = true;
        send_failed(child->id, &status.failure);
        break;
    case STATUS_EXITED:
        child->finished = true;
        send_exited(child->id, status.exit_status, status.user_us, status.system_us, status.rss_kib);
        break;
    }
}

// MARK: Requests of the broker

/// Starts the init of a launch. Returns false with errno when it could not even be created.
static bool start_child(const struct plan *plan, int control, int output)
{
    int status[2], on = 1;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, status) < 0)
        return false;
    setsockopt(status[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
    pid_t init = clone_process(walls.namespaces, NULL);
    if (init == 0)
        init_run(plan, &walls, (struct hand_over){ null_fd, control, output, status[1] });
    int error = errno;
    close(status[1]);
    if (init < 0) {
        close(status[0]);
        errno = error;
        return false;
    }
    children[child_count++] = (struct child){ .id = plan->id, .init = init, .status = status[0] };
    return true;
}

static void handle_launch(char *message, size_t length, uint64_t id, const int fds[PASSED_FDS])
{
    static struct plan plan;  // large, and used by one launch at a time
    if (fds[0] < 0 || fds[1] < 0 || !plan_parse(&plan, message, length))
        send_refusal(id, "request", EBADMSG);
    else if (child_count == CHILD_MAX)
        send_refusal(id, "too many extensions", EAGAIN);
    else if (!walls_meet_floor(&walls) && !(plan.flags & PLAN_ALLOW_WEAK))
        send_refusal(id, "sandbox floor", EPERM);
    else if (!start_child(&plan, fds[0], fds[1]))
        send_refusal(id, "namespaces", errno);
}

static void handle_kill(uint64_t id)
{
    struct child *child = find_child(id);
    if (!child)
        return;  // it ended before the request arrived
    // A running extension is killed by its init, which then tells its real status and usage.
    if (!child->started || send(child->status, "", 1, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
        kill(child->init, SIGKILL);
}

/// Receives one request with its descriptors, which are -1 where there are none.
static ssize_t receive_request(char *message, int fds[PASSED_FDS])
{
    union { struct cmsghdr header; char bytes[CMSG_SPACE(PASSED_FDS * sizeof(int))]; } control = { 0 };
    struct iovec data = { .iov_base = message, .iov_len = MESSAGE_MAX };
    struct msghdr header = {
        .msg_iov = &data, .msg_iovlen = 1,
        .msg_control = control.bytes, .msg_controllen = sizeof control.bytes,
    };
    ssize_t length = recvmsg(BROKER_FD, &header, MSG_CMSG_CLOEXEC);
    struct cmsghdr *rights = length > 0 ? CMSG_FIRSTHDR(&header) : NULL;
    if (rights && rights->cmsg_type == SCM_RIGHTS && rights->cmsg_len <= CMSG_LEN(PASSED_FDS * sizeof(int)))
        memcpy(fds, CMSG_DATA(rights), rights->cmsg_len - CMSG_LEN(0));
    if (length > 0 && (header.msg_flags & (MSG_TRUNC | MSG_CTRUNC))) {
        errno = EMSGSIZE;
        return -1;
    }
    return length;
}

static void dispatch(char *message, size_t length, const int fds[PASSED_FDS])
{
    struct header header = { 0 };
    if (length >= sizeof header)
        memcpy(&header, message, sizeof header);
    bool known = header.version == PROTOCOL_VERSION;
    if (known && header.kind == REQUEST_HELLO)
        send_report();
    else if (known && header.kind == REQUEST_LAUNCH && !find_child(header.id))
        handle_launch(message, length, header.id, fds);
    else if (known && header.kind == REQUEST_KILL)
        handle_kill(header.id);
    else
        send_refusal(0, "request", EBADMSG);
}

static void handle_request(void)
{
    static char message[MESSAGE_MAX];
    int fds[PASSED_FDS] = { -1, -1 };
    ssize_t length = receive_request(message, fds);
    if (length == 0 || (length < 0 && errno != EINTR && errno != EMSGSIZE))
        leave(0);
    if (length > 0)
        dispatch(message, (size_t)length, fds);
    else if (errno == EMSGSIZE)
        send_refusal(0, "request", EMSGSIZE);
    for (int i = 0; i < PASSED_FDS; i++)
        if (fds[i] >= 0)
            close(fds[i]);
}

// MARK: The program

/// Makes this process independent of what it inherited from the broker.
static int prepare(void)
{
    prctl(PR_SET_NAME, "appex-launch", 0, 0, 0);
    setsid();  // fails only for a group leader, which is as good
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);  // an ignored signal would stay ignored in every extension
    sigset_t none;
    sigemptyset(&none);
    if (sigprocmask(SIG_SETMASK, &none, NULL) < 0 || close_range(BROKER_FD + 1, ~0u, 0) < 0)
        return -1;
    // The groups of the machine's root would stay effective in every sandbox.
    if (geteuid() == 0 && setgroups(0, NULL) < 0 && errno != EPERM)
        return -1;
    if (fcntl(BROKER_FD, F_SETFD, FD_CLOEXEC) < 0)
        return -1;
    do  // fills the standard descriptors, should the broker have closed its own
        null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    while (null_fd >= 0 && null_fd < BROKER_FD);
    return null_fd;
}

static void serve(void)
{
    static struct pollfd events[CHILD_MAX + 1];
    int watched = child_count;
    events[0] = (struct pollfd){ .fd = BROKER_FD, .events = POLLIN };
    for (int i = 0; i < watched; i++)
        events[i + 1] = (struct pollfd){ .fd = children[i].status, .events = POLLIN };
    if (poll(events, (nfds_t)watched + 1, -1) < 0)
        return;
    // Backwards, because a child that ends is replaced by the last one.
    for (int i = watched - 1; i >= 0; i--)
        if (events[i + 1].revents)
            handle_status(&children[i]);
    if (events[0].revents)
        handle_request();
}

int main(void)
{
    if (prepare() < 0) {
        fputs("appex-launch is started by appexd with a socket as descriptor 3.\n", stderr);
        return 2;
    }
    probe_walls(&walls);
    for (;;)
        serve();
}
