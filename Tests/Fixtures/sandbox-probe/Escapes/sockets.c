// Sockets: new ones of every family, and addresses for those it has.
#include "escape.h"
#include <linux/filter.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>

enum { FAMILIES = 64 };  // more than the kernel has

/// Tries every family with every type, until one is not refused by the allow-list.
static long any_family(const struct surroundings *a) {
    (void)a;
    for (int family = 0; family < FAMILIES; family++)
        for (int type = SOCK_STREAM; type <= SOCK_PACKET; type++) {
            int made = socket(family, type, 0);
            if (made >= 0 || errno != EPERM) return made;
        }
    errno = EPERM;
    return -1;
}

/// An address from a path, or from an abstract name, which begins with @.
static const struct sockaddr_un *address(const char *pattern, const struct surroundings *a) {
    static struct sockaddr_un address;
    address = (struct sockaddr_un){ .sun_family = AF_UNIX };
    snprintf(address.sun_path, sizeof address.sun_path, "%s", filled_in(pattern, a));
    if (address.sun_path[0] == '@') address.sun_path[0] = 0;
    return &address;
}

static int end_of_pair(void) {
    int pair[2] = { -1, -1 };
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0) return -1;
    close(pair[1]);
    return pair[0];
}
#define OF_PAIR(name_, call_, ...) \
    static long name_(const struct surroundings *a) { \
        (void)a; \
        int end = end_of_pair(); \
        long result = call_(end, __VA_ARGS__); \
        int error = errno; \
        close(end); \
        errno = error; \
        return result; \
    }
#define TO(pattern) (const struct sockaddr *)address(pattern, a), sizeof(struct sockaddr_un)
OF_PAIR(bind_abstract, bind, TO("@appex-escape"))
OF_PAIR(connect_abstract, connect, TO("@appex-escape"))
OF_PAIR(connect_file, connect, TO("{other}/socket"))
OF_PAIR(listen_on_pair, listen, 1)
OF_PAIR(accept_on_pair, accept, NULL, NULL)
OF_PAIR(send_to_abstract, sendto, "x", 1, MSG_NOSIGNAL, TO("@appex-escape"))
OF_PAIR(own_signals, fcntl, F_SETOWN, a->launcher_pid)
OF_PAIR(own_signals_by_ioctl, ioctl, 0x8901 /* FIOSETOWN */, &a->launcher_pid)
OF_PAIR(choose_signal, fcntl, F_SETSIG, 9)
static struct sock_filter all = BPF_STMT(BPF_RET | BPF_K, 0xffff);
static struct sock_fprog filter = { 1, &all };
OF_PAIR(send_out_of_band, send, "x", 1, MSG_OOB | MSG_NOSIGNAL | MSG_DONTWAIT)
OF_PAIR(send_message_out_of_band, sendmsg, &(struct msghdr){ .msg_iov = &(struct iovec){ "x", 1 }, .msg_iovlen = 1 },
        MSG_OOB | MSG_NOSIGNAL | MSG_DONTWAIT)

/// Sends a byte out of band and receives it so.
static long receive_out_of_band(const struct surroundings *a) {
    (void)a;
    int pair[2] = { -1, -1 };
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0) send(pair[0], "x", 1, MSG_OOB | MSG_NOSIGNAL);
    return recv(pair[1], (char[1]){ 0 }, 1, MSG_OOB | MSG_DONTWAIT);
}
static struct mmsghdr one_message = { .msg_hdr = { .msg_iov = &(struct iovec){ "x", 1 }, .msg_iovlen = 1 } };
OF_PAIR(send_many, sendmmsg, &one_message, 1, MSG_NOSIGNAL | MSG_DONTWAIT)
OF_PAIR(attach_filter, setsockopt, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter)
OF_PAIR(ask_interfaces, ioctl, 0x8912 /* SIOCGIFCONF */, P(0))

/// A pair that could be addressed to any abstract name.
static long address_pair(const struct surroundings *a) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, pair) < 0) return -1;
    sendto(pair[0], "x", 1, MSG_NOSIGNAL, TO("@appex-escape"));
    return 0;
}

/// Looks for something in a list of the machine's network.
static long find(const char *path, const char *wanted) {
    static char text[1 << 20];
    int file = open(path, O_RDONLY | O_CLOEXEC);
    size_t length = 0;
    for (ssize_t count; file >= 0 && (count = read(file, text + length, sizeof text - 1 - length)) > 0;)
        length += (size_t)count;
    text[length] = 0;
    if (file >= 0) close(file);
    errno = ENOENT;
    return strstr(text, wanted) ? 0 : -1;
}
static long list_sockets(const struct surroundings *a) {
    return find("/proc/thread-self/net/unix", filled_in("{other}/socket", a));
}
/// The first line names the columns; the test has a connection.
static long list_connections(const struct surroundings *a) {
    (void)a;
    return find("/proc/self/net/tcp", "0100007F:");
}

static long get_peer(const struct surroundings *a) {
    (void)a;
    int process = -1;
    return getsockopt(3, SOL_SOCKET, 77 /* SO_PEERPIDFD */, &process, &(socklen_t){ sizeof process });
}
/// Tells its peer that it is the launcher.
static long forge_credentials(const struct surroundings *a) {
    struct ucred forged = { a->launcher_pid, getuid(), getgid() };
    union { struct cmsghdr header; char bytes[CMSG_SPACE(sizeof forged)]; } sent = {
        .header = { CMSG_LEN(sizeof forged), SOL_SOCKET, SCM_CREDENTIALS },
    };
    memcpy(CMSG_DATA(&sent.header), &forged, sizeof forged);
    struct msghdr message = {
        .msg_iov = &(struct iovec){ "x", 1 }, .msg_iovlen = 1, .msg_control = &sent, .msg_controllen = sizeof sent,
    };
    return sendmsg(3, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

#define SOCKET(name_, family_, type_, protocol_) \
    CALL("sockets", "make a socket: " name_, DENIED, socket, family_, type_, protocol_)

static int pair[2];

static const struct attempt sockets[] = {
    SOCKET("local stream", AF_UNIX, SOCK_STREAM, 0),
    SOCKET("local datagram", AF_UNIX, SOCK_DGRAM, 0),
    SOCKET("TCP", AF_INET, SOCK_STREAM, 0),
    SOCKET("UDP", AF_INET, SOCK_DGRAM, 0),
    SOCKET("TCP, version 6", AF_INET6, SOCK_STREAM, 0),
    SOCKET("UDP, version 6", AF_INET6, SOCK_DGRAM, 0),
    SOCKET("multipath TCP", AF_INET, SOCK_STREAM, 262),
    SOCKET("netlink routes", AF_NETLINK, SOCK_RAW, 0),
    SOCKET("netlink events", AF_NETLINK, SOCK_DGRAM, 15),
    SOCKET("kernel ciphers", AF_ALG, SOCK_SEQPACKET, 0),
    SOCKET("virtual machines", AF_VSOCK, SOCK_STREAM, 0),
    SOCKET("Bluetooth", AF_BLUETOOTH, SOCK_RAW, 1),
    SOCKET("CAN", AF_CAN, SOCK_RAW, 1),
    SOCKET("clusters", AF_TIPC, SOCK_DGRAM, 0),
    SOCKET("reliable datagrams", AF_RDS, SOCK_SEQPACKET, 0),
    SOCKET("keys", AF_KEY, SOCK_STREAM, 0),
    SOCKET("a family nobody has", 63, SOCK_STREAM, 0),
    ROOT_CALL("sockets", "make a socket: raw packets", socket, AF_PACKET, SOCK_RAW, 0),
    ROOT_CALL("sockets", "make a socket: raw internet", socket, AF_INET, SOCK_RAW, 1),
    DO("sockets", "make a socket of any family and type", DENIED, any_family),
    DO("sockets", "make a pair that can be addressed", DENIED, address_pair),
    CALL("sockets", "make a stream pair", DENIED, socketpair, AF_UNIX, SOCK_STREAM, 0, P(pair)),
    CALL("sockets", "make a packet pair", DENIED, socketpair, AF_UNIX, SOCK_SEQPACKET, 0, P(pair)),
    CALL("sockets", "make a raw pair", DENIED, socketpair, AF_UNIX, SOCK_RAW, 0, P(&all)),
    CALL("sockets", "make a pair of another family", DENIED, socketpair, AF_INET, SOCK_STREAM, 0, P(&all)),
    CALL("sockets", "make a pair with high bits set", DENIED, socketpair, 0x100000001, SOCK_DGRAM, 0, P(&all)),
    DO("sockets", "bind an abstract name", DENIED, bind_abstract),
    DO("sockets", "connect to an abstract name", DENIED, connect_abstract),
    DO("sockets", "connect to a socket file", DENIED, connect_file),
    DO("sockets", "send to an abstract name", DENIED, send_to_abstract),
    DO("sockets", "send out of band", DENIED, send_out_of_band),
    DO("sockets", "send a message out of band", DENIED, send_message_out_of_band),
    DO("sockets", "receive out of band", DENIED, receive_out_of_band),
    DO("sockets", "send many messages at once", DENIED, send_many),
    DO("sockets", "listen", DENIED, listen_on_pair),
    DO("sockets", "accept", DENIED, accept_on_pair),
    DO("sockets", "attach a filter", DENIED, attach_filter),
    DO("sockets", "direct a socket's signals", DENIED, own_signals),
    DO("sockets", "direct a socket's signals by ioctl", DENIED, own_signals_by_ioctl),
    DO("sockets", "choose a socket's signal", DENIED, choose_signal),
    DO("sockets", "ask for network interfaces", DENIED, ask_interfaces),
    DO("sockets", "get a descriptor of the broker from its socket", DENIED, get_peer),
    // By the kernel, which may not even see that process from here.
    DO("sockets", "pass itself off as the launcher", "EPERM ESRCH", forge_credentials, .proof = ROOT),
    DO("sockets", "list the machine's local sockets", "ENOENT", list_sockets),
    DO("sockets", "list the machine's connections", "ENOENT", list_connections),
};
const struct attempts socket_attempts = ATTEMPTS(sockets);
