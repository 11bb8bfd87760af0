#define _GNU_SOURCE
#include "frames.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static void append(struct body *body, const void *bytes, size_t count) {
    if (!body->bytes) body->bytes = malloc(BODY_BYTES);
    if (!body->bytes || body->count + count > BODY_BYTES) return;
    memcpy(body->bytes + body->count, bytes, count);
    body->count += count;
}

void body_clear(struct body *body) { body->count = 0; }
void put_u8(struct body *body, uint8_t value) { append(body, &value, sizeof value); }
void put_u16(struct body *body, uint16_t value) { append(body, &value, sizeof value); }
void put_u32(struct body *body, uint32_t value) { append(body, &value, sizeof value); }
void put_u64(struct body *body, uint64_t value) { append(body, &value, sizeof value); }
void put_real(struct body *body, double value) { append(body, &value, sizeof value); }

void put_string(struct body *body, const char *text) {
    put_u32(body, (uint32_t)strlen(text));
    append(body, text, strlen(text));
}

void put_marks(struct body *body, size_t count) {
    if (count % 2 == 0) count -= 1;
    put_u32(body, (uint32_t)count);
    append(body, "e", 1);
    for (size_t place = 1; place < count; place += 2) append(body, "\xCC\x81", 2);
}

void put_path(struct body *body, size_t bytes, unsigned number) {
    char path[4096];
    if (bytes > sizeof path) bytes = sizeof path;
    for (size_t place = 0; place < bytes; place++) path[place] = place % 32 == 0 && place + 8 < bytes ? '/' : 'p';
    for (int digit = 0; digit < 8 && bytes > 16; digit++, number /= 10) path[bytes - 1 - digit] = (char)('0' + number % 10);
    put_u32(body, (uint32_t)bytes);
    append(body, path, bytes);
}

void peer_drain(struct peer *peer) {
    static _Thread_local uint8_t buffer[FRAME_BYTES];
    for (;;) {
        ssize_t got = recv(peer->socket, buffer, sizeof buffer, MSG_DONTWAIT);
        if (got > 0) continue;
        if (got == 0 || (errno != EAGAIN && errno != EINTR)) peer->ended = true;
        return;
    }
}

void peer_packet(struct peer *peer, const uint8_t *bytes, size_t count, int descriptor) {
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr alignment;
    } control = {0};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor >= 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof descriptor);
        memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    while (!peer->ended) {
        if (sendmsg(peer->socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0) return;
        if (errno == EPIPE || errno == ECONNRESET) {
            peer->ended = true;
            return;
        }
        struct pollfd ready = {.fd = peer->socket, .events = POLLIN | POLLOUT};
        poll(&ready, 1, 100);
        peer_drain(peer);
    }
}

static void header(uint8_t *bytes, size_t length, uint8_t kind, uint8_t descriptors, uint16_t code, uint64_t request) {
    uint32_t whole = (uint32_t)length;
    memcpy(bytes, &whole, sizeof whole);
    bytes[4] = kind;
    bytes[5] = descriptors;
    memcpy(bytes + 6, &code, sizeof code);
    memcpy(bytes + 8, &request, sizeof request);
}

void peer_greet(struct peer *peer) {
    struct body body = {0};
    put_u32(&body, 0x58505041);
    put_u16(&body, 1);
    put_u16(&body, 1);
    put_string(&body, "attacker");
    uint8_t frame[64];
    header(frame, HEADER_BYTES + body.count, HELLO, 0, 0, 0);
    memcpy(frame + HEADER_BYTES, body.bytes, body.count);
    peer_packet(peer, frame, HEADER_BYTES + body.count, -1);
    free(body.bytes);
}

static void send_in_file(struct peer *peer, uint8_t kind, uint16_t code, uint64_t request, const struct body *body) {
    int file = memfd_create("attack", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return;
    size_t written = 0;
    while (written < body->count) {
        ssize_t step = write(file, body->bytes + written, body->count - written);
        if (step <= 0) break;
        written += (size_t)step;
    }
    fcntl(file, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
    uint8_t frame[HEADER_BYTES];
    header(frame, HEADER_BYTES, kind | BY_DESCRIPTOR, 1, code, request);
    peer_packet(peer, frame, HEADER_BYTES, file);
    close(file);
}

void peer_send(struct peer *peer, uint8_t kind, uint16_t code, const struct body *body) {
    static _Thread_local uint8_t frame[FRAME_BYTES];
    if (peer->ended) return;
    uint64_t request = kind == REQUEST ? ++peer->requests : kind == EVENT ? 0 : peer->requests;
    size_t room = FRAME_BYTES - HEADER_BYTES;
    if (body->count > room && !peer->in_pieces) {
        send_in_file(peer, kind, code, request, body);
    } else {
        size_t place = 0;
        do {
            size_t count = body->count - place < room ? body->count - place : room;
            bool last = place + count == body->count;
            header(frame, HEADER_BYTES + count, last ? kind : kind | CONTINUED, 0, code, request);
            if (count) memcpy(frame + HEADER_BYTES, body->bytes + place, count);
            peer_packet(peer, frame, HEADER_BYTES + count, -1);
            place += count;
        } while (place < body->count && !peer->ended);
    }
    peer_drain(peer);
}
