// What a file that was granted while the probe runs can be used for.
#include "probe.h"
#include <dirent.h>
#include <sys/stat.h>
#include <sys/socket.h>

static int errors(long result) { return result < 0 ? errno : 0; }

static int entries(const char *folder) {
    DIR *stream = opendir(folder);
    int count = 0;
    if (!stream) return -errno;
    for (struct dirent *entry; (entry = readdir(stream));) count += entry->d_name[0] != '.';
    closedir(stream);
    return count;
}

/// For each path on the control socket, says in one line what can be done with it.
int describe_granted(void) {
    char path[4096], folder[4096];
    static int kept = -1;
    if (write(STDOUT_FILENO, "ready\n", 6) != 6) return 1;
    for (ssize_t length; (length = recv(3, path, sizeof path - 1, 0)) > 0;) {
        struct stat info = { 0 };
        path[length] = 0;
        strcpy(folder, path);
        *strrchr(folder, '/') = 0;
        int file = open(path, O_RDONLY | O_CLOEXEC), opened = errors(file);
        if (file >= 0) {
            fstat(file, &info);
            if (kept < 0) kept = file;
        }
        char byte;
        printf("open %d inode %lu write %d truncate %d chmod %d fchmod %d unlink %d rename %d new %d beside %d in %d kept %d\n",
               opened, (unsigned long)info.st_ino, errors(open(path, O_RDWR)), errors(truncate(path, 0)),
               errors(chmod(path, 0777)), errors(fchmod(kept, 0777)), errors(unlink(path)),
               errors(rename(path, "other")), errors(mkdir(below(path, "new"), 0700)), entries(folder), entries(path),
               kept < 0 ? -1 : errors(pread(kept, &byte, 1, 0)));
        fflush(stdout);
    }
    return 0;
}
