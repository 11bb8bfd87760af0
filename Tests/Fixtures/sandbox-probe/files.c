// What may be done with files of its own.
#include "probe.h"
#include <dirent.h>
#include <sys/stat.h>
#include <sys/xattr.h>

static long list(const char *folder) {
    DIR *stream = opendir(folder);
    if (!stream) return -1;
    closedir(stream);
    return 0;
}

static long create(const char *path) {
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0) close(fd);
    return fd;
}

void file_facts(const struct surroundings *around) {
    char draft[4096], final[4096], folder[4096];
    snprintf(draft, sizeof draft, "%s/draft", around->container);
    snprintf(folder, sizeof folder, "%s/folder", around->container);
    snprintf(final, sizeof final, "%s/folder/final", around->container);
    granted(create(draft), "can create a file in the container");
    granted(mkdir(folder, 0700), "can create a folder in the container");
    granted(rename(draft, final), "can rename a file into another folder of the container");
    refused(open(below(folder, "other"), O_WRONLY | O_CREAT, 04700), "cannot create a program with another identity");
    refused(fchmod(open(final, O_RDONLY | O_CLOEXEC), 06700), "cannot give a file another identity");
    granted(fchmod(open(final, O_RDONLY | O_CLOEXEC), 0700), "can change a file's mode");
    granted(symlink("/etc/passwd", draft), "can create a symbolic link in the container");
    granted(unlink(draft), "can remove a file from the container");
    granted(list(around->container), "can list the container");
    granted(list(around->bundle), "can list the bundle");
    refused(mkfifo(below(around->container, "pipe"), 0600), "cannot make a named pipe");
    refused(mknod(below(around->container, "device"), S_IFCHR | 0600, 0x103), "cannot make a device");
    refused(chown(final, 0, 0), "cannot give a file away");
    refused(setxattr(final, "security.capability", "", 1, 0), "cannot give a file capabilities");
}
