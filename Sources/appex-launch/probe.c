/// Finds out which walls this machine gives, by building each one for real in a throw-away child.
#define _GNU_SOURCE
#include "launch.h"
#include <errno.h>
#include <linux/sched.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int (*step)(const struct walls *walls);

/// Runs `step` in a child with `flags`. Returns 0 or the errno of what failed.
static int attempt(const struct walls *walls, uint64_t flags, step step)
{
    pid_t pid = clone_process(flags, NULL);
    if (pid < 0)
        return errno;
    if (pid == 0) {
        bool mapped = !(flags & CLONE_NEWUSER) || map_identity(walls) == 0;
        _exit(mapped && (!step || step(walls) >= 0) ? 0 : errno);
    }
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : ECHILD;
}

static int try_private_root(const struct walls *walls)
{
    (void)walls;
    static const struct plan empty = { 0 };
    return root_enter(&empty);
}

static int try_no_new_privs(const struct walls *walls)
{
    (void)walls;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

static int try_landlock(const struct walls *walls)
{
    return try_no_new_privs(walls) < 0 ? -1 : walls_landlock_nothing(walls->landlock_abi);
}

static int try_seccomp(const struct walls *walls)
{
    return try_no_new_privs(walls) < 0 ? -1 : walls_gate(false);
}

static int try_exec_once(const struct walls *walls)
{
    // Fails with EBUSY below another listener, as some container managers have one.
    return try_no_new_privs(walls) < 0 ? -1 : walls_gate(true);
}

static void probe_namespaces(struct walls *walls)
{
    int32_t *error = walls->error;
    error[WALL_USER] = attempt(walls, CLONE_NEWUSER, NULL);
    // Without a user namespace only the machine's root may still make the others.
    uint64_t base = error[WALL_USER] && walls->uid == 0 ? 0 : CLONE_NEWUSER;
    const struct { enum wall wall; uint64_t flag; } extra[] = {
        { WALL_IPC, CLONE_NEWIPC }, { WALL_UTS, CLONE_NEWUTS }, { WALL_CGROUP, CLONE_NEWCGROUP },
    };
    uint64_t flags = base | CLONE_NEWPID | CLONE_NEWNS;
    for (size_t i = 0; i < sizeof extra / sizeof extra[0]; i++) {
        error[extra[i].wall] = attempt(walls, base | extra[i].flag, NULL);
        if (!error[extra[i].wall])
            flags |= extra[i].flag;
    }
    error[WALL_PID] = attempt(walls, base | CLONE_NEWPID, NULL);
    error[WALL_MOUNT] = attempt(walls, flags, try_private_root);
    if (!error[WALL_PID] && !error[WALL_MOUNT]) {
        walls->namespaces = flags;
        return;
    }
    // A pid namespace needs its own /proc, and the others protect little without a private root.
    for (enum wall wall = WALL_USER; wall <= WALL_CGROUP; wall++)
        if (!error[wall])
            error[wall] = ECANCELED;
}

void probe_walls(struct walls *walls)
{
    memset(walls, 0, sizeof *walls);
    walls->uid = geteuid();
    walls->gid = getegid();
    probe_namespaces(walls);
    walls->landlock_abi = landlock_abi();
    walls->error[WALL_NO_NEW_PRIVS] = attempt(walls, 0, try_no_new_privs);
    walls->error[WALL_LANDLOCK] = walls->landlock_abi ? attempt(walls, 0, try_landlock) : ENOSYS;
    if (walls->error[WALL_LANDLOCK])
        walls->landlock_abi = 0;
    walls->error[WALL_SECCOMP] = attempt(walls, 0, try_seccomp);
    walls->error[WALL_EXEC_ONCE] = attempt(walls, 0, try_exec_once);
}

bool walls_meet_floor(const struct walls *walls)
{
    return !walls->error[WALL_NO_NEW_PRIVS] && !walls->error[WALL_LANDLOCK]
        && !walls->error[WALL_SECCOMP];
}
