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
        var contents = DefaultsContents()
        /// The newest journal; nil while the domain has no journal, and when all has to be read again.
        var journal: DefaultsJournal?
        /// The property list that `contents` is based on.
        var stamp: FileStamp?
        /// When the files are to be compared next, in nanoseconds of the coarse clock.
        var nextCheck: UInt64 = 0
        /// The number of the own record that was written last, and whether it has been read in its place.
        var own: UInt64 = 0
        var hasReadOwn = false
        var isMergeScheduled = false
        var hasUnsavedChange = false
        var complaints: Set<String> = []
    }

    /// The property list.
    let file: FilePath
    /// The folder of the journals, beside the property list.
    let journals: FilePath
    private let state = Mutex(State())
    private let writer = UInt64.random(in: .min ... .max)

    /// How often a reader begins again while others merge, before it goes on with what it has.
    private static let attempts = 16
    /// How often changes of the property list by other programs are looked for, in nanoseconds.
    private static let checkInterval: UInt64 = 100_000_000
    private static let complaintLimit = 100
    private static let mergeDelay = DispatchTimeInterval.seconds(1)
    private static let retryDelay = DispatchTimeInterval.seconds(10)

    private static let all = Mutex<[FilePath: DefaultsDomain]>([:])

    /// Opens a domain that no other object of the process shares; see ``at(_:)``.
    init(_ file: FilePath) {
        self.file = file
        let name = file.lastComponent?.string ?? "defaults"
        journals = file.removingLastComponent().appending(".\(name).journal")
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
        for domain in all.withLock({ Array($0.values) }) where domain.state.withLock({ $0.isMergeScheduled }) {
            domain.merge()
        }
    }

    /// The newest value of a key.
    func value(_ key: String) -> PropertyListValue? {
        state.withLock { state in
            catchUp(&state)
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
                defer { state.isMergeScheduled = true }
                return !state.isMergeScheduled
            }
        } catch {
            state.withLock { $0.hasUnsavedChange = true }
            throw error
        }
        if needsMerge { scheduleMerge(after: Self.mergeDelay) }
    }

    /// Waits until all changes are on disk.
    ///
    /// - Returns: whether they are, and no change has failed since the last call.
    func synchronize() -> Bool {
        let copy = state.withLock { state -> (DescriptorBag?, Bool) in
            catchUp(&state)
            defer { state.hasUnsavedChange = false }
            guard let journal = state.journal else { return (nil, !state.hasUnsavedChange) }
            guard let copy = try? journal.descriptor.duplicate() else { return (nil, false) }
            return (DescriptorBag(copy), !state.hasUnsavedChange)
        }
        guard let journal = copy.0?.take() else { return copy.1 }
        do throws(Errno) {
            try DefaultsFolder.open(journals).sync()
            try Folder(at: file.removingLastComponent()).sync()
        } catch {
            return false
        }
        return retrying { fdatasync(journal.rawValue) } == 0 && copy.1
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
        guard state.contents.hasRoom(for: change) else {
            throw UserDefaultsError(
                .full, "Cannot store a value in \(file): it has \(DefaultsContents.limit) values; remove some of them.")
        }
        do throws(Errno) {
            for _ in 0..<Self.attempts {
                if state.journal == nil {
                    try DefaultsFolder.create(journals)
                    catchUp(&state)
                }
                guard let journal = state.journal, !journal.isSealed || !journal.isWritable else {
                    // Somebody has removed the journals, or sealed the last one. A merge makes the next one.
                    _ = try? DefaultsMerge(file: file, journals: journals).run(writer: writer)
                    catchUp(&state)
                    continue
                }
                guard journal.isWritable else { throw .permissionDenied }
                // A longer file would end the process by a signal.
                guard Int64(journal.offset + frame.count) <= min(Int64(DefaultsJournal.limit), FileContent.sizeLimit)
                else {
                    throw .noSpace
                }
                state.hasReadOwn = false
                beforeAppending()
                try journal.append(frame)
                guard journal.isIntact else {
                    state.journal = nil
                    continue
                }
                catchUp(&state)
                // Otherwise the journal was sealed before, and the next one has been opened.
                if state.hasReadOwn { return }
            }
        } catch {
            throw UserDefaultsError(error, storingIn: file)
        }
        throw UserDefaultsError(
            .files, "Cannot store a value in \(file): its journals cannot be used; remove the folder \(journals).")
    }

    // MARK: Reading

    /// Applies what other processes have written since the last call.
    private func catchUp(_ state: inout State) {
        for _ in 0..<Self.attempts {
            if state.journal == nil, !open(&state) { return }
            guard let journal = state.journal else { continue }
            journal.read { record in
                if record.writer == writer, record.number == state.own { state.hasReadOwn = true }
                state.contents.apply(record.change)
            }
            if journal.isSealed {
                state.journal = next(after: journal)
                if state.journal === journal { return }
            } else if isCheckDue(&state), !journal.isIntact || FileStamp(of: file) != state.stamp {
                state.journal = nil
            } else {
                return
            }
        }
    }

    private func isCheckDue(_ state: inout State) -> Bool {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        let now = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        guard now >= state.nextCheck else { return false }
        state.nextCheck = now + Self.checkInterval
        return true
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
        }
        let stamp = FileStamp(of: file)
        if journal != nil || stamp != state.stamp || stamp == nil {
            state.stamp = stamp
            switch DefaultsFile.read(file) {
            case .values(let values): state.contents = DefaultsContents(values)
            case .damaged(let why):
                state.contents = DefaultsContents()
                Self.complain(why, &state)
            case .failed(let error):
                // What is known stays known, and the file is read again at the next comparison.
                state.stamp = nil
                Self.complain("Cannot read \(file), and will try again: \(error).", &state)
            }
        }
        state.journal = journal
        guard let journal else { return false }
        // A process that was killed may have left changes that are not merged.
        if journal.isWritable, !state.isMergeScheduled, (try? journal.descriptor.status().st_size) ?? 0 > 0 {
            state.isMergeScheduled = true
            scheduleMerge(after: Self.mergeDelay)
        }
        return true
    }

    /// The journal after one that is sealed.
    ///
    /// - Returns: nil if it has been merged meanwhile, so that all has to be read again; the same journal if somebody has
    ///   sealed it without making the next one, which the next merge does.
    private func next(after journal: DefaultsJournal) -> DefaultsJournal? {
        guard let folder = try? DefaultsFolder.open(journals) else { return nil }
        do throws(Errno) {
            return try DefaultsJournal(journal.number + 1, in: folder.descriptor)
        } catch {
            guard let last = try? DefaultsJournal.numbers(in: folder).last, journal.isIntact else { return nil }
            return last > journal.number && error == .noSuchFileOrDirectory ? nil : journal
        }
    }

    // MARK: Merging

    private func scheduleMerge(after delay: DispatchTimeInterval) {
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + delay) {
            if self.merge() { return }
            self.state.withLock { $0.isMergeScheduled = true }
            self.scheduleMerge(after: Self.retryDelay)
        }
    }

    /// Merges the journals into the property list.
    ///
    /// - Returns: false if it is to be tried again later, because another process is merging.
    @discardableResult
    func merge() -> Bool {
        state.withLock { $0.isMergeScheduled = false }
        do throws(UserDefaultsError) {
            return try DefaultsMerge(file: file, journals: journals).run(writer: writer)
        } catch {
            complain(error.description)
            return true
        }
    }
}

/// What tells one state of a file from the next.
struct FileStamp: Equatable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// - Returns: nil if the file does not exist.
    init?(of file: FilePath) {
        var status = stat()
        guard file.withPlatformString({ lstat($0, &status) }) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}

extension UserDefaultsError {
    fileprivate init(_ error: Errno, storingIn file: FilePath) {
        switch error {
        case .noSpace, .fileTooLarge, .diskQuotaExceeded:
            self.init(.full, "Cannot store a value in \(file): \(error); make room and set it again.")
        case .permissionDenied, .notPermitted, .readOnlyFileSystem:
            self.init(.notPermitted, "Cannot store a value in \(file): this program can only read it.")
        default:
            self.init(.files, "Cannot store a value in \(file): \(error); check the folder and set it again.")
        }
    }
}
