/// Finds out which walls this machine gives, by building each one for real in a throw-away child.
#include "launch.h"

/// Moves to a network without anything in it, not even a loopback that is up. Every extension is born there,
/// and /proc/<pid>/net tells it nothing of the machine's; a network of its own would cost each launch 0.35 ms.
static int leave_network(const struct walls *walls) {
    if (syscall(SYS_unshare, CLONE_NEWNET) == 0) return 0;
    // Without the right to do so, in a user namespace in which everybody is who he was.
    if (syscall(SYS_unshare, CLONE_NEWUSER | CLONE_NEWNET) < 0) return -1;
    return map_identity(walls, walls->uid, walls->gid);
}

/// Builds one wall around the caller. A namespace is already there: the child was made in it.
static int build(const struct walls *walls, enum wall wall) {
    static const struct plan nothing_visible;
    if (wall == WALL_MOUNT) return root_prepare() < 0 ? -1 : root_enter(&nothing_visible);
    if (wall == WALL_NETWORK) return leave_network(walls);
    if (wall < WALL_NO_NEW_PRIVS) return 0;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
    if (wall == WALL_LANDLOCK) return walls_landlock(NULL, walls);
    if (wall == WALL_SECCOMP) return walls_own_signals();
    // Fails with EBUSY below a listener of somebody else, as some container managers have one.
    return wall == WALL_EXEC_ONCE ? walls_gate() : 0;
}

/// Notes 0 or the errno of the attempt. Returns whether the wall is up.
static bool probe(struct walls *walls, enum wall wall, uint64_t namespaces) {
    int status = 0;
    pid_t pid = clone_process(namespaces, NULL);
    if (pid == 0) {
        bool mapped = !(namespaces & CLONE_NEWUSER) || map_identity(walls, INNER_ID, INNER_ID) == 0;
        _exit(mapped && build(walls, wall) >= 0 ? 0 : errno);
    }
    if (pid < 0 || waitpid(pid, &status, 0) < 0)
        walls->error[wall] = errno;
    else
        walls->error[wall] = WIFEXITED(status) ? WEXITSTATUS(status) : ECHILD;
    return walls->error[wall] == 0;
}

static void probe_namespaces(struct walls *walls) {
    static const struct { enum wall wall; uint64_t flag; } spare[] = {
        { WALL_IPC, CLONE_NEWIPC }, { WALL_UTS, CLONE_NEWUTS }, { WALL_CGROUP, CLONE_NEWCGROUP },
    };
    // Without a user namespace only the machine's root may make the others.
    bool own_user = probe(walls, WALL_USER, CLONE_NEWUSER) || walls->uid != 0;
    const uint64_t user = own_user ? CLONE_NEWUSER : 0;
    uint64_t flags = user | CLONE_NEWPID | CLONE_NEWNS;
    for (size_t i = 0; i < sizeof spare / sizeof spare[0]; i++)
        if (probe(walls, spare[i].wall, user | spare[i].flag)) flags |= spare[i].flag;
    bool pid = probe(walls, WALL_PID, user | CLONE_NEWPID), root = probe(walls, WALL_MOUNT, flags);
    walls->namespaces = pid && root ? flags : 0;
    // A pid namespace needs its own /proc, and the others protect little without a private root.
    for (enum wall wall = WALL_USER; wall <= WALL_CGROUP && !walls->namespaces; wall++)
        if (!walls->error[wall]) walls->error[wall] = ECANCELED;
}

void probe_walls(struct walls *walls) {
    *walls = (struct walls){ .uid = geteuid(), .gid = getegid(), .landlock_abi = landlock_abi() };
    if (probe(walls, WALL_NETWORK, 0) && leave_network(walls) < 0) walls->error[WALL_NETWORK] = errno;
    probe_namespaces(walls);
    probe(walls, WALL_NO_NEW_PRIVS, 0);
    if (!probe(walls, WALL_LANDLOCK, 0)) walls->landlock_abi = 0;
    probe(walls, WALL_SECCOMP, 0);
    probe(walls, WALL_EXEC_ONCE, 0);
}
