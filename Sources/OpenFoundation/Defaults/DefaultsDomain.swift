import AppexModel
import AppexSystem
import Dispatch
import Glibc
import Synchronization
import SystemPackage

/// A property list of defaults that any number of processes read and write at the same time.
///
/// A change is appended to a journal beside the property list by one system call, which the kernel does not mix with those
/// of others, and is merged into the property list later. No lock is needed to read or to write, so a process that is
/// stopped or killed delays nobody. See `Documentation/SharedDefaults.md`. May be used from any thread.
final class DefaultsDomain: Sendable {
    struct State {
        var contents = DefaultsContents() {
            didSet { generation &+= 1 }
        }
        /// Differs after each change of `contents`.
        private(set) var generation: UInt64 = 0
        /// The newest journal; nil while the domain has no journal, and when all has to be read again.
        var journal: DefaultsJournal?
        /// The property list that `contents` is based on.
        var stamp: FileStamp?
        /// When the files are to be compared next, in nanoseconds of the coarse clock.
        var nextCheck: UInt64 = 0
        /// The number of the own record that was written last.
        var own: UInt64 = 0
        /// Whether that record has changed the values where it stands; nil until it has been read there.
        var isOwnApplied: Bool?
        var isMergeScheduled = false
        /// Whether this process knows of a change that no merge has completed after.
        var hasUnmergedChange = false
        var hasUnsavedChange = false
        var complaints: Set<String> = []
    }

    /// The property list.
    let file: FilePath
    /// The folder of the journals, beside the property list.
    let journals: FilePath
    /// What observers of the domain are told by.
    let watch: DefaultsWatch
    private let state = Mutex(State())
    private let writer = UInt64.random(in: .min ... .max)
    /// Held while this process merges. Whoever holds it does not wait for `state`.
    private let merging = Mutex(())

    /// How often a writer begins again because others have sealed the journal.
    private static let attempts = 16
    /// How often the property list is read in one call, and how many journals are. Each merge of another process can make
    /// one more reading necessary, and merges twice if an earlier one was interrupted.
    private static let opensAtOnce = 16
    private static let journalsAtOnce = 64
    /// How often changes of the property list by other programs are looked for, in nanoseconds.
    private static let checkInterval: UInt64 = 100_000_000
    private static let complaintLimit = 100
    private static let mergeDelay = DispatchTimeInterval.seconds(1)
    private static let retryDelay = DispatchTimeInterval.seconds(10)

    private static let all = Mutex<[FilePath: DefaultsDomain]>([:])

    /// Opens a domain that no other object of the process shares; see ``at(_:)``.
    init(_ file: FilePath, watcher: FolderWatcher = .shared) {
        self.file = file
        let name = file.lastComponent?.string ?? "defaults"
        journals = file.removingLastComponent().appending(".\(name).journal")
        watch = DefaultsWatch(file, journals, watcher)
    }

    /// The domain of a property list. All callers of a process share it.
    static func at(_ file: FilePath) -> DefaultsDomain {
        all.withLock { all in
            if let domain = all[file] { return domain }
            if all.isEmpty { atexit { DefaultsDomain.mergeAll() } }
            let domain = DefaultsDomain(file)
            all[file] = domain
            return domain
        }
    }

    private static func mergeAll() {
        // A merge that is under way is waited for.
        for domain in all.withLock({ Array($0.values) }) where domain.state.withLock({ $0.hasUnmergedChange }) {
            domain.merge()
        }
    }

    /// The newest value of a key.
    ///
    /// - Parameter afterOpening: called each time after the property list has been read, for tests of what others do then.
    func value(_ key: String, afterOpening: @Sendable () -> Void = {}) -> PropertyListValue? {
        state.withLock { state in
            catchUp(&state, afterOpening)
            return state.contents.values[key]
        }
    }

    /// The newest value of every key.
    var values: [String: PropertyListValue] {
        state.withLock { state in
            catchUp(&state)
            return state.contents.values
        }
    }

    /// The value of a key as far as changes have been read.
    func knownValue(_ key: String) -> PropertyListValue? { state.withLock { $0.contents.values[key] } }

    /// Reads what other processes have changed, in the property list too, even if it was read a moment ago.
    ///
    /// - Returns: a number that differs after each change, and whether everything could be read.
    func look() -> (generation: UInt64, isComplete: Bool) {
        state.withLock { state in
            state.nextCheck = 0
            catchUp(&state)
            let hasJournal = state.journal != nil || FileStamp(of: journals) == nil
            return (state.generation, hasJournal && state.stamp == FileStamp(of: file))
        }
    }

    /// Makes a change, which all other processes see when the call returns.
    ///
    /// - Parameter beforeAppending: called each time before the record is appended, for tests of what others do then.
    /// - Throws: ``UserDefaultsError``. Nothing has been changed then.
    func change(
        _ change: JournalRecord.Change, beforeAppending: @Sendable () -> Void = {}
    ) throws(UserDefaultsError) {
        let needsMerge: Bool
        do throws(UserDefaultsError) {
            needsMerge = try state.withLock { (state) throws(UserDefaultsError) in
                try append(change, &state, beforeAppending)
                state.hasUnmergedChange = true
                defer { state.isMergeScheduled = true }
                return !state.isMergeScheduled
            }
        } catch {
            state.withLock { $0.hasUnsavedChange = true }
            throw error
        }
        watch.tell()
        if needsMerge { scheduleMerge(after: Self.mergeDelay) }
    }

    /// Waits until all changes are on disk.
    ///
    /// - Returns: whether they are, and no change has failed since the last call.
    func synchronize() -> Bool {
        let isComplete = state.withLock { state in
            catchUp(&state)
            defer { state.hasUnsavedChange = false }
            return !state.hasUnsavedChange
        }
        do throws(Errno) {
            let folder = try DefaultsFolder.open(journals)
            // A change of this process may be in one that another process has sealed since.
            for number in try DefaultsJournal.numbers(in: folder) {
                do throws(Errno) {
                    let journal = try DefaultsJournal(number, in: folder.descriptor)
                    guard retrying({ fdatasync(journal.descriptor.rawValue) }) == 0 else { throw .current }
                } catch .noSuchFileOrDirectory {}  // It has been merged, which includes waiting for the disk.
            }
            try folder.sync()
            try Folder(at: file.removingLastComponent()).sync()
        } catch {
            return isComplete && error == .noSuchFileOrDirectory
        }
        return isComplete
    }

    /// Writes a line to standard error, once for each text.
    func complain(_ text: String) {
        state.withLock { Self.complain(text, &$0) }
    }

    private static func complain(_ text: String, _ state: inout State) {
        // What a damaged file contains is part of the text, and others could change it all the time.
        guard state.complaints.count < complaintLimit, state.complaints.insert(text).inserted else { return }
        print(text)
    }

    /// Writes a line to standard error.
    static func print(_ text: String) {
        let line = Array("UserDefaults: \(text)\n".utf8)
        line.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    // MARK: Writing

    private func append(
        _ change: JournalRecord.Change, _ state: inout State, _ beforeAppending: @Sendable () -> Void
    ) throws(UserDefaultsError) {
        state.own += 1
        let frame = JournalFrame.bytes(of: JournalRecord(change, writer: writer, number: state.own))
        guard frame.count <= JournalFrame.limit else {
            throw UserDefaultsError(
                .invalidValue, "Cannot store a value in \(file): it has more than 4 MiB; store it in a file instead.")
        }
        catchUp(&state)
        guard state.contents.hasRoom(for: change) else { throw noRoom }
        do throws(Errno) {
            var hasMerged = false
            for attempt in 0..<Self.attempts {
                if state.journal == nil {
                    try DefaultsFolder.create(journals)
                    catchUp(&state)
                }
                let journal = state.journal
                if let journal, !journal.isWritable { throw .permissionDenied }
                guard let journal, !journal.isSealed, journal.hasRoom(for: frame.count) else {
                    // Somebody has removed the journals, sealed the last one or filled it. A merge makes the next one.
                    if journal == nil, attempt < Self.attempts / 2 { continue }
                    guard !hasMerged else { break }
                    hasMerged = true
                    _ = try? runMerge()
                    catchUp(&state)
                    continue
                }
                state.isOwnApplied = nil
                beforeAppending()
                try journal.append(frame)
                guard journal.isIntact(in: journals) else {
                    state.journal = nil
                    continue
                }
                catchUp(&state)
                // Otherwise the journal was sealed before, and the next one has been opened.
                guard let isApplied = state.isOwnApplied else { continue }
                guard isApplied else { throw .noBufferSpace }
                return
            }
        } catch .noBufferSpace {
            throw noRoom
        } catch {
            throw UserDefaultsError(error, storingIn: file)
        }
        let isFull = state.journal?.hasRoom(for: frame.count) == false
        throw UserDefaultsError(
            isFull ? .full : .files,
            "Cannot store a value in \(file): its journals in \(journals) \(isFull ? "are full" : "cannot be used"); check the files in this folder and set it again."
        )
    }

    private var noRoom: UserDefaultsError {
        UserDefaultsError(
            .full,
            "Cannot store a value in \(file): it has more than \(DefaultsContents.writableSize.count) values or \(DefaultsContents.writableSize.bytes >> 20) MiB; remove some of them."
        )
    }

    // MARK: Reading

    /// Applies what other processes have written since the last call.
    private func catchUp(_ state: inout State, _ afterOpening: @Sendable () -> Void = {}) {
        var opens = 0
        for _ in 0..<Self.journalsAtOnce {
            if state.journal == nil {
                guard opens < Self.opensAtOnce, open(&state) else { return }
                opens += 1
                afterOpening()
            }
            guard let journal = state.journal else { continue }
            journal.read { record in
                let isApplied = state.contents.apply(record.change)
                if record.writer == writer, record.number == state.own { state.isOwnApplied = isApplied }
            }
            if journal.isSealed {
                state.journal = next(after: journal)
                if state.journal === journal { return }
            } else if isCheckDue(&state), !journal.isIntact(in: journals) || FileStamp(of: file) != state.stamp {
                state.journal = nil
            } else {
                return
            }
        }
    }

    private func isCheckDue(_ state: inout State) -> Bool {
        let now = Self.coarseTime
        guard now >= state.nextCheck else { return false }
        state.nextCheck = now + Self.checkInterval
        return true
    }

    private static var coarseTime: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Reads the property list, after opening the oldest journal, whose records come after it or are contained in it.
    ///
    /// - Returns: whether there is a journal, or there was one a moment ago.
    private func open(_ state: inout State) -> Bool {
        var journal: DefaultsJournal?
        var hasNumber = false
        do throws(Errno) {
            let folder = try DefaultsFolder.open(journals)
            if let first = try DefaultsJournal.numbers(in: folder).first {
                hasNumber = true
                journal = try DefaultsJournal(first, in: folder.descriptor)
            }
        } catch {
            if hasNumber, error == .noSuchFileOrDirectory { return true }
            // Without descriptors or memory, what is known stays known.
            if [.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory].contains(error) { return false }
            if error != .noSuchFileOrDirectory {
                Self.complain("Cannot read the latest changes of \(file) in \(journals): \(error).", &state)
            }
        }
        let stamp = FileStamp(of: file)
        if journal != nil || stamp != state.stamp || stamp == nil {
            state.stamp = stamp
            let start = CurrentThread.processorTime
            // A large file that others change all the time takes at most a tenth of the time.
            defer {
                let used = CurrentThread.processorTime - start
                state.nextCheck = Self.coarseTime + max(Self.checkInterval, 10 * used)
            }
            switch DefaultsFile.read(file) {
            case .values(let values):
                if !values.isEmpty || !state.contents.values.isEmpty { state.contents = DefaultsContents(values) }
            case .damaged(let why):
                state.contents = DefaultsContents()
                Self.complain(why, &state)
            // What is known stays known, and the file is read again at the next comparison.
            case .unsettled: state.stamp = nil
            case .failed(let error):
                state.stamp = nil
                Self.complain("Cannot read \(file), and will try again: \(error).", &state)
            }
        }
        state.journal = journal
        guard let journal else { return false }
        // A process that was killed may have left changes that are not merged.
        if journal.isWritable, !state.isMergeScheduled, (try? journal.descriptor.status().st_size) ?? 0 > 0 {
            state.isMergeScheduled = true
            state.hasUnmergedChange = true
            scheduleMerge(after: Self.mergeDelay)
        }
        return true
    }

    /// The journal after one that is sealed.
    ///
    /// - Returns: nil if it has been merged meanwhile, so that all has to be read again; the same journal if there is no later
    ///   one, which the next merge makes.
    private func next(after journal: DefaultsJournal) -> DefaultsJournal? {
        guard let folder = try? DefaultsFolder.open(journals), let numbers = try? DefaultsJournal.numbers(in: folder)
        else { return journal.isIntact(in: journals) ? journal : nil }
        // While the journal has its name, those after it have not been removed.
        guard journal.isIntact(in: journals) else { return nil }
        guard let following = numbers.first(where: { $0 > journal.number }) else { return journal }
        return try? DefaultsJournal(following, in: folder.descriptor)
    }

    // MARK: Merging

    private func scheduleMerge(after delay: DispatchTimeInterval) {
        // Own code: writes files of defaults.
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + delay) {
            if self.merge() { return }
            let isNeeded = self.state.withLock { state in
                defer { state.isMergeScheduled = true }
                return !state.isMergeScheduled
            }
            if isNeeded { self.scheduleMerge(after: Self.retryDelay) }
        }
    }

    /// Merges the journals into the property list, after a merge of this process that is under way.
    ///
    /// - Returns: false if it is to be tried again later, because another process is merging or a program is writing the
    ///   property list.
    @discardableResult
    func merge() -> Bool {
        state.withLock { $0.isMergeScheduled = false }
        do throws(UserDefaultsError) {
            guard try runMerge() else { return false }
        } catch {
            complain(error.description)
        }
        state.withLock { $0.hasUnmergedChange = $0.isMergeScheduled }
        return true
    }

    private func runMerge() throws(UserDefaultsError) -> Bool {
        try merging.withLock { (_) throws(UserDefaultsError) in
            try DefaultsMerge(file: file, journals: journals).run(writer: writer)
        }
    }
}
