/// Packets, the descriptors that come with them, and events.
#include "CSandbox.h"

static struct { const char *step, *subject; } here = { "start", "" };

void at(const char *step, const char *subject) {
    here.step = step;
    here.subject = subject;
}

int tell(int socket, struct event event) {
    if (event.kind == EVENT_FAILED) {
        event.error = errno;
        snprintf(event.step, sizeof event.step, "%s", here.step);
        snprintf(event.subject, sizeof event.subject, "%s", here.subject);
    }
    return send(socket, &event, sizeof event, MSG_NOSIGNAL) < 0 ? -1 : 0;
}

int closing(int fd, int result) {
    int error = errno;
    close(fd);
    errno = error;
    return result;
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

int send_parts(int socket, const void *first, size_t first_size, const void *second, size_t second_size,
               const int *fds, size_t count) {
    union { struct cmsghdr header; char bytes[CMSG_SPACE(PASSED_FDS * sizeof(int))]; } control = { .header = {
        .cmsg_len = CMSG_LEN(count * sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS } };
    struct iovec data[] = { { (void *)first, first_size }, { (void *)second, second_size } };
    const struct msghdr message = {
        .msg_iov = data, .msg_iovlen = 2, .msg_control = &control, .msg_controllen = CMSG_SPACE(count * sizeof(int)),
    };
    memcpy(CMSG_DATA(&control.header), fds, count * sizeof(int));
    return sendmsg(socket, &message, MSG_NOSIGNAL) < 0 ? -1 : 0;
}

int join_group(int members) {
    at("control group", "");
    return members >= 0 && write(members, "0", 1) < 0 ? -1 : 0;
}

int arrange_descriptors(const struct ancillary *passed) {
    const int control = passed->fds[PASSED_CONTROL], output = passed->fds[PASSED_OUTPUT];
    at("descriptors", "");
    if (dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0 || dup2(control, CONTROL_FD) < 0)
        return -1;
    return closing(control, closing(output, 0));
}
