/// The private root: a small read-only tmpfs that holds the plan's paths at the same places as
/// outside, a /proc of this pid namespace and five device nodes.
#define _GNU_SOURCE
#include "launch.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

const char *const device_nodes[] = {
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", NULL,
};
enum { DEVICE_COUNT = sizeof device_nodes / sizeof device_nodes[0] - 1 };

// A mount that is prepared while the old root is still there and attached in the new one.
struct source {
    const char *path;
    int fd;            // detached mount, or -1 when there is nothing to attach
    char target[256];  // of a symbolic link to reproduce, else empty
};

/// Takes a detached copy of the mount at `source->path` and reduces its rights.
static int open_source(struct source *source, uint64_t attributes, bool system)
{
    source->fd = -1;
    source->target[0] = 0;
    if (system) {
        ssize_t length = readlink(source->path, source->target, sizeof source->target - 1);
        source->target[length > 0 ? length : 0] = 0;
        if (length > 0 || errno == ENOENT || errno == ENOTDIR)
            return 0;
    }
    // Recursive, because a copy that would uncover what a locked mount hides is refused.
    source->fd = open_tree(AT_FDCWD, source->path,
                           OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
    if (source->fd < 0)
        return -1;
    struct mount_attr attr = { .attr_set = attributes };
    return mount_setattr(source->fd, "", AT_EMPTY_PATH | AT_RECURSIVE, &attr, sizeof attr);
}

static int open_bind(struct source *source, const struct bind *bind)
{
    uint64_t attributes = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
    if (!(bind->flags & BIND_WRITE))
        attributes |= MOUNT_ATTR_RDONLY;
    // Data must never run: noexec stops execve, ld.so and mmap(PROT_EXEC) of files alike.
    if ((bind->flags & BIND_WRITE) || !(bind->flags & BIND_CODE))
        attributes |= MOUNT_ATTR_NOEXEC;
    source->path = bind->path;
    at("visible path", bind->path);
    return open_source(source, attributes, bind->flags & BIND_SYSTEM);
}

static int open_device(struct source *source, const char *path)
{
    source->path = path;
    at("device", path);
    return open_source(source, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC, true);
}

/// Makes a file system of its own, not yet attached anywhere. Options are name, value, … , null.
static int new_mount(const char *type, const char *const options[], unsigned attributes)
{
    int context = fsopen(type, FSOPEN_CLOEXEC);
    if (context < 0)
        return -1;
    int failed = 0;
    for (int i = 0; options[i] && !failed; i += 2)
        failed = fsconfig(context, FSCONFIG_SET_STRING, options[i], options[i + 1], 0);
    if (!failed)
        failed = fsconfig(context, FSCONFIG_CMD_CREATE, NULL, NULL, 0);
    int mount = failed ? -1 : fsmount(context, FSMOUNT_CLOEXEC, attributes);
    int error = errno;
    close(context);
    errno = error;
    return mount;
}

/// A /proc that shows this pid namespace only, no /proc/sys, and no process that is not one's own.
static int open_proc(struct source *source)
{
    static const char *const options[] = { "subset", "pid", "hidepid", "invisible", NULL };
    source->path = "/proc";
    source->target[0] = 0;
    at("private /proc", "");
    source->fd = new_mount("proc", options, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID
                                            | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC);
    return source->fd < 0 ? -1 : 0;
}

/// Makes an empty tmpfs the root and lets go of the old one.
static int pivot(void)
{
    // Room for mount points only: nothing inside can be used to fill memory.
    static const char *const options[] = {
        "mode", "0755", "size", "64k", "nr_inodes", "512", NULL,
    };
    at("private root", "");
    int root = new_mount("tmpfs", options, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC);
    if (root < 0)
        return -1;
    // Without a user namespace mounts are shared with the machine: nothing may propagate back.
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0)
        return -1;
    if (move_mount(root, "", AT_FDCWD, "/", MOVE_MOUNT_F_EMPTY_PATH) < 0)
        return -1;
    at("pivot_root", "");
    if (fchdir(root) < 0 || syscall(SYS_pivot_root, ".", ".") < 0)
        return -1;
    // The old root now lies on top of the new one; from here on no path leads to it.
    if (umount2(".", MNT_DETACH) < 0 || chdir("/") < 0)
        return -1;
    return close(root);
}

/// Creates the directories above `path`. Those inside an attached mount exist already.
static int make_parents(const char *path)
{
    char parent[PATH_MAX];
    if (strlen(path) >= sizeof parent) {
        errno = ENAMETOOLONG;
        return -1;
    }
    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        size_t length = (size_t)(slash - path);
        memcpy(parent, path, length);
        parent[length] = 0;
        if (mkdir(parent, 0755) < 0 && errno != EEXIST && errno != EROFS)
            return -1;
    }
    return 0;
}

static int make_mount_point(const struct source *source)
{
    struct stat info;
    if (fstat(source->fd, &info) < 0)
        return -1;
    if (S_ISDIR(info.st_mode))
        return mkdir(source->path, 0755) < 0 && errno != EEXIST && errno != EROFS ? -1 : 0;
    int file = open(source->path, O_CREAT | O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0444);
    if (file < 0)
        return errno == EROFS ? 0 : -1;
    return close(file);
}

static int attach(struct source *source)
{
    at("mount", source->path);
    if (source->fd < 0 && !source->target[0])
        return 0;
    if (make_parents(source->path) < 0)
        return -1;
    if (source->target[0])
        return symlink(source->target, source->path) < 0 && errno != EEXIST ? -1 : 0;
    if (make_mount_point(source) < 0)
        return -1;
    if (move_mount(source->fd, "", AT_FDCWD, source->path, MOVE_MOUNT_F_EMPTY_PATH) < 0)
        return -1;
    return close(source->fd);
}

int root_enter(const struct plan *plan)
{
    static struct source sources[BIND_MAX + DEVICE_COUNT + 1];
    int count = 0;
    // All sources first: paths below any directory work, and /proc may only be mounted while
    // the machine's own /proc is still in sight.
    for (uint32_t i = 0; i < plan->bind_count; i++)
        if (open_bind(&sources[count++], &plan->binds[i]) < 0)
            return -1;
    for (int i = 0; device_nodes[i]; i++)
        if (open_device(&sources[count++], device_nodes[i]) < 0)
            return -1;
    if (open_proc(&sources[count++]) < 0 || pivot() < 0)
        return -1;
    for (int i = 0; i < count; i++)
        if (attach(&sources[i]) < 0)
            return -1;
    at("read-only root", "");
    struct mount_attr attr = { .attr_set = MOUNT_ATTR_RDONLY };
    return mount_setattr(AT_FDCWD, "/", 0, &attr, sizeof attr);
}
