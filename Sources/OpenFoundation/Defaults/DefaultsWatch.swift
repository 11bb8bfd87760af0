import AppexSystem
import Dispatch
import Glibc
import Synchronization
import SystemPackage

/// Looks for changes that other processes make in a domain, for as long as there are listeners.
///
/// The kernel tells of changes in the two folders of the domain. Where it does not, because the process is in a sandbox, a limit
/// is reached or the folder does not exist, the files are looked at four times a second.
final class DefaultsWatch: Sendable {
    private struct State {
        /// The domain that is looked at; nil without listeners.
        var domain: DefaultsDomain?
        var isScheduled = false
        var isLooking = false
        /// Whether something has changed since the current look began.
        var isNeeded = false
        /// Whether a look without a change is scheduled.
        var isTimed = false
        /// When the next look may begin, in nanoseconds of Dispatch.
        var earliest: UInt64 = 0
        /// The generation of the domain's contents that was told last.
        var told: UInt64?
    }

    /// What to watch in the folder of the property list and in that of the journals.
    private struct Places {
        let parent: FolderWatcher.Subscriber
        let journals: FolderWatcher.Subscriber
    }

    private let file: FilePath
    private let journals: FilePath
    private let watcher: FolderWatcher
    private let listeners = ChangeListeners()
    private let state = Mutex(State())
    /// What is watched; nil without listeners. The lock is held while folders are added and removed.
    private let places = Mutex<Places?>(nil)

    /// The least time from one look to the next, in nanoseconds and as a multiple of the processor time of the first one.
    private static let interval: UInt64 = 10_000_000
    private static let factor: UInt64 = 10
    /// How often the files are looked at if the kernel does not tell of changes, in nanoseconds.
    private static let timedInterval: UInt64 = 250_000_000
    /// How often it is checked whether the watched folders still have their paths, in nanoseconds.
    private static let checkInterval: UInt64 = 3_000_000_000

    init(_ file: FilePath, _ journals: FilePath, _ watcher: FolderWatcher) {
        self.file = file
        self.journals = journals
        self.watcher = watcher
    }

    /// Calls `body` after each change of the domain, on any thread, until ``remove(_:)``.
    ///
    /// What the domain contains when this returns is not told, so the caller reads it afterwards.
    func add(_ owner: AnyObject, to domain: DefaultsDomain, _ body: @escaping @Sendable () -> Void) {
        let isFirst = places.withLock { places in
            listeners.add(owner, body)
            guard places == nil else { return false }
            state.withLock { $0.domain = domain }
            let tell: @Sendable () -> Void = { [weak self] in self?.request() }
            let names = Set([file, journals].compactMap(\.lastComponent?.string))
            let parent = file.removingLastComponent()
            let new = Places(
                parent: FolderWatcher.Subscriber(parent, names: names, body: tell),
                journals: FolderWatcher.Subscriber(journals, followsLink: false, body: tell))
            // As a writer does. Later it is not made again, because somebody may be removing what it is in.
            _ = parent.withPlatformString { mkdir($0, 0o700) }
            _ = place(new)
            places = new
            checkLater(new.parent)
            return true
        }
        if isFirst { request() }
    }

    /// Ends the calls for an owner. One that is under way is not waited for.
    func remove(_ owner: AnyObject) {
        places.withLock { places in
            listeners.remove(owner)
            guard listeners.isEmpty, let old = places else { return }
            watcher.remove(old.parent)
            watcher.remove(old.journals)
            places = nil
            state.withLock { state in
                state.domain = nil
                state.told = nil
            }
        }
    }

    /// Tells the listeners of a change that this process has made.
    func tell() { listeners.tell() }

    /// Looks at the domain if its path has become that of another folder than the one that is watched.
    ///
    /// The kernel tells of changes in the folder and of moves of the folder itself. It does not tell if a folder further up is
    /// renamed, or if the path was a link to the folder and the link is replaced.
    func check() {
        let isElsewhere = places.withLock { places in places.map { place($0).isElsewhere } ?? false }
        if isElsewhere { request() }
    }

    /// Checks the watch at intervals for as long as it is the current one.
    private func checkLater(_ parent: FolderWatcher.Subscriber) {
        Self.schedule(after: Self.checkInterval) { [weak self, weak parent] in
            guard let self, let parent, places.withLock({ $0?.parent === parent }) else { return }
            check()
            checkLater(parent)
        }
    }

    // MARK: Looking

    /// Schedules a look, unless one is scheduled.
    private func request() {
        let delay = state.withLock { state -> UInt64? in
            guard state.domain != nil, !state.isScheduled else { return nil }
            guard !state.isLooking else {
                state.isNeeded = true
                return nil
            }
            state.isScheduled = true
            let now = DispatchTime.now().uptimeNanoseconds
            return state.earliest > now ? state.earliest - now : 0
        }
        if let delay { Self.schedule(after: delay) { self.look() } }
    }

    private static func schedule(after nanoseconds: UInt64, _ job: @escaping @Sendable () -> Void) {
        guard nanoseconds > 0 else { return HandlerThreads.own.run(job) }
        let time = DispatchTime(uptimeNanoseconds: DispatchTime.now().uptimeNanoseconds + nanoseconds)
        // Own code: reads files of defaults.
        DispatchQueue.global().asyncAfter(deadline: time, execute: job)
    }

    private func look() {
        let domain = state.withLock { state -> DefaultsDomain? in
            state.isScheduled = false
            state.isLooking = state.domain != nil
            state.isNeeded = false
            return state.domain
        }
        guard let domain else { return }
        let start = CurrentThread.processorTime
        // Before the look, so that what changes during it is told.
        let isPlaced = places.withLock { places in places.map { place($0).isComplete } ?? true }
        let result = domain.look()
        let pause = max(Self.interval, Self.factor * (CurrentThread.processorTime - start))
        let (isChanged, isNeeded) = state.withLock { state in
            state.isLooking = false
            state.earliest = DispatchTime.now().uptimeNanoseconds + pause
            defer { if state.domain != nil { state.told = result.generation } }
            return (state.told != result.generation, state.isNeeded)
        }
        if isChanged { listeners.tell() }
        if isNeeded { request() }
        if !isPlaced || !result.isComplete { requestLater(after: max(pause, Self.timedInterval)) }
    }

    private func requestLater(after nanoseconds: UInt64) {
        let isNew = state.withLock { state in
            defer { state.isTimed = true }
            return !state.isTimed
        }
        guard isNew else { return }
        Self.schedule(after: nanoseconds) { [weak self] in
            guard let self else { return }
            self.state.withLock { $0.isTimed = false }
            self.request()
        }
    }

    /// Watches the folders that have the paths now.
    ///
    /// - Returns: whether the kernel will tell of every change, and whether other folders were watched before.
    private func place(_ places: Places) -> (isComplete: Bool, isElsewhere: Bool) {
        let isElsewhere: Bool
        do throws(Errno) {
            isElsewhere = try watcher.place(places.parent)
        } catch {
            watcher.remove(places.journals)
            return (false, true)
        }
        do throws(Errno) {
            return (true, try watcher.place(places.journals) || isElsewhere)
        } catch {
            // When there is one, that is a change in the parent.
            return ([.noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels].contains(error), isElsewhere)
        }
    }
}
