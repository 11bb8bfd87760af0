@testable import AppexBroker
import Glibc
import SystemPackage
import Testing

@Suite struct HeldLocksTests {
    /// A folder of this process with files that are open.
    private final class Folder {
        let path = "/tmp/appex-test-locks-\(UInt64.random(in: 0 ... .max))"
        private(set) var files: [(path: String, descriptor: CInt)] = []

        init() { mkdir(path, 0o700) }

        deinit {
            for file in files {
                close(file.descriptor)
                unlink(file.path)
            }
            rmdir(path)
        }

        func open(_ name: String) -> CInt {
            let path = path + "/" + name
            let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            files.append((path, descriptor))
            return descriptor
        }

        var locked: [String] {
            HeldLocks.files(of: getpid(), in: ItemPath(path).map { [$0] } ?? [])
                .map { String($0.dropFirst(path.utf8.count + 1)) }
        }
    }

    private func lock(_ descriptor: CInt, _ kind: Int32) -> Bool {
        var lock = flock()
        lock.l_type = Int16(kind)
        lock.l_whence = Int16(SEEK_SET)
        return fcntl(descriptor, F_SETLK, &lock) == 0
    }

    @Test func `files with locks of both kinds are found, and no others`() {
        let folder = Folder()
        #expect(flock(folder.open("flocked"), LOCK_EX) == 0)
        #expect(flock(folder.open("shared"), LOCK_SH) == 0)
        #expect(lock(folder.open("database.sqlite"), F_WRLCK))
        _ = folder.open("free")
        #expect(folder.locked == ["database.sqlite", "flocked", "shared"])
        #expect(flock(folder.files[0].descriptor, LOCK_UN) == 0)
        #expect(folder.locked == ["database.sqlite", "shared"])
        #expect(HeldLocks.files(of: getpid(), in: [ItemPath("/tmp/elsewhere")].compactMap { $0 }).isEmpty)
    }

    @Test func `the shared lock of a database with a write-ahead log is not reported, and an exclusive lock is`() {
        let folder = Folder()
        let database = folder.open("a.sqlite")
        #expect(lock(database, F_RDLCK))
        _ = folder.open("a.sqlite-wal")
        #expect(lock(folder.open("a.sqlite-shm"), F_RDLCK))
        #expect(folder.locked == [])
        #expect(lock(database, F_WRLCK))
        #expect(folder.locked == ["a.sqlite"])
    }

    @Test(arguments: [
        ("lock:\t1: FLOCK  ADVISORY  WRITE 22670 fe:00:16236958 0 EOF", [HeldLocks.Kind.exclusive]),
        (
            "pos:\t0\nlock:\t1: POSIX  ADVISORY  READ 1 fe:00:1 128 128\nlock:\t2: OFDLCK ADVISORY  WRITE -1 0:1:1 0 EOF",
            [.shared, .exclusive]
        ),
        ("pos:\t0\nflags:\t02", []), ("lock:", []), ("lock: 1: -> POSIX", []), ("", []),
    ])
    func `locks are read from the kernel's lines`(_ text: String, _ kinds: [HeldLocks.Kind]) {
        #expect(HeldLocks.locks(text) == kinds)
    }
}
