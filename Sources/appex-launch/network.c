/// The network of an extension that may use one: a namespace of its own, in which the broker places a connection to the
/// outside. Until then, and without the broker, there is nothing in it.
#include "launch.h"
#include <arpa/inet.h>
#include <linux/rtnetlink.h>

/// Refuses a range of addresses, whatever is connected later.
static int prohibit(int socket, const char *network, unsigned char bits) {
    struct {
        struct nlmsghdr header;
        struct rtmsg route;
        struct rtattr attribute;
        struct in_addr destination;
    } request = {
        .header = { .nlmsg_len = sizeof request, .nlmsg_type = RTM_NEWROUTE,
                    .nlmsg_flags = NLM_F_REQUEST | NLM_F_CREATE | NLM_F_ACK },
        .route = { .rtm_family = AF_INET, .rtm_dst_len = bits, .rtm_table = RT_TABLE_MAIN,
                   .rtm_protocol = RTPROT_STATIC, .rtm_scope = RT_SCOPE_UNIVERSE, .rtm_type = RTN_PROHIBIT },
        .attribute = { .rta_len = RTA_LENGTH(sizeof(struct in_addr)), .rta_type = RTA_DST },
    };
    struct { struct nlmsghdr header; struct nlmsgerr error; char rest[512]; } answer;
    at("route", network);
    if (inet_pton(AF_INET, network, &request.destination) != 1) return -1;
    if (send(socket, &request, sizeof request, 0) < 0) return -1;
    if (recv(socket, &answer, sizeof answer, 0) < (ssize_t)(sizeof answer.header + sizeof answer.error.error)) return -1;
    errno = -answer.error.error;
    return answer.header.nlmsg_type == NLMSG_ERROR && !errno ? 0 : -1;
}

/// Keeps the buffers of connections small: the machine has one pool of memory for those of all networks, which no limit of
/// a process counts. Best effort, as the number of connections has a limit too.
static void limit_buffers(void) {
    write_file("/proc/sys/net/ipv4/tcp_rmem", "4096 32768 65536");
    write_file("/proc/sys/net/ipv4/tcp_wmem", "4096 32768 65536");
    write_file("/proc/sys/net/ipv4/tcp_orphan_retries", "1");
}

/// Addresses at which clouds tell a machine its secrets: those of the link, which most clouds use; Azure's; those of protocol
/// assignments, of which Oracle uses one; and those shared behind a carrier's or provider's gateway, of which Alibaba uses one.
static const struct { const char *network; unsigned char bits; } refused[] = {
    { "169.254.0.0", 16 }, { "168.63.129.16", 32 }, { "192.0.0.0", 24 }, { "100.64.0.0", 10 },
};

int network_enter(const struct layers *layers) {
    static const char *const limit = "/proc/sys/user/max_net_namespaces";
    const bool own_user = layers->namespaces & CLONE_NEWUSER;
    // None was allowed, and none is after this one; see forbid_counted.
    if (own_user) write_file(limit, "1");
    at("network", "");
    if (unshare(CLONE_NEWNET) < 0) return -1;
    if (own_user) write_file(limit, "0");
    limit_buffers();
    int socket_fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (socket_fd < 0) return -1;
    int result = 0;
    for (size_t i = 0; i < sizeof refused / sizeof *refused && result == 0; i++) {
        result = prohibit(socket_fd, refused[i].network, refused[i].bits);
    }
    return closing(socket_fd, result);
}
