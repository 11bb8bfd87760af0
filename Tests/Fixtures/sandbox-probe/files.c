// What the file system shows and allows.
#include "probe.h"
#include <dirent.h>
#include <sys/inotify.h>
#include <sys/mman.h>
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

static void foreign_files(const struct surroundings *around) {
    refused(open("/etc/passwd", O_RDONLY), "cannot read /etc/passwd");
    refused(open("/etc/shadow", O_RDONLY), "cannot read /etc/shadow");
    refused(open(below(around->other, "secret"), O_RDONLY), "cannot read another container");
    refused(list(around->other), "cannot list another container");
    refused(list(around->home), "cannot list the home folder");
    refused(list("/root"), "cannot list /root");
    refused(list("/tmp"), "cannot list the machine's /tmp");
    refused(list("/home"), "cannot list /home");
    refused(list("/var"), "cannot list /var");
    refused(list("/sys"), "cannot list /sys");
    refused(list("/run"), "cannot list /run");
    refused(list("/dev/shm"), "cannot list /dev/shm");
    refused(list(below(around->container, "..")), "cannot list the folder of all containers");
    refused(open("/proc/sys/kernel/core_pattern", O_WRONLY), "cannot change a kernel setting");
    refused(inotify_add_watch(inotify_init1(IN_CLOEXEC), around->home, IN_ALL_EVENTS), "cannot watch the home folder");
    refused(open("/dev/tty", O_RDWR), "cannot open the terminal");
    refused(open("/dev/mem", O_RDONLY), "cannot open /dev/mem");
}

static void foreign_places(const struct surroundings *around) {
    refused(create("/new"), "cannot write into the root");
    refused(create("/tmp/new"), "cannot write into /tmp");
    refused(create("/usr/lib/new"), "cannot write into /usr/lib");
    refused(create("/dev/new"), "cannot write into /dev");
    refused(create(below(around->bundle, "new")), "cannot write into the bundle");
    refused(create(below(around->other, "new")), "cannot write into another container");
    refused(create(below(around->container, "../new")), "cannot write beside the container");
    refused(open(below(around->bundle, "probe"), O_WRONLY), "cannot open the program for writing");
    refused(truncate(below(around->bundle, "probe"), 0), "cannot empty the program");
    refused(chmod(below(around->bundle, "probe"), 0777), "cannot change the program's mode");
    refused(chmod(around->other, 0777), "cannot change another container's mode");
    refused(utimensat(AT_FDCWD, around->other, NULL, 0), "cannot change another container's times");
    refused(setxattr(around->other, "user.x", "", 0, 0), "cannot change another container's attributes");
    refused(open("/proc/self/mem", O_RDWR), "cannot write into memory through /proc");
    refused(open("/proc/self/oom_score_adj", O_WRONLY), "cannot write into /proc");
}

static void own_container(const struct surroundings *around) {
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
    refused(open(draft, O_RDONLY), "cannot read /etc/passwd through a symbolic link");
    granted(unlink(draft), "can remove a file from the container");
    granted(list(around->container), "can list the container");
    granted(list(around->bundle), "can list the bundle");
    refused(mkfifo(below(around->container, "pipe"), 0600), "cannot make a named pipe");
    refused(mknod(below(around->container, "device"), S_IFCHR | 0600, 0x103), "cannot make a device");
    refused(chown(final, 0, 0), "cannot give a file away");
    refused(setxattr(final, "security.capability", "", 1, 0), "cannot give a file capabilities");
}

static void data_as_code(const struct surroundings *around) {
    if (!around->private_root) return;  // only a mount can forbid this
    int fd = open(below(around->container, "folder/final"), O_RDWR);
    granted(fd < 0 ? -1 : ftruncate(fd, 4096), "can resize a file in the container");
    void *mapped = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
    refused_with(EPERM, mapped == MAP_FAILED ? -1 : 0, "cannot map a data file as code");
    mapped = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
    refused(mapped == MAP_FAILED ? 0 : mprotect(mapped, 4096, PROT_READ | PROT_EXEC),
            "cannot turn a mapped data file into code");
    close(fd);
}

void file_facts(const struct surroundings *around) {
    foreign_files(around);
    foreign_places(around);
    own_container(around);
    data_as_code(around);
}
