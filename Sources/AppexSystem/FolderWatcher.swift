import Glibc
import Synchronization
package import SystemPackage

/// Watches any number of folders with one descriptor, which is open while there are subscribers.
///
/// The number of such descriptors of a user is limited, so the parts of a process share ``shared``. ``FolderWatch`` is for a
/// program that follows one folder. May be used from any thread.
package final class FolderWatcher: Sendable {
    /// Whom to tell of the changes in a folder.
    package final class Subscriber: Sendable {
        fileprivate let folder: FilePath
        fileprivate let names: Set<String>?
        fileprivate let followsLink: Bool
        fileprivate let body: @Sendable () -> Void

        /// - Parameter names: the entries whose changes are told; nil for all of them.
        /// - Parameter followsLink: whether the folder may be a symbolic link.
        /// - Parameter body: is called on the thread of the loop, at most once for all changes of ``FolderWatcher/interval``,
        ///   and must not block. It is also called when the folder itself is removed or moved.
        package init(
            _ folder: FilePath, names: Set<String>? = nil, followsLink: Bool = true,
            body: @escaping @Sendable () -> Void
        ) {
            self.folder = folder
            self.names = names
            self.followsLink = followsLink
            self.body = body
        }
    }

    private struct State {
        var events: FolderEventQueue?
        /// What is told of each watched folder, by the number that the kernel has given it.
        var subscribers: [CInt: [Subscriber]] = [:]
        /// The numbers of the subscribers' folders.
        var places: [ObjectIdentifier: CInt] = [:]
        /// Why this process can watch no folders at all.
        var refusal: Errno?
        /// The folders that were removed while one is being added, whose number may be among them.
        var ended: Set<CInt>?
    }

    /// The time for which changes are collected after some were told, unless there were many.
    package static let interval = Duration.milliseconds(10)
    /// The watcher of this process.
    package static let shared = FolderWatcher()

    private let opening: @Sendable () throws(Errno) -> Descriptor
    private let state = Mutex(State())
    /// Held while folders are added and removed. The loop's thread does not wait for it, because a file system may be slow.
    private let placing = Mutex(())

    private static let events =
        IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR

    /// Creates a watcher.
    ///
    /// - Parameter opening: opens a descriptor of inotify(7), which tests let fail.
    package init(opening: @escaping @Sendable () throws(Errno) -> Descriptor = FolderWatcher.open) {
        self.opening = opening
    }

    /// Opens a descriptor of inotify(7).
    ///
    /// - Throws: the kernel's error, such as `.tooManyOpenFiles` if the user has too many.
    package static func open() throws(Errno) -> Descriptor {
        let number = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
        guard number >= 0 else { throw .current }
        return Descriptor(owning: number)
    }

    /// Whether a descriptor is open.
    package var isOpen: Bool { state.withLock { $0.events != nil } }

    /// Begins to tell a subscriber. If it is told already, makes sure that it is of the folder that has the path now.
    ///
    /// - Returns: whether it was told of another folder before, or of none.
    /// - Throws: the kernel's error, such as `.noSuchFileOrDirectory`. The subscriber is told of nothing then.
    @discardableResult
    package func place(_ subscriber: Subscriber) throws(Errno) -> Bool {
        try placing.withLock { (_) throws(Errno) -> Bool in
            let id = ObjectIdentifier(subscriber)
            do throws(Errno) {
                let events = try openEvents()
                state.withLock { $0.ended = [] }
                defer { state.withLock { $0.ended = nil } }
                let flags = Self.events | (subscriber.followsLink ? 0 : IN_DONT_FOLLOW)
                let number = try events.add(subscriber.folder, UInt32(bitPattern: flags))
                return try insert(subscriber, number)
            } catch {
                remove(id)
                throw error
            }
        }
    }

    private func insert(_ subscriber: Subscriber, _ number: CInt) throws(Errno) -> Bool {
        let id = ObjectIdentifier(subscriber)
        let old = try state.withLock { (state) throws(Errno) -> CInt? in
            guard state.ended?.contains(number) == false else { throw .noSuchFileOrDirectory }
            let old = state.places.updateValue(number, forKey: id)
            if old != number { state.subscribers[number, default: []].append(subscriber) }
            return old
        }
        if let old, old != number { remove(id, from: old) }
        return old != number
    }

    /// Ends telling a subscriber. A call that is under way is not waited for.
    package func remove(_ subscriber: Subscriber) {
        placing.withLock { _ in remove(ObjectIdentifier(subscriber)) }
    }

    // MARK: Folders

    private func openEvents() throws(Errno) -> FolderEventQueue {
        let (existing, refusal) = state.withLock { ($0.events, $0.refusal) }
        if let existing { return existing }
        if let refusal { throw refusal }
        do throws(Errno) {
            let events = FolderEventQueue(try opening(), try EventLoop.shared())
            try events.start { [weak self] in self?.tell(events) }
            state.withLock { $0.events = events }
            return events
        } catch {
            // A sandbox refuses it for the whole life of the process. A limit may not be reached the next time.
            if [.notPermitted, .permissionDenied, .noFunction].contains(error) {
                state.withLock { $0.refusal = error }
            }
            throw error
        }
    }

    private func remove(_ id: ObjectIdentifier) {
        if let number = state.withLock({ $0.places.removeValue(forKey: id) }) { remove(id, from: number) }
        let unused = state.withLock { $0.places.isEmpty ? $0.events.take() : nil }
        unused?.stop()
    }

    private func remove(_ id: ObjectIdentifier, from number: CInt) {
        let (events, removed) = state.withLock { state -> (FolderEventQueue?, [Subscriber]) in
            let removed = state.subscribers[number] ?? []
            let left = removed.filter { ObjectIdentifier($0) != id }
            state.subscribers[number] = left.isEmpty ? nil : left
            return (left.isEmpty ? state.events : nil, removed)
        }
        events?.remove(number)
        // The subscriber may be released here, outside the lock.
        withExtendedLifetime(removed) {}
    }

    // MARK: Changes

    /// For how long events are left in the kernel. It is proportional to the work for the last ones, so that they take a
    /// small part of the time of a processor, however many come. If the kernel loses events meanwhile, every subscriber is
    /// told.
    static func pause(afterReads count: Int) -> Duration { interval * max(1, count) }

    /// Called on the loop's thread.
    private func tell(_ events: FolderEventQueue) {
        let read = state.withLock { state -> (told: [Subscriber], count: Int)? in
            guard state.events === events else { return nil }
            var told: [ObjectIdentifier: Subscriber] = [:]
            let count = events.read { event in
                let subscribers =
                    event.isOverflow ? state.subscribers.values.flatMap(\.self) : state.subscribers[event.folder] ?? []
                for subscriber in subscribers where event.concerns(subscriber.names) {
                    told[ObjectIdentifier(subscriber)] = subscriber
                }
                guard event.isEnd else { return }
                state.ended?.insert(event.folder)
                for subscriber in state.subscribers.removeValue(forKey: event.folder) ?? [] {
                    state.places[ObjectIdentifier(subscriber)] = nil
                }
            }
            return (Array(told.values), count)
        }
        guard let read else { return }
        events.pause(for: Self.pause(afterReads: read.count))
        for subscriber in read.told { subscriber.body() }
    }
}
