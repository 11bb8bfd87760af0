// Gives a test program, and the programs that it starts, preferences of their own, so that no test reads or changes
// those of the user who runs it, and so that test programs that run at the same time do not meet in the same files.
//
// This is done before `main`, because the first use of a property list decides where those of the process are, and
// because tests are also started by `swift test`, without a script that could prepare the environment.

#define _GNU_SOURCE
#include <err.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Set in a process that has the preferences of the test program which has started it, such as that of an exit test.
static const char marker[] = "APPEX_TEST_PREFERENCES";
static char folder[PATH_MAX];
static pid_t owner;

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)status, (void)type, (void)place;
    (void)remove(path);
    return 0;
}

static void remove_folder(void) {
    // A child that was forked without a program of its own leaves its parent's folder alone.
    if (getpid() == owner) nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

__attribute__((constructor)) static void use_own_preferences(void) {
    if (getenv(marker)) return;
    const char *parent = getenv("TMPDIR");
    if (!parent || parent[0] != '/') parent = "/tmp";
    int length = snprintf(folder, sizeof folder, "%s/appex-preferences-XXXXXX", parent);
    if (length < 0 || (size_t)length >= sizeof folder) errx(1, "The path of the temporary folder is too long.");
    if (!mkdtemp(folder)) err(1, "Cannot create the folder of the tests' preferences in %s", parent);
    owner = getpid();
    if (setenv("XDG_CONFIG_HOME", folder, 1) || setenv(marker, folder, 1) || atexit(remove_folder))
        err(1, "Cannot use the folder of the tests' preferences, %s", folder);
}
