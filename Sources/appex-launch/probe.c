/// Finds out which walls this machine gives, by building each one for real in a throw-away child.
#include "launch.h"

typedef int (*step)(const struct walls *walls);

/// Runs `step` in a child with `flags`. Returns 0 or the errno of what failed.
static int attempt(const struct walls *walls, uint64_t flags, step step) {
    int status = 0;
    pid_t pid = clone_process(flags, NULL);
    if (pid < 0) return errno;
    if (pid == 0) {
        bool mapped = !(flags & CLONE_NEWUSER) || map_identity(walls) == 0;
        _exit(mapped && (!step || step(walls) >= 0) ? 0 : errno);
    }
    if (waitpid(pid, &status, 0) < 0) return errno;
    return WIFEXITED(status) ? WEXITSTATUS(status) : ECHILD;
}

static int try_private_root(const struct walls *walls) {
    static const struct plan nothing_visible;
    (void)walls;
    return root_enter(&nothing_visible);
}

static int try_no_new_privs(const struct walls *walls) {
    (void)walls;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

static int try_landlock(const struct walls *walls) {
    return try_no_new_privs(walls) < 0 ? -1 : walls_landlock(NULL, walls->landlock_abi);
}

static int try_seccomp(const struct walls *walls) {
    return try_no_new_privs(walls) < 0 ? -1 : walls_gate(false);
}

/// Fails with EBUSY below a listener of somebody else, as some container managers have one.
static int try_exec_once(const struct walls *walls) {
    return try_no_new_privs(walls) < 0 ? -1 : walls_gate(true);
}

static void probe_namespaces(struct walls *walls) {
    static const struct { enum wall wall; uint64_t flag; } spare[] = {
        { WALL_IPC, CLONE_NEWIPC }, { WALL_UTS, CLONE_NEWUTS }, { WALL_CGROUP, CLONE_NEWCGROUP },
    };
    int32_t *error = walls->error;
    error[WALL_USER] = attempt(walls, CLONE_NEWUSER, NULL);
    // Without a user namespace only the machine's root may make the others.
    const uint64_t user = error[WALL_USER] && walls->uid == 0 ? 0 : CLONE_NEWUSER;
    uint64_t flags = user | CLONE_NEWPID | CLONE_NEWNS;
    for (size_t i = 0; i < sizeof spare / sizeof spare[0]; i++) {
        error[spare[i].wall] = attempt(walls, user | spare[i].flag, NULL);
        flags |= error[spare[i].wall] ? 0 : spare[i].flag;
    }
    error[WALL_PID] = attempt(walls, user | CLONE_NEWPID, NULL);
    error[WALL_MOUNT] = attempt(walls, flags, try_private_root);
    if (!error[WALL_PID] && !error[WALL_MOUNT]) {
        walls->namespaces = flags;
        return;
    }
    // A pid namespace needs its own /proc, and the others protect little without a private root.
    for (enum wall wall = WALL_USER; wall <= WALL_CGROUP; wall++)
        error[wall] = error[wall] ? error[wall] : ECANCELED;
}

void probe_walls(struct walls *walls) {
    *walls = (struct walls){ .uid = geteuid(), .gid = getegid(), .landlock_abi = landlock_abi() };
    probe_namespaces(walls);
    walls->error[WALL_NO_NEW_PRIVS] = attempt(walls, 0, try_no_new_privs);
    walls->error[WALL_LANDLOCK] = walls->landlock_abi ? attempt(walls, 0, try_landlock) : ENOSYS;
    walls->error[WALL_SECCOMP] = attempt(walls, 0, try_seccomp);
    walls->error[WALL_EXEC_ONCE] = attempt(walls, 0, try_exec_once);
    if (walls->error[WALL_LANDLOCK])
        walls->landlock_abi = 0;
}
