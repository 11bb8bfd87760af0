// Sockets and the rest of the kernel.
#include "probe.h"
#include <linux/filter.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>

static void no_family(void) {
    enum { FAMILIES = 64 };  // more than the kernel has
    static const int types[] = { SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET };
    int opened = 0, family = -1;
    for (int candidate = 0; candidate < FAMILIES; candidate++)
        for (int type = 0; type < 4; type++)
            if (socket(candidate, types[type], 0) >= 0) opened++, family = candidate;
    char detail[64];
    snprintf(detail, sizeof detail, "%d opened, the last of family %d", opened, family);
    fact(opened == 0, "cannot open a socket of any family", detail);
}

void socket_facts(void) {
    struct sockaddr_un name = { .sun_family = AF_UNIX, .sun_path = "\0abstract" };
    struct sock_filter accept_all = BPF_STMT(BPF_RET | BPF_K, 0xffff);
    struct sock_fprog filter = { 1, &accept_all };
    int pair[2];
    no_family();
    refused(socketpair(AF_UNIX, SOCK_DGRAM, 0, pair), "cannot make a pair that can be addressed");
    refused(socketpair(AF_UNIX, SOCK_RAW, 0, pair), "cannot make a raw pair");
    granted(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair), "can make a stream pair");
    refused(bind(pair[0], (void *)&name, sizeof name), "cannot bind");
    refused(connect(pair[0], (void *)&name, sizeof name), "cannot connect");
    refused(listen(pair[0], 1), "cannot listen");
    refused(accept(pair[0], NULL, NULL), "cannot accept");
    refused(sendto(pair[0], "x", 1, 0, (void *)&name, sizeof name), "cannot send to an address");
    refused(setsockopt(pair[0], SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter), "cannot attach a filter");
    refused(ioctl(pair[0], 0x8901 /* FIOSETOWN */, &(int){ 1 }), "cannot direct a socket's signals");
    refused(fcntl(pair[0], F_SETOWN, getppid()), "cannot direct a descriptor's signals");
    granted(send(pair[0], "x", 1, MSG_NOSIGNAL), "can send through a pair");
    close(pair[0]);
    close(pair[1]);
}

#define FORBIDDEN(call, ...) refused(syscall(SYS_##call, ##__VA_ARGS__), "cannot " #call)

static void privileged_calls(void) {
    static const int namespaces[] = {
        CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNS, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP,
    };
    for (size_t i = 0; i < sizeof namespaces / sizeof *namespaces; i++) FORBIDDEN(unshare, namespaces[i]);
    FORBIDDEN(setns, 0, 0);
    FORBIDDEN(mount, "none", "/", "tmpfs", 0, NULL);
    FORBIDDEN(umount2, "/proc", MNT_DETACH);
    FORBIDDEN(pivot_root, ".", ".");
    FORBIDDEN(chroot, "/");
    FORBIDDEN(open_tree, AT_FDCWD, "/", 1);
    FORBIDDEN(move_mount, -1, "", -1, "", 0);
    FORBIDDEN(fsopen, "tmpfs", 0);
    FORBIDDEN(mount_setattr, AT_FDCWD, "/", 0, NULL, 0);
    FORBIDDEN(swapon, "/", 0);
    FORBIDDEN(reboot, 0, 0, 0, NULL);
    FORBIDDEN(sethostname, "x", 1);
    FORBIDDEN(settimeofday, NULL, NULL);
    FORBIDDEN(init_module, NULL, 0, "");
    FORBIDDEN(kexec_load, 0, 0, NULL, 0);
    FORBIDDEN(acct, NULL);
    FORBIDDEN(syslog, 3, NULL, 0);
    FORBIDDEN(setuid, 0);
    FORBIDDEN(setgid, 0);
    FORBIDDEN(setgroups, 0, NULL);
    FORBIDDEN(setresuid, 0, 0, 0);
    FORBIDDEN(capset, NULL, NULL);
    FORBIDDEN(setsid);
}

static void large_interfaces(void) {
    FORBIDDEN(keyctl, 0, 0, 0, 0, 0);
    FORBIDDEN(add_key, "user", "x", "x", 1, -3);
    FORBIDDEN(request_key, "user", "x", NULL, 0);
    FORBIDDEN(bpf, 0, NULL, 0);
    FORBIDDEN(io_uring_setup, 1, NULL);
    FORBIDDEN(perf_event_open, NULL, 0, -1, -1, 0);
    FORBIDDEN(userfaultfd, 0);
    FORBIDDEN(open_by_handle_at, -1, NULL, 0);
    FORBIDDEN(name_to_handle_at, AT_FDCWD, "/", NULL, NULL, 0);
    FORBIDDEN(fanotify_init, 0, 0);
    FORBIDDEN(kcmp, getpid(), 1, 0, 0, 0);
    FORBIDDEN(seccomp, 1, 0, NULL);
    FORBIDDEN(personality, ADDR_NO_RANDOMIZE);
    FORBIDDEN(vmsplice, 1, NULL, 0, 0);
    FORBIDDEN(splice, 0, NULL, 1, NULL, 1, 0);
    FORBIDDEN(shmget, 1, 4096, 0600 | 01000);
    FORBIDDEN(msgget, 1, 0600 | 01000);
    FORBIDDEN(semget, 1, 1, 0600 | 01000);
    FORBIDDEN(mq_open, "x", O_CREAT | O_RDWR, 0600, NULL);
    FORBIDDEN(sched_setaffinity, 0, 0, NULL);
    FORBIDDEN(sched_setscheduler, 0, SCHED_FIFO, NULL);
    FORBIDDEN(pidfd_getfd, -1, 0, 0);
    FORBIDDEN(process_madvise, -1, NULL, 0, 0, 0);
    FORBIDDEN(memfd_create, "x", 0x10 /* MFD_EXEC */);
    FORBIDDEN(memfd_create, "x", 4 /* MFD_HUGETLB */);
#if defined(__x86_64__)
    FORBIDDEN(modify_ldt, 0, NULL, 0);
    FORBIDDEN(ioperm, 0, 1, 1);
    FORBIDDEN(iopl, 3);
#endif
}

static void dangerous_options(void) {
    char letter = 'x';
    refused(ioctl(0, TIOCSTI, &letter), "cannot type into a terminal");
    refused(syscall(SYS_ioctl, 0, 0x100000000ul | TIOCSTI, &letter), "cannot type with high bits set");
    refused(ioctl(0, TIOCLINUX, &letter), "cannot use the console's clipboard");
    refused(prctl(PR_SET_PDEATHSIG, 0), "cannot outlive its init");
    refused(prctl(PR_SET_DUMPABLE, 0), "cannot change its visibility");
    refused(prctl(PR_SET_PTRACER, -1), "cannot invite a tracer");
    refused(prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, 0, 0, 0), "cannot raise a capability");
    refused(prctl(PR_SET_CHILD_SUBREAPER, 1), "cannot adopt processes");
    refused(fcntl(0, F_SETSIG, 9), "cannot choose a descriptor's signal");
    refused(fcntl(0, F_SETLEASE, F_RDLCK), "cannot lease a file");
}

void kernel_facts(void) {
    privileged_calls();
    large_interfaces();
    dangerous_options();
}

static void *in_thread(void *argument) {
    *(int *)argument = 1;
    return NULL;
}

void ordinary_facts(const struct surroundings *around) {
    (void)around;
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
    granted(epoll_create1(EPOLL_CLOEXEC), "can wait for many descriptors");
    granted(nanosleep(&(struct timespec){ 0, 1 }, NULL), "can sleep");
    granted(kill(getpid(), 0), "can signal itself");
    granted(syscall(SYS_tgkill, getpid(), getpid(), 0), "can signal its own thread");
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    fact(page != MAP_FAILED, "can get memory", "mapped");
}
