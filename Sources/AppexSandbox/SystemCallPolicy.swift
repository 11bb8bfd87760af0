/// The allow-list of system calls: what Swift, libdispatch, Foundation and ordinary C libraries
/// need for computing, threads, files and descriptors they were given. Everything else is refused.
///
/// Refused on purpose, among others: every way to make a socket, to start a program, to look into
/// or signal another process, to change namespaces, mounts, credentials or keys, and the large
/// young interfaces (io_uring, bpf, userfaultfd, perf) that most kernel exploits go through.
enum SystemCallPolicy {
    /// Calls from this number on are answered "not implemented" instead of "not permitted": they
    /// are so young that libraries try them and fall back only for that answer.
    static let youngCalls: ClosedRange<Int32> = 424...469

    /// The rules for a sandbox with or without a private root.
    ///
    /// Without one, other files of the user are in sight, and Landlock guards what is in them but not
    /// their modes, times and attributes. These are then out of reach, even through a descriptor: the
    /// bundle and the machine's libraries can be opened, and may belong to the user.
    static func rules(privateRoot: Bool) -> [SystemCallRule] {
        memory + threads + signals + time + process + files + descriptors + events + sockets
            + (privateRoot ? metadata : [])
    }

    /// Calls that are answered with "done" and do nothing.
    ///
    /// Foundation copies no file without fchmod(2). In a container, whose files have one reader, a mode
    /// says little; elsewhere it must not change.
    static func pretended(privateRoot: Bool) -> [SystemCallRule] { privateRoot ? [] : [modeOfDescriptor] }

    private static let modeOfDescriptor = SystemCallRule(
        name: "fchmod", conditions: [.bits(of: 1, mask: otherIdentity, equal: 0)])

    private static let memory =
        SystemCallRule.calls(
            "brk", "mmap", "munmap", "mremap", "mprotect", "madvise", "mincore", "msync", "mlock", "munlock",
            "membarrier")
        // Without MFD_HUGETLB and MFD_EXEC.
        + [SystemCallRule(name: "memfd_create", conditions: [.bits(of: 1, mask: ~0xb, equal: 0)])]

    private static let threads =
        SystemCallRule.calls(
            "futex", "set_robust_list", "set_tid_address", "rseq", "gettid", "exit", "sched_yield",
            "sched_getaffinity", "sched_getparam", "sched_getscheduler", "sched_get_priority_max",
            "sched_get_priority_min", "getcpu")
        // clone of a thread, never of a process: VM, FS, FILES, SIGHAND, THREAD and SYSVSEM must be
        // set, SETTLS, the three TID flags and DETACHED may be. clone3 hides its flags in memory; it is
        // a young call, and the C library falls back to clone.
        + [SystemCallRule(name: "clone", conditions: [.bits(of: 0, mask: ~0x178_0000, equal: 0x5_0f00)])]
        // ARCH_SET_FS and ARCH_GET_FS: where a program puts its thread-local storage.
        + SystemCallRule.call("arch_prctl", argument: 0, in: [0x1002, 0x1003])
        // The calling thread's own priority.
        + [
            SystemCallRule(name: "getpriority", conditions: [.argument(0, equals: 0), .argument(1, equals: 0)]),
            SystemCallRule(name: "setpriority", conditions: [.argument(0, equals: 0), .argument(1, equals: 0)]),
        ]

    // The launcher's own filter restricts kill and tgkill to the process itself.
    private static let signals = SystemCallRule.calls(
        "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigtimedwait", "rt_sigpending", "rt_sigsuspend",
        "sigaltstack", "kill", "tgkill", "signalfd4", "pause", "restart_syscall")

    private static let time = SystemCallRule.calls(
        "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time", "times",
        "timerfd_create", "timerfd_settime", "timerfd_gettime", "getitimer", "setitimer", "alarm")

    private static let process =
        SystemCallRule.calls(
            // The launcher's own filter lets execve through exactly once: for the extension itself.
            "execve", "exit_group", "getpid", "getppid", "getuid", "geteuid", "getgid", "getegid", "getresuid",
            "getresgid", "getgroups", "getpgrp", "uname", "sysinfo", "getrusage", "getrandom", "umask", "wait4",
            "waitid")
        // Its own limits only.
        + [SystemCallRule(name: "prlimit64", conditions: [.argument(0, equals: 0)])]
        + SystemCallRule.calls("getrlimit")
        // PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_GET_SECCOMP, PR_CAPBSET_READ, PR_SET_TIMERSLACK,
        // PR_GET_TIMERSLACK, PR_GET_NO_NEW_PRIVS, PR_SET_VMA. Not PR_SET_PDEATHSIG: the process must
        // die with its init.
        + SystemCallRule.call("prctl", argument: 0, in: [15, 16, 3, 21, 23, 29, 30, 39, 0x5356_4d41])

    private static let files =
        SystemCallRule.calls(
            "stat", "lstat", "newfstatat", "statx", "statfs", "access", "faccessat", "faccessat2", "readlink",
            "readlinkat", "getcwd", "chdir", "mkdir", "mkdirat", "rmdir", "unlink", "unlinkat", "rename", "renameat",
            "renameat2", "link", "linkat", "symlink", "symlinkat")
        + opening("open", flags: 1) + opening("openat", flags: 2)

    private static let metadata =
        SystemCallRule.calls(
            "truncate", "utimensat", "getxattr", "lgetxattr", "listxattr", "llistxattr", "setxattr", "lsetxattr",
            "fsetxattr", "removexattr", "lremovexattr", "fremovexattr", "inotify_init1", "inotify_add_watch",
            "inotify_rm_watch")
        + [
            modeOfDescriptor, SystemCallRule(name: "chmod", conditions: [.bits(of: 1, mask: otherIdentity, equal: 0)]),
            SystemCallRule(name: "fchmodat", conditions: [.bits(of: 2, mask: otherIdentity, equal: 0)]),
        ]

    /// S_ISUID and S_ISGID. A program with one of them, made inside, would run as the device's owner
    /// for other users of the machine who can reach it.
    private static let otherIdentity: UInt64 = 0o6000

    /// A call that opens a file, or creates one (O_CREAT, O_TMPFILE) without those bits.
    private static func opening(_ name: String, flags: UInt32) -> [SystemCallRule] {
        [
            SystemCallRule(name: name, conditions: [.bits(of: flags, mask: 0o20_000_100, equal: 0)]),
            SystemCallRule(name: name, conditions: [.bits(of: flags + 1, mask: otherIdentity, equal: 0)]),
        ]
    }

    private static let descriptors =
        SystemCallRule.calls(
            "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "preadv2", "pwritev2",
            "lseek", "close", "close_range", "dup", "dup2", "dup3", "fstat", "fstatfs", "fsync", "fdatasync", "flock",
            "ftruncate", "fallocate", "fadvise64", "fchdir", "getdents64", "fgetxattr", "flistxattr",
            "copy_file_range", "sendfile", "pipe", "pipe2")
        // F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW, the three F_OFD_…,
        // F_DUPFD_CLOEXEC, F_SETPIPE_SZ, F_GETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS. Not F_SETOWN and
        // F_SETSIG (signals to others), not F_SETLEASE (stalls others).
        + SystemCallRule.call(
            "fcntl", argument: 1, in: [0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1031, 1032, 1033, 1034])
        // TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX, FICLONE: what isatty, sockets and file
        // copies use. Never TIOCSTI or TIOCLINUX, which type into somebody's terminal.
        + SystemCallRule.call(
            "ioctl", argument: 1, in: [0x5401, 0x5413, 0x541b, 0x5421, 0x5450, 0x5451, 0x4004_9409])

    private static let events = SystemCallRule.calls(
        "poll", "ppoll", "select", "pselect6", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait",
        "epoll_pwait2", "eventfd2")

    // Only on sockets the process was given. No socket, bind, connect, listen or accept.
    private static let sockets =
        SystemCallRule.calls(
            "sendmsg", "recvmsg", "sendmmsg", "recvmmsg", "recvfrom", "getsockname", "getpeername", "shutdown")
        // Without an address, like send.
        + [SystemCallRule(name: "sendto", conditions: [.argument(4, equals: 0)])]
        // SO_SNDBUF, SO_RCVBUF, SO_PASSCRED, SO_RCVTIMEO, SO_SNDTIMEO of SOL_SOCKET; no filters.
        + [7, 8, 16, 20, 21].map {
            SystemCallRule(name: "setsockopt", conditions: [.argument(1, equals: 1), .argument(2, equals: $0)])
        }
        // SO_TYPE, SO_ERROR, SO_SNDBUF, SO_RCVBUF, SO_PASSCRED, SO_PEERCRED, SO_RCVTIMEO, SO_SNDTIMEO,
        // SO_ACCEPTCONN, SO_PROTOCOL, SO_DOMAIN. Not SO_PEERPIDFD, which is a descriptor of the broker.
        + [3, 4, 7, 8, 16, 17, 20, 21, 30, 38, 39].map {
            SystemCallRule(name: "getsockopt", conditions: [.argument(1, equals: 1), .argument(2, equals: $0)])
        }
        // AF_UNIX pairs of type STREAM or SEQPACKET. A DGRAM pair could be addressed to any socket of
        // the machine that has an abstract name.
        + [1, 5].map {
            SystemCallRule(
                name: "socketpair",
                conditions: [.argument(0, equals: 1), .bits(of: 1, mask: ~0x8_0800, equal: $0)])
        }
}
