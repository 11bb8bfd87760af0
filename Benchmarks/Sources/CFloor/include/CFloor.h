// What the machine itself needs: the same work with nothing of ours in between.
#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Nanoseconds of the clock that measures everything here.
int64_t floor_now(void);

/// Answers each packet on a SOCK_SEQPACKET socket with as many bytes, until the peer closes.
void floor_serve(int socket);

/// Sends a packet of `size` bytes and waits for the answer, `count` times.
/// Writes how many nanoseconds each took. Returns 0, or -1 when the peer has gone.
int floor_call(int socket, int size, int64_t *nanoseconds, int count);

/// Reads every byte once. Returns something that depends on all of them.
uint64_t floor_read(const void *bytes, size_t size);

/// Copies bytes and reads the copy once. Returns how many nanoseconds that took.
int64_t floor_copy(void *to, const void *from, size_t size, uint64_t *sum);

/// Lets the threads of this process, and the threads and processes they start, run on one processor only.
/// Returns 0 or -1.
int floor_pin(int processor);

/// What remains of an activation rule when all that it asks are sets of at most 64 types.
struct floor_rule {
    /// The types of attachments that it accepts.
    uint64_t accepted;
    /// How many attachments of them at most.
    uint32_t most;
    /// Whether every attachment has to be accepted, not just one.
    uint32_t every;
};

/// Goes through all rules for attachments that are of these types, and writes the positions of those that accept them.
/// Returns how many there are.
int floor_match(const struct floor_rule *rules, int count, const uint64_t *attachments, int attachment_count,
                uint32_t *matching);

#pragma clang assume_nonnull end
