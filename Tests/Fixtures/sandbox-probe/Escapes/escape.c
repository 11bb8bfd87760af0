// Runs the tables of attempts. Prints, for each one,
//     <number>|<class>|<name>|<right refusals>|<who gets through without a sandbox>|<outcome>
// where the outcome is the name of an errno or "through". A line without outcome is that of an attempt which
// ended the process; the test sees how, and goes on with the next number.
#include "escape.h"
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

static const struct attempts *const tables[] = {
    &file_attempts, &link_attempts, &handed_over_attempts, &process_attempts, &code_attempts, &socket_attempts,
    &privilege_attempts, &kernel_attempts,
};
enum { TABLES = sizeof tables / sizeof tables[0], LONGEST_SECONDS = 20 };

static const struct attempt *attempt_at(int number) {
    for (int i = 0; i < TABLES; i++) {
        if ((size_t)number < tables[i]->count) return &tables[i]->first[number];
        number -= (int)tables[i]->count;
    }
    return NULL;
}

const char *filled_in(const char *pattern, const struct surroundings *around) {
    static char buffers[4][4096];
    static int next;
    char *path = buffers[next++ % 4], init[16], launcher[16], broker[16];
    snprintf(init, sizeof init, "%d", getppid());
    snprintf(launcher, sizeof launcher, "%d", around->launcher_pid);
    snprintf(broker, sizeof broker, "%d", around->broker_pid);
    const struct { const char *name, *value; } names[] = {
        { "{container}", around->container }, { "{bundle}", around->bundle }, { "{other}", around->other },
        { "{home}", around->home }, { "{init}", init }, { "{launcher}", launcher },
        { "{broker}", broker },
    };
    size_t length = 0;
    while (*pattern && length < sizeof buffers[0] - 1) {
        const char *value = NULL;
        for (size_t i = 0; i < sizeof names / sizeof names[0] && !value; i++)
            if (strncmp(pattern, names[i].name, strlen(names[i].name)) == 0) {
                value = names[i].value;
                pattern += strlen(names[i].name);
            }
        if (value)
            length += (size_t)snprintf(path + length, sizeof buffers[0] - length, "%s", value);
        else
            path[length++] = *pattern++;
    }
    path[length < sizeof buffers[0] ? length : sizeof buffers[0] - 1] = 0;
    return path;
}

static long try(const struct attempt *attempt, const struct surroundings *around) {
    errno = 0;
    if (attempt->function) return attempt->function(around);
    if (attempt->path) {
        const char *path = filled_in(attempt->path, around);
        int file = open(path, attempt->flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0600);
        if (file >= 0) close(file);
        if (file >= 0 && (attempt->flags & O_CREAT)) unlink(path);
        return file;
    }
    const long *a = attempt->arguments;
    return syscall(attempt->call, a[0], a[1], a[2], a[3], a[4], a[5]);
}

static void announce(int number, const struct attempt *attempt) {
    static const char *const proofs[] = { [ANYBODY] = "anybody", [ROOT] = "root", [NOBODY] = "nobody" };
    printf("%d|%s|%s|%s|%s|", number, attempt->class, attempt->name, attempt->refusals, proofs[attempt->proof]);
}

static const char *outcome(long result) {
    // A bare constant is an errno that this C library has no name for.
    const char *name = result >= 0 ? "through" : strerrorname_np(errno);
    return name ? name : "unnamed errno";
}

int try_escapes(const struct surroundings *around, int first) {
    setvbuf(stdout, NULL, _IONBF, 0);
    for (int number = first; attempt_at(number); number++) {
        announce(number, attempt_at(number));
        alarm(LONGEST_SECONDS);
        printf("%s\n", outcome(try(attempt_at(number), around)));
    }
    printf("end\n");
    return 0;
}

int try_without_sandbox(const struct surroundings *around) {
    setvbuf(stdout, NULL, _IONBF, 0);
    struct surroundings here = *around;
    // Somebody to attack.
    here.launcher_pid = here.broker_pid = fork();
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) < 0 || dup2(pair[0], 3) < 0) return 1;
    here.file = open(filled_in("{other}/secret", around), O_RDONLY | O_CLOEXEC);
    if (here.launcher_pid == 0)
        for (;;) pause();
    for (int number = 0; attempt_at(number); number++) {
        int status = 0;
        announce(number, attempt_at(number));
        pid_t child = fork();
        if (child == 0) {
            alarm(LONGEST_SECONDS);
            printf("%s\n", outcome(try(attempt_at(number), &here)));
            _exit(0);
        }
        waitpid(child, &status, 0);
        if (WIFSIGNALED(status)) printf("SIG%s\n", sigabbrev_np(WTERMSIG(status)));
        else if (WEXITSTATUS(status)) printf("exit %d\n", WEXITSTATUS(status));
    }
    kill(here.launcher_pid, SIGKILL);
    printf("end\n");
    return 0;
}
