import AppexSystem
import CAppexShims
import Foundation
import Glibc
import SystemPackage

extension DescriptorBag {
    /// One that may be sent, and has to be closed.
    static var null: DescriptorBag? {
        guard let null = try? Descriptor(opening: "/dev/null", O_RDONLY) else { return nil }
        return DescriptorBag(null)
    }
}

/// What a peer may send where a file belongs.
enum StrangeDescriptor: CaseIterable, Sendable {
    case folder, socket, pipe, namedPipe, terminal, terminalMaster, zeros, eventCounter, process, poll
    case processFile, systemFile, nameOnly, writeOnly

    /// Makes one. What has another end keeps it open, so that a reader would wait for ever.
    ///
    /// - Parameter folder: for files.
    /// - Returns: the descriptor, and what it needs until the test ends; nil where the machine has none.
    func make(in folder: Folder) throws -> (sent: DescriptorBag, kept: DescriptorBag)? {
        let kept = DescriptorBag()
        func opened(_ path: String, _ flags: CInt) throws -> DescriptorBag {
            DescriptorBag(try Descriptor(opening: FilePath(path), flags))
        }
        func owned(_ number: CInt) throws -> DescriptorBag {
            guard number >= 0 else { throw Errno.current }
            return DescriptorBag(owning: [number])
        }
        let file = folder.url.appendingPathComponent("file").path
        switch self {
        case .folder: return (try opened(folder.url.path, O_RDONLY | O_DIRECTORY), kept)
        case .socket: return try PacketSocket.pair().bags()
        case .pipe: return try Pipe.make().bags()
        case .namedPipe:
            let path = folder.url.appendingPathComponent("pipe").path
            guard mkfifo(path, 0o600) == 0 || errno == EEXIST else { throw Errno.current }
            return (try opened(path, O_RDWR), kept)
        case .terminal, .terminalMaster:
            let master = try opened("/dev/ptmx", O_RDWR | O_NOCTTY)
            if self == .terminalMaster { return (master, kept) }
            guard let name = master.withNumbers({ Self.nameOfTerminal($0[0]) }) else { return nil }
            return (try opened(name, O_RDWR | O_NOCTTY), master)
        case .zeros: return (try opened("/dev/zero", O_RDONLY), kept)
        case .eventCounter: return (try owned(eventfd(0, CInt(EFD_CLOEXEC))), kept)
        case .process:
            guard let open = Self.function("pidfd_open", (@convention(c) (pid_t, CUnsignedInt) -> CInt).self) else {
                return nil
            }
            return (try owned(open(getpid(), 0)), kept)
        case .poll: return (try owned(epoll_create1(CInt(EPOLL_CLOEXEC))), kept)
        case .processFile: return (try opened("/proc/self/status", O_RDONLY), kept)
        case .systemFile: return (try opened("/sys/kernel/mm/transparent_hugepage/enabled", O_RDONLY), kept)
        case .nameOnly:
            try Data([1]).write(to: URL(fileURLWithPath: file))
            return (try opened(file, appex_open_path), kept)
        case .writeOnly: return (try opened(file, O_WRONLY | O_CREAT), kept)
        }
    }
}

extension StrangeDescriptor {
    /// Functions that glibc's module map hides.
    private static func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }

    /// The other end of an open terminal.
    private static func nameOfTerminal(_ master: CInt) -> String? {
        guard let unlock = function("unlockpt", (@convention(c) (CInt) -> CInt).self),
            let name = function("ptsname", (@convention(c) (CInt) -> UnsafePointer<CChar>?).self), unlock(master) == 0
        else { return nil }
        return name(master).map { String(cString: $0) }
    }
}

/// Memory files that are not as the protocol wants those that are mapped.
enum StrangeMemory: CaseIterable, Sendable {
    case unsealed, mayShrink, mayGrow, smaller, empty, hugePages, file

    /// A file that is to hold `size` bytes; nil where the machine has none.
    func make(_ size: Int, in folder: Folder) throws -> DescriptorBag? {
        if self == .file {
            let url = try folder.file("memory", Data(count: size))
            return DescriptorBag(try Descriptor(opening: FilePath(url.path), O_RDWR))
        }
        let number = appex_memfd(
            "strange", appex_mfd_cloexec | appex_mfd_allow_sealing | (self == .hugePages ? Self.hugePage : 0))
        guard number >= 0 else { return nil }
        let bag = DescriptorBag(owning: [number])
        let length = self == .empty ? 0 : self == .smaller ? size / 2 : self == .hugePages ? 2 << 20 : size
        guard ftruncate(number, off_t(length)) == 0 else { return nil }
        switch self {
        case .unsealed, .file: break
        case .mayShrink: _ = appex_add_seals(number, Self.growSeal | 1)
        case .mayGrow: _ = appex_add_seals(number, Self.shrinkSeal | 1)
        case .smaller, .empty, .hugePages: _ = appex_add_seals(number, appex_seal_size)
        }
        return bag
    }

    /// `MFD_HUGETLB`, `F_SEAL_SHRINK` and `F_SEAL_GROW`; 1 above is `F_SEAL_SEAL`.
    private static let hugePage: CUnsignedInt = 4
    private static let shrinkSeal: CInt = 2
    private static let growSeal: CInt = 4
}
