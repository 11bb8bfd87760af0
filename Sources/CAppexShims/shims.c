#define _GNU_SOURCE
#include "CAppexShims.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

const unsigned int appex_mfd_cloexec = MFD_CLOEXEC;
const unsigned int appex_mfd_allow_sealing = MFD_ALLOW_SEALING;
const unsigned int appex_mfd_noexec_seal = MFD_NOEXEC_SEAL;
const int appex_seal_size = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW;
const int appex_seal_everything_later = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE;
const int appex_madvise_populate_read = MADV_POPULATE_READ;
const int appex_open_path = O_PATH;
const int appex_get_pipe_size = F_GETPIPE_SZ;
const int appex_seek_data = SEEK_DATA;
const int appex_seek_hole = SEEK_HOLE;
const int appex_seal_everything = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;

union control {
    char bytes[CMSG_SPACE(sizeof(int) * APPEX_MAX_DESCRIPTORS)];
    struct cmsghdr align;
};

ssize_t appex_send(int socket, const void *bytes, size_t length, const int *descriptors,
                   int descriptor_count, int flags) {
    struct iovec part = {(void *)bytes, length};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    union control control;
    if (descriptor_count < 0 || descriptor_count > APPEX_MAX_DESCRIPTORS) return -EINVAL;
    if (descriptor_count > 0) {
        size_t size = sizeof(int) * (size_t)descriptor_count;
        memset(&control, 0, sizeof control);
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(size);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(size);
        memcpy(CMSG_DATA(header), descriptors, size);
    }
    ssize_t sent;
    // Not through glibc's own functions, here and below: those are cancellation points, which costs
    // more in a process with threads than the rest of the call, and nobody here is cancelled.
    do {
        if (descriptor_count == 0)
            sent = syscall(SYS_sendto, socket, bytes, length, flags | MSG_NOSIGNAL, NULL, 0);
        else
            sent = syscall(SYS_sendmsg, socket, &message, flags | MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : sent;
}

ssize_t appex_receive(int socket, void *bytes, size_t capacity, int *descriptors,
                      int *descriptor_count, int *missing, int flags) {
    struct iovec part = {bytes, capacity};
    union control control;
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = control.bytes,
                             .msg_controllen = descriptors ? sizeof control.bytes : 0};
    *descriptor_count = 0;
    *missing = APPEX_NOTHING_MISSING;
    ssize_t received;
    do received = syscall(SYS_recvmsg, socket, &message, flags | MSG_CMSG_CLOEXEC);
    while (received < 0 && errno == EINTR);
    if (received < 0) return -errno;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
         header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < count; index++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof(int));
            if (*descriptor_count < APPEX_MAX_DESCRIPTORS) descriptors[(*descriptor_count)++] = descriptor;
            else close(descriptor);
        }
    }
    bool lost = message.msg_flags & MSG_CTRUNC;
    if ((message.msg_flags & MSG_TRUNC) || (lost && (!descriptors || *descriptor_count == APPEX_MAX_DESCRIPTORS)))
        *missing = APPEX_TOO_LARGE;
    else if (lost)
        *missing = APPEX_DESCRIPTORS_LOST;
    return received;
}

int appex_wait(int epoll, struct epoll_event *events, int capacity, int milliseconds) {
    return (int)syscall(SYS_epoll_pwait, epoll, events, capacity, milliseconds, NULL, 0);
}

int appex_accept(int listener) {
    int descriptor;
    do descriptor = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    while (descriptor < 0 && errno == EINTR);
    return descriptor < 0 ? -errno : descriptor;
}

int appex_peer(int socket, int32_t *pid, uint32_t *uid, uint32_t *gid) {
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -errno;
    *pid = credentials.pid;
    *uid = credentials.uid;
    *gid = credentials.gid;
    return 0;
}

int appex_memfd(const char *name, unsigned int flags) {
    int descriptor = memfd_create(name, flags);
    // Kernels before 6.3 do not know MFD_NOEXEC_SEAL.
    if (descriptor < 0 && errno == EINVAL && (flags & MFD_NOEXEC_SEAL))
        descriptor = memfd_create(name, flags & ~MFD_NOEXEC_SEAL);
    return descriptor < 0 ? -errno : descriptor;
}

int appex_add_seals(int descriptor, int seals) {
    return fcntl(descriptor, F_ADD_SEALS, seals) < 0 ? -errno : 0;
}

int appex_get_seals(int descriptor) {
    int seals = fcntl(descriptor, F_GET_SEALS);
    return seals < 0 ? -errno : seals;
}

int appex_pipe(int *ends) { return pipe2(ends, O_CLOEXEC); }

int appex_known_status(int descriptor, uint64_t *device, uint64_t *inode, uint32_t *mode) {
    struct statx known;
    if (statx(descriptor, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_TYPE | STATX_INO, &known) < 0) return -errno;
    *device = makedev(known.stx_dev_major, known.stx_dev_minor);
    *inode = known.stx_ino;
    *mode = known.stx_mode;
    return 0;
}

int64_t appex_file_system(int descriptor) {
    struct statfs system;
    return fstatfs(descriptor, &system) == 0 ? (int64_t)(uint32_t)system.f_type : -errno;
}

int appex_sync_file_system(int descriptor) {
    return syncfs(descriptor) ? -errno : 0;
}

int appex_exchange(int folder, const char *name, int other_folder, const char *other_name) {
    return renameat2(folder, name, other_folder, other_name, RENAME_EXCHANGE) ? -errno : 0;
}

void appex_name_thread(const char *name) {
    // The call below refuses longer names instead of cutting them.
    char cut[16];
    snprintf(cut, sizeof cut, "%s", name);
    pthread_setname_np(pthread_self(), cut);
}

int appex_spawn(const char *path, char *const *argv, char *const *envp, const int *fds,
                const int *targets, int count) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    pid_t pid = -1;
    int highest = 2, copies[APPEX_MAX_DESCRIPTORS];
    if (count < 0 || count > APPEX_MAX_DESCRIPTORS) return -EINVAL;
    for (int index = 0; index < count; index++) {
        if (targets[index] > highest) highest = targets[index];
        copies[index] = -1;
    }
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return -error;
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&actions);
        return -error;
    }
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    // Copies above every target, so that no target overwrites a source that is still needed.
    for (int index = 0; index < count && !error; index++) {
        copies[index] = fcntl(fds[index], F_DUPFD_CLOEXEC, highest + 1);
        if (copies[index] < 0) error = errno;
        else error = posix_spawn_file_actions_adddup2(&actions, copies[index], targets[index]);
    }
    if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, highest + 1);
    if (!error) error = posix_spawn(&pid, path, &actions, &attributes, argv, envp);
    for (int index = 0; index < count; index++)
        if (copies[index] >= 0) close(copies[index]);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error ? -error : pid;
}

int appex_clone_content(int source, int target) {
    return ioctl(target, FICLONE, source) < 0 ? -errno : 0;
}

long appex_copy_range(int source, int target, long offset, long count) {
    loff_t from = offset, to = offset;
    ssize_t copied = copy_file_range(source, &from, target, &to, (size_t)count, 0);
    return copied < 0 ? -errno : copied;
}

int appex_process(int32_t pid) {
    int descriptor = pidfd_open(pid, 0);
    return descriptor < 0 ? -errno : descriptor;
}

int appex_signal_process(int process, int number) {
    return pidfd_send_signal(process, number, NULL, 0) < 0 ? -errno : 0;
}

// Runs in a forked child of a process with threads: only async-signal-safe calls from here on.
static void become_detached(const char *path, char *const *argv, char *const *envp, const int *fds,
                            const int *targets, int count, unsigned open_files) {
    int highest = 2, kept[APPEX_MAX_DESCRIPTORS];
    setsid();
    // What it makes must not depend on whose need of it came first.
    umask(022);
    pid_t second = _Fork();
    if (second != 0) _exit(second < 0 ? 126 : 0);
    int null = open("/dev/null", O_RDWR);
    if (null < 0 || chdir("/") < 0) _exit(126);
    for (int index = 0; index < count; index++)
        if (targets[index] > highest) highest = targets[index];
    // Copies above every target, so that no target overwrites a source that is still needed.
    for (int index = 0; index < count; index++)
        if ((kept[index] = fcntl(fds[index], F_DUPFD, highest + 1)) < 0) _exit(126);
    for (int stream = 0; stream <= 2; stream++) dup2(null, stream);
    for (int index = 0; index < count; index++) dup2(kept[index], targets[index]);
    close_range((unsigned)highest + 1, ~0U, 0);
    if (open_files && setrlimit(RLIMIT_NOFILE, &(struct rlimit){ open_files, open_files }) < 0) _exit(126);
    sigset_t none;
    sigemptyset(&none);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(path, argv, envp);
    _exit(127);
}

int appex_spawn_detached(const char *path, char *const *argv, char *const *envp, const int *fds,
                         const int *targets, int count, unsigned open_files) {
    if (count < 0 || count > APPEX_MAX_DESCRIPTORS) return -EINVAL;
    pid_t first = _Fork();
    if (first < 0) return -errno;
    if (first == 0) become_detached(path, argv, envp, fds, targets, count, open_files);
    int status;
    while (waitpid(first, &status, 0) < 0)
        if (errno != EINTR) return -errno;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -EAGAIN;
}

void appex_write_lines_at_once(void) { setvbuf(stdout, NULL, _IOLBF, BUFSIZ); }

static _Thread_local bool may_block;

bool appex_may_block(void) { return may_block; }

void appex_set_may_block(bool value) { may_block = value; }

bool appex_is_main_thread(void) {
    static _Thread_local enum { UNKNOWN, MAIN, OTHER } thread;
    if (thread == UNKNOWN) thread = syscall(SYS_gettid) == getpid() ? MAIN : OTHER;
    return thread == MAIN;
}
