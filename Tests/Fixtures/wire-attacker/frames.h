// Frames and values as Documentation/Protocol.md describes them, written by hand.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FRAME_BYTES = 65536, HEADER_BYTES = 16, BODY_BYTES = 4 << 20 };
enum { HELLO = 1, REQUEST = 2, REPLY = 3, FAILURE = 4, ACCEPTED = 5, CANCEL = 6, EVENT = 7 };
// Marks of a frame's kind: its body is in a descriptor, or goes on in the next frame.
enum { BY_DESCRIPTOR = 0x80, CONTINUED = 0x40 };

// The body of a message, which grows up to BODY_BYTES; what does not fit is left out.
struct body {
    uint8_t *bytes;
    size_t count;
};

void body_clear(struct body *body);
void put_u8(struct body *body, uint8_t value);
void put_u16(struct body *body, uint16_t value);
void put_u32(struct body *body, uint32_t value);
void put_u64(struct body *body, uint64_t value);
void put_real(struct body *body, double value);
void put_string(struct body *body, const char *text);
// A string of a letter and combining marks, which is one character however long it is.
void put_marks(struct body *body, size_t count);
// An absolute path with many components and as many bytes.
void put_path(struct body *body, size_t bytes, unsigned number);

// One end of a connection.
struct peer {
    int socket;
    uint64_t requests;
    // Whether large bodies go in pieces; otherwise in memory files.
    bool in_pieces;
    // Whether the other end has hung up.
    bool ended;
};

// Sends hello.
void peer_greet(struct peer *peer);
// Sends a packet with up to one descriptor (-1 for none), and reads what has arrived meanwhile.
void peer_packet(struct peer *peer, const uint8_t *bytes, size_t count, int descriptor);
// Sends a message, with a number of its own if it is a request, and nothing once the other end has hung up.
void peer_send(struct peer *peer, uint8_t kind, uint16_t code, const struct body *body);
// Reads and forgets what has arrived.
void peer_drain(struct peer *peer);
