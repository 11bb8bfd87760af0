// The probe's own standing.
#include "probe.h"
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>

/// The text after a name in /proc/self/status.
static const char *status_field(const char *name) {
    static char text[8192];
    int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
    if (fd >= 0) close(fd);
    text[length > 0 ? length : 0] = 0;
    char *line = strstr(text, name);
    if (!line) return "";
    line += strlen(name) + 2;
    line[strcspn(line, "\n")] = 0;
    return line;
}

static void field_is(const char *name, const char *value) {
    const char *found = status_field(name);
    fact(strcmp(found, value) == 0, name, found);
}

static void standing(const struct surroundings *around) {
    static const char *const capabilities[] = { "CapInh", "CapPrm", "CapEff", "CapAmb", "SigBlk", "SigIgn" };
    for (size_t i = 0; i < sizeof capabilities / sizeof *capabilities; i++)
        field_is(capabilities[i], "0000000000000000");
    if (around->private_root) field_is("CapBnd", "0000000000000000");
    field_is("NoNewPrivs", "1");
    field_is("Seccomp", "2");
    field_is("Umask", "0077");
    char folder[64] = "", name[64] = "";
    fact(getcwd(folder, sizeof folder) && strcmp(folder, "/") == 0, "works in the root folder", folder);
    if (!around->private_root) return;
    fact(getppid() == 1 && getpid() == 2, "is the only child of its init", "by its numbers");
    gethostname(name, sizeof name);
    fact(strcmp(name, "localhost") == 0, "does not know the host's name", name);
}

static void own_descriptors(void) {
    struct stat null, input, control;
    bool others = false;
    for (int fd = 4; fd < 1024; fd++) others |= fcntl(fd, F_GETFD) >= 0;
    fact(!others, "has no descriptor but 0 to 3", others ? "found one" : "none");
    fact(fstat(0, &input) == 0 && stat("/dev/null", &null) == 0 && input.st_rdev == null.st_rdev,
         "has /dev/null as its input", "same device");
    fact(fstat(3, &control) == 0 && S_ISSOCK(control.st_mode), "has a socket as descriptor 3", "by its mode");
    struct rlimit limit;
    fact(getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_max == 1, "leaves no core behind", "limit 1");
    fact(getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_max <= 256, "may open few files", "limit 256");
}

static int at_load_error;

/// Runs before main, or, in an object that a runtime opens, while it is opened.
__attribute__((constructor)) static void try_at_load(void) {
    const int made = socket(AF_UNIX, SOCK_STREAM, 0);
    at_load_error = made < 0 ? errno : 0;
    if (made >= 0) close(made);
}

void process_facts(const struct surroundings *around) {
    fact(at_load_error == EPERM, "is confined when its constructors run", strerror(at_load_error));
    own_descriptors();
    standing(around);
}
