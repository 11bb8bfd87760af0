// An extension that speaks the wire itself. What a host asks for by the text `attack=NAME;` it sends a thousand times: for each
// message of each socket that an extension has, the most expensive one that it may send.
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "attacks.h"

enum { CONTROL = 3, OPEN_SESSION = 0x201, OPEN_COORDINATION = 0x204, BEGIN = 0x301 };

static int received_descriptor(struct msghdr *message) {
    int found = -1;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header; header = CMSG_NXTHDR(message, header)) {
        if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
            memcpy(&found, CMSG_DATA(header), sizeof found);
    }
    return found;
}

// Receives a frame. Returns its size; 0 at the end of the connection.
static ssize_t receive(int socket, uint8_t *frame, int *descriptor) {
    struct iovec part = {.iov_base = frame, .iov_len = FRAME_BYTES};
    union {
        char bytes[CMSG_SPACE(16 * sizeof(int))];
        struct cmsghdr alignment;
    } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    ssize_t size = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    *descriptor = size > 0 ? received_descriptor(&message) : -1;
    return size < 0 ? 0 : size;
}

static uint16_t code_of(const uint8_t *frame) { return (uint16_t)(frame[6] | frame[7] << 8); }

// Finds what the host has asked for in the bytes of its first message.
static bool wanted(const uint8_t *frame, size_t size, char *name, size_t room) {
    static const char word[] = "attack=";
    const uint8_t *start = memmem(frame, size, word, sizeof word - 1);
    if (!start) return false;
    start += sizeof word - 1;
    const uint8_t *end = memchr(start, ';', (size_t)(frame + size - start));
    if (!end || (size_t)(end - start) >= room) return false;
    memcpy(name, start, (size_t)(end - start));
    name[end - start] = 0;
    return true;
}

int main(void) {
    static uint8_t frame[FRAME_BYTES];
    struct attacker attacker = {
        .control = {.socket = CONTROL}, .coordination = {.socket = -1, .in_pieces = true}, .session = {.socket = -1}};
    peer_greet(&attacker.control);
    for (;;) {
        struct pollfd sockets[2] = {
            {.fd = CONTROL, .events = POLLIN}, {.fd = attacker.session.socket, .events = POLLIN}};
        if (poll(sockets, 2, -1) < 0) return 1;
        int descriptor = -1;
        if (sockets[0].revents) {
            ssize_t size = receive(CONTROL, frame, &descriptor);
            if (size == 0) return 0;
            if (size >= HEADER_BYTES && descriptor >= 0 && code_of(frame) == OPEN_COORDINATION) {
                attacker.coordination.socket = descriptor;
                peer_greet(&attacker.coordination);
            } else if (size >= HEADER_BYTES && descriptor >= 0 && code_of(frame) == OPEN_SESSION) {
                attacker.session = (struct peer){.socket = descriptor};
                peer_greet(&attacker.session);
            }
        }
        if (sockets[1].revents) {
            ssize_t size = receive(attacker.session.socket, frame, &descriptor);
            if (size == 0) {
                close(attacker.session.socket);
                attacker.session.socket = -1;
            }
            char name[64];
            if (size >= HEADER_BYTES && code_of(frame) == BEGIN && wanted(frame, (size_t)size, name, sizeof name))
                return attack(&attacker, name) ? 0 : 2;
        }
    }
}
