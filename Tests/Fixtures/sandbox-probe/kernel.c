// What the kernel gives to an ordinary program.
#include "probe.h"
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>

static void *in_thread(void *argument) {
    *(int *)argument = 1;
    return NULL;
}

void ordinary_facts(void) {
    pthread_t thread;
    int ran = 0;
    char bytes[16];
    int started = pthread_create(&thread, NULL, in_thread, &ran);
    if (started == 0) pthread_join(thread, NULL);
    fact(ran == 1, "can start a thread", strerror(started));
    granted(getrandom(bytes, sizeof bytes, 0), "can get random bytes");
    granted(read(open("/dev/urandom", O_RDONLY | O_CLOEXEC), bytes, sizeof bytes), "can read /dev/urandom");
    granted(write(open("/dev/null", O_WRONLY | O_CLOEXEC), bytes, sizeof bytes), "can write to /dev/null");
    granted(open("/proc/self/stat", O_RDONLY | O_CLOEXEC), "can read its own /proc entry");
    granted(open("/usr/share/zoneinfo", O_RDONLY | O_CLOEXEC), "can read time zones");
    int memory = (int)syscall(SYS_memfd_create, "x", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    granted(memory < 0 ? -1 : ftruncate(memory, 4096), "can resize a memory file");
    granted(memory < 0 ? -1 : fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK), "can seal a memory file");
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    struct itimerspec soon = { .it_value = { .tv_nsec = 1 } };
    granted(timer < 0 ? -1 : timerfd_settime(timer, 0, &soon, NULL), "can set a timer");
    struct pollfd waiting = { .fd = timer, .events = POLLIN };
    fact(poll(&waiting, 1, 10000) == 1, "can wait for a timer", "fired");
    granted(eventfd(0, EFD_CLOEXEC), "can make an event descriptor");
    int pipes[2];
    granted(pipe2(pipes, O_CLOEXEC | O_NONBLOCK), "can make a pipe");
    granted(send(3, "x", 1, MSG_NOSIGNAL | MSG_DONTWAIT), "can send through its socket");
    granted(epoll_create1(EPOLL_CLOEXEC), "can wait for many descriptors");
    granted(nanosleep(&(struct timespec){ 0, 1 }, NULL), "can sleep");
    granted(kill(getpid(), 0), "can signal itself");
    granted(syscall(SYS_tgkill, getpid(), getpid(), 0), "can signal its own thread");
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    fact(page != MAP_FAILED, "can get memory", "mapped");
}
