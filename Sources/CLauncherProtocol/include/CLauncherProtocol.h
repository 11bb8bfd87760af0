/// The messages between the broker and its launcher: constants and structures that both sides share.
///
/// The broker (AppexSandbox, in Swift) and the launcher (appex-launch, in C) are compiled against this header, so neither
/// repeats a number or an offset of the other. One packet of the launcher's socket is one message. Everything is
/// little-endian and without padding.
#pragma once
#include <stdint.h>

enum {
    PROTOCOL_VERSION = 1,
    /// Bytes of one request. A plan with its environment has 3 to 8 KiB.
    MESSAGE_MAX = 64 * 1024,
    /// Instructions of a plan's seccomp program. The allow-list has about 500; the kernel refuses over 4,096.
    INSTRUCTION_MAX = 2048,
};

/// What the broker asks of the launcher.
enum {
    REQUEST_HELLO = 1,  ///< Answered by a report. No body.
    REQUEST_LAUNCH,     ///< Starts an extension. The body is a plan; plan.c says in which order.
    REQUEST_KILL,       ///< Ends the extension of the launch `id`. No body.
    REQUEST_GRANT,      ///< Gives a file to a running extension: u64 launch, u64 number, string name.
    REQUEST_REVOKE,     ///< Takes the file away again. The body is that of a grant.
    REQUEST_PING,       ///< Answered at once by "alive" with the same `id`: the launcher still serves requests.
    REQUEST_CONTINUE,   ///< Goes on with the launch `id`, which has a network. No body.
    REQUEST_WARM,       ///< Executes a runtime in advance. The body is a plan, of which only program and environment are used. An empty body ends that.
};

/// The beginning of every request. The body follows.
struct request { uint32_t kind, version; uint64_t id; };

/// The layers of the sandbox, in the order of a report. A value is 0 if the layer works, the errno of the attempt if it
/// does not, or ECANCELED for a namespace that works but is of no use because a private root does not.
enum layer {
    LAYER_USER, LAYER_PID, LAYER_MOUNT, LAYER_IPC, LAYER_UTS, LAYER_CGROUP,
    LAYER_NO_NEW_PRIVS, LAYER_LANDLOCK, LAYER_SECCOMP, LAYER_EXEC_ONCE, LAYER_NETWORK, LAYER_COUNT
};

/// What the launcher tells the broker. "Announced" stays inside the launcher; the kernel attaches the sender's pid to it.
enum {
    EVENT_ANNOUNCED = 1, EVENT_NETWORK = 128, EVENT_REPORT, EVENT_STARTED, EVENT_FAILED, EVENT_EXITED, EVENT_CHANGED, EVENT_ALIVE
};

enum { STEP_MAX = 32, SUBJECT_MAX = 256 };

/// One structure for all events: extension to init, init to launcher, launcher to broker. A comment names the events that
/// use a field.
struct event {
    uint32_t kind, version;
    uint64_t id;
    int32_t pid, init_pid;                 // started: as seen outside; network: init_pid, which waits
    int32_t error;                         // failed: errno; exited: ECANCELED after a kill on request
    int32_t exit_status;                   // exited: raw wait status of the extension
    uint64_t user_us, system_us, rss_kib;  // exited
    uint32_t euid, landlock_abi;           // report
    int32_t layers[LAYER_COUNT], reserved;   // report
    char step[STEP_MAX];                   // failed: what could not be done
    char subject[SUBJECT_MAX];             // failed: to what
};

/// How a path is visible inside the sandbox. It is read-only, nosuid, nodev and noexec unless a flag says otherwise.
enum {
    BIND_WRITE = 1,   ///< Writable, and noexec whatever BIND_CODE says.
    BIND_CODE = 2,    ///< Code may be mapped from it: libraries, the bundle.
    BIND_SYSTEM = 4,  ///< May be absent; a symbolic link is reproduced instead of followed.
};

/// Flags of a plan.
enum {
    PLAN_ALLOW_WEAK = 1,  ///< The device's owner accepts a launch without a layer that every launch needs.
    PLAN_NETWORK = 2,     ///< The extension gets a network of its own. The launch waits until the broker has connected it.
    PLAN_RUNTIME = 4,     ///< The program is a runtime, which opens the object that is the first argument.
};

/// The name server of an extension with a network, in the network that connects it.
#define NETWORK_RESOLVER "10.0.2.3"

/// A link to the home folder of an extension. A runtime that is executed in advance has it as its home, because Foundation asks
/// for the folder of preferences once, when it is loaded.
#define HOME_PLACE "/run/home"

/// Bytes of the second argument of a runtime, which makes place for the command line of the extension.
enum { COMMAND_LINE_MAX = 4096 };

/// Where an extension sees the files that it was given while it runs: GRANT_PLACE/number/name.
#define GRANT_PLACE "/run/granted"
