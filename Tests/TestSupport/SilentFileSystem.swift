import Foundation
import Glibc
import Synchronization
package import SystemPackage

/// A FUSE file system with one file, which stops to answer when it is told to: what the mount of a machine that has
/// gone looks like.
///
/// The kernel may keep the names of what is in it, but has to ask for everything else.
package final class SilentFileSystem: Sendable {
    package let place: FilePath

    /// What it does not answer.
    package enum Silence { case nothing, contents, everything }

    private let silence = Mutex(Silence.nothing)
    private let unanswered = Mutex(0)

    /// Mounts it.
    ///
    /// - Returns: nil where this user may not mount, or there is no FUSE.
    package init?(at place: FilePath) {
        self.place = place
        let device = open("/dev/fuse", O_RDWR | O_CLOEXEC)
        guard device >= 0 else { return nil }
        let options = "fd=\(device),rootmode=40000,user_id=\(getuid()),group_id=\(getgid())"
        guard mkdir(place.string, 0o700) == 0,
            mount("silent", place.string, "fuse", UInt(MS_NOSUID | MS_NODEV), options) == 0
        else {
            close(device)
            return nil
        }
        Thread { [self] in
            serve(device)
            close(device)
        }.start()
    }

    /// The one file.
    package var file: FilePath { place.appending("note.txt") }

    /// Answers nothing from now on, or everything but what is in its file: whoever reads that waits in the kernel, and
    /// cannot be killed.
    package func fallSilent(about silence: Silence = .everything) { self.silence.withLock { $0 = silence } }

    /// How many times its file was read without an answer.
    package var stalledReads: Int { unanswered.withLock { $0 } }

    /// Whether this machine and this user can have one.
    package static var isAvailable: Bool { getuid() == 0 && access("/dev/fuse", R_OK | W_OK) == 0 }

    /// Takes it away: whoever waits for an answer gets an error.
    package func remove() {
        // MNT_FORCE and MNT_DETACH, which the C library's module map hides.
        umount2(place.string, 3)
        rmdir(place.string)
    }

    // MARK: The kernel's questions, as in linux/fuse.h

    private func serve(_ device: CInt) {
        let question = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 8)
        defer { question.deallocate() }
        while read(device, question.baseAddress, question.count) >= 40 {
            // FUSE_FORGET and FUSE_BATCH_FORGET are not answered by anybody.
            let kind = question.load(fromByteOffset: 4, as: UInt32.self)
            guard kind != 2, kind != 42 else { continue }
            switch silence.withLock({ $0 }) {
            case .everything: continue
            // FUSE_READ, and FUSE_INTERRUPT, which is about it.
            case .contents where kind == 15 || kind == 36:
                if kind == 15 { unanswered.withLock { $0 += 1 } }
                continue
            case .contents, .nothing: break
            }
            let content = answer(kind, node: question.load(fromByteOffset: 16, as: UInt64.self))
            var bytes = [UInt8]()
            bytes.append(UInt32(16 + (content?.count ?? 0)))
            bytes.append(UInt32(bitPattern: content == nil ? -ENOSYS : 0))
            bytes.append(question.load(fromByteOffset: 8, as: UInt64.self))
            bytes += content ?? []
            _ = bytes.withUnsafeBytes { write(device, $0.baseAddress, $0.count) }
        }
    }

    private func answer(_ kind: UInt32, node: UInt64) -> [UInt8]? {
        var bytes = [UInt8]()
        switch kind {
        case 1:  // FUSE_LOOKUP: number, generation, how long the name and its attributes hold
            for field in [2, 0, 3600, 0, 0] as [UInt64] { bytes.append(field) }
            bytes += attributes(of: 2)
        case 3:  // FUSE_GETATTR: how long they hold
            for field in [0, 0] as [UInt64] { bytes.append(field) }
            bytes += attributes(of: node)
        case 14:  // FUSE_OPEN: no handle, and FOPEN_DIRECT_IO, so that each reader waits for an answer of its own
            bytes.append(UInt64(0))
            bytes.append(UInt32(1))
            bytes.append(UInt32(0))
        case 17:  // FUSE_STATFS
            bytes = [UInt8](repeating: 0, count: 80)
        case 26:  // FUSE_INIT: version 7.31, then what is left out
            bytes.append(UInt32(7))
            bytes.append(UInt32(31))
            bytes += [UInt8](repeating: 0, count: 56)
        default: return nil
        }
        return bytes
    }

    private func attributes(of node: UInt64) -> [UInt8] {
        var bytes = [UInt8]()
        // Number, size, blocks, three times in seconds; their fractions.
        for field in [node, 4096, 8, 0, 0, 0] { bytes.append(field) }
        for field in [0, 0, 0, node == 1 ? S_IFDIR | 0o755 : S_IFREG | 0o644, 1, getuid(), getgid(), 0, 4096, 0] {
            bytes.append(field)
        }
        return bytes
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value) { append(contentsOf: $0) }
    }
}
