// Programs, and code that did not come with the bundle.
#include "escape.h"
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/personality.h>

/// Copies a file into the container, so that it holds perfectly good code.
static const char *copy(const char *from_path, const char *name, const struct surroundings *a) {
    char buffer[65536];
    const char *path = filled_in(name, a);
    int from = open(from_path, O_RDONLY | O_CLOEXEC), to = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0700);
    for (ssize_t count; (count = read(from, buffer, sizeof buffer)) > 0;)
        if (write(to, buffer, (size_t)count) != count) break;
    close(from);
    close(to);
    return path;
}
static const char *program(const struct surroundings *a) { return filled_in("{bundle}/probe", a); }
static const char *copied(const struct surroundings *a) { return copy(program(a), "{container}/copy", a); }

// Whatever starts ends at once, without a word.
#define ARGUMENTS(first) (char *[]) { (char *)(first), "exit", "0", NULL }
#define NOTHING (char *[]) { NULL }
#if defined(__x86_64__)
#define LINKER "/lib64/ld-linux-x86-64.so.2"
#else
#define LINKER "/lib/ld-linux-aarch64.so.1"
#endif

static long start(const char *path) { return execve(path, ARGUMENTS(path), NOTHING); }
static long start_again(const struct surroundings *a) { return start(program(a)); }
static long start_by_proc(const struct surroundings *a) { (void)a; return start("/proc/self/exe"); }
static long start_shell(const struct surroundings *a) { (void)a; return start("/bin/sh"); }
static long start_copy(const struct surroundings *a) { return start(copied(a)); }
static long start_script(const struct surroundings *a) {
    const char *path = filled_in("{container}/script", a);
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0700);
    dprintf(file, "#!%s exit\n", program(a));
    close(file);
    return start(path);
}
static long start_linker(const char *file) {
    return execve(LINKER, (char *[]){ LINKER, (char *)file, "exit", "0", NULL }, NOTHING);
}
static long link_program(const struct surroundings *a) { return start_linker(program(a)); }
static long link_copy(const struct surroundings *a) { return start_linker(copied(a)); }
static long preload(const struct surroundings *a) {
    return execve(program(a), ARGUMENTS("x"), (char *[]){ "LD_PRELOAD=x", NULL });
}
static long start_descriptor(const struct surroundings *a) {
    int file = open(program(a), O_RDONLY | O_CLOEXEC);
    return syscall(SYS_execveat, file, "", ARGUMENTS("x"), NOTHING, AT_EMPTY_PATH);
}
/// A memory file that holds the program.
static int memory_file(const struct surroundings *a) {
    int memory = (int)syscall(SYS_memfd_create, "program", MFD_CLOEXEC);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
    copy(program(a), path, a);
    return memory;
}
static long start_memory(const struct surroundings *a) { return fexecve(memory_file(a), ARGUMENTS("x"), NOTHING); }
static long start_memory_by_proc(const struct surroundings *a) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", memory_file(a));
    return start(path);
}

// Code without a new program. The allow-list lets memory be made executable, as JavaScript engines need it;
// what a mount can refuse is that a file's content is.
static long map_data(const struct surroundings *a, int protection, int later) {
    int file = open(copied(a), O_RDWR | O_CLOEXEC);
    void *memory = mmap(NULL, 4096, protection, MAP_PRIVATE, file, 0);
    close(file);
    if (memory == MAP_FAILED) return -1;
    return later ? mprotect(memory, 4096, later) : 0;
}
static long map_code(const struct surroundings *a) { return map_data(a, PROT_READ | PROT_EXEC, 0); }
static long turn_into_code(const struct surroundings *a) { return map_data(a, PROT_READ, PROT_READ | PROT_EXEC); }
static int is_library(struct dl_phdr_info *info, size_t size, void *path) {
    (void)size;
    if (!strstr(info->dlpi_name, "libc.so")) return 0;
    *(const char **)path = info->dlpi_name;
    return 1;
}
static long load_library(const struct surroundings *a) {
    const char *library = NULL;
    dl_iterate_phdr(is_library, &library);
    if (!library) return 0;  // nothing to try with
    void *handle = dlopen(copy(library, "{container}/library.so", a), RTLD_NOW | RTLD_LOCAL);
    errno = EPERM;  // dlerror() has only words
    return handle ? 0 : -1;
}

#if defined(__x86_64__)
static long call_as_i386(const struct surroundings *a) {
    (void)a;
    long result = 20;  // getpid
    __asm__ volatile("int $0x80" : "+a"(result) : : "memory");
    return result;
}
#endif

static const struct attempt code[] = {
    DO("programs", "start itself again", UNKNOWN, start_again),
    DO("programs", "start itself by /proc", UNKNOWN, start_by_proc),
    DO("programs", "start a shell", UNKNOWN " " ABSENT, start_shell),
    DO("programs", "start a copy in the container", UNKNOWN " " ABSENT, start_copy),
    DO("programs", "start a script in the container", UNKNOWN " " ABSENT, start_script),
    DO("programs", "start the dynamic linker", UNKNOWN, link_program),
    DO("programs", "start data by the dynamic linker", UNKNOWN, link_copy),
    DO("programs", "start with a library of its choice", UNKNOWN, preload),
    DO("programs", "start a descriptor", UNKNOWN " EPERM", start_descriptor),
    DO("programs", "start a memory file", UNKNOWN " EPERM", start_memory),
    DO("programs", "start a memory file by /proc", UNKNOWN, start_memory_by_proc),
    DO("code", "map a file of the container as code", DENIED, map_code),
    DO("code", "turn a mapped file of the container into code", "EACCES", turn_into_code),
    DO("code", "load a library from the container", DENIED, load_library),
    CALL("code", "load a library the old way", DENIED " ENOSYS", uselib, P("/nonexistent")),
    CALL("code", "make an executable memory file", DENIED, memfd_create, P("x"), 0x10 /* MFD_EXEC */),
    CALL("code", "make all that is readable executable", DENIED, personality, READ_IMPLIES_EXEC),
    CALL("code", "give up random addresses", DENIED, personality, ADDR_NO_RANDOMIZE),
#if defined(__x86_64__)
    DO("code", "call as i386 does", "SIGSYS", call_as_i386),
    CALL("code", "call as x32 does", "SIGSYS", getpid + 0x40000000),
    CALL("code", "change its descriptor table", DENIED, modify_ldt, 1, 0, 0),
    CALL("code", "get all ports", DENIED, iopl, 4),
    CALL("code", "get ports", DENIED, ioperm, 0x10000, 1, 1),
#endif
};
const struct attempts code_attempts = ATTEMPTS(code);
