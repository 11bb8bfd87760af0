/// Finds out which layers this machine gives, by building each one for real in a throw-away child.
#include "launch.h"

/// Moves to a network without anything in it, not even a loopback that is up. Every extension is born there,
/// and /proc/<pid>/net tells it nothing of the machine's; a network of its own would cost each launch 0.35 ms.
static int leave_network(const struct layers *layers) {
    if (syscall(SYS_unshare, CLONE_NEWNET) == 0) return 0;
    // Without the right to do so, in a user namespace in which everybody is who he was.
    if (syscall(SYS_unshare, CLONE_NEWUSER | CLONE_NEWNET) < 0) return -1;
    return map_identity(layers, layers->uid, layers->gid);
}

/// Builds one layer around the caller. A namespace is already there: the child was made in it.
static int build(const struct layers *layers, enum layer layer) {
    static const struct plan nothing_visible;
    if (layer == LAYER_MOUNT) return root_prepare() < 0 ? -1 : root_enter(&nothing_visible);
    if (layer == LAYER_NETWORK) return leave_network(layers);
    if (layer < LAYER_NO_NEW_PRIVS) return 0;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
    if (layer == LAYER_LANDLOCK) return layers_landlock(NULL, layers);
    if (layer == LAYER_SECCOMP) return layers_own_signals();
    // Fails with EBUSY below a listener of somebody else, as some container managers have one.
    return layer == LAYER_EXEC_ONCE ? layers_gate() : 0;
}

/// Notes 0 or the errno of the attempt. Returns whether the layer is up.
static bool probe(struct layers *layers, enum layer layer, uint64_t namespaces) {
    int status = 0;
    pid_t pid = clone_process(namespaces, NULL);
    if (pid == 0) {
        bool mapped = !(namespaces & CLONE_NEWUSER) || map_identity(layers, INNER_ID, INNER_ID) == 0;
        _exit(mapped && build(layers, layer) >= 0 ? 0 : errno);
    }
    if (pid < 0 || waitpid(pid, &status, 0) < 0)
        layers->error[layer] = errno;
    else
        layers->error[layer] = WIFEXITED(status) ? WEXITSTATUS(status) : ECHILD;
    return layers->error[layer] == 0;
}

static void probe_namespaces(struct layers *layers) {
    static const struct { enum layer layer; uint64_t flag; } spare[] = {
        { LAYER_IPC, CLONE_NEWIPC }, { LAYER_UTS, CLONE_NEWUTS }, { LAYER_CGROUP, CLONE_NEWCGROUP },
    };
    // Without a user namespace only the machine's root may make the others.
    bool own_user = probe(layers, LAYER_USER, CLONE_NEWUSER) || layers->uid != 0;
    const uint64_t user = own_user ? CLONE_NEWUSER : 0;
    uint64_t flags = user | CLONE_NEWPID | CLONE_NEWNS;
    for (size_t i = 0; i < sizeof spare / sizeof spare[0]; i++)
        if (probe(layers, spare[i].layer, user | spare[i].flag)) flags |= spare[i].flag;
    bool pid = probe(layers, LAYER_PID, user | CLONE_NEWPID), root = probe(layers, LAYER_MOUNT, flags);
    layers->namespaces = pid && root ? flags : 0;
    // A pid namespace needs its own /proc, and the others protect little without a private root.
    for (enum layer layer = LAYER_USER; layer <= LAYER_CGROUP && !layers->namespaces; layer++)
        if (!layers->error[layer]) layers->error[layer] = ECANCELED;
}

void probe_layers(struct layers *layers) {
    *layers = (struct layers){ .uid = geteuid(), .gid = getegid(), .landlock_abi = landlock_abi() };
    if (probe(layers, LAYER_NETWORK, 0) && leave_network(layers) < 0) layers->error[LAYER_NETWORK] = errno;
    probe_namespaces(layers);
    probe(layers, LAYER_NO_NEW_PRIVS, 0);
    if (!probe(layers, LAYER_LANDLOCK, 0)) layers->landlock_abi = 0;
    probe(layers, LAYER_SECCOMP, 0);
    probe(layers, LAYER_EXEC_ONCE, 0);
}
