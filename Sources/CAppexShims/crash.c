/// Where a program was when it crashed, told on standard error before it ends.
///
/// In C because a signal handler may call next to nothing, and Swift code calls what it likes. The memory of a process
/// that crashes may be damaged: what is read of it is read by the kernel, which knows what is there, and every loop
/// has a bound. If this code crashes all the same, the process ends by the second signal.
#define _GNU_SOURCE
#include "CAppexShims.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum { MODULE_MAX = 64, FRAME_MAX = 64, PATH_BYTES = 512, SYMBOL_BYTES = 512, STACK_BYTES = 64 << 10 };

static struct module { uintptr_t base, start, end; char path[PATH_BYTES]; } modules[MODULE_MAX];
static int module_count;

/// Notes a program or library that is loaded. Its list cannot be asked for in a signal handler: it has a lock.
static int note_module(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)size, (void)unused;
    if (module_count == MODULE_MAX) return 1;
    struct module *module = &modules[module_count];
    *module = (struct module){ .base = info->dlpi_addr, .start = UINTPTR_MAX };
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD) continue;
        const uintptr_t start = info->dlpi_addr + segment->p_vaddr, end = start + segment->p_memsz;
        if (start < module->start) module->start = start;
        if (end > module->end) module->end = end;
    }
    if (info->dlpi_name[0])
        strncpy(module->path, info->dlpi_name, PATH_BYTES - 1);
    else if (module_count > 0 || readlinkat(AT_FDCWD, "/proc/self/exe", module->path, PATH_BYTES - 1) < 0)
        return 0;
    module_count++;
    return 0;
}

// MARK: In the handler

static struct frame {
    uintptr_t address;  // in the instruction that it is at
    const struct module *module;
    uintptr_t start;  // of its function, as the module's file has it
    char function[SYMBOL_BYTES];
} frames[FRAME_MAX];
static int frame_count;

static void note_frame(uintptr_t address) {
    struct frame *frame = &frames[frame_count++];
    *frame = (struct frame){ .address = address };
    for (int i = 0; i < module_count && !frame->module; i++)
        if (address >= modules[i].start && address < modules[i].end) frame->module = &modules[i];
}

/// Reads two words of this process as the kernel sees them, by way of a pipe: what is not there is an error.
static bool read_words(const int ends[2], uintptr_t place, uintptr_t words[2]) {
    const size_t size = 2 * sizeof(uintptr_t);
    return place % sizeof(uintptr_t) == 0 && write(ends[1], (const void *)place, size) == (ssize_t)size
        && read(ends[0], words, size) == (ssize_t)size;
}

static void note_frames(uintptr_t address, uintptr_t frame) {
    int ends[2];
    frame_count = 0;
    note_frame(address);
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) return;
    while (frame_count < FRAME_MAX) {
        uintptr_t words[2];  // the caller's frame, and where it goes on
        if (!read_words(ends, frame, words) || words[1] == 0) break;
        // The instruction before the one to go on with: that may be another function's already.
        note_frame(words[1] - 1);
        // The stack grows downwards; anything else is damage or the end.
        if (words[0] <= frame) break;
        frame = words[0];
    }
    close(ends[0]);
    close(ends[1]);
}

/// Gives the frames of a module the function that they are in, if `symbol` is it.
static void try_symbol(const struct module *module, const ElfW(Sym) *symbol, const char *name) {
    for (int i = 0; i < frame_count; i++) {
        const uintptr_t offset = frames[i].address - module->base;
        if (frames[i].module != module || offset < symbol->st_value || offset - symbol->st_value >= symbol->st_size)
            continue;
        frames[i].start = symbol->st_value;
        strncpy(frames[i].function, name, SYMBOL_BYTES - 1);
    }
}

/// Looks for functions in every symbol table of a module's file, whose parts may lie about their places.
static void search_file(const struct module *module, const char *file, size_t size) {
    const ElfW(Ehdr) *head = (const void *)file;
    if (size < sizeof *head || memcmp(head->e_ident, ELFMAG, SELFMAG) || head->e_shoff % sizeof(void *)
        || head->e_shoff > size || head->e_shnum > (size - head->e_shoff) / sizeof(ElfW(Shdr)))
        return;
    const ElfW(Shdr) *sections = (const void *)(file + head->e_shoff);
    for (int i = 0; i < head->e_shnum; i++) {
        const ElfW(Shdr) *table = &sections[i];
        if ((table->sh_type != SHT_SYMTAB && table->sh_type != SHT_DYNSYM) || table->sh_link >= head->e_shnum) continue;
        const ElfW(Shdr) *names = &sections[table->sh_link];
        if (table->sh_offset > size || table->sh_size > size - table->sh_offset || names->sh_offset > size
            || names->sh_size == 0 || names->sh_size > size - names->sh_offset || table->sh_offset % sizeof(void *)
            || file[names->sh_offset + names->sh_size - 1])
            continue;
        const ElfW(Sym) *symbols = (const void *)(file + table->sh_offset);
        for (size_t s = 0; s < table->sh_size / sizeof *symbols; s++)
            if (ELF64_ST_TYPE(symbols[s].st_info) == STT_FUNC && symbols[s].st_name < names->sh_size)
                try_symbol(module, &symbols[s], file + names->sh_offset + symbols[s].st_name);
    }
}

static void search(const struct module *module) {
    struct stat info;
    int descriptor = open(module->path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    char *file = fstat(descriptor, &info) < 0 ? MAP_FAILED
        : mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    close(descriptor);
    if (file == MAP_FAILED) return;
    search_file(module, file, (size_t)info.st_size);
    munmap(file, (size_t)info.st_size);
}

struct line { char bytes[PATH_BYTES + SYMBOL_BYTES + 128]; size_t length; };

static void add_text(struct line *line, const char *text) {
    const size_t length = strlen(text);
    memcpy(line->bytes + line->length, text, length);
    line->length += length;
}

static void add_number(struct line *line, uintptr_t number, unsigned base) {
    char digits[24];
    char *digit = &digits[sizeof digits - 1];
    *digit = 0;
    do *--digit = "0123456789abcdef"[number % base]; while ((number /= base));
    add_text(line, digit);
}

static void tell_frame(int number) {
    const struct frame *frame = &frames[number];
    const struct module *module = frame->module;
    const char *name = module ? strrchr(module->path, '/') : NULL;
    const uintptr_t offset = frame->address - (module ? module->base : 0);
    struct line line = { .length = 0 };
    add_text(&line, APPEX_FRAME_MARK " ");
    add_number(&line, (uintptr_t)number, 10);
    add_text(&line, " ");
    add_text(&line, name ? name + 1 : module ? module->path : "?");
    add_text(&line, " 0x");
    add_number(&line, offset, 16);
    if (frame->function[0]) {
        add_text(&line, " ");
        add_text(&line, frame->function);
        add_text(&line, " + 0x");
        add_number(&line, offset - frame->start, 16);
    }
    add_text(&line, "\n");
    // Nobody may be listening.
    if (write(STDERR_FILENO, line.bytes, line.length) < 0) return;
}

static void tell_frames(const mcontext_t *machine) {
#if defined(__x86_64__)
    note_frames((uintptr_t)machine->gregs[REG_RIP], (uintptr_t)machine->gregs[REG_RBP]);
#elif defined(__aarch64__)
    note_frames(machine->pc, machine->regs[29]);
#endif
    for (int i = 0; i < module_count; i++)
        for (int f = 0; f < frame_count; f++)
            if (frames[f].module == &modules[i]) {
                search(&modules[i]);
                break;
            }
    for (int f = 0; f < frame_count; f++) tell_frame(f);
}

static void handle_crash(int signal, siginfo_t *info, void *context) {
    static atomic_flag is_told = ATOMIC_FLAG_INIT;
    (void)info;
    const int error = errno;
    // Once: another thread may crash at the same time, and so may this code.
    if (!atomic_flag_test_and_set(&is_told)) tell_frames(&((const ucontext_t *)context)->uc_mcontext);
    errno = error;
    // The signal has its usual effect again, and this one comes when the handler returns.
    syscall(SYS_tgkill, getpid(), (pid_t)syscall(SYS_gettid), signal);
}

void appex_tell_crashes(void) {
    const int signals[] = { SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP };
    // A stack of its own for the main thread, whose usual one may be what has run out.
    stack_t stack = { .ss_size = STACK_BYTES };
    stack.ss_sp = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stack.ss_sp != MAP_FAILED) sigaltstack(&stack, NULL);
    dl_iterate_phdr(note_module, NULL);
    struct sigaction action = { .sa_sigaction = handle_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND };
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &action, NULL);
}
