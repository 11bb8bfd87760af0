import CFloor
import Foundation
import GRDB
import OpenFoundation
import Synchronization

/// A process of ``SharedDefaults``, with a home folder of its own: `--defaults PROCESSOR JOB STORE …`. It prints numbers.
enum DefaultsWorker {
    /// What is measured.
    enum Store: String, CaseIterable {
        case ours, peer, floor

        private static let suite = "org.example.Bench"
        static let key = "key"

        /// The defaults of a suite. There are none for the floor.
        var defaults: Foundation.UserDefaults? {
            switch self {
            case .ours: OpenFoundation.UserDefaults(suiteName: Self.suite + ".ours")
            case .peer: Foundation.UserDefaults(suiteName: Self.suite + ".peer")
            case .floor: nil
            }
        }
    }

    private enum Job: String {
        case get, save, fill, count, set, see, observe
    }

    /// Keys of the suite from which one is read.
    private static let keys = 100
    private static let blocks = Repetitions.of(50)
    private static let callsPerBlock = Repetitions.of(2000)
    private static let saves = Repetitions.of(200)
    /// Microseconds between changes that are observed. Without a pause, they would be combined.
    private static let pause: UInt32 = 20_000
    /// Bytes of a record of the floor: about those of a record of ours.
    private static let recordBytes = 64

    static func run(_ arguments: [String]) throws {
        guard let processor = arguments.first.flatMap({ CInt($0) }),
            let job = arguments.dropFirst().first.flatMap(Job.init),
            let store = arguments.dropFirst(2).first.flatMap(Store.init)
        else { throw BenchmarkError("a worker of defaults needs a processor, a job and a store") }
        guard processor < 0 || floor_pin(processor) == 0 else {
            throw BenchmarkError("cannot pin a worker of defaults")
        }
        let rest = Array(arguments.dropFirst(3))
        switch job {
        case .get: try get()
        case .save: try save()
        case .fill: try fill(store, prefix: rest.first ?? "", count: rest.last.flatMap { Int($0) } ?? 0)
        case .count: print(store.defaults?.dictionaryRepresentation().keys.count { $0.hasPrefix("fill-") } ?? 0)
        case .set: try set(store)
        case .see: try see(store, far: rest.first ?? "", count: rest.last.flatMap { Int($0) } ?? 0)
        case .observe: try observe(store, far: rest.first ?? "", count: rest.last.flatMap { Int($0) } ?? 0)
        }
    }

    // MARK: One process

    /// Prints the nanoseconds of reading a key: of ours, the peer, and a system call that reads nothing, by turns.
    private static func get() throws {
        let file = try record()
        var sum = 0
        let stores = Store.allCases.map { ($0, $0.defaults) }
        for (_, defaults) in stores {
            for number in 0..<keys { defaults?.set(number, forKey: "\(Store.key)-\(number)") }
        }
        var times = [[Int64]](repeating: [], count: stores.count)
        for _ in 0..<blocks {
            for (index, (_, defaults)) in stores.enumerated() {
                let start = floor_now()
                if let defaults {
                    for _ in 0..<callsPerBlock { sum += defaults.integer(forKey: "\(Store.key)-7") }
                } else {
                    var byte: UInt8 = 0
                    for _ in 0..<callsPerBlock { sum += pread(file, &byte, 1, off_t(recordBytes)) }
                }
                times[index].append((floor_now() - start) / Int64(callsPerBlock))
            }
        }
        guard sum == 2 * 7 * blocks * callsPerBlock else { throw BenchmarkError("a key could not be read") }
        for times in times { print(times.median) }
    }

    /// Prints the nanoseconds of a change that is on disk: of ours, of a commit of SQLite, and of writing and waiting, by turns.
    private static func save() throws {
        guard let defaults = Store.ours.defaults as? OpenFoundation.UserDefaults else {
            throw BenchmarkError("there is no suite")
        }
        let database = try DatabasePool(path: home + "/peer.sqlite")
        // Otherwise a commit does not wait for the disk.
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try database.write { try $0.execute(sql: "CREATE TABLE entry (key TEXT PRIMARY KEY, value INTEGER)") }
        let file = try record()
        var times: (ours: [Int64], peer: [Int64], floor: [Int64]) = ([], [], [])
        let bytes = [UInt8](repeating: 7, count: recordBytes)
        for number in 0..<saves {
            let start = floor_now()
            try defaults.save(number, forKey: Store.key)
            let saved = floor_now()
            try database.writeWithoutTransaction {
                try $0.execute(sql: "INSERT OR REPLACE INTO entry VALUES (?, ?)", arguments: [Store.key, number])
            }
            let committed = floor_now()
            guard write(file, bytes, bytes.count) == bytes.count, fdatasync(file) == 0 else {
                throw BenchmarkError("a file cannot be written to disk")
            }
            times.floor.append(floor_now() - committed)
            times.ours.append(saved - start)
            times.peer.append(committed - saved)
        }
        for times in [times.ours, times.peer, times.floor] { print(times.median) }
    }

    private static var home: String { ProcessInfo.processInfo.environment["HOME"] ?? "/nonexistent" }

    /// A file with one record.
    private static func record() throws -> CInt {
        let file = open(home + "/floor", O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        let bytes = [UInt8](repeating: 7, count: recordBytes)
        guard file >= 0, write(file, bytes, bytes.count) == bytes.count else {
            throw BenchmarkError("no file can be made")
        }
        return file
    }

    // MARK: Several processes

    /// Sets keys after a word on standard input.
    private static func fill(_ store: Store, prefix: String, count: Int) throws {
        let defaults = store.defaults
        let file = try record()
        let bytes = [UInt8](repeating: 7, count: recordBytes)
        print("ready")
        fflush(nil)
        _ = readLine()
        for number in 0..<count {
            if let defaults {
                defaults.set(number, forKey: "fill-\(prefix)-\(number)")
            } else {
                guard write(file, bytes, bytes.count) == bytes.count else { throw BenchmarkError("a file is full") }
            }
        }
        // Without this, the peer would have kept all of it to itself.
        if store == .peer { _ = defaults?.synchronize() }
    }

    /// Sets a key to the time, whenever a byte comes; for the floor a number in shared memory, and a number in a pipe.
    private static func set(_ store: Store) throws {
        let defaults = store.defaults
        let memory = try memory()
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) == 1 {
            var now = floor_now()
            if let defaults {
                defaults.set(Int(now), forKey: Store.key)
                if store == .peer { _ = defaults.synchronize() }
            } else {
                memory.pointee.store(Int(now), ordering: .releasing)
                guard write(STDOUT_FILENO, &now, MemoryLayout.size(ofValue: now)) > 0 else { return }
            }
        }
    }

    private static func memory() throws -> UnsafeMutablePointer<Atomic<Int>> {
        let size = 4096
        let file = open(home + "/memory", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0, ftruncate(file, off_t(size)) == 0,
            let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), start != MAP_FAILED
        else { throw BenchmarkError("no memory can be shared") }
        return start.assumingMemoryBound(to: Atomic<Int>.self)
    }

    /// Prints the nanoseconds until this process sees what another one sets, while it looks all the time.
    private static func see(_ store: Store, far: String, count: Int) throws {
        let (setter, defaults, memory) = (try Setter(store, far), store.defaults, try memory())
        var last = defaults?.integer(forKey: Store.key) ?? 0
        try setter.times(count) {
            var seen = last
            while seen == last {
                if store == .peer { _ = defaults?.synchronize() }
                seen = defaults?.integer(forKey: Store.key) ?? memory.pointee.load(ordering: .acquiring)
            }
            last = seen
            let time = floor_now() - Int64(seen)
            if store == .floor { _ = try setter.answer() }
            return time
        }
    }

    /// Prints the nanoseconds until an observer of this process is told what another one sets, or until a byte has come.
    private static func observe(_ store: Store, far: String, count: Int) throws {
        let setter = try Setter(store, far)
        let told = DispatchSemaphore(value: 0)
        let time = Mutex<Int64>(0)
        let observation = (store.defaults as? OpenFoundation.UserDefaults)?.observe(forKey: Store.key) { value in
            let now = floor_now()
            time.withLock { $0 = now - Int64(value as? Int ?? 0) }
            told.signal()
        }
        try setter.times(count) {
            defer { usleep(pause) }
            if store == .floor {
                let start = try setter.answer()
                return floor_now() - start
            }
            guard told.wait(timeout: .now() + 10) == .success else { throw BenchmarkError("an observer was not told") }
            return time.withLock { $0 }
        }
        observation?.invalidate()
    }

    /// Another process, which sets the key when it is told to.
    private final class Setter {
        private let process = Process()
        private let input = Foundation.Pipe()
        private let output = Foundation.Pipe()

        init(_ store: Store, _ far: String) throws {
            process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            process.arguments = [Role.defaultsWorker.rawValue, far, Job.set.rawValue, store.rawValue]
            process.standardInput = input
            process.standardOutput = output
            try process.run()
        }

        /// Prints the median of what a body returns after each change, without the first ones.
        func times(_ count: Int, _ body: () throws -> Int64) throws {
            var times: [Int64] = []
            for _ in 0..<count {
                try input.fileHandleForWriting.write(contentsOf: [0])
                times.append(try body())
            }
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
            print(times.dropFirst(count / 10).median)
        }

        func answer() throws -> Int64 {
            var time: Int64 = 0
            let size = MemoryLayout.size(ofValue: time)
            guard read(output.fileHandleForReading.fileDescriptor, &time, size) == size else {
                throw BenchmarkError("the setter has ended")
            }
            return time
        }
    }
}
