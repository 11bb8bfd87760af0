// Files that are not the extension's own: by their paths, through links, and through what it was handed.
#include "escape.h"
#include <pthread.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#define FILE(name_, path_, refusals_, flags_, proof_) \
    { .class = "files", .name = name_, .refusals = refusals_, .path = path_, .flags = flags_, .proof = proof_ }
#define READ(name_, path_) FILE(name_, path_, ABSENT, O_RDONLY, ANYBODY)
#define ROOT_READ(name_, path_) FILE(name_, path_, ABSENT, O_RDONLY, ROOT)
#define FOLDER(path_, proof_) FILE("list " path_, path_, ABSENT, O_DIRECTORY, proof_)
#define WRITE(name_, path_, proof_) FILE(name_, path_, ABSENT " EROFS", O_WRONLY, proof_)
#define CREATE(name_, path_, proof_) FILE(name_, path_, ABSENT " EROFS", O_WRONLY | O_CREAT, proof_)

// Calls that do not open a file but say or change something of it.
static long give_mode(const struct surroundings *a) { return chmod(filled_in("{other}", a), 0777); }
static long give_owner(const struct surroundings *a) { return chown(filled_in("{other}", a), getuid(), getgid()); }
static long give_times(const struct surroundings *a) { return utimensat(AT_FDCWD, filled_in("{other}", a), NULL, 0); }
static long give_attribute(const struct surroundings *a) {
    return setxattr(filled_in("{other}/secret", a), "user.x", "", 0, 0);
}
static long get_attribute(const struct surroundings *a) {
    return listxattr(filled_in("{other}/secret", a), NULL, 0);
}
static long get_size(const struct surroundings *a) {
    struct stat info;
    return stat(filled_in("{other}/secret", a), &info);
}
static long cut(const struct surroundings *a) { return truncate(filled_in("{other}/secret", a), 6); }
static long cut_resource(const struct surroundings *a) { return truncate(filled_in("{bundle}/resource", a), 8); }
static long give_resource_owner(const struct surroundings *a) {
    return chown(filled_in("{bundle}/resource", a), getuid(), getgid());
}
static long name_resource(const struct surroundings *a) {
    return setxattr(filled_in("{bundle}/resource", a), "user.x", "", 0, 0);
}
static long watch(const struct surroundings *a) {
    // By number, since the library's function asks for what only newer kernels have.
    return inotify_add_watch(inotify_init1(IN_CLOEXEC), filled_in("{home}", a), IN_ALL_EVENTS);
}
static long mark_place(const struct surroundings *a) {
    int file = open(filled_in("{other}", a), O_PATH | O_DIRECTORY | O_CLOEXEC);
    return file < 0 ? -1 : openat(file, "secret", O_RDONLY | O_CLOEXEC);
}
static long walk_up(const struct surroundings *a) {
    if (chdir(filled_in("{container}", a)) < 0) return 0;
    int file = open("../other/secret", O_RDONLY | O_CLOEXEC), error = errno;
    if (chdir("/") < 0) return 0;
    errno = error;
    return file;
}
static long open_by_handle(const struct surroundings *a) {
    struct { struct file_handle handle; char bytes[128]; } handle = { .handle.handle_bytes = 128 };
    int mount;
    if (name_to_handle_at(AT_FDCWD, filled_in("{container}", a), &handle.handle, &mount, 0) < 0) return -1;
    return open_by_handle_at(AT_FDCWD, &handle.handle, O_RDONLY);
}

// What belongs to the bundle may be read, and not changed through the descriptor either.
static int resource(const struct surroundings *a) {
    return open(filled_in("{bundle}/resource", a), O_RDONLY | O_CLOEXEC);
}
/// Changes a mode, and looks whether it is another then: the call may be answered and not done.
static long give_mode_to(int file) {
    struct stat before, after;
    if (fstat(file, &before) < 0 || fchmod(file, (before.st_mode & 07777) ^ S_IROTH) < 0) return -1;
    errno = EPERM;
    return fstat(file, &after) == 0 && after.st_mode == before.st_mode ? -1 : 0;
}
static long give_resource_mode(const struct surroundings *a) { return give_mode_to(resource(a)); }
// What the kernel executed, which is a program of the bundle or that of a runtime.
static int running(void) { return open("/proc/self/exe", O_RDONLY | O_CLOEXEC); }
static long give_running_mode(const struct surroundings *a) { (void)a; return give_mode_to(running()); }
static long give_running_times(const struct surroundings *a) { (void)a; return futimens(running(), NULL); }
static long give_resource_times(const struct surroundings *a) { return futimens(resource(a), NULL); }
static long give_resource_attribute(const struct surroundings *a) {
    return fsetxattr(resource(a), "user.x", "", 0, 0);
}

static const struct attempt files[] = {
    READ("read /etc/passwd", "/etc/passwd"),
    ROOT_READ("read /etc/shadow", "/etc/shadow"),
    READ("read another container", "{other}/secret"),
    READ("read another container by ..", "{container}/../other/secret"),
    READ("read /etc/passwd by many ..", "{container}/../../../../../../../etc/passwd"),
    READ("read through its root in /proc", "/proc/self/root/etc/passwd"),
    READ("read through its thread's root in /proc", "/proc/thread-self/root/etc/passwd"),
    READ("read through its folder in /proc", "/proc/self/cwd/etc/passwd"),
    READ("read through init's root", "/proc/{init}/root/etc/passwd"),
    READ("read init's environment", "/proc/{init}/environ"),
    READ("read init's memory", "/proc/{init}/mem"),
    READ("read the launcher's environment", "/proc/{launcher}/environ"),
    READ("read through the launcher's root", "/proc/{launcher}/root/etc/passwd"),
    READ("read the broker's descriptor 0", "/proc/{broker}/fd/0"),
    ROOT_READ("read /proc/kcore", "/proc/kcore"),
    ROOT_READ("read the kernel's log", "/dev/kmsg"),
    ROOT_READ("open /dev/mem", "/dev/mem"),
    ROOT_READ("open /dev/kvm", "/dev/kvm"),
    ROOT_READ("open /dev/fuse", "/dev/fuse"),
    READ("open the terminal", "/dev/tty"),
    READ("open a terminal's factory", "/dev/ptmx"),
    FOLDER("/root", ROOT), FOLDER("/home", ANYBODY), FOLDER("{home}", ANYBODY), FOLDER("/tmp", ANYBODY),
    FOLDER("/var", ANYBODY), FOLDER("/sys", ANYBODY), FOLDER("/run", ANYBODY), FOLDER("/boot", ROOT),
    FOLDER("/dev/shm", ANYBODY), FOLDER("/etc", ANYBODY), FOLDER("{container}/..", ANYBODY), FOLDER("{other}", ANYBODY),
    CREATE("write into /", "/appex-escape", ROOT),
    CREATE("write into /tmp", "/tmp/appex-escape", ANYBODY),
    CREATE("write into /dev", "/dev/appex-escape", ROOT),
    CREATE("write into /usr/lib", "/usr/lib/appex-escape", ROOT),
    CREATE("write into the bundle", "{bundle}/escape", ANYBODY),
    CREATE("write into another container", "{other}/escape", ANYBODY),
    CREATE("write beside the container", "{container}/../escape", ANYBODY),
    WRITE("write into a file of the bundle", "{bundle}/resource", ANYBODY),
    // Nobody may write into a program that runs; but whoever may, does it by this path.
    FILE("write into the running program", "/proc/self/exe", "EROFS EACCES ETXTBSY", O_WRONLY, NOBODY),
    FILE("make a file without a name", "{container}", DENIED, O_TMPFILE | O_RDWR, ANYBODY),
    FILE("name a file without a right to it", "{container}", DENIED, O_PATH, ANYBODY),
    FILE("read past the times of a file", "{container}", DENIED, O_RDONLY | O_NOATIME, ANYBODY),
    FILE("make a file without a name elsewhere", "{other}", DENIED, O_TMPFILE | O_RDWR, ANYBODY),
    WRITE("write into its memory by /proc", "/proc/self/mem", ANYBODY),
    WRITE("change its user map", "/proc/self/uid_map", ANYBODY),
    WRITE("change its chance to be killed", "/proc/self/oom_score_adj", ANYBODY),
    WRITE("change a setting of the kernel", "/proc/sys/kernel/core_pattern", ROOT),
    WRITE("make the kernel run a program", "/proc/sys/kernel/modprobe", ROOT),
    WRITE("press the magic key", "/proc/sysrq-trigger", ROOT),
    WRITE("join a control group", "/sys/fs/cgroup/cgroup.procs", ROOT),
    DO("files", "read from a folder marked by its place", DENIED, mark_place),
    DO("files", "walk up from its container", ABSENT, walk_up),
    DO("files", "open a file by its handle", DENIED, open_by_handle, .proof = ROOT),
    DO("metadata", "give another container a mode", "ENOENT EPERM", give_mode),
    DO("metadata", "take another container over", "ENOENT EPERM", give_owner),
    DO("metadata", "give another container times", "ENOENT EPERM", give_times),
    DO("metadata", "give another's file an attribute", "ENOENT EPERM", give_attribute),
    DO("metadata", "list the attributes of another's file", "ENOENT EPERM", get_attribute),
    DO("metadata", "ask the size of another's file", ABSENT, get_size),
    DO("metadata", "cut another's file", "ENOENT EPERM", cut),
    DO("metadata", "watch the home folder", "ENOENT EPERM", watch),
    DO("metadata", "cut a file of the bundle", "EROFS EPERM", cut_resource),
    DO("metadata", "take a file of the bundle over", "EROFS EPERM", give_resource_owner),
    DO("metadata", "give a file of the bundle an attribute", "EROFS EPERM", name_resource),
    DO("metadata", "give a file of the bundle a mode by its descriptor", "EROFS EPERM", give_resource_mode),
    DO("metadata", "give a file of the bundle times by its descriptor", "EROFS EPERM", give_resource_times),
    DO("metadata", "give the running program a mode", "EROFS EPERM EBADF", give_running_mode),
    DO("metadata", "give the running program times", "EROFS EPERM EBADF EACCES", give_running_times),
    DO("metadata", "give a file of the bundle an attribute by its descriptor", "EROFS EPERM", give_resource_attribute),
};
const struct attempts file_attempts = ATTEMPTS(files);

/// Reads through a symbolic link in the container, `inside` which nothing else is.
static long through_link(const char *target, const char *rest, int flags, const struct surroundings *a) {
    const char *link = filled_in("{container}/link", a);
    char path[8192];
    unlink(link);
    if (symlink(filled_in(target, a), link) < 0) return 0;  // could not even try
    snprintf(path, sizeof path, "%s%s", link, rest);
    int file = open(path, flags | O_CLOEXEC, 0600), error = errno;
    unlink(link);
    errno = error;
    return file;
}
static long link_to_file(const struct surroundings *a) { return through_link("/etc/passwd", "", O_RDONLY, a); }
static long link_to_other(const struct surroundings *a) { return through_link("{other}/secret", "", O_RDONLY, a); }
static long link_upwards(const struct surroundings *a) { return through_link("../other", "/secret", O_RDONLY, a); }
static long link_to_root(const struct surroundings *a) { return through_link("/", "/etc/passwd", O_RDONLY, a); }
static long link_into_proc(const struct surroundings *a) {
    return through_link("/proc/{init}/root", "/etc/passwd", O_RDONLY, a);
}
static long link_to_nothing(const struct surroundings *a) {
    return through_link("/tmp/appex-escape", "", O_WRONLY | O_CREAT, a);
}

/// Makes a second name, below the container, for something outside.
static long second_name(const char *pattern, const struct surroundings *a) {
    const char *name = filled_in("{container}/second", a);
    long result = link(filled_in(pattern, a), name);
    if (result == 0) unlink(name);
    return result;
}
static long hard_link_other(const struct surroundings *a) { return second_name("{other}/secret", a); }
static long hard_link_resource(const struct surroundings *a) { return second_name("{bundle}/resource", a); }
static long hard_link_running(const struct surroundings *a) {
    const char *name = filled_in("{container}/second", a);
    long result = linkat(AT_FDCWD, "/proc/self/exe", AT_FDCWD, name, AT_SYMLINK_FOLLOW);
    if (result == 0) unlink(name);
    return result;
}
static long move_in(const struct surroundings *a) {
    const char *from = filled_in("{other}/secret", a), *to = filled_in("{container}/moved", a);
    long result = rename(from, to);
    if (result == 0) rename(to, from);
    return result;
}
static long move_out(const struct surroundings *a) {
    const char *from = filled_in("{container}/own", a), *to = filled_in("{other}/moved", a);
    close(open(from, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    return rename(from, to);
}
static long exchange(const struct surroundings *a) {
    const char *own = filled_in("{container}/own", a), *others = filled_in("{other}/secret", a);
    close(open(own, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    long result = renameat2(AT_FDCWD, own, AT_FDCWD, others, RENAME_EXCHANGE);
    if (result == 0) renameat2(AT_FDCWD, own, AT_FDCWD, others, RENAME_EXCHANGE);
    return result;
}

static long white_out(const struct surroundings *a) {
    const char *own = filled_in("{container}/own", a), *other = filled_in("{container}/own-moved", a);
    close(open(own, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    return renameat2(AT_FDCWD, own, AT_FDCWD, other, RENAME_WHITEOUT);
}

// The path race: one thread makes a name mean now a folder of its own, now another's; one opens through it.
struct race { const char *name, *spare; volatile bool over; volatile long swaps; };

static void *swap(void *argument) {
    struct race *race = argument;
    for (; !race->over; race->swaps++) {
        renameat2(AT_FDCWD, race->name, AT_FDCWD, race->spare, RENAME_EXCHANGE);
        sched_yield();  // where both share a processor, the other one has to get its turns
    }
    return NULL;
}

static long win_race(const struct surroundings *a) {
    enum { ROUNDS = 2000 };
    struct race race = { filled_in("{container}/name", a), filled_in("{container}/spare", a), false, 0 };
    const char *path = filled_in("{container}/name/secret", a);
    pthread_t thread;
    int file = -1, error = 0;
    mkdir(race.name, 0700);
    if (symlink(filled_in("{other}", a), race.spare) < 0 && errno != EEXIST) return 0;
    if (pthread_create(&thread, NULL, swap, &race) != 0) return 0;
    for (int round = 0; (round < ROUNDS || race.swaps < ROUNDS) && file < 0; round++) {
        file = open(path, O_RDONLY | O_CLOEXEC);
        error = errno;
    }
    race.over = true;
    pthread_join(thread, NULL);
    errno = error;
    return file;
}

static const struct attempt links[] = {
    DO("links", "read a file through a symbolic link", ABSENT, link_to_file),
    DO("links", "read another container through a symbolic link", ABSENT, link_to_other),
    DO("links", "read through a relative symbolic link", ABSENT, link_upwards),
    DO("links", "read through a symbolic link to /", ABSENT, link_to_root),
    DO("links", "read through a symbolic link to init's root", ABSENT, link_into_proc),
    DO("links", "create a file through a symbolic link", ABSENT " EROFS", link_to_nothing),
    DO("links", "give another's file a second name", ABSENT " EXDEV", hard_link_other),
    DO("links", "give a file of the bundle a second name", "EXDEV EACCES", hard_link_resource),
    DO("links", "give the running program a second name", DENIED, hard_link_running),
    DO("links", "move another's file into the container", ABSENT " EXDEV", move_in),
    DO("links", "move a file into another container", ABSENT " EXDEV", move_out),
    DO("links", "leave a device in place of a file", DENIED, white_out),
    DO("links", "exchange a file with another's", ABSENT " EXDEV", exchange),
    DO("links", "win a race for a path", ABSENT, win_race),
};
const struct attempts link_attempts = ATTEMPTS(links);

// A file that was handed over for reading, as attachments are.
static long write_to_it(const struct surroundings *a) { return write(a->file, "x", 1); }
static long cut_it(const struct surroundings *a) { return ftruncate(a->file, 6); }
static long map_it(const struct surroundings *a) {
    void *memory = mmap(NULL, 6, PROT_READ | PROT_WRITE, MAP_SHARED, a->file, 0);
    return memory == MAP_FAILED ? -1 : 0;
}
static long open_it_again(const struct surroundings *a) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", a->file);
    return open(path, O_RDWR | O_CLOEXEC);
}
static long open_beside_it(const struct surroundings *a) { return openat(a->file, "../secret", O_RDONLY | O_CLOEXEC); }
static long name_it(const struct surroundings *a) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", a->file);
    const char *name = filled_in("{container}/second", a);
    long result = linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
    if (result == 0) unlink(name);
    return result;
}
static long fill_space_of_it(const struct surroundings *a) { return fallocate(a->file, 0, 0, 4096); }
static long give_it_a_mode(const struct surroundings *a) { return give_mode_to(a->file); }
static long give_it_times(const struct surroundings *a) { return futimens(a->file, NULL); }
static long give_it_an_attribute(const struct surroundings *a) { return fsetxattr(a->file, "user.x", "", 0, 0); }
static long give_it_an_attribute_by_path(const struct surroundings *a) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", a->file);
    return setxattr(path, "user.x", "", 0, 0);
}
static long remove_an_attribute_of_it(const struct surroundings *a) { return fremovexattr(a->file, "user.known"); }
static long lock_it(const struct surroundings *a) { return flock(a->file, LOCK_EX | LOCK_NB); }
static struct flock read_lock = { .l_type = F_RDLCK, .l_whence = SEEK_SET };
static long read_lock_it(const struct surroundings *a) { return fcntl(a->file, F_SETLK, &read_lock); }
static long read_lock_it_open(const struct surroundings *a) { return fcntl(a->file, F_OFD_SETLK, &read_lock); }
static long lease_it(const struct surroundings *a) { return fcntl(a->file, F_SETLEASE, F_RDLCK); }
static long open_control_again(const struct surroundings *a) {
    (void)a;
    return open("/proc/self/fd/3", O_RDWR | O_CLOEXEC);
}
static long open_beside_control(const struct surroundings *a) {
    (void)a;
    return openat(3, "../etc/passwd", O_RDONLY | O_CLOEXEC);
}

static const struct attempt handed_over[] = {
    DO("handed over", "write into a handed-over file", "EBADF", write_to_it, .proof = NOBODY),
    DO("handed over", "cut a handed-over file", "EINVAL EBADF", cut_it, .proof = NOBODY),
    DO("handed over", "map a handed-over file for writing", "EACCES", map_it, .proof = NOBODY),
    DO("handed over", "open a handed-over file for writing", "EACCES", open_it_again),
    DO("handed over", "open a file beside a handed-over one", "ENOTDIR", open_beside_it, .proof = NOBODY),
    DO("handed over", "give a handed-over file a name of its own", DENIED, name_it),
    DO("handed over", "reserve space for a handed-over file", "EBADF", fill_space_of_it, .proof = NOBODY),
    DO("handed over", "take a lease on a handed-over file", DENIED, lease_it),
    DO("handed over", "give a handed-over file a mode", DENIED, give_it_a_mode),
    DO("handed over", "give a handed-over file times", DENIED, give_it_times),
    DO("handed over", "give a handed-over file an attribute", DENIED, give_it_an_attribute),
    DO("handed over", "give a handed-over file an attribute through /proc", DENIED, give_it_an_attribute_by_path),
    DO("handed over", "remove an attribute of a handed-over file", DENIED, remove_an_attribute_of_it),
    DO("handed over", "lock a handed-over file", DENIED, lock_it),
    DO("handed over", "keep a handed-over file from being locked for writing", DENIED, read_lock_it),
    DO("handed over", "lock a handed-over file for all its descriptors", DENIED, read_lock_it_open),
    DO("handed over", "open its control socket again", "ENXIO", open_control_again, .proof = NOBODY),
    DO("handed over", "open a file beside its control socket", "ENOTDIR", open_beside_control, .proof = NOBODY),
};
const struct attempts handed_over_attempts = ATTEMPTS(handed_over);
