#include "attacks.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 1000, LIST = 65536, ACCESSES = 1024, PRESENTERS = 1024, CLAIMS = 100, NUMBERS = 1 << 20 };

static _Thread_local struct body body;

// MARK: Coordination

static void put_access(size_t bytes, unsigned number, bool writes) {
    put_path(&body, bytes, number);
    put_path(&body, bytes, number);
    put_u8(&body, writes);
    put_u8(&body, 0);
}

static void claim(struct peer *peer, uint64_t number, unsigned accesses, size_t bytes, bool distinct, bool writes) {
    body_clear(&body);
    put_u64(&body, number);
    put_marks(&body, 127);
    put_u64(&body, number);
    put_u32(&body, accesses);
    for (unsigned access = 0; access < accesses; access++) put_access(bytes, distinct ? access : 0, writes);
    put_u8(&body, false);
    peer_send(peer, REQUEST, 0x501, &body);
}

static void present(struct peer *peer, unsigned presenter, size_t bytes, unsigned path) {
    body_clear(&body);
    put_u64(&body, presenter);
    put_marks(&body, 127);
    put_u8(&body, true);
    put_path(&body, bytes, path);
    put_u32(&body, 30000);
    peer_send(peer, REQUEST, 0x504, &body);
}

static void release(struct peer *peer, uint64_t number) {
    body_clear(&body);
    put_u64(&body, number);
    put_u32(&body, ACCESSES);
    for (unsigned change = 0; change < ACCESSES; change++) put_u8(&body, 1);
    peer_send(peer, EVENT, 0x502, &body);
}

// One path that is presented a thousand times, and many granted claims of other paths.
static void occupy(struct attacker *attacker) {
    for (unsigned presenter = 0; presenter < PRESENTERS; presenter++) present(&attacker->coordination, presenter, 64, 0);
    for (unsigned number = 1; number <= CLAIMS; number++) {
        body_clear(&body);
        put_u64(&body, NUMBERS + number);
        put_marks(&body, 127);
        put_u64(&body, NUMBERS + number);
        put_u32(&body, 1);
        put_access(64, number, false);
        put_u8(&body, false);
        peer_send(&attacker->coordination, REQUEST, 0x501, &body);
    }
}

static void claim_presented(struct attacker *attacker, unsigned round) {
    claim(&attacker->coordination, round + 1, ACCESSES, 64, false, true);
    release(&attacker->coordination, round + 1);
}

static void claim_paths(struct attacker *attacker, unsigned round) {
    claim(&attacker->coordination, round + 1, ACCESSES, 240, true, true);
}

static void claim_too_much(struct attacker *attacker, unsigned round) {
    claim(&attacker->coordination, round + 1, ACCESSES, 500, true, true);
}

static void release_claim(struct attacker *attacker, unsigned round) { release(&attacker->coordination, round); }

static void move(struct attacker *attacker, unsigned round) {
    body_clear(&body);
    put_u64(&body, round);
    put_path(&body, 4096, round);
    put_path(&body, 4096, round + 1);
    peer_send(&attacker->coordination, EVENT, 0x503, &body);
}

static void present_path(struct attacker *attacker, unsigned round) {
    present(&attacker->coordination, round, 4096, round);
}

static void withdraw(struct attacker *attacker, unsigned round) {
    body_clear(&body);
    put_u64(&body, round);
    peer_send(&attacker->coordination, EVENT, 0x505, &body);
}

static void withdraw_request(struct attacker *attacker, unsigned round) {
    claim_paths(attacker, round);
    body_clear(&body);
    peer_send(&attacker->coordination, CANCEL, 0, &body);
}

static void coordination_unknown(struct attacker *attacker, unsigned round) {
    (void)round;
    body_clear(&body);
    while (body.count < 1000000) put_u64(&body, 0);
    peer_send(&attacker->coordination, EVENT, 0x5FF, &body);
}

// MARK: Session

static void put_error(size_t bytes) {
    put_marks(&body, 1024);
    put_u64(&body, 7);
    put_u32(&body, 1);
    put_string(&body, "NSLocalizedDescription");
    put_u8(&body, 5);
    put_marks(&body, bytes);
}

static void put_items(unsigned count) {
    put_u32(&body, count);
    for (unsigned item = 0; item < count; item++) {
        put_u8(&body, false);
        put_u8(&body, false);
        put_u32(&body, 1);
        put_string(&body, "k");
        put_u8(&body, 5);
        put_marks(&body, 31);
        put_u32(&body, 0);
    }
}

static void ready(struct attacker *attacker, unsigned round) {
    body_clear(&body);
    put_u8(&body, round % 2);
    peer_send(&attacker->session, EVENT, 0x302, &body);
}

static void complete(struct attacker *attacker, unsigned round) {
    (void)round;
    body_clear(&body);
    put_items(60000);
    peer_send(&attacker->session, REQUEST, 0x303, &body);
}

static void cancel(struct attacker *attacker, unsigned round) {
    (void)round;
    body_clear(&body);
    put_error(1 << 20);
    put_u32(&body, LIST);
    for (unsigned item = 0; item < LIST; item++) {
        put_u32(&body, item);
        put_string(&body, "d");
        put_u64(&body, 1);
        put_u32(&body, 0);
    }
    peer_send(&attacker->session, REQUEST, 0x304, &body);
}

static void load(struct attacker *attacker, unsigned round) {
    body_clear(&body);
    put_u64(&body, round % 2 ? round : 1);
    put_marks(&body, 16384);
    put_u8(&body, 0);
    put_u64(&body, round + 1);
    put_u32(&body, 1);
    put_string(&body, "k");
    put_u8(&body, 5);
    put_marks(&body, 1 << 20);
    put_u8(&body, true);
    put_marks(&body, 16384);
    peer_send(&attacker->session, REQUEST, 0x305, &body);
}

static void progress(struct attacker *attacker, unsigned round) {
    body_clear(&body);
    put_u64(&body, round);
    put_real(&body, 0.5);
    peer_send(&attacker->session, EVENT, 0x306, &body);
}

static void release_memory(struct attacker *attacker, unsigned round) {
    body_clear(&body);
    put_u64(&body, round);
    peer_send(&attacker->session, EVENT, 0x311, &body);
}

static void open_url(struct attacker *attacker, unsigned round) {
    (void)round;
    body_clear(&body);
    put_marks(&body, 8192);
    peer_send(&attacker->session, REQUEST, 0x312, &body);
}

static void share(struct attacker *attacker, unsigned round) {
    (void)round;
    body_clear(&body);
    put_items(50000);
    put_u32(&body, 64);
    for (unsigned label = 0; label < 64; label++) put_marks(&body, 16384);
    peer_send(&attacker->session, REQUEST, 0x313, &body);
}

static void update(struct attacker *attacker, unsigned round) {
    body_clear(&body);
    put_u32(&body, round);
    put_u32(&body, LIST);
    for (unsigned node = 1; node <= LIST; node++) {
        put_u8(&body, 0);
        put_u32(&body, node);
        put_u8(&body, 1);
        put_u32(&body, node - 1);
        put_u32(&body, 0);
    }
    peer_send(&attacker->session, EVENT, 0x326, &body);
}

static void image(struct attacker *attacker, unsigned round) {
    body_clear(&body);
    put_u32(&body, round);
    put_u32(&body, 4000000);
    for (unsigned word = 0; word < 500000; word++) put_u64(&body, word);
    peer_send(&attacker->session, EVENT, 0x327, &body);
}

static void release_images(struct attacker *attacker, unsigned round) {
    (void)round;
    body_clear(&body);
    put_u32(&body, LIST);
    for (unsigned image = 0; image < LIST; image++) put_u32(&body, image);
    peer_send(&attacker->session, EVENT, 0x328, &body);
}

static void session_unknown(struct attacker *attacker, unsigned round) {
    (void)round;
    body_clear(&body);
    while (body.count + sizeof(uint64_t) <= BODY_BYTES) put_u64(&body, 0);
    peer_send(&attacker->session, EVENT, 0x3FF, &body);
}

// MARK: Control

static void control_event(struct attacker *attacker, unsigned round) {
    (void)round;
    body_clear(&body);
    while (body.count < FRAME_BYTES - HEADER_BYTES - 8) put_u64(&body, 0);
    peer_send(&attacker->control, EVENT, 0x206, &body);
}

static void control_request(struct attacker *attacker, unsigned round) {
    (void)round;
    body_clear(&body);
    peer_send(&attacker->control, REQUEST, 0x202, &body);
}

static void control_answer(struct attacker *attacker, unsigned round) {
    body_clear(&body);
    attacker->control.requests = round + 1;
    peer_send(&attacker->control, REPLY, 0x202, &body);
}

// MARK: All of them

static const struct {
    const char *name;
    void (*prepare)(struct attacker *attacker);
    void (*send)(struct attacker *attacker, unsigned round);
} attacks[] = {
    {"claim-presented", occupy, claim_presented},
    {"claim-paths", NULL, claim_paths},
    {"claim-too-much", NULL, claim_too_much},
    {"release-claim", NULL, release_claim},
    {"move", NULL, move},
    {"present", NULL, present_path},
    {"withdraw", NULL, withdraw},
    {"withdraw-request", NULL, withdraw_request},
    {"coordination-unknown", NULL, coordination_unknown},
    {"ready", NULL, ready},
    {"load", NULL, load},
    {"progress", NULL, progress},
    {"release-memory", NULL, release_memory},
    {"open-url", NULL, open_url},
    {"share", NULL, share},
    {"update", NULL, update},
    {"image", NULL, image},
    {"release-images", NULL, release_images},
    {"session-unknown", NULL, session_unknown},
    {"complete", NULL, complete},
    {"cancel", NULL, cancel},
    {"control-event", NULL, control_event},
    {"control-request", NULL, control_request},
    {"control-answer", NULL, control_answer},
};
enum { COUNT = sizeof attacks / sizeof attacks[0], FIRST_OF_SESSION = 9, FIRST_OF_CONTROL = COUNT - 3 };

static void prepare(struct attacker *attacker, unsigned each) {
    if (attacks[each].prepare) attacks[each].prepare(attacker);
}

static void say(const char *name, const char *what) {
    printf("%s %s\n", name, what);
    fflush(stdout);
}

static void *flood_session(void *argument) {
    struct attacker *attacker = argument;
    for (unsigned round = 0; !attacker->session.ended; round++)
        for (unsigned each = FIRST_OF_SESSION; each < FIRST_OF_CONTROL; each++) attacks[each].send(attacker, round);
    return NULL;
}

// Sends every message of both sockets in turn, until the other ends have hung up.
static void flood(struct attacker *attacker, const char *name) {
    pthread_t thread;
    bool started = pthread_create(&thread, NULL, flood_session, attacker) == 0;
    for (unsigned each = 0; each < FIRST_OF_SESSION; each++) prepare(attacker, each);
    say(name, "begins");
    for (unsigned round = 0; !attacker->coordination.ended; round++)
        for (unsigned each = 0; each < FIRST_OF_SESSION; each++) attacks[each].send(attacker, round);
    if (started) pthread_join(thread, NULL);
}

static bool repeat(struct attacker *attacker, const char *name) {
    unsigned each = 0;
    while (each < COUNT && strcmp(name, attacks[each].name) != 0) each++;
    if (each == COUNT) return false;
    prepare(attacker, each);
    say(name, "begins");
    for (unsigned round = 0; round < ROUNDS; round++) attacks[each].send(attacker, round);
    return true;
}

// Claims what it presents itself and gives it back, which breaks no rule, until the other end has hung up.
static void persist(struct attacker *attacker, const char *name) {
    occupy(attacker);
    say(name, "begins");
    for (unsigned round = 0; !attacker->coordination.ended; round++) {
        claim_presented(attacker, round);
        present_path(attacker, round % PRESENTERS);
    }
}

bool attack(struct attacker *attacker, const char *name) {
    if (strcmp(name, "everything") == 0) flood(attacker, name);
    else if (strcmp(name, "lasting") == 0) persist(attacker, name);
    else if (!repeat(attacker, name)) return false;
    say(name, "is over");
    // Stays until the broker ends this process.
    for (;;) {
        struct pollfd end = {.fd = attacker->control.socket, .events = POLLIN};
        if (attacker->control.ended || poll(&end, 1, -1) < 0) return true;
        peer_drain(&attacker->control);
    }
}
