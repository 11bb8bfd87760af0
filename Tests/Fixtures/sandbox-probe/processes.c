// Other processes, other programs, and the probe's own standing.
#include "probe.h"
#include <ctype.h>
#include <dirent.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>

/// How many processes /proc lists, not counting this one and its init.
static int strangers(void) {
    DIR *stream = opendir("/proc");
    if (!stream) return -1;
    int count = 0;
    for (struct dirent *entry; (entry = readdir(stream));)
        count += isdigit((unsigned char)entry->d_name[0]) && atoi(entry->d_name) > 2;
    closedir(stream);
    return count;
}

static void other_processes(const struct surroundings *around) {
    int launcher = around->launcher_pid, init = getppid();
    char path[64];
    struct iovec local = { path, 8 }, remote = { (void *)strangers, 8 };
    refused(kill(init, 0), "cannot signal its init");
    refused(kill(launcher, 0), "cannot signal the launcher");
    refused(kill(-1, 0), "cannot signal everybody");
    refused(kill(0, 0), "cannot signal its process group");
    refused(syscall(SYS_tgkill, init, init, 0), "cannot signal a thread of its init");
    refused(syscall(SYS_tkill, init, 0), "cannot signal a thread by its number alone");
    refused(syscall(SYS_rt_sigqueueinfo, init, SIGTERM, NULL), "cannot queue a signal");
    refused(syscall(SYS_pidfd_open, init, 0), "cannot open a descriptor for its init");
    refused(ptrace(PTRACE_TRACEME, 0, NULL, NULL), "cannot be traced");
    refused(ptrace(PTRACE_ATTACH, init, NULL, NULL), "cannot trace its init");
    refused(process_vm_readv(init, &local, 1, &remote, 1, 0), "cannot read memory of its init");
    refused(process_vm_writev(launcher, &local, 1, &remote, 1, 0), "cannot write memory of the launcher");
    refused(setpriority(PRIO_PROCESS, (id_t)init, 10), "cannot slow its init down");
    refused(syscall(SYS_prlimit64, init, RLIMIT_NOFILE, NULL, NULL), "cannot read limits of its init");
    snprintf(path, sizeof path, "/proc/%d/environ", init);
    refused(open(path, O_RDONLY), "cannot read the environment of its init");
    snprintf(path, sizeof path, "/proc/%d/environ", launcher);
    refused(open(path, O_RDONLY), "cannot read the environment of the launcher");
    if (!around->private_root) return;
    snprintf(path, sizeof path, "/proc/%d", launcher);
    refused(open(path, O_RDONLY), "cannot see the launcher");
    fact(strangers() == 0, "sees no other process", "in /proc");
    fact(getppid() == 1 && getpid() == 2, "is the only child of its init", "by its numbers");
}

static void new_processes(void) {
    refused(fork(), "cannot fork");
    refused(syscall(SYS_clone, SIGCHLD | CLONE_VM | CLONE_VFORK, NULL, NULL, NULL, NULL), "cannot vfork");
    refused(syscall(SYS_clone, SIGCHLD | CLONE_NEWUSER, NULL, NULL, NULL, NULL), "cannot clone into a namespace");
    char arguments[88] = { 0 };
    refused_with(ENOSYS, syscall(SYS_clone3, arguments, sizeof arguments), "has no clone3");
}

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
    limit.rlim_cur = limit.rlim_max = 100000;
    refused(setrlimit(RLIMIT_NOFILE, &limit), "cannot raise a limit");
}

void process_facts(const struct surroundings *around) {
    own_descriptors();
    standing(around);
    other_processes(around);
    new_processes();
}

/// Copies the probe, so that the container holds a perfectly good program.
static int copy_program(const char *self, const char *path) {
    char buffer[65536];
    int from = open(self, O_RDONLY), to = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0700);
    if (from < 0 || to < 0) return -1;
    for (ssize_t count; (count = read(from, buffer, sizeof buffer)) > 0;)
        if (write(to, buffer, (size_t)count) != count) return -1;
    close(from);
    return close(to);
}

void program_facts(const struct surroundings *around, const char *self) {
    // A program that does start says "not ok" by leaving out the count of facts.
    char *const arguments[] = { "probe", "exit", "0", NULL }, *const nothing[] = { NULL };
    const char *copy = below(around->container, "copy");
    char linker[] = "/lib64/ld-linux-x86-64.so.2";
    char *const through_linker[] = { linker, (char *)copy, "exit", "0", NULL };
    refused(execve(self, arguments, nothing), "cannot start itself again");
    refused(execve(linker, through_linker, nothing), "cannot start the dynamic linker");
    refused(execve("/usr/bin/true", arguments, nothing), "cannot start /usr/bin/true");
    refused(execve("/bin/sh", arguments, nothing), "cannot start a shell");
    granted(copy_program(self, copy), "can copy a program into the container");
    refused(execve(copy, arguments, nothing), "cannot start a program in the container");
    refused(execve(linker, through_linker, nothing), "cannot start data through the dynamic linker");
    int program = open(self, O_RDONLY | O_CLOEXEC);
    refused(syscall(SYS_execveat, program, "", arguments, nothing, AT_EMPTY_PATH), "cannot start a descriptor");
    int memory = (int)syscall(SYS_memfd_create, "program", MFD_CLOEXEC);
    granted(memory, "can make a memory file");
    refused(fexecve(memory, arguments, nothing), "cannot start a memory file");
    close(memory);
    close(program);
}
