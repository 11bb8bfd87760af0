import Glibc
import Synchronization
import SystemPackage

/// The events of a descriptor of inotify(7), which the kernel collects up to a limit.
final class FolderEventQueue: Sendable {
    /// One event.
    struct Event {
        /// The number of the folder.
        let folder: CInt
        let mask: UInt32
        /// The entry that has changed; nil for the folder itself.
        let name: String?

        /// Whether events were lost because there were too many.
        var isOverflow: Bool { mask & UInt32(bitPattern: IN_Q_OVERFLOW) != 0 }
        /// Whether the kernel does not watch the folder any more.
        var isEnd: Bool { mask & UInt32(bitPattern: IN_IGNORED) != 0 }

        /// Whether the event is of one of these entries, or of the folder itself.
        func concerns(_ names: Set<String>?) -> Bool {
            guard let names, let name else { return true }
            return names.contains(name)
        }
    }

    private let inotify: Descriptor
    private let loop: EventLoop
    private let token = Mutex<EventLoop.Token?>(nil)

    private static let bufferBytes = 16 << 10
    /// How often the descriptor is read at once. What is left waits until the next time.
    private static let reads = 8

    init(_ inotify: consuming Descriptor, _ loop: EventLoop) {
        self.inotify = inotify
        self.loop = loop
    }

    /// Watches a folder, or changes what is reported of one that is watched.
    ///
    /// - Returns: the number of the folder, which is the same for each path of one folder.
    func add(_ folder: FilePath, _ events: UInt32) throws(Errno) -> CInt {
        let number = folder.withPlatformString { inotify_add_watch(inotify.rawValue, $0, events) }
        guard number >= 0 else { throw .current }
        return number
    }

    /// Ends watching a folder.
    func remove(_ folder: CInt) { inotify_rm_watch(inotify.rawValue, folder) }

    /// Calls `body` on the loop's thread when there are events, until ``stop()``. The loop keeps the descriptor until then.
    func start(_ body: @escaping @Sendable () -> Void) throws(Errno) {
        let new = try loop.watch(inotify.rawValue, for: .readable) { _ in
            withExtendedLifetime(self) { body() }
        }
        token.withLock { $0 = new }
    }

    func stop() {
        if let token = token.withLock({ $0.take() }) { loop.unwatch(inotify.rawValue, token) }
    }

    /// Leaves later events in the kernel for some time, so that somebody who changes files all the time does not keep the
    /// loop busy.
    func pause(for interval: Duration) {
        wait(for: [])
        _ = loop.schedule(at: .now + interval) { self.wait(for: .readable) }
    }

    private func wait(for readiness: EventLoop.Readiness) {
        token.withLock { if let token = $0 { try? loop.rewatch(inotify.rawValue, token, for: readiness) } }
    }

    /// Takes events from the kernel, up to a limit.
    ///
    /// - Returns: how often the descriptor was read, which is proportional to the work; 0 if there were no events.
    func read(_ body: (Event) -> Void) -> Int {
        withUnsafeTemporaryAllocation(byteCount: Self.bufferBytes, alignment: 8) { buffer in
            for done in 0..<Self.reads {
                let count = Glibc.read(inotify.rawValue, buffer.baseAddress, buffer.count)
                guard count > 0 else { return done }
                Self.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]), body)
            }
            return Self.reads
        }
    }

    private static func parse(_ bytes: UnsafeRawBufferPointer, _ body: (Event) -> Void) {
        let header = MemoryLayout<inotify_event>.size
        var offset = 0
        while offset + header <= bytes.count {
            let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let end = min(offset + header + Int(event.len), bytes.count)
            let name = bytes[(offset + header)..<end].prefix { $0 != 0 }
            body(
                Event(
                    folder: event.wd, mask: event.mask, name: name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
                ))
            offset = end
        }
    }
}
