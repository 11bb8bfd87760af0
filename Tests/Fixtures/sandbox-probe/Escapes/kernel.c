// The machine, and the large interfaces of its kernel. All are plain calls with arguments that do nothing.
#include "escape.h"
#include <linux/keyctl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/timex.h>
#include <time.h>

static char zeros[256];  // of any structure
static struct timex look_only;

static char page[4096] __attribute__((aligned(4096)));
enum { MADV_COLLAPSE_ = 25 };  // younger than the library's header

static long enlarge_pipe(const struct surroundings *a) {
    (void)a;
    int ends[2];
    return pipe(ends) < 0 ? 0 : fcntl(ends[0], F_SETPIPE_SZ, 4096);
}
static long signalled_pipe(const struct surroundings *a) {
    (void)a;
    int ends[2];
    return pipe(ends) < 0 ? 0 : fcntl(ends[0], F_SETFL, O_ASYNC);
}

static const struct attempt kernel[] = {
    CALL("keys", "add a key", DENIED, add_key, P("user"), P("x"), P("x"), 1, KEY_SPEC_PROCESS_KEYRING),
    CALL("keys", "ask for a key", DENIED, request_key, P("user"), P("x"), 0, 0),
    CALL("keys", "open the session's keys", DENIED, keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 0),
    CALL("keys", "leave the session's keys", DENIED, keyctl, KEYCTL_JOIN_SESSION_KEYRING, 0),
    ROOT_CALL("large interfaces", "make a BPF map", bpf, 0, P(zeros), 8),
    ROOT_CALL("large interfaces", "load a BPF program", bpf, 5, P(zeros), 8),
    CALL("large interfaces", "make an io_uring", UNKNOWN, io_uring_setup, 1, P(zeros)),
    CALL("large interfaces", "enter an io_uring", UNKNOWN, io_uring_enter, -1, 0, 0, 0, 0),
    CALL("large interfaces", "give an io_uring memory", UNKNOWN, io_uring_register, -1, 0, 0, 0),
    ROOT_CALL("large interfaces", "measure itself", perf_event_open, P(zeros), -1, -1, -1, 0),
    CALL("large interfaces", "handle its own page faults", DENIED, userfaultfd, 1 /* UFFD_USER_MODE_ONLY */),
    CALL("large interfaces", "map kernel queues", DENIED, io_setup, 1, P(zeros)),
    CALL("large interfaces", "splice", DENIED, splice, -1, 0, -1, 0, 0, 0),
    CALL("large interfaces", "splice memory", DENIED, vmsplice, -1, 0, 0, 0),
    CALL("large interfaces", "make a timer of its own", DENIED, timer_create, CLOCK_MONOTONIC, 0, P(zeros)),
    CALL("large interfaces", "get secret memory", UNKNOWN, memfd_secret, -1),
    NUMBER("large interfaces", "make a call that there is not", DENIED, 999),
    ROOT_CALL("watching", "watch all files", fanotify_init, 0, 0),
    CALL("watching", "watch a folder by signals", DENIED, fcntl, 0, F_NOTIFY, 0),
    CALL("shared memory", "make System V memory", DENIED, shmget, 0, 4096, 0600),
    CALL("shared memory", "make System V messages", DENIED, msgget, 0, 0600),
    CALL("shared memory", "make System V semaphores", DENIED, semget, 0, 1, 0600),
    CALL("shared memory", "make a message queue", DENIED, mq_open, P("x"), O_CREAT | O_RDWR, 0600, 0),
    CALL("memory", "lock all its memory", DENIED, mlockall, MCL_CURRENT),
    CALL("memory", "map huge pages", DENIED, mmap, 0, 2 << 20, PROT_NONE, 0x64022 /* with MAP_NORESERVE */, -1, 0),
    CALL("memory", "map locked pages", DENIED, mmap, 0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_LOCKED, -1, 0),
    CALL("memory", "map a growing stack", DENIED, mmap, 0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN,
         -1, 0),
    CALL("memory", "lock a page", DENIED, mlock, P(page), 4096),
    CALL("memory", "lock a page in another way", DENIED, mlock2, P(page), 4096, 0),
    CALL("memory", "merge its pages with others", DENIED, madvise, P(page), 4096, MADV_MERGEABLE),
    CALL("memory", "collapse its pages", DENIED, madvise, P(page), 0, MADV_COLLAPSE_),
    ROOT_CALL("memory", "poison a page", madvise, P(page), 0, 100 /* MADV_HWPOISON */),
    ROOT_CALL("memory", "take a page out of use", madvise, P(page), 0, 101 /* MADV_SOFT_OFFLINE */),
    CALL("memory", "ask which pages are in memory", DENIED, mincore, P(page), 4096, P(zeros)),
    CALL("memory", "make all processors synchronise", DENIED, membarrier, 1 /* MEMBARRIER_CMD_GLOBAL */, 0, 0),
    CALL("memory", "requeue waiters for a lock with priorities", DENIED, futex, P(page),
         12 /* FUTEX_CMP_REQUEUE_PI */ | 128, 1, 0, P(page + 8), 0),
    CALL("memory", "requeue waiters", DENIED, futex, P(page), 3 /* FUTEX_REQUEUE */ | 128, 0, 0, P(page + 8), 0),
    CALL("memory", "wake by an operation", DENIED, futex, P(page), 5 /* FUTEX_WAKE_OP */ | 128, 0, 0, P(page + 8), 0),
    CALL("descriptors", "make a pipe of packets", DENIED, pipe2, P(zeros), O_DIRECT),
    CALL("descriptors", "make a pipe for notifications", DENIED, pipe2, P(zeros), O_EXCL),
    DO("descriptors", "make a pipe larger", DENIED, enlarge_pipe),
    CALL("descriptors", "get a descriptor table of its own", DENIED, close_range, -1, -1, 2 /* CLOSE_RANGE_UNSHARE */),
    CALL("descriptors", "write with flags", DENIED, pwritev2, 0, P(zeros), 0, 0, 0, 0),
    CALL("descriptors", "read with flags", DENIED, preadv2, 0, P(zeros), 0, 0, 0, 0),
    DO("descriptors", "be signalled by a pipe", DENIED, signalled_pipe),
    ROOT_CALL("machine", "set a timer that wakes it", timerfd_create, 8 /* CLOCK_REALTIME_ALARM */, 0),
    CALL("machine", "arm a timer of signals", DENIED, setitimer, 0, 0, 0),
    CALL("watching", "watch files", DENIED, inotify_init1, 0),
    CALL("memory", "get huge pages", DENIED, memfd_create, P("x"), 4 /* MFD_HUGETLB */),
    CALL("memory", "place its memory", DENIED, set_mempolicy, 0, 0, 0),
    CALL("memory", "place a part of its memory", DENIED, mbind, 0, 0, 0, 0, 0, 0),
    CALL("memory", "map files in another order", DENIED, remap_file_pages, 0, 0, 0, 0, 0),
    CALL("terminals", "type", DENIED, ioctl, 0, TIOCSTI, P(zeros)),
    CALL("terminals", "type with high bits set", DENIED, ioctl, 0, 0x100000000 | TIOCSTI, P(zeros)),
    CALL("terminals", "paste", DENIED, ioctl, 0, TIOCLINUX, P(zeros)),
    CALL("terminals", "own the terminal", DENIED, ioctl, 0, TIOCSCTTY, 0),
    CALL("terminals", "take the console's output", DENIED, ioctl, 0, TIOCCONS, 0),
    CALL("devices", "ask a file for its blocks", DENIED, ioctl, 0, 1 /* FIBMAP */, P(zeros)),
    CALL("devices", "ask a disk for its size", DENIED, ioctl, 0, 0x1260 /* BLKGETSIZE */, P(zeros)),
    CALL("devices", "make a device", DENIED, mknod, P("/nonexistent/x"), 0020600, 0x103),
    CALL("devices", "make a named pipe", DENIED, mknodat, AT_FDCWD, P("/nonexistent/x"), 0010600, 0),
    CALL("machine", "set the clock", DENIED, clock_settime, -1, P(zeros)),
    ROOT_CALL("machine", "set the time of day", settimeofday, 0, 0),
    CALL("machine", "bend the clock", DENIED, adjtimex, P(&look_only)),
    CALL("machine", "bend a clock", DENIED, clock_adjtime, CLOCK_REALTIME, P(&look_only)),
    ROOT_CALL("machine", "name the host", sethostname, P("x"), -1),
    ROOT_CALL("machine", "name the domain", setdomainname, P("x"), -1),
    ROOT_CALL("machine", "restart", reboot, 0, 0, 0, 0),
    ROOT_CALL("machine", "load another kernel", kexec_load, 0, 0, 0, -1),
    ROOT_CALL("machine", "load another kernel's file", kexec_file_load, -1, -1, 0, 0, -1),
    ROOT_CALL("machine", "load a module", init_module, P(zeros), 0, P("")),
    ROOT_CALL("machine", "load a module's file", finit_module, -1, P(""), 0),
    ROOT_CALL("machine", "unload a module", delete_module, P("appex-escape"), 0),
    ROOT_CALL("machine", "swap to a file", swapon, P("/nonexistent"), 0),
    ROOT_CALL("machine", "end swapping", swapoff, P("/nonexistent")),
    ROOT_CALL("machine", "account processes", acct, P("/nonexistent")),
    CALL("machine", "ask for quotas", DENIED, quotactl, 0x80000100 /* Q_SYNC of users */, P("/nonexistent"), 0, 0),
    ROOT_CALL("machine", "read the kernel's log", syslog, 3, P(zeros), 1),
    CALL("machine", "list file systems", DENIED, sysfs, 3),
};
const struct attempts kernel_attempts = ATTEMPTS(kernel);
