// A small load over D-Bus: a client asks a service for 64 bytes, through a message bus of their own.
//
//   dbus-load NEAR FAR      the processors of the client and of the service; the bus may run on both
//
// Descriptor 3 is a SOCK_SEQPACKET socket. Each packet on it is the number of calls of a block, an int32_t, and is
// answered with the nanoseconds that each of them took, as int64_t. The end of the socket ends all three processes.
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <systemd/sd-bus.h>
#include <time.h>
#include <unistd.h>

enum { SIZE = 64, MOST_CALLS = 4096, CONTROL = 3 };

static const char NAME[] = "org.example.Loads", PATH[] = "/org/example/Loads", TYPE[] = "public.data";

static void need(int holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "dbus-load: %s\n", what);
    exit(1);
}

static void pin(int first, int second) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(first, &set);
    CPU_SET(second, &set);
    need(sched_setaffinity(0, sizeof set, &set) == 0, "cannot choose a processor");
}

/// Starts a process that ends with this one.
static pid_t start(void) {
    pid_t parent = getpid(), child = fork();
    need(child >= 0, "cannot fork");
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(1);
    }
    return child;
}

static sd_bus *connect_to(const char *address) {
    sd_bus *bus = NULL;
    need(sd_bus_new(&bus) >= 0 && sd_bus_set_address(bus, address) >= 0 && sd_bus_set_bus_client(bus, 1) >= 0 &&
             sd_bus_start(bus) >= 0,
         "cannot connect to the bus");
    return bus;
}

static int load(sd_bus_message *call, void *unused, sd_bus_error *error) {
    (void)unused, (void)error;
    static const char content[SIZE] = {7};
    const char *type;
    sd_bus_message *reply = NULL;
    int result = sd_bus_message_read(call, "s", &type);
    if (result >= 0) result = sd_bus_message_new_method_return(call, &reply);
    if (result >= 0) result = sd_bus_message_append_array(reply, 'y', content, sizeof content);
    if (result >= 0) result = sd_bus_send(NULL, reply, NULL);
    sd_bus_message_unref(reply);
    return result;
}

static const sd_bus_vtable interface[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Load", "s", "ay", load, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

static void serve(const char *address, int ready) {
    sd_bus *bus = connect_to(address);
    need(sd_bus_add_object_vtable(bus, NULL, PATH, NAME, interface, NULL) >= 0 &&
             sd_bus_request_name(bus, NAME, 0) >= 0 && write(ready, "", 1) == 1,
         "the service cannot be offered");
    for (;;) {
        int result = sd_bus_process(bus, NULL);
        if (result == 0) result = sd_bus_wait(bus, UINT64_MAX);
        if (result < 0) exit(1);
    }
}

static int64_t call(sd_bus *bus) {
    struct timespec before, after;
    sd_bus_message *reply = NULL;
    const void *bytes;
    size_t size;
    clock_gettime(CLOCK_MONOTONIC, &before);
    need(sd_bus_call_method(bus, NAME, PATH, NAME, "Load", NULL, &reply, "s", TYPE) >= 0 &&
             sd_bus_message_read_array(reply, 'y', &bytes, &size) >= 0 && size == SIZE,
         "a call failed");
    clock_gettime(CLOCK_MONOTONIC, &after);
    sd_bus_message_unref(reply);
    return (after.tv_sec - before.tv_sec) * INT64_C(1000000000) + after.tv_nsec - before.tv_nsec;
}

static void run_bus(const char *folder) {
    char path[256], option[280];
    snprintf(path, sizeof path, "%s/bus.conf", folder);
    snprintf(option, sizeof option, "--config-file=%s", path);
    FILE *file = fopen(path, "w");
    need(file != NULL, "the configuration of the bus cannot be written");
    fprintf(file,
            "<busconfig><type>session</type><listen>unix:path=%s/socket</listen><auth>EXTERNAL</auth>"
            "<policy context=\"default\"><allow user=\"*\"/><allow own=\"*\"/><allow send_destination=\"*\"/>"
            "<allow receive_sender=\"*\"/></policy></busconfig>\n",
            folder);
    fclose(file);
    // The address is printed when the bus listens.
    execl("/usr/bin/dbus-daemon", "dbus-daemon", option, "--nofork", "--nopidfile", "--print-address=1", (char *)NULL);
    _exit(127);
}

int main(int count, char **words) {
    need(count == 3, "usage: dbus-load NEAR FAR");
    int near = atoi(words[1]), far = atoi(words[2]), ready[2];
    char folder[] = "/tmp/appex-bench-dbus-XXXXXX", address[512];
    need(mkdtemp(folder) != NULL && pipe2(ready, O_CLOEXEC) == 0, "no temporary folder");
    signal(SIGPIPE, SIG_IGN);

    pid_t daemon = start();
    if (daemon == 0) {
        pin(near, far);
        dup2(ready[1], STDOUT_FILENO);
        // It warns of limits that do not matter here; that it does not start shows below.
        dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
        run_bus(folder);
    }
    ssize_t length = read(ready[0], address, sizeof address - 1);
    need(length > 1, "dbus-daemon does not start");
    address[length] = 0;
    address[strcspn(address, "\n")] = 0;

    pid_t service = start();
    if (service == 0) {
        pin(far, far);
        serve(address, ready[1]);
    }
    char byte;
    need(read(ready[0], &byte, 1) == 1, "the service does not start");

    pin(near, near);
    sd_bus *bus = connect_to(address);
    static int64_t times[MOST_CALLS];
    int32_t calls;
    while (recv(CONTROL, &calls, sizeof calls, 0) == sizeof calls && calls > 0 && calls <= MOST_CALLS) {
        for (int index = 0; index < calls; index++) times[index] = call(bus);
        send(CONTROL, times, (size_t)calls * sizeof *times, MSG_NOSIGNAL);
    }
    kill(service, SIGKILL);
    kill(daemon, SIGKILL);
    while (wait(NULL) > 0) {}
    for (const char *const *name = (const char *const[]){"bus.conf", "socket", "", NULL}; *name; name++) {
        char path[256];
        snprintf(path, sizeof path, "%s/%s", folder, *name);
        remove(path);
    }
    return 0;
}
