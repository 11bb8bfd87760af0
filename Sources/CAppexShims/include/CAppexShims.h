// System calls and macros that Swift cannot reach through glibc's module map.
// Each declaration says why it has to be C. Nothing here decides anything.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// The most descriptors one message carries. The kernel's own bound is 253 (SCM_MAX_FD).
#define APPEX_MAX_DESCRIPTORS 16

/// Sends one packet with descriptors. In C because the CMSG_* macros are not imported.
/// Returns the number of bytes sent, or -errno.
ssize_t appex_send(int socket, const void *bytes, size_t length, const int *_Nullable descriptors,
                   int descriptor_count, int flags);

/// Receives one packet with descriptors (close-on-exec). In C because the CMSG_* macros are not
/// imported. `missing` says whether all of it has come; the descriptors that did arrive are
/// returned in any case and are the caller's to close. Without room for them (NULL) the kernel drops
/// those that come, and the packet counts as too large.
/// Returns the number of bytes received, 0 at the end, or -errno.
ssize_t appex_receive(int socket, void *bytes, size_t capacity, int *_Nullable descriptors,
                      int *descriptor_count, int *missing, int flags);

/// All has come; the packet or its descriptors did not fit; this process had no room for the descriptors.
enum { APPEX_NOTHING_MISSING, APPEX_TOO_LARGE, APPEX_DESCRIPTORS_LOST };

/// epoll_wait(2). In C because the one of glibc is a cancellation point, see shims.c.
int appex_wait(int epoll, struct epoll_event *events, int capacity, int milliseconds);

/// accept4(2) with close-on-exec; hidden by the module map.
/// Returns a descriptor or -errno.
int appex_accept(int listener);

/// The credentials of the peer at the time it connected. In C because `struct ucred` is hidden.
/// Returns 0 or -errno.
int appex_peer(int socket, int32_t *pid, uint32_t *uid, uint32_t *gid);

/// memfd_create(2), hidden by the module map. Returns a descriptor or -errno.
int appex_memfd(const char *name, unsigned int flags);

/// Adds or reads file seals. In C because the F_*_SEALS macros are not imported.
/// Returns 0 (add), the seals (get), or -errno.
int appex_add_seals(int descriptor, int seals);
int appex_get_seals(int descriptor);

/// Values of macros that are not imported.
extern const unsigned int appex_mfd_cloexec, appex_mfd_allow_sealing, appex_mfd_noexec_seal;
extern const int appex_seal_everything;
/// All seals, of which that against writing spares existing mappings; and only the seals of the size.
extern const int appex_seal_everything_later, appex_seal_size;
/// Values of other macros that are not imported.
extern const int appex_madvise_populate_read, appex_open_path, appex_get_pipe_size, appex_seek_data, appex_seek_hole;

/// pipe2(2) with close-on-exec; hidden by the module map. Returns 0, or -1 with errno.
int appex_pipe(int *ends);

/// syncfs(2), hidden by the module map. Returns 0 or -errno.
int appex_sync_file_system(int descriptor);

/// renameat2(2) with `RENAME_EXCHANGE`: puts two entries of folders into each other's place, at once.
/// Returns 0 or -errno.
int appex_exchange(int folder, const char *name, int other_folder, const char *other_name);

/// What is known of a file without asking its file system, which may never answer (statx(2) with
/// AT_STATX_DONT_SYNC, hidden by the module map): device, inode and mode. Returns 0 or -errno.
int appex_known_status(int descriptor, uint64_t *device, uint64_t *inode, uint32_t *mode);

/// Which file system a descriptor is on, by the numbers of statfs(2), which the module map hides.
/// Returns the number or -errno.
int64_t appex_file_system(int descriptor);

/// Makes an empty file share the content of another one of its file system (FICLONE). Returns 0 or -errno.
int appex_clone_content(int source, int target);

/// copy_file_range(2) between equal offsets, hidden by the module map. Returns how much was copied, or -errno.
long appex_copy_range(int source, int target, long offset, long count);

/// Names the calling thread in ps and debuggers; pthread_setname_np(3) is hidden by the module map.
/// Only the first 15 bytes count.
void appex_name_thread(const char *name);

/// Whether the calling thread is the main one. In C because Swift has no variables of a thread.
bool appex_is_main_thread(void);

/// pidfd_open(2), hidden by the module map. Returns a descriptor (close-on-exec) or -errno.
int appex_process(int32_t pid);

/// pidfd_send_signal(2), hidden by the module map. Returns 0 or -errno.
int appex_signal_process(int process, int number);

/// Starts a program with `fds[i]` installed as descriptor `targets[i]` and every other descriptor
/// above 2 closed. In C because posix_spawn's `_np` additions and the descriptor juggling (a source
/// may be another one's target) are clumsy and easy to get wrong from Swift.
/// Returns the process identifier or -errno.
int appex_spawn(const char *path, char *_Nullable const *_Nonnull argv,
                char *_Nullable const *_Nonnull envp, const int *fds, const int *targets, int count);

/// The same for a program that outlives its starter and is nobody's child: a session of its own,
/// adopted by init, with /dev/null as standard streams. In C because Swift cannot fork.
/// It may open `open_files` descriptors, or with 0 as many as its starter.
/// Returns 0 or -errno; a program that cannot be executed ends with status 127, which shows only
/// in the descriptors that it was given.
int appex_spawn_detached(const char *path, char *_Nullable const *_Nonnull argv,
                         char *_Nullable const *_Nonnull envp, const int *fds, const int *targets, int count,
                         unsigned open_files);

/// Collects, until `appex_collected_job`, the first job of a Swift task that this thread makes ready to run on any thread.
/// No other code may run in between.
void appex_collect_job(void);

/// Stops collecting. Returns the job, which the caller has to run or to enqueue once; NULL if no job was collected.
void *_Nullable appex_collected_job(void);

/// Runs a job on this thread until its task waits or ends.
void appex_run_job(void *job);

/// Has a job run on a thread of Swift's pool.
void appex_enqueue_job(void *job);

/// From now on a crash is told on standard error before it ends the process, as usual: a line for each frame, with
/// the mark, its number, module, offset in the module, and name and offset of the function where one is known.
void appex_tell_crashes(void);
#define APPEX_FRAME_MARK "appex-frame"

/// From now on each line that is printed is written at once, also where standard output is a pipe. In C because Swift
/// does not consider the stream safe to name.
void appex_write_lines_at_once(void);

/// Whether the current thread runs a job that may block. In C because Swift has no thread-local variables.
bool appex_may_block(void);

/// Says whether the current thread runs a job that may block.
void appex_set_may_block(bool value);

#pragma clang assume_nonnull end
