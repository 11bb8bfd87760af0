/// appex-launch: a single-threaded fork server that starts one sandboxed process per request.
///
/// broker --(fd 3, SOCK_SEQPACKET)--> launcher --> init (pid 1 of new namespaces) --> extension
///
/// Files, in the order in which a launch meets them: main.c (requests, events, children), plan.c
/// (reading a request), probe.c (which walls this machine gives), init.c (the two processes of a
/// launch), root.c (private file system), walls.c (capabilities, Landlock, seccomp).
/// Documentation/Sandbox.md explains each wall and why the steps stand in this order.
#pragma once
#include <linux/filter.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Bounds. A request that exceeds one is refused, never truncated.
enum {
    MESSAGE_MAX = 64 * 1024,  // one request; a plan with its environment is 3 to 8 KiB
    ARGUMENT_MAX = 64,        // argv of an extension is short; files travel as descriptors
    ENVIRONMENT_MAX = 128,    // variables chosen by the broker, not the user's whole environment
    BIND_MAX = 64,            // visible paths: about a dozen of the system, the bundle, containers
    LIMIT_MAX = 16,           // the kernel knows 16 resource limits
    INSTRUCTION_MAX = 2048,   // the allow-list compiles to about 400; the kernel refuses over 4096
    CHILD_MAX = 512,          // live extensions of one device; also bounds the poll set
    STEP_MAX = 32,            // longest name of a step, with its final zero
    SUBJECT_MAX = 256,        // what the step was applied to, usually a path; cut when longer
};

// Messages on the broker's socket. All integers are little endian, structures have no padding.
enum { PROTOCOL_VERSION = 1 };
enum request_kind { REQUEST_HELLO = 1, REQUEST_LAUNCH = 2, REQUEST_KILL = 3 };
enum event_kind { EVENT_REPORT = 129, EVENT_STARTED = 130, EVENT_FAILED = 131, EVENT_EXITED = 132 };

struct header {
    uint32_t kind;
    uint32_t version;
    uint64_t id;
};

// Walls, in the order of the report. The value of each is 0 (up), the errno of the attempt, or
// ECANCELED for a namespace that works but is of no use without a private root.
enum wall {
    WALL_USER, WALL_PID, WALL_MOUNT, WALL_IPC, WALL_UTS, WALL_CGROUP,
    WALL_NO_NEW_PRIVS, WALL_LANDLOCK, WALL_SECCOMP, WALL_EXEC_ONCE, WALL_COUNT
};

struct walls {
    uid_t uid;                  // whom every sandbox runs as, seen from outside
    gid_t gid;
    uint64_t namespaces;        // CLONE_NEW… flags every launch uses
    uint32_t landlock_abi;      // 0: no Landlock
    int32_t error[WALL_COUNT];  // by enum wall
};

struct report {
    struct header header;
    uint32_t euid;
    uint32_t landlock_abi;
    int32_t error[WALL_COUNT];
};
struct started { struct header header; int32_t pid, init_pid; };
// The step that could not be done and what it was applied to, both ended by zero.
struct failure { int32_t error; char step[STEP_MAX]; char subject[SUBJECT_MAX]; };
struct failed { struct header header; struct failure failure; uint32_t reserved; };
struct exited { struct header header; int32_t status; uint32_t reserved; uint64_t user_us, system_us, rss_kib; };

// A visible path. Everything is read-only, nosuid, nodev and noexec unless a flag says otherwise.
enum bind_flag {
    BIND_WRITE = 1,   // writable; implies noexec whatever BIND_CODE says
    BIND_CODE = 2,    // code may be mapped from it: libraries, the bundle
    BIND_SYSTEM = 4,  // may be absent; a symbolic link is reproduced instead of followed
};
struct bind { uint32_t flags; const char *path; };
struct limit { uint32_t resource; uint64_t value; };
enum plan_flag { PLAN_ALLOW_WEAK = 1 };  // the device's owner accepts a launch below the floor

// A parsed request. Strings point into the message, which must outlive the plan.
struct plan {
    uint64_t id;
    uint32_t flags;
    const char *executable;   // absolute
    const char *interpreter;  // absolute, or empty when only the executable may be executed
    char *arguments[ARGUMENT_MAX + 1];
    char *environment[ENVIRONMENT_MAX + 1];
    uint32_t bind_count, limit_count, instruction_count;
    struct bind binds[BIND_MAX];
    struct limit limits[LIMIT_MAX];
    struct sock_filter program[INSTRUCTION_MAX];
};

// What init and the extension tell the launcher on the status socket of their launch.
enum status_kind { STATUS_PID = 1, STATUS_STARTED = 2, STATUS_FAILED = 3, STATUS_EXITED = 4 };
struct status {
    uint32_t kind;
    int32_t exit_status;  // raw wait status of STATUS_EXITED
    uint64_t user_us, system_us, rss_kib;
    struct failure failure;  // of STATUS_FAILED
};

// Descriptors of a process under construction. The extension keeps the first four over execve.
enum { CONTROL_FD = 3, STATUS_FD = 4, FIRST_FREE_FD = 5 };
struct hand_over { int null, control, output, status; };

/// Reads a launch request. Every length is checked against the message and against its bound.
bool plan_parse(struct plan *plan, char *message, size_t length);

/// Tries every wall for real in throw-away children and chooses the namespaces for all launches.
void probe_walls(struct walls *walls);
/// Whether the walls below which nothing is launched are up.
bool walls_meet_floor(const struct walls *walls);

/// The body of a launch's first process. Never returns to the server's loop.
_Noreturn void init_run(const struct plan *plan, const struct walls *walls, struct hand_over fds);
/// clone3 with fork semantics. `pidfd` may be null. Returns as fork does.
pid_t clone_process(uint64_t flags, int *pidfd);
/// Maps the only user and group of a new user namespace to the ones that run the launcher.
int map_identity(const struct walls *walls);

/// Names the step that is about to be tried, so that a failure can say where it happened.
void at(const char *step, const char *subject);
/// The last named step with errno.
struct failure failure_here(void);

/// Replaces the file system by a private read-only root that holds only the plan's paths.
int root_enter(const struct plan *plan);
/// The device nodes of a private root, ended by null.
extern const char *const device_nodes[];

/// Drops every capability for good and forbids gaining privileges by execve.
int walls_drop_privileges(void);
uint32_t landlock_abi(void);
/// Confines the caller to the plan's paths.
int walls_landlock(const struct plan *plan, uint32_t abi);
/// Forbids the caller every use of the file system.
int walls_landlock_nothing(uint32_t abi);
/// Installs the gate: foreign architectures die, signals reach only the caller, and, with
/// `exec_once`, execve waits for the listener that is returned. Returns -1 on failure.
int walls_gate(bool exec_once);
/// Installs the plan's program, the allow-list of system calls.
int walls_program(const struct plan *plan);
/// Reduces init to the dozen system calls of its supervision.
int walls_supervisor(void);
