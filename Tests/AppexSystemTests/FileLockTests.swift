import AppexSystem
import Foundation
import Glibc
import SystemPackage
import Testing

/// Locks on files and on open folders.
@Suite struct FileLockTests {
    private func withFile(_ body: (FilePath) throws -> Void) throws {
        let file = FilePath("/tmp/appex-lock-\(UUID().uuidString)")
        defer { unlink(file.string) }
        try body(file)
    }

    @Test func `a lock excludes another one until it is destroyed`() throws {
        try withFile { file in
            do {
                let lock = try FileLock.trying(file)
                #expect(throws: Errno.wouldBlock) { _ = try FileLock.trying(file) }
                withExtendedLifetime(lock) {}
            }
            _ = try FileLock.trying(file)
        }
    }

    /// A process that is being started has copies of all descriptors until it executes its program.
    @Test func `a lock is released although its descriptor has copies`() throws {
        try withFile { file in
            let opened = try Descriptor(opening: file, O_RDWR | O_CREAT)
            let copy = try opened.duplicate()
            do {
                let lock = try FileLock.trying(opened)
                #expect(throws: Errno.wouldBlock) { _ = try FileLock.trying(file) }
                withExtendedLifetime(lock) {}
            }
            _ = try FileLock.trying(file)
            withExtendedLifetime(copy) {}
        }
    }
}
