#define _GNU_SOURCE
#include "CFloor.h"

#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

enum { LARGEST = 65536 };

int64_t floor_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

void floor_serve(int socket) {
    static char bytes[LARGEST];
    for (;;) {
        ssize_t count = recv(socket, bytes, sizeof bytes, 0);
        if (count <= 0 || send(socket, bytes, (size_t)count, MSG_NOSIGNAL) != count) return;
    }
}

int floor_call(int socket, int size, int64_t *nanoseconds, int count) {
    static char bytes[LARGEST];
    if (size < 1 || size > LARGEST) return -1;
    for (int index = 0; index < count; index++) {
        int64_t start = floor_now();
        if (send(socket, bytes, (size_t)size, MSG_NOSIGNAL) != size) return -1;
        if (recv(socket, bytes, sizeof bytes, 0) != size) return -1;
        nanoseconds[index] = floor_now() - start;
    }
    return 0;
}

uint64_t floor_read(const void *bytes, size_t size) {
    const unsigned char *byte = bytes;
    uint64_t sum = 0;
    for (; size >= sizeof sum; byte += sizeof sum, size -= sizeof sum) {
        uint64_t word;
        memcpy(&word, byte, sizeof word);
        sum += word;
    }
    return sum;
}

int64_t floor_copy(void *to, const void *from, size_t size, uint64_t *sum) {
    int64_t start = floor_now();
    memcpy(to, from, size);
    *sum += floor_read(to, size);
    return floor_now() - start;
}

int floor_pin(int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    DIR *threads = opendir("/proc/self/task");
    if (threads == NULL) return -1;
    int result = 0;
    for (struct dirent *entry; (entry = readdir(threads)) != NULL;) {
        int thread = atoi(entry->d_name);
        // One that has ended meanwhile needs no place.
        if (thread > 0 && sched_setaffinity(thread, sizeof set, &set) != 0 && errno != ESRCH) result = -1;
    }
    closedir(threads);
    return result;
}

int floor_match(const struct floor_rule *rules, int count, const uint64_t *attachments, int attachment_count,
                uint32_t *matching) {
    int found = 0;
    for (int index = 0; index < count; index++) {
        uint32_t accepted = 0;
        for (int attachment = 0; attachment < attachment_count; attachment++)
            accepted += (attachments[attachment] & rules[index].accepted) != 0;
        int holds = accepted <= rules[index].most &&
                    (rules[index].every ? accepted == (uint32_t)attachment_count : accepted > 0);
        matching[found] = (uint32_t)index;
        found += holds;
    }
    return found;
}
