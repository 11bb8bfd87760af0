/// The private root: a small read-only tmpfs that holds the plan's paths at the same places as
/// outside, a /proc of this pid namespace and five device nodes.
#include "launch.h"

// A mount that is made while the old root is still there and attached in the new one.
struct source {
    const char *path;
    int fd;            // detached mount, or -1 when there is nothing to attach
    char target[256];  // of a symbolic link to reproduce, else empty
};

static int root = -1;  // the private root, until it is the only one

/// Takes a detached copy of what is mounted at `path`, with reduced rights.
static int open_source(struct source *source, const char *path, bool system, uint64_t attributes) {
    *source = (struct source){ .path = path, .fd = -1 };
    at("visible path", path);
    if (system && (readlink(path, source->target, sizeof source->target - 1) > 0
                   || errno == ENOENT || errno == ENOTDIR))
        return 0;
    // Recursive, because a copy that would uncover what a locked mount hides is refused.
    source->fd = open_tree(AT_FDCWD, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
    if (source->fd < 0) return -1;
    struct mount_attr attr = { .attr_set = attributes };
    return mount_setattr(source->fd, "", AT_EMPTY_PATH | AT_RECURSIVE, &attr, sizeof attr);
}

static int open_bind(struct source *source, const struct bind *bind) {
    uint64_t attributes = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
    if (!(bind->flags & BIND_WRITE)) attributes |= MOUNT_ATTR_RDONLY;
    // Data must never run: noexec stops execve, ld.so and mmap(PROT_EXEC) of files alike.
    if ((bind->flags & BIND_WRITE) || !(bind->flags & BIND_CODE)) attributes |= MOUNT_ATTR_NOEXEC;
    return open_source(source, bind->path, bind->flags & BIND_SYSTEM, attributes);
}

/// Makes a file system of its own, not attached anywhere. Options are name, value, … , null.
static int new_mount(const char *type, const char *const options[], unsigned attributes) {
    at("private mount", type);
    int context = fsopen(type, FSOPEN_CLOEXEC);
    if (context < 0) return -1;
    int failed = 0;
    for (int i = 0; options[i] && !failed; i += 2)
        failed = fsconfig(context, FSCONFIG_SET_STRING, options[i], options[i + 1], 0);
    if (!failed) failed = fsconfig(context, FSCONFIG_CMD_CREATE, NULL, NULL, 0);
    return closing(context, failed ? -1 : fsmount(context, FSMOUNT_CLOEXEC, attributes));
}

/// A /proc of this pid namespace: no /proc/sys, no process of anybody else, nothing to write.
static int open_proc(struct source *source) {
    static const char *const options[] = { "subset", "pid", "hidepid", "invisible", NULL };
    *source = (struct source){ .path = "/proc" };
    source->fd = new_mount("proc", options, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID
                                            | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC);
    return source->fd;
}

/// Lays an empty tmpfs over the old root, out of the way of paths, which still start at that.
static int open_root(void) {
    // Room for mount points only: nothing in it can be used to fill memory.
    static const char *const options[] = { "mode", "0755", "size", "64k", "nr_inodes", "1024", NULL };
    root = new_mount("tmpfs", options, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC);
    // Without a user namespace mounts may be shared with the machine: nothing propagates back.
    return root < 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ? -1
        : move_mount(root, "", AT_FDCWD, "/", MOVE_MOUNT_F_EMPTY_PATH);
}

/// Makes it the root, and lets go of the old one.
static int pivot(void) {
    at("pivot_root", "/");
    if (fchdir(root) < 0 || syscall(SYS_pivot_root, ".", ".") < 0) return -1;
    // The old root now lies on top of the new one; after this no path leads to it.
    return umount2(".", MNT_DETACH) < 0 ? -1 : chdir("/");
}

/// Creates the directories above `path`. Those inside an attached read-only mount exist already.
static int make_parents(const char *path) {
    char parent[PATH_MAX];
    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        size_t length = (size_t)(slash - path);
        if (length >= sizeof parent) {
            errno = ENAMETOOLONG;
            return -1;
        }
        memcpy(parent, path, length);
        parent[length] = 0;
        if (mkdirat(root, parent + 1, 0755) < 0 && errno != EEXIST && errno != EROFS) return -1;
    }
    return 0;
}

static int make_mount_point(const struct source *source) {
    struct stat info;
    if (fstat(source->fd, &info) < 0) return -1;
    int made = S_ISDIR(info.st_mode) ? mkdirat(root, source->path + 1, 0755)
        : mknodat(root, source->path + 1, S_IFREG | 0444, 0);
    return made < 0 && errno != EEXIST && errno != EROFS ? -1 : 0;
}

static int attach(const struct source *source) {
    if (source->fd < 0 && !source->target[0]) return 0;
    at("mount", source->path);
    if (make_parents(source->path) < 0) return -1;
    if (source->target[0])
        return symlinkat(source->target, root, source->path + 1) < 0 && errno != EEXIST ? -1 : 0;
    if (make_mount_point(source) < 0) return -1;
    return closing(source->fd, move_mount(source->fd, "", root, source->path + 1, MOVE_MOUNT_F_EMPTY_PATH));
}

int root_prepare(void) {
    const uint64_t device = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC;
    struct source source;
    if (open_root() < 0) return -1;
    for (int i = 0; device_nodes[i]; i++)
        if (open_source(&source, device_nodes[i], true, device) < 0 || attach(&source) < 0) return -1;
    // The kernel allows a new /proc only while the machine's own is in sight.
    return open_proc(&source) < 0 || attach(&source) < 0 ? -1 : make_parents(GRANT_PLACE "/");
}

int root_cover(const char *program) {
    static char folder[PATH_MAX];  // an error names it
    const char *end = strrchr(program, '/');
    struct source source;
    snprintf(folder, sizeof folder, "%.*s", (int)(end - program), program);
    if (open_source(&source, folder, false, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV) < 0) return -1;
    return closing(source.fd, move_mount(source.fd, "", AT_FDCWD, folder,
                                         MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_SYMLINKS));
}

/// Writes where names are asked for, in place of the machine's file, whose name server cannot be reached.
static int write_resolver(void) {
    // One question at a time, because two at once need a system call that is not allowed.
    static const char text[] = "nameserver " NETWORK_RESOLVER "\noptions single-request\n";
    at("name server", "/etc/resolv.conf");
    if (mkdirat(root, "etc", 0755) < 0 && errno != EEXIST) return -1;
    int fd = openat(root, "etc/resolv.conf", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444);
    return fd < 0 ? -1 : closing(fd, write(fd, text, sizeof text - 1) < 0 ? -1 : 0);
}

/// Makes the link by which a runtime that was executed in advance finds the extension's home folder.
static int link_home(const struct plan *plan) {
    static const char variable[] = "HOME=";
    at("home folder", HOME_PLACE);
    for (int i = 0; plan->environment[i]; i++)
        if (strncmp(plan->environment[i], variable, sizeof variable - 1) == 0)
            return symlinkat(plan->environment[i] + sizeof variable - 1, root, &HOME_PLACE[1]);
    return 0;
}

int root_enter(const struct plan *plan) {
    static struct source sources[BIND_MAX];
    // All sources first: so they may lie anywhere.
    for (uint32_t i = 0; i < plan->bind_count; i++)
        if (open_bind(&sources[i], &plan->binds[i]) < 0) return -1;
    // From here on no path of a plan, and no link on its way, leads out of the private root.
    if (pivot() < 0) return -1;
    for (uint32_t i = 0; i < plan->bind_count; i++)
        if (attach(&sources[i]) < 0) return -1;
    if ((plan->flags & PLAN_NETWORK) && write_resolver() < 0) return -1;
    if ((plan->flags & PLAN_RUNTIME) && link_home(plan) < 0) return -1;
    at("read-only root", "/");
    struct mount_attr attr = { .attr_set = MOUNT_ATTR_RDONLY };
    return closing(root, mount_setattr(AT_FDCWD, "/", 0, &attr, sizeof attr));
}
