/// Files for an extension that runs already. Its mounts can be changed only by somebody with power over
/// its namespaces: a short-lived child of the launcher, which joins them.
#include "launch.h"
#include <linux/magic.h>
#include <linux/nsfs.h>
#include <linux/openat2.h>
#include <sys/vfs.h>

/// Whether a file is in one of the kernel's own file systems, whose links lead anywhere.
static bool is_made_up(int file) {
    const uint32_t kernels[] = { PROC_SUPER_MAGIC, SYSFS_MAGIC, DEBUGFS_MAGIC, TRACEFS_MAGIC, SECURITYFS_MAGIC,
        CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC, HUGETLBFS_MAGIC };
    struct statfs system;
    if (fstatfs(file, &system) < 0) return true;
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        if ((uint32_t)system.f_type == kernels[i]) return true;
    return false;
}

/// Finds by its path what somebody else has named, perhaps among other mounts than ours. Fails unless
/// that very file or folder is there.
static int find_again(int named) {
    struct stat wanted, found;
    struct open_how how = { .flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_NO_SYMLINKS };
    char link[32], path[PATH_MAX] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", named);
    if (readlink(link, path, sizeof path - 1) < 0 || fstat(named, &wanted) < 0) return -1;
    int file = (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
    if (file < 0 || fstat(file, &found) < 0) return -1;
    errno = ESTALE;
    if (found.st_dev != wanted.st_dev || found.st_ino != wanted.st_ino) return -1;
    errno = EINVAL;
    return is_made_up(file) ? -1 : file;
}

/// Takes a detached copy of the mount at `path` below `folder`, with other rights.
static int take(int folder, const char *path, uint64_t add, uint64_t remove) {
    // Private: what is mounted in a folder later stays outside, as does, without "recursive", what is now.
    struct mount_attr attr = { .attr_set = add, .attr_clr = remove, .propagation = MS_PRIVATE };
    int mount = open_tree(folder, path, AT_EMPTY_PATH | OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
    return mount < 0 || mount_setattr(mount, "", AT_EMPTY_PATH, &attr, sizeof attr) < 0 ? -1 : mount;
}

static int attach(int file, int root, const char *folder, const char *path) {
    struct stat info;
    if (fstat(file, &info) < 0 || mkdirat(root, folder + 1, 0755) < 0) return -1;
    int made = S_ISDIR(info.st_mode) ? mkdirat(root, path + 1, 0755) : mknodat(root, path + 1, S_IFREG | 0444, 0);
    return made < 0 ? -1 : move_mount(file, "", AT_FDCWD, path, MOVE_MOUNT_F_EMPTY_PATH);
}

/// Whoever has opened the file keeps it, but nobody can open it anew.
static int detach(int root, const char *folder, const char *path) {
    if (umount2(path, MNT_DETACH | UMOUNT_NOFOLLOW) < 0 && errno != EINVAL && errno != ENOENT) return -1;
    if (unlinkat(root, path + 1, 0) < 0) unlinkat(root, path + 1, AT_REMOVEDIR);
    unlinkat(root, folder + 1, AT_REMOVEDIR);
    return 0;
}

int grant_change(const struct grant *grant, bool own_user, int named) {
    const uint64_t data = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC;
    char folder[64], path[64 + NAME_MAX];
    int file = -1, user = own_user ? ioctl(grant->mounts, NS_GET_USERNS) : -1;
    snprintf(folder, sizeof folder, "%s/%lx", GRANT_PLACE, grant->number);
    snprintf(path, sizeof path, "%s/%s", folder, grant->name);
    alarm(5);  // seconds: a path may lead to a file system that never answers
    at("namespaces", "");
    // Having every capability in a user namespace is power over its own mounts only: those outside have to
    // be copied before something can be taken out of them.
    if ((own_user && setns(user, CLONE_NEWUSER) < 0) || (named >= 0 && unshare(CLONE_NEWNS) < 0)) return -1;
    at("file", grant->name);
    if (named >= 0 && ((file = find_again(named)) < 0 || (file = take(file, "", data, 0)) < 0)) return -1;
    at("private root", path);
    if (setns(grant->mounts, CLONE_NEWNS) < 0) return -1;
    int root = take(AT_FDCWD, "/", 0, MOUNT_ATTR_RDONLY);  // writable through this descriptor alone
    return root < 0 ? -1 : named >= 0 ? attach(file, root, folder, path) : detach(root, folder, path);
}
