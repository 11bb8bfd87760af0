public import OpenFoundation

/// The entries in a file that any number of processes read and add to at the same time.
public struct Ledger: Sendable {
    /// The file, a list of entries in JSON.
    public let file: URL
    /// The name of the suite of defaults with the number of entries of each author.
    private let suiteName: String

    public init(file: URL, suiteName: String) {
        self.file = file
        self.suiteName = suiteName
    }

    /// Adds an entry, unless the ledger has it already. It is in the file when this method returns.
    ///
    /// The file is read and replaced in one coordinated access, so no other process can add an entry in between. If an error is
    /// thrown, the entry can still be in the file: an extension may have been suspended after the file was replaced. Adding the
    /// same entry once more does no harm.
    ///
    /// - Returns: the entry with its number.
    /// - Throws: `FileCoordinationError`, `CocoaError`, `DecodingError` for a file that is not a ledger.
    @discardableResult
    public func add(_ entry: Entry) throws -> Entry {
        var error: NSError?
        var result = Result<Entry, any Error>.failure(CocoaError(.userCancelled))
        NSFileCoordinator().coordinate(writingItemAt: file, options: .forMerging, error: &error) { url in
            result = Result { try add(entry, in: url) }
        }
        if let error { throw error }
        return try result.get()
    }

    private func add(_ entry: Entry, in url: URL) throws -> Entry {
        var entries = try entries(in: url)
        if let known = entries.first(where: { $0.id == entry.id }) { return known }
        var entry = entry
        entry.number = entries.count + 1
        entries.append(entry)
        // Replaces the file: a program that is killed here leaves the old one or the new one.
        try JSONEncoder().encode(entries).write(to: url, options: .atomic)
        // Nobody else counts meanwhile.
        UserDefaults(suiteName: suiteName)?.set(entries.count { $0.author == entry.author }, forKey: entry.author)
        return entry
    }

    /// All entries in their order; none if there is no file.
    ///
    /// - Throws: `FileCoordinationError`, `CocoaError`, `DecodingError` for a file that is not a ledger.
    public func entries() throws -> [Entry] {
        var error: NSError?
        var result = Result<[Entry], any Error>.failure(CocoaError(.userCancelled))
        NSFileCoordinator().coordinate(readingItemAt: file, options: [], error: &error) { url in
            result = Result { try entries(in: url) }
        }
        if let error { throw error }
        return try result.get()
    }

    private func entries(in url: URL) throws -> [Entry] {
        guard FileManager.default.fileExists(atPath: url.path) else { return [] }
        return try JSONDecoder().decode([Entry].self, from: Data(contentsOf: url))
    }

    /// How many entries an author has written, from the shared defaults. Does not wait for a writer.
    public func count(of author: String) -> Int { UserDefaults(suiteName: suiteName)?.integer(forKey: author) ?? 0 }
}
