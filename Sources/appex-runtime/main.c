/// appex-runtime: becomes an extension or app whose object is linked to the shared libraries beside this program.
///
///     launcher --> init --(descriptor 3)--> appex-runtime --> the object's entry
///
/// The program is executed before anybody knows which extension it will be. It loads the libraries and warms them up while it
/// has nothing of any extension, then waits for the plan of a launch. With it, it puts the layers around itself that init could
/// not build in advance, says so, and opens the object: the first instruction of an extension runs behind all of them. Until then
/// there is one thread, because Landlock and seccomp confine only the thread that asks for them and what it starts later.
#include "CSandbox.h"
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>

#define LIBRARY "libAppexRuntime.so"
#define ENTRY "appex_main"
#if defined(__x86_64__)
#define MACHINE EM_X86_64
#elif defined(__aarch64__)
#define MACHINE EM_AARCH64
#else
#error "the check of an object needs this architecture's number"
#endif

// sysexits.h: the object cannot be run by this runtime.
enum { EXIT_OBJECT = 78 };

typedef int entry_function(int, char **);

static void *library;

/// Looks up a function of the libraries.
static void *find(const char *name) {
    at("runtime", name);
    return dlsym(library, name);
}

/// Loads all libraries, and has them do what every process does first.
static int prepare(void) {
    at("runtime", LIBRARY);
    if (!(library = dlopen(LIBRARY, RTLD_NOW | RTLD_GLOBAL))) {
        at("runtime", dlerror());
        errno = ELIBACC;
        return -1;
    }
    void (*const warm)(void) = (void (*)(void))find("appex_runtime_warm");
    errno = ELIBBAD;
    if (!warm) return -1;
    warm();
    return 0;
}

/// Whether this thread is the only one.
static bool is_alone(void) {
    struct stat tasks;
    // Its links are one for each thread, itself, and its parent's.
    return stat("/proc/self/task", &tasks) == 0 && tasks.st_nlink == 3;
}

/// Receives the plan, with what the launcher has found out about the machine before it.
static int await_plan(int setup, struct plan *plan, struct layers *layers, struct ancillary *passed) {
    static char bytes[sizeof(struct layers) + MESSAGE_MAX];
    at("plan", "");
    const ssize_t length = receive(setup, bytes, sizeof bytes, 0, passed);
    if (length == 0) _exit(0);  // init has ended without a launch
    errno = EBADMSG;
    if (length < (ssize_t)sizeof *layers) return -1;
    memcpy(layers, bytes, sizeof *layers);
    return plan_parse(plan, bytes + sizeof *layers, (size_t)length - sizeof *layers) ? 0 : -1;
}

/// Checks that the object is a library for this machine, as the kernel does with a program.
static int check_object(const char *path) {
    ElfW(Ehdr) head;
    struct stat info;
    at("executable", path);
    errno = EINVAL;
    if (strchr(path, '$')) return -1;  // dlopen would replace what follows
    const int file = access(path, X_OK) < 0 ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0 || fstat(file, &info) < 0) return -1;
    errno = EACCES;
    if (!S_ISREG(info.st_mode)) return closing(file, -1);
    errno = ENOEXEC;
    const bool fits = read(file, &head, sizeof head) == sizeof head && memcmp(head.e_ident, ELFMAG, SELFMAG) == 0
        && head.e_ident[EI_CLASS] == ELFCLASS64 && head.e_type == ET_DYN && head.e_machine == MACHINE;
    return closing(file, fits ? 0 : -1);
}

/// Builds the layers that need the plan, in the order in which the launcher builds them for a program of its own.
static int confine(const struct plan *plan, const struct layers *layers, const struct ancillary *passed) {
    if (join_group(passed->fds[PASSED_MEMBERS]) < 0) return -1;
    if (passed->fds[PASSED_MEMBERS] >= 0) close(passed->fds[PASSED_MEMBERS]);
    if (arrange_descriptors(passed) < 0) return -1;
    if (check_object(plan->arguments[0]) < 0) return -1;
    at("threads", "");
    errno = EBUSY;
    if (!is_alone() || layers_limit(plan, layers) < 0) return -1;
    if (layers->landlock_abi > 0 && layers_landlock(plan, layers) < 0) return -1;
    at("seccomp program", "");
    return layers->error[LAYER_SECCOMP] ? 0 : layers_own_signals() < 0 || layers_program(plan) < 0 ? -1 : 0;
}

static const char *shown_program;  // null before there is a plan

ssize_t readlink_as_object(const char *restrict path, char *restrict buffer, size_t size) __asm__("readlink");

/// The C library's function, for all libraries: Foundation asks for the program by its link in /proc to know its name, and is told
/// of the object.
ssize_t readlink_as_object(const char *restrict path, char *restrict buffer, size_t size) {
    if (!shown_program || strcmp(path, "/proc/self/exe") != 0) return readlinkat(AT_FDCWD, path, buffer, size);
    const size_t length = strlen(shown_program) < size ? strlen(shown_program) : size;
    memcpy(buffer, shown_program, length);
    return (ssize_t)length;
}

/// Shows the arguments where the kernel looks for the command line of a process, as many as there is place for.
static void show_arguments(char *const arguments[], char *place, const char *end) {
    memset(place, 0, (size_t)(end - place));
    for (int i = 0; arguments[i] && place + strlen(arguments[i]) < end; i++) place = stpcpy(place, arguments[i]) + 1;
}

/// Makes name, arguments and environment those of the object, as if it had been executed.
static int take_identity(const struct plan *plan, char **command_line) {
    extern char **environ;
    int count = 0;
    while (plan->arguments[count]) count++;
    show_arguments(plan->arguments, command_line[0], command_line[1] + COMMAND_LINE_MAX);
    const char *object = plan->arguments[0], *name = strrchr(object, '/');
    at("name", object);
    if (prctl(PR_SET_NAME, name ? name + 1 : object) < 0) return -1;
    environ = (char **)plan->environment;
    // Swift and Foundation have asked the kernel already, or would be told of this program.
    void (*const set_arguments)(char **, int) = (void (*)(char **, int))find("_swift_stdlib_overrideUnsafeArgvArgc");
    const char **(*const path)(void) = (const char **(*)(void))find("_CFGetProcessPath");
    const char **(*const program_name)(void) = (const char **(*)(void))find("_CFGetProgname");
    errno = ELIBBAD;
    if (!set_arguments || !path || !program_name) return -1;
    shown_program = object;
    set_arguments((char **)plan->arguments, count);
    *path() = object;
    *program_name() = name ? name + 1 : object;
    program_invocation_name = (char *)object;
    program_invocation_short_name = (char *)(name ? name + 1 : object);
    return count;
}

/// Opens the object and calls its entry. From here on code of the extension runs, at the latest in its constructors.
static int run(char **arguments, int count) {
    void *const object = dlopen(arguments[0], RTLD_NOW | RTLD_LOCAL);
    entry_function *const entry = object ? (entry_function *)dlsym(object, ENTRY) : NULL;
    Dl_info info;
    struct link_map *owner;
    // A library that the object needs may have a function of this name too.
    if (entry && dladdr1((void *)entry, &info, (void **)&owner, RTLD_DL_LINKMAP) && owner == object)
        return entry(count, arguments);
    const char *reason = dlerror();
    fprintf(stderr, "appex-runtime: cannot open the program: %s\n", reason ? reason : "undefined symbol: " ENTRY);
    return EXIT_OBJECT;
}

int main(int argc, char **argv) {
    static struct plan plan;
    static struct layers layers;
    struct ancillary passed;
    char word;
    // Out of the way of the control socket, and closed before there is an extension.
    const int setup = fcntl(CONTROL_FD, F_DUPFD_CLOEXEC, FIRST_FREE_FD);
    int type = 0, count;
    if (setup < 0 || getsockopt(setup, SOL_SOCKET, SO_TYPE, &type, &(socklen_t){ sizeof type }) < 0
        || type != SOCK_SEQPACKET || argc != 2 || strlen(argv[1]) != COMMAND_LINE_MAX - 1) {
        fputs("appex-runtime is started by appex-launch, with a socket as descriptor 3.\n", stderr);
        return 2;
    }
    // The program's own path stays in front until then.
    memset(argv[1], 0, COMMAND_LINE_MAX);
    // The first word: from now on nothing outside is needed any more.
    if (prepare() < 0 || send(setup, "", 1, MSG_NOSIGNAL) < 0 || await_plan(setup, &plan, &layers, &passed) < 0
        || (count = take_identity(&plan, argv)) < 0 || confine(&plan, &layers, &passed) < 0) {
        tell(setup, (struct event){ .kind = EVENT_FAILED });
        return 1;
    }
    // Init is confined by now too. After the answer nobody listens to this socket any more.
    if (recv(setup, &word, sizeof word, 0) != sizeof word || send(setup, "", 1, MSG_NOSIGNAL) != 1) return 1;
    close(setup);
    return run(plan.arguments, count);
}
