// Programs that take all they can get. Each prints how much that was, in a line of its own, and keeps it
// until it is killed. The number of rounds is bounded, so that a missing limit does not harm the machine.
#include "escape.h"
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>

static void *wait_for_ever(void *argument) {
    for (;;) pause();
    return argument;
}

static void *spin(void *argument) {
    for (volatile unsigned long turns = 0;; turns++) {}
    return argument;
}

static bool start(void *(*function)(void *)) {
    pthread_attr_t small;
    pthread_t thread;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 * 1024);
    return pthread_create(&thread, &small, function, NULL) == 0;
}

static bool one_thread(void) { return start(wait_for_ever); }
static bool one_descriptor(void) { return open("/dev/null", O_RDONLY) >= 0; }
static bool one_pipe(void) { return pipe((int[2]){ 0 }) == 0; }
static bool one_event_queue(void) { return epoll_create1(0) >= 0; }
static bool one_processor(void) { return start(spin); }

// Memory and files are taken by the mebibyte.
enum { MEBIBYTE = 1 << 20 };

static bool map(int kind) {
    void *memory = mmap(NULL, MEBIBYTE, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS, -1, 0);
    return memory != MAP_FAILED && memset(memory, 1, MEBIBYTE);
}
static bool private_memory(void) { return map(MAP_PRIVATE); }
static bool shared_memory(void) { return map(MAP_SHARED); }

static bool append(const char *name) {
    static char bytes[MEBIBYTE];
    signal(SIGXFSZ, SIG_IGN);
    int file = open(below(getenv("HOME"), name), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    ssize_t written = write(file, bytes, sizeof bytes);
    close(file);
    return written == sizeof bytes;
}
static bool one_file(void) { return append("bomb"); }
static bool many_files(void) {
    static int count;
    char name[16];
    snprintf(name, sizeof name, "bomb-%d", count++);
    return append(name);
}

/// A descriptor that is sent and never received: nobody reads from the other end of the control socket.
static bool one_under_way(void) {
    union { struct cmsghdr header; char bytes[CMSG_SPACE(sizeof(int))]; } passed = {
        .header = { CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS },
    };
    struct { char *bytes; size_t length; } data = { "x", 1 };
    struct msghdr message = {
        .msg_iov = (void *)&data, .msg_iovlen = 1, .msg_control = &passed, .msg_controllen = sizeof passed,
    };
    return sendmsg(3, &message, MSG_DONTWAIT | MSG_NOSIGNAL) == 1;
}

static const struct { const char *name; bool (*take_one)(void); int most; } bombs[] = {
    { "threads", one_thread, 2000 },
    { "descriptors", one_descriptor, 2000 },
    { "descriptors under way", one_under_way, 2000 },
    { "pipes", one_pipe, 2000 },
    { "event queues", one_event_queue, 2000 },
    { "processors", one_processor, 4 },
    { "private memory", private_memory, 192 },
    { "shared memory", shared_memory, 192 },
    { "one file", one_file, 32 },
    { "files", many_files, 32 },
};

static _Noreturn void flood(int descriptor, bool is_socket) {
    static char bytes[1000];
    memset(bytes, '\n', sizeof bytes);
    dprintf(STDOUT_FILENO, "0\n");
    for (;;) {
        ssize_t sent = is_socket ? send(descriptor, bytes, sizeof bytes, MSG_NOSIGNAL)
                                 : write(descriptor, bytes, sizeof bytes);
        if (sent < 0 && errno != EAGAIN) pause();
    }
}

/// Sends itself signals that it blocks, each of which is kept. Says how many are.
static _Noreturn void keep_signals(void) {
    static char text[8192];
    unsigned kept = 0;
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGRTMIN);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    for (int i = 0; i < 2000; i++) kill(getpid(), SIGRTMIN);
    int status = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    if (read(status, text, sizeof text - 1) > 0 && strstr(text, "SigQ:")) sscanf(strstr(text, "SigQ:"), "SigQ: %u", &kept);
    dprintf(STDOUT_FILENO, "%u\n", kept);
    for (;;) pause();
}

int explode(const char *name) {
    if (strcmp(name, "signals") == 0) keep_signals();
    if (strcmp(name, "log") == 0) flood(STDOUT_FILENO, false);
    if (strcmp(name, "control socket") == 0) flood(3, true);
    for (size_t i = 0; i < sizeof bombs / sizeof bombs[0]; i++) {
        if (strcmp(bombs[i].name, name) != 0) continue;
        int taken = 0;
        while (taken < bombs[i].most && bombs[i].take_one()) taken++;
        dprintf(STDOUT_FILENO, "%d\n", taken);
        for (;;) pause();
    }
    return 64;
}
