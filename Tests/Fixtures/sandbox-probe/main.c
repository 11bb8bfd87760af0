// The probe's modes: all facts, one way to end, or a time stamp for measurements.
#include "Escapes/escape.h"
#include <signal.h>
#include <stdint.h>
#include <sys/socket.h>
#include <time.h>

static int facts;

void fact(bool holds, const char *name, const char *detail) {
    printf("%s %d - %s: %s\n", holds ? "ok" : "not ok", ++facts, name, detail);
}

void refused(long result, const char *name) {
    fact(result < 0, name, result < 0 ? strerror(errno) : "it worked");
}

void granted(long result, const char *name) {
    fact(result >= 0, name, result >= 0 ? "works" : strerror(errno));
}

const char *below(const char *folder, const char *name) {
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/// The descriptor that waits in the control socket, or -1.
static int handed_over(void) {
    union { struct cmsghdr header; char bytes[CMSG_SPACE(sizeof(int))]; } passed;
    struct { char *bytes; size_t length; } data = { (char[16]){ 0 }, 16 };
    struct msghdr message = {
        .msg_iov = (void *)&data, .msg_iovlen = 1, .msg_control = &passed, .msg_controllen = sizeof passed,
    };
    int file = -1;
    if (recvmsg(3, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) > 0 && CMSG_FIRSTHDR(&message))
        memcpy(&file, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof file);
    return file;
}

static struct surroundings read_surroundings(char **argv) {
    return (struct surroundings){
        .container = argv[2], .bundle = argv[3], .other = argv[4], .home = argv[5],
        .launcher_pid = atoi(argv[6]), .broker_pid = atoi(argv[7]),
        .private_root = strcmp(argv[8], "private-root") == 0, .file = handed_over(),
    };
}

static int print_facts(char **argv) {
    struct surroundings around = read_surroundings(argv);
    setvbuf(stdout, NULL, _IONBF, 0);
    process_facts(&around);  // first, because it counts descriptors
    file_facts(&around);
    ordinary_facts();
    printf("1..%d\n", facts);
    return 0;
}

/// Tells when main began, on the clock that all processes share.
static int print_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t nanoseconds = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    return write(STDOUT_FILENO, &nanoseconds, sizeof nanoseconds) == sizeof nanoseconds ? 0 : 1;
}

/// Plays a broker: starts a launcher, sends it the launch in a file, says so, and waits to be killed.
static int play_broker(const char *launcher, const char *request_path) {
    int ends[2], control[2];
    char request[65536];
    int file = open(request_path, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, request, sizeof request);
    if (length < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0
        || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control) < 0)
        return 1;
    if (fork() == 0) {
        dup2(ends[1], 3);
        execl(launcher, launcher, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    union { struct cmsghdr header; char bytes[CMSG_SPACE(2 * sizeof(int))]; } passed = {
        .header = { CMSG_LEN(2 * sizeof(int)), SOL_SOCKET, SCM_RIGHTS },
    };
    int fds[2] = { control[1], STDOUT_FILENO };
    memcpy(CMSG_DATA(&passed.header), fds, sizeof fds);
    struct { char *bytes; size_t length; } data = { request, (size_t)length };
    struct msghdr message = {
        .msg_iov = (void *)&data, .msg_iovlen = 1, .msg_control = &passed, .msg_controllen = sizeof passed,
    };
    if (sendmsg(ends[0], &message, MSG_NOSIGNAL) < 0) return 1;
    for (;;) pause();
}

int main(int argc, char **argv) {
    const char *mode = argc > 1 ? argv[1] : "";
    if (strcmp(mode, "facts") == 0 && argc == 9) return print_facts(argv);
    if (strcmp(mode, "escapes") == 0 && argc == 10) {
        struct surroundings around = read_surroundings(argv);
        return strcmp(argv[9], "free") == 0 ? try_without_sandbox(&around) : try_escapes(&around, atoi(argv[9]));
    }
    if (strcmp(mode, "time") == 0) return print_time();
    if (strcmp(mode, "exit") == 0 && argc == 3) return atoi(argv[2]);
    if (strcmp(mode, "abort") == 0) abort();
    if (strcmp(mode, "fault") == 0) return *(volatile int *)(uintptr_t)(argc - 2);
    if (strcmp(mode, "broker") == 0 && argc == 4) return play_broker(argv[2], argv[3]);
    if (strcmp(mode, "poorer") == 0 && argc == 4) return start_on_poorer_kernel(argv[2], argv[3]);
    if (strcmp(mode, "start") == 0 && argc == 3) {
        execl(argv[2], argv[2], "exit", "77", (char *)NULL);
        return errno;
    }
    if (strcmp(mode, "granted") == 0) return describe_granted();
    if (strcmp(mode, "calls") == 0) return make_calls();
    if (strcmp(mode, "bomb") == 0 && argc == 3) return explode(argv[2]);
    if (strcmp(mode, "wait") == 0) {
        if (write(STDOUT_FILENO, "ready\n", 6) != 6) return 1;
        for (;;) pause();
    }
    fprintf(stderr, "sandbox-probe: unknown mode \"%s\"\n", mode);
    return 64;
}
