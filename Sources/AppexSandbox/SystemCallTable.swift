/// Every system call that an extension may make, every restricted argument with its allowed values, and why.
///
/// The filter is made from this table, and a test compares `Documentation/Sandbox.md` with it. A call that is not here is
/// refused. Refused on purpose, among others: every way to make a socket (but for extensions that may use the network), to start a program, to look into
/// or signal another process, to change namespaces, mounts, credentials or keys, and the large
/// young interfaces (io_uring, bpf, userfaultfd, perf) that most exploits of the kernel go through.
enum SystemCallTable {
    /// Rows that belong together.
    struct Section: Sendable {
        let title: String
        let rules: [SystemCallRule]
    }

    /// The rows that hold in every sandbox.
    static let sections = [memory, threads, signals, time, process, files, descriptors, events, sockets]

    // MARK: Memory

    private static let memory = Section(
        title: "Memory",
        rules: [
            .init("brk", "munmap", because: "allocation"),
            .init(
                "mmap",
                arguments: [
                    .any(2, "prot", protection, .long),
                    .any(
                        3, "flags",
                        [
                            "MAP_SHARED": 0x1, "MAP_PRIVATE": 0x2, "MAP_FIXED": 0x10, "MAP_ANONYMOUS": 0x20,
                            "MAP_DENYWRITE": 0x800, "MAP_NORESERVE": 0x4000, "MAP_POPULATE": 0x8000,
                            "MAP_STACK": 0x2_0000,
                            "MAP_FIXED_NOREPLACE": 0x10_0000,
                        ], .long),
                ],
                because:
                    "allocation, libraries and files; no huge pages, which escape the memory limit, no locked memory"),
            .init("mprotect", arguments: [.any(2, "prot", protection, .long)], because: "libraries and guard pages"),
            .init(
                "mremap", arguments: [.any(3, "flags", ["MREMAP_MAYMOVE": 1, "MREMAP_FIXED": 2], .long)],
                because: "growing allocations"),
            .init(
                "madvise",
                arguments: [
                    .one(
                        2, "advice",
                        [
                            "MADV_NORMAL": 0, "MADV_RANDOM": 1, "MADV_SEQUENTIAL": 2, "MADV_WILLNEED": 3,
                            "MADV_DONTNEED": 4, "MADV_FREE": 8, "MADV_NOHUGEPAGE": 15, "MADV_DONTDUMP": 16,
                            "MADV_POPULATE_READ": 22,
                        ])
                ], because: "giving memory back; no merging, offlining, poisoning or collapsing of pages"),
            .init("msync", arguments: [.any(2, "flags", ["MS_ASYNC": 1, "MS_SYNC": 4])], because: "mapped files"),
            .init(
                "memfd_create",
                arguments: [.any(1, "flags", ["MFD_CLOEXEC": 1, "MFD_ALLOW_SEALING": 2, "MFD_NOEXEC_SEAL": 8])],
                because: "large items; neither executable nor of huge pages"),
        ])

    private static let protection: KeyValuePairs<String, UInt64> = {
        #if arch(arm64)
            // The loader marks targets of branches by PROT_BTI.
            ["PROT_READ": 1, "PROT_WRITE": 2, "PROT_EXEC": 4, "PROT_BTI": 0x10]
        #else
            ["PROT_READ": 1, "PROT_WRITE": 2, "PROT_EXEC": 4]
        #endif
    }()

    // MARK: Threads

    private static let threads = Section(
        title: "Threads",
        rules: [
            .init(
                "clone",
                arguments: [
                    .one(
                        0, "flags",
                        ["CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM": 0x5_0f00],
                        with: [
                            "CLONE_SETTLS": 0x8_0000, "CLONE_PARENT_SETTID": 0x10_0000,
                            "CLONE_CHILD_CLEARTID": 0x20_0000, "CLONE_DETACHED": 0x40_0000,
                            "CLONE_CHILD_SETTID": 0x100_0000,
                        ], .long)
                ],
                because:
                    "threads, never processes or namespaces; clone3, whose flags no filter can see, is answered ENOSYS"),
            .init(
                "futex",
                arguments: [
                    .one(
                        1, "op",
                        [
                            "FUTEX_WAIT": 0, "FUTEX_WAKE": 1, "FUTEX_LOCK_PI": 6, "FUTEX_UNLOCK_PI": 7,
                            "FUTEX_TRYLOCK_PI": 8, "FUTEX_WAIT_BITSET": 9, "FUTEX_WAKE_BITSET": 10,
                        ], with: ["FUTEX_PRIVATE_FLAG": 128, "FUTEX_CLOCK_REALTIME": 256])
                ],
                because: "locks; those of libdispatch and Swift inherit priority (PI); no requeuing"),
            .init(
                "rseq", arguments: [.any(2, "flags", ["RSEQ_FLAG_UNREGISTER": 1])], because: "the C library's threads"),
            .init(
                "set_robust_list", "set_tid_address", "gettid", "exit", "sched_yield", "getcpu",
                because: "the C library's threads"),
            .init(
                "sched_getaffinity", "sched_getparam", "sched_getscheduler", "sched_get_priority_max",
                "sched_get_priority_min", because: "the number of processors and the attributes of threads"),
            .init(
                "arch_prctl", arguments: [.one(0, "op", ["ARCH_SET_FS": 0x1002, "ARCH_GET_FS": 0x1003])],
                because: "thread-local storage"),
            .init(
                "getpriority", "setpriority",
                arguments: [.one(0, "which", ["PRIO_PROCESS": 0]), .one(1, "who", ["0": 0])],
                because: "the calling thread's own priority, which libdispatch sets"),
        ])

    // MARK: Signals and time

    private static let signals = Section(
        title: "Signals",
        rules: [
            .init(
                "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigtimedwait", "rt_sigpending", "rt_sigsuspend",
                "sigaltstack", "pause", "restart_syscall", because: "handling its own signals"),
            .init(
                "kill", "tgkill",
                because: "abort and raise; a filter of the launcher's lets them name this process only"),
            .init(
                "signalfd4", arguments: [.any(3, "flags", ["SFD_NONBLOCK": 0x800, "SFD_CLOEXEC": 0x8_0000])],
                because: "libdispatch's signal sources"),
        ])

    private static let time = Section(
        title: "Time",
        rules: [
            .init("clock_gettime", "clock_getres", "gettimeofday", "time", "times", because: "reading clocks"),
            .init("nanosleep", "alarm", because: "waiting"),
            .init(
                "clock_nanosleep", arguments: [.one(0, "clockid", clocks), .any(1, "flags", ["TIMER_ABSTIME": 1])],
                because: "waiting"),
            .init(
                "timerfd_create",
                arguments: [
                    .one(0, "clockid", clocks), .any(1, "flags", ["TFD_NONBLOCK": 0x800, "TFD_CLOEXEC": 0x8_0000]),
                ], because: "timers of libdispatch; none that wakes the machine"),
            .init(
                "timerfd_settime",
                arguments: [.any(1, "flags", ["TFD_TIMER_ABSTIME": 1, "TFD_TIMER_CANCEL_ON_SET": 2])],
                because: "timers of libdispatch"),
            .init("timerfd_gettime", because: "timers of libdispatch"),
        ])

    private static let clocks: KeyValuePairs<String, UInt64> = [
        "CLOCK_REALTIME": 0, "CLOCK_MONOTONIC": 1, "CLOCK_BOOTTIME": 7,
    ]

    // MARK: The process

    private static let process = Section(
        title: "The process itself",
        rules: [
            .init(
                "execve", because: "the start of the extension; the launcher's own filter lets it through exactly once"),
            .init(
                "exit_group", "getpid", "getppid", "getuid", "geteuid", "getgid", "getegid", "getresuid", "getresgid",
                "getgroups", "getpgrp", "uname", "sysinfo", "getrusage", "getrlimit", "umask",
                because: "asking about itself"),
            .init("getrandom", arguments: [.any(2, "flags", ["GRND_NONBLOCK": 1])], because: "random numbers"),
            .init("prlimit64", arguments: [.one(0, "pid", ["0": 0])], because: "its own limits"),
            .init(
                "prctl", arguments: [.one(0, "op", ["PR_SET_NAME": 15, "PR_GET_NAME": 16])],
                because: "names of threads; not PR_SET_PDEATHSIG, as the process must die with its init"),
        ])

    // MARK: Files

    private static let files = Section(
        title: "Files",
        rules: [
            .init(
                "stat", "lstat", "statfs", "access", "faccessat", "readlink", "readlinkat", "getcwd", "chdir",
                because: "looking at files"),
            .init("newfstatat", arguments: [.any(3, "flags", lookup)], because: "looking at files"),
            .init(
                "statx", arguments: [.any(2, "flags", lookupOrKnown)],
                because: "looking at files, also without asking the file system"),
            .init(
                "faccessat2", arguments: [.any(3, "flags", ["AT_SYMLINK_NOFOLLOW": 0x100, "AT_EACCESS": 0x200])],
                because: "looking at files"),
            .init("open", arguments: [.any(1, "flags", opening)], because: "opening a file that there is"),
            .init("openat", arguments: [.any(2, "flags", opening)], because: "opening a file that there is"),
            .init(
                "open", arguments: [.any(1, "flags", creating), .any(2, "mode", ordinaryModes, .short)],
                because: "making a file that is not set-user-id: outside, it would run as the device's owner"),
            .init(
                "openat", arguments: [.any(2, "flags", creating), .any(3, "mode", ordinaryModes, .short)],
                because: "making a file that is not set-user-id"),
            .init(
                "mkdir", "mkdirat", "rmdir", "unlink", "rename", "renameat", "link", "symlink", "symlinkat",
                because: "arranging its container"),
            .init(
                "unlinkat", arguments: [.any(2, "flags", ["AT_REMOVEDIR": 0x200])], because: "arranging its container"),
            .init(
                "linkat", arguments: [.one(4, "flags", ["0": 0])],
                because: "arranging its container; by path, not by descriptor"),
            .init(
                "renameat2", arguments: [.any(4, "flags", ["RENAME_NOREPLACE": 1, "RENAME_EXCHANGE": 2])],
                because: "arranging its container; no RENAME_WHITEOUT, which makes a device"),
        ])

    private static let lookup: KeyValuePairs<String, UInt64> = [
        "AT_SYMLINK_NOFOLLOW": 0x100, "AT_NO_AUTOMOUNT": 0x800, "AT_EMPTY_PATH": 0x1000,
    ]
    private static let lookupOrKnown: KeyValuePairs<String, UInt64> = [
        "AT_SYMLINK_NOFOLLOW": 0x100, "AT_NO_AUTOMOUNT": 0x800, "AT_EMPTY_PATH": 0x1000, "AT_STATX_DONT_SYNC": 0x4000,
    ]

    // Not O_PATH, O_TMPFILE, O_DIRECT, O_NOATIME and O_ASYNC. Three have other values on ARM.
    private static let opening: KeyValuePairs<String, UInt64> = [
        "O_WRONLY": 1, "O_RDWR": 2, "O_EXCL": 0x80, "O_NOCTTY": 0x100, "O_TRUNC": 0x200, "O_APPEND": 0x400,
        "O_NONBLOCK": 0x800, "O_DSYNC": 0x1000, "O_SYNC": 0x10_1000, "O_CLOEXEC": 0x8_0000,
        "O_LARGEFILE": largeFile, "O_NOFOLLOW": noFollow, "O_DIRECTORY": directory,
    ]
    private static let creating: KeyValuePairs<String, UInt64> = [
        "O_CREAT": 0x40, "O_WRONLY": 1, "O_RDWR": 2, "O_EXCL": 0x80, "O_NOCTTY": 0x100, "O_TRUNC": 0x200,
        "O_APPEND": 0x400, "O_NONBLOCK": 0x800, "O_DSYNC": 0x1000, "O_SYNC": 0x10_1000, "O_CLOEXEC": 0x8_0000,
        "O_LARGEFILE": largeFile, "O_NOFOLLOW": noFollow,
    ]
    #if arch(arm64)
        private static let directory: UInt64 = 0x4000, noFollow: UInt64 = 0x8000, largeFile: UInt64 = 0x2_0000
    #else
        private static let directory: UInt64 = 0x1_0000, noFollow: UInt64 = 0x2_0000, largeFile: UInt64 = 0x8000
    #endif

    /// All but S_ISUID and S_ISGID. The kernel ignores the type (S_IFMT) and all above it.
    private static let ordinaryModes: KeyValuePairs<String, UInt64> = [
        "S_IRWXU | S_IRWXG | S_IRWXO": 0o777, "S_ISVTX": 0o1000, "S_IFMT": 0o170000,
    ]

    // MARK: Descriptors

    private static let descriptors = Section(
        title: "Descriptors",
        rules: [
            .init(
                "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "lseek", "sendfile",
                "getdents64", "fstat", "fstatfs", "fgetxattr", "flistxattr", because: "reading and writing"),
            .init("close", "dup", "dup2", "fchdir", "pipe", because: "handling descriptors"),
            .init("dup3", arguments: [.any(2, "flags", ["O_CLOEXEC": 0x8_0000])], because: "handling descriptors"),
            .init(
                "close_range", arguments: [.any(2, "flags", ["CLOSE_RANGE_CLOEXEC": 4])],
                because: "handling descriptors"),
            .init(
                "pipe2", arguments: [.any(1, "flags", ["O_NONBLOCK": 0x800, "O_CLOEXEC": 0x8_0000])],
                because: "pipes between threads; none of packets or notifications"),
            .init("fsync", "fdatasync", "ftruncate", "fadvise64", because: "its own files"),
            .init("flock", because: "the folder of temporary files, which processes of one extension share"),
            .init("fallocate", arguments: [.one(1, "mode", ["0": 0])], because: "reserving space that counts"),
            .init("copy_file_range", arguments: [.one(5, "flags", ["0": 0])], because: "copies of files"),
            .init(
                "fcntl",
                arguments: [
                    .one(
                        1, "op",
                        [
                            "F_DUPFD": 0, "F_GETFD": 1, "F_SETFD": 2, "F_GETFL": 3, "F_GETLK": 5, "F_SETLK": 6,
                            "F_SETLKW": 7, "F_DUPFD_CLOEXEC": 1030, "F_ADD_SEALS": 1033, "F_GET_SEALS": 1034,
                        ])
                ],
                because: "descriptors, locks of SQLite, seals; no signals to others, no leases, which stall others, no "
                    + "larger pipes, whose pages are counted per user"),
            .init(
                "fcntl", arguments: [.one(1, "op", ["F_SETFL": 4]), .any(2, "flags", opening)],
                because: "blocking or not; no signals, no direct access"),
            .init(
                "ioctl",
                arguments: [
                    .one(
                        1, "op",
                        [
                            "TCGETS": 0x5401, "TIOCGWINSZ": 0x5413, "FIONREAD": 0x541b, "FIONBIO": 0x5421,
                            "FIONCLEX": 0x5450, "FIOCLEX": 0x5451, "FICLONE": 0x4004_9409,
                        ])
                ], because: "isatty and copies of files; never what types into a terminal"),
        ])

    private static let events = Section(
        title: "Events",
        rules: [
            .init(
                "poll", "ppoll", "select", "pselect6", "epoll_wait", "epoll_pwait", "epoll_pwait2",
                because: "waiting for descriptors"),
            .init("epoll_create1", arguments: [.any(0, "flags", ["EPOLL_CLOEXEC": 0x8_0000])], because: "libdispatch"),
            .init(
                "epoll_ctl",
                arguments: [.one(1, "op", ["EPOLL_CTL_ADD": 1, "EPOLL_CTL_DEL": 2, "EPOLL_CTL_MOD": 3])],
                because: "libdispatch"),
            .init(
                "eventfd2",
                arguments: [
                    .any(1, "flags", ["EFD_SEMAPHORE": 1, "EFD_NONBLOCK": 0x800, "EFD_CLOEXEC": 0x8_0000])
                ], because: "libdispatch"),
        ])

    // MARK: Sockets

    private static let sockets = Section(
        title: "Sockets it was given",
        rules: [
            .init("sendmsg", arguments: [.any(2, "flags", sending)], because: "the wire; no out-of-band data"),
            .init(
                "sendto", arguments: [.any(3, "flags", sending), .one(4, "dest_addr", ["NULL": 0], .long)],
                because: "the wire; without an address, as send"),
            .init("recvmsg", arguments: [.any(2, "flags", receiving)], because: "the wire; no out-of-band data"),
            .init("recvfrom", arguments: [.any(3, "flags", receiving)], because: "recv"),
            .init("getsockname", "getpeername", "shutdown", because: "the wire"),
            .init(
                "setsockopt",
                arguments: [
                    .one(1, "level", ["SOL_SOCKET": 1]),
                    .one(2, "optname", ["SO_SNDBUF": 7, "SO_RCVBUF": 8, "SO_RCVTIMEO": 20, "SO_SNDTIMEO": 21]),
                ], because: "buffers and patience; no filters"),
            .init(
                "getsockopt",
                arguments: [
                    .one(1, "level", ["SOL_SOCKET": 1]),
                    .one(
                        2, "optname",
                        [
                            "SO_TYPE": 3, "SO_ERROR": 4, "SO_SNDBUF": 7, "SO_RCVBUF": 8, "SO_PEERCRED": 17,
                            "SO_RCVTIMEO": 20, "SO_SNDTIMEO": 21, "SO_ACCEPTCONN": 30, "SO_PROTOCOL": 38,
                            "SO_DOMAIN": 39,
                        ]),
                ], because: "asking; not SO_PEERPIDFD, which is a descriptor of the broker"),
        ])

    private static let sending: KeyValuePairs<String, UInt64> = ["MSG_DONTWAIT": 0x40, "MSG_NOSIGNAL": 0x4000]
    private static let receiving: KeyValuePairs<String, UInt64> = [
        "MSG_DONTWAIT": 0x40, "MSG_WAITALL": 0x100, "MSG_NOSIGNAL": 0x4000, "MSG_CMSG_CLOEXEC": 0x4000_0000,
    ]

    // MARK: Network

    /// Calls for extensions that may use the network, whose namespace decides what can be reached. None of them listens, and
    /// none makes a socket of this machine.
    static let network = Section(
        title: "Only with a network",
        rules: [
            .init(
                "socket",
                arguments: [
                    .one(0, "domain", ["AF_INET": 2, "AF_INET6": 10]),
                    .one(
                        1, "type", ["SOCK_STREAM": 1, "SOCK_DGRAM": 2],
                        with: ["SOCK_NONBLOCK": 0x800, "SOCK_CLOEXEC": 0x8_0000]),
                    .one(2, "protocol", ["0": 0, "IPPROTO_TCP": 6, "IPPROTO_UDP": 17]),
                ], because: "TCP and UDP; no local, raw or kernel sockets"),
            .init(
                "socketpair",
                arguments: [
                    .one(0, "domain", ["AF_UNIX": 1]),
                    .one(
                        1, "type", ["SOCK_STREAM": 1], with: ["SOCK_NONBLOCK": 0x800, "SOCK_CLOEXEC": 0x8_0000]),
                    .one(2, "protocol", ["0": 0]),
                ], because: "libcurl's resolver; a pair of streams is connected for good"),
            .init("connect", because: "outgoing connections; bind, listen and accept are not allowed"),
            .init("sendto", arguments: [.any(3, "flags", sending)], because: "UDP"),
            .init(
                "recvfrom",
                arguments: [.any(3, "flags", ["MSG_PEEK": 2, "MSG_DONTWAIT": 0x40, "MSG_NOSIGNAL": 0x4000])],
                because: "whether a connection is still there"),
            .init(
                "setsockopt",
                arguments: [.one(1, "level", ["SOL_SOCKET": 1]), .one(2, "optname", ["SO_KEEPALIVE": 9])],
                because: "connections that last"),
            .init(
                "setsockopt", "getsockopt",
                arguments: [
                    .one(1, "level", ["IPPROTO_TCP": 6]),
                    .one(
                        2, "optname",
                        [
                            "TCP_NODELAY": 1, "TCP_MAXSEG": 2, "TCP_KEEPIDLE": 4, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 6,
                            "TCP_INFO": 11, "TCP_USER_TIMEOUT": 18,
                        ]),
                ], because: "delays and time-outs of TCP"),
            .init(
                "setsockopt",
                arguments: [
                    .one(1, "level", ["IPPROTO_IP": 0]), .one(2, "optname", ["IP_MTU_DISCOVER": 10, "IP_RECVERR": 11]),
                ],
                because: "the C library's resolver"),
            .init(
                "setsockopt",
                arguments: [
                    .one(1, "level", ["IPPROTO_IPV6": 41]),
                    .one(2, "optname", ["IPV6_MTU_DISCOVER": 23, "IPV6_RECVERR": 25, "IPV6_V6ONLY": 26]),
                ], because: "the C library's resolver"),
        ])

    // MARK: Helpers

    /// Calls that helpers may not make, which have no container: they could change files, make memory that other
    /// processes can map, send signals, or arrange sockets. For some of them ``helper`` has narrower rows.
    static let refusedToHelpers: Set<String> = [
        "mmap", "memfd_create", "msync", "kill", "alarm", "umask", "chdir", "fchdir", "open", "openat", "mkdir",
        "mkdirat", "rmdir", "unlink", "unlinkat", "rename", "renameat", "renameat2", "link", "linkat", "symlink",
        "symlinkat", "pwrite64", "pwritev", "sendfile", "fsync", "fdatasync", "ftruncate", "flock", "fallocate",
        "copy_file_range", "setsockopt",
    ]

    /// The rows that hold only for helpers.
    static let helper = Section(
        title: "Only for helpers",
        rules: [
            .init(
                "mmap",
                arguments: [
                    .any(2, "prot", protection, .long),
                    .any(
                        3, "flags",
                        [
                            "MAP_PRIVATE": 0x2, "MAP_FIXED": 0x10, "MAP_ANONYMOUS": 0x20, "MAP_DENYWRITE": 0x800,
                            "MAP_NORESERVE": 0x4000, "MAP_POPULATE": 0x8000, "MAP_STACK": 0x2_0000,
                            "MAP_FIXED_NOREPLACE": 0x10_0000,
                        ], .long),
                ], because: "allocation and libraries"),
            .init(
                "mmap",
                arguments: [
                    .one(2, "prot", ["PROT_READ": 1, "PROT_READ | PROT_WRITE": 3], .long),
                    .one(3, "flags", ["MAP_SHARED": 0x1], with: ["MAP_POPULATE": 0x8000], .long),
                ],
                because: "memory files that the host has made; no shared memory of its own, which no limit counts"),
            .init("open", arguments: [.any(1, "flags", reading)], because: "libraries, for reading only"),
            .init("openat", arguments: [.any(2, "flags", reading)], because: "libraries, for reading only"),
        ])

    private static let reading: KeyValuePairs<String, UInt64> = [
        "O_NOCTTY": 0x100, "O_NONBLOCK": 0x800, "O_CLOEXEC": 0x8_0000, "O_LARGEFILE": largeFile,
        "O_NOFOLLOW": noFollow, "O_DIRECTORY": directory,
    ]

    // MARK: Only with a private root

    /// The rows that hold only where there is a private root.
    static let metadata = Section(
        title: "Only with a private root",
        rules: [
            .init(
                "truncate", "getxattr", "lgetxattr", "listxattr", "llistxattr",
                because: "attributes of files, which are never changed: a descriptor for reading is enough to change "
                    + "those of a handed-over file"),
            .init(
                "utimensat", arguments: [.any(3, "flags", ["AT_SYMLINK_NOFOLLOW": 0x100])], because: "times of files"),
            modeOfDescriptor,
            .init(
                "chmod", arguments: [.any(1, "mode", ordinaryModes, .short)], because: "modes of files, not set-user-id"
            ),
            .init(
                "fchmodat", arguments: [.any(2, "mode", ordinaryModes, .short)],
                because: "modes of files, not set-user-id"),
        ])

    /// Without a private root it is answered as done, and does nothing.
    static let modeOfDescriptor = SystemCallRule(
        "fchmod", arguments: [.any(1, "mode", ordinaryModes, .short)], because: "copies of files, not set-user-id")
}
