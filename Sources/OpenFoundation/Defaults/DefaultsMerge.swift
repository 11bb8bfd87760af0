import AppexModel
import AppexSystem
import Glibc
import SystemPackage

/// Merges the journals of a domain into its property list.
///
/// The steps can be interrupted anywhere, because applying a journal again to a property list that contains it changes
/// nothing: a new journal is made, the old one is sealed, the property list is replaced, and the old journal is removed.
struct DefaultsMerge {
    let file: FilePath
    let journals: FilePath

    /// How often the merge begins again because another program has written the property list in the meantime.
    private static let attempts = 4
    /// The beginning of the name of a new property list, in the folder of the journals.
    private static let newPrefix = "new."

    /// - Parameter writer: the number of the caller's domain.
    /// - Returns: false if another process is merging, or the property list may be in the middle of being written.
    /// - Throws: ``UserDefaultsError``. All values are still in the journals then.
    func run(writer: UInt64) throws(UserDefaultsError) -> Bool {
        do throws(Errno) {
            // Waiting for a process that is stopped in the middle of a merge would take for ever.
            let folder = try DefaultsFolder.open(journals)
            let file = try folder.file("lock", O_RDWR | O_CREAT | O_NONBLOCK, mode: 0o600)
            guard let lock = try? FileLock.trying(file) else { return false }
            defer { withExtendedLifetime(lock) {} }
            for name in try folder.names(limit: 64) where name.string.begins(with: Self.newPrefix) {
                try? folder.remove(name, isFolder: false)
            }
            // What an interrupted merge has left, and then the journal that is written to.
            for _ in 0..<2 {
                let sealed = try seal(folder, writer)
                guard !sealed.isEmpty else { return true }
                guard try replace(with: sealed, in: folder) else { return false }
                // In ascending order, as readers expect.
                for number in sealed {
                    if let name = FilePath.Component("\(number)") { try folder.remove(name, isFolder: false) }
                }
            }
            return true
        } catch .noSuchFileOrDirectory {
            // The domain has been removed, and there is nothing to merge.
            return true
        } catch {
            throw UserDefaultsError(
                error == .noSpace ? .full : .files,
                "Cannot write the latest changes into \(file), so they stay in \(journals): \(error).")
        }
    }

    /// Finds the journals that are sealed, or seals the one that is written to, if it has records.
    ///
    /// Only one of the two, so that merges that fail do not make ever more journals. A journal without a seal may still be
    /// written to, even if there is one after it, because an earlier merge was interrupted.
    ///
    /// - Returns: the numbers of journals that are sealed.
    private func seal(_ folder: borrowing Folder, _ writer: UInt64) throws(Errno) -> [Int] {
        var sealed: [Int] = []
        let numbers = try DefaultsJournal.numbers(in: folder)
        if numbers.isEmpty { try makeJournal(1, folder) }
        for number in numbers {
            let journal = try DefaultsJournal(number, in: folder.descriptor)
            guard journal.isWritable else { return [] }
            journal.read { _ in }
            if journal.isSealed {
                sealed.append(number)
                continue
            }
            guard sealed.isEmpty, journal.offset > 0 else { return sealed }
            try makeJournal(number + 1, folder)
            try journal.append(JournalFrame.bytes(of: JournalRecord(.seal, writer: writer, number: 0)))
            // Otherwise a power failure could leave what others write next, and not what was written before.
            guard retrying({ fdatasync(journal.descriptor.rawValue) }) == 0 else { throw .current }
            return [number]
        }
        if let last = sealed.last { try makeJournal(last + 1, folder) }
        return sealed
    }

    private func makeJournal(_ number: Int, _ folder: borrowing Folder) throws(Errno) {
        do throws(Errno) {
            _ = try DefaultsJournal(number, in: folder.descriptor, creating: true)
            try folder.sync()
        } catch .fileExists {}
    }

    /// - Returns: false if the property list is damaged and may be in the middle of being written.
    private func replace(with sealed: some Collection<Int>, in folder: borrowing Folder) throws(Errno) -> Bool {
        let parent = try Folder(at: file.removingLastComponent())
        guard let name = file.lastComponent,
            let new = FilePath.Component("\(Self.newPrefix)\(UInt64.random(in: .min ... .max))")
        else { throw .invalidArgument }
        for _ in 0..<Self.attempts {
            let stamp = FileStamp(of: file)
            guard var contents = try base(parent, name) else { return false }
            for number in sealed {
                let journal = try DefaultsJournal(number, in: folder.descriptor)
                journal.read { contents.apply($0.change) }
            }
            let bytes = PropertyListValue.dictionary(contents.values).xmlBytes()
            guard Int64(bytes.count) <= FileContent.sizeLimit, isReadable(bytes) else { throw .fileTooLarge }
            try folder.makeFile(new, containing: bytes)
            guard FileStamp(of: file) == stamp else { continue }
            if stamp == nil {
                try folder.move(new, to: parent, as: name)
            } else if try exchange(new, folder, name, parent, expecting: stamp) {
                try? folder.remove(new, isFolder: false)
            } else {
                continue
            }
            try parent.sync()
            return true
        }
        // A program that writes the file all the time; the journals stay.
        return false
    }

    private func isReadable(_ bytes: [UInt8]) -> Bool {
        (try? PropertyListValue(parsing: bytes, file: file.string, within: .defaults)) != nil
    }

    /// Puts the new file into the place of the old one, unless another program has written that in the meantime.
    private func exchange(
        _ new: FilePath.Component, _ folder: borrowing Folder, _ name: FilePath.Component, _ parent: borrowing Folder,
        expecting stamp: FileStamp?
    ) throws(Errno) -> Bool {
        do throws(Errno) {
            try folder.exchange(new, with: name, in: parent)
        } catch {
            // The file system cannot exchange two files, or the old one has been removed.
            guard FileStamp(of: file) == stamp || error == .noSuchFileOrDirectory else { return false }
            try folder.move(new, to: parent, as: name)
            return true
        }
        guard FileStamp(of: journals.appending(new)) != stamp else { return true }
        // What was there is put back, and is what the next attempt begins with.
        try folder.exchange(new, with: name, in: parent)
        return false
    }

    /// The values of the property list. One that is damaged is moved aside.
    private func base(_ parent: borrowing Folder, _ name: FilePath.Component) throws(Errno) -> DefaultsContents? {
        switch DefaultsFile.read(file) {
        case .values(let values): return DefaultsContents(values)
        case .failed(let error): throw error
        case .unsettled: return nil
        case .damaged:
            let time = try parent.status(of: name).st_mtim.tv_sec
            guard let aside = FilePath.Component("\(name.string).damaged-\(time)") else { throw .invalidArgument }
            try parent.move(name, to: parent, as: aside)
            return DefaultsContents()
        }
    }
}
