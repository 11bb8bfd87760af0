import AppexModel
import AppexPages
import Foundation
import SystemPackage

/// The notes, in one JSON file.
actor NoteStore {
    /// A note, as the page shows it.
    struct Note: Codable, Sendable, Equatable {
        let id: String
        var text: String
        /// The time of the last change in milliseconds since 1970, which is unique.
        var changed: Int64

        /// The first link in the text.
        var link: URL? {
            text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).lazy.map(Substring.init)
                .filter { $0.begins(with: "https://") || $0.begins(with: "http://") }
                .compactMap { URL(string: String($0)) }.first { $0.host != nil }
        }
    }

    /// A note with properties of its text.
    struct Listing: Encodable, Sendable {
        let id: String
        let text: String
        let changed: Int64
        let link: String?

        init(_ note: Note) {
            id = note.id
            text = note.text
            changed = note.changed
            link = note.link?.absoluteString
        }
    }

    private let file: RecordFile
    private var all: [Note]

    /// Reads the notes.
    ///
    /// - Parameter store: the folder of the web device's files.
    /// - Throws: ``PageFailure`` if there is a file that can neither be read nor be renamed.
    init(store: FilePath) throws {
        file = RecordFile("Notes.json", in: store)
        all = try file.read() ?? []
    }

    /// All notes, most recently changed first.
    var notes: [Listing] { all.sorted { $0.changed > $1.changed }.map(Listing.init) }

    func note(_ id: String) -> Note? { all.first { $0.id == id } }

    /// Changes or creates a note.
    ///
    /// - Parameter id: the identifier of the note; nil for a new one.
    /// - Parameter changed: the time of the change that is to be replaced; nil to replace any text.
    /// - Throws: ``PageFailure`` if the note is too long, does not exist or has been changed since, or there are too
    ///   many.
    func save(_ id: String?, text: String, over changed: Int64? = nil) throws -> Listing {
        guard text.utf8.count <= WebLimits.noteBytes else {
            throw PageFailure("The note is too long; the limit is \(WebLimits.noteBytes >> 10) KiB.")
        }
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        if let id {
            guard let index = all.firstIndex(where: { $0.id == id }) else {
                throw PageFailure("The note no longer exists.")
            }
            guard changed ?? all[index].changed == all[index].changed else {
                throw PageFailure("The note has been changed since.")
            }
            var notes = all
            notes[index].text = text
            notes[index].changed = max(now, notes[index].changed + 1)
            try write(notes)
            return Listing(notes[index])
        }
        guard all.count < WebLimits.notes else {
            throw PageFailure("There are already \(WebLimits.notes) notes, the maximum; delete some.")
        }
        let note = Note(id: UUID().uuidString, text: text, changed: now)
        try write(all + [note])
        return Listing(note)
    }

    func delete(_ id: String) throws {
        try write(all.filter { $0.id != id })
    }

    /// Replaces the notes. If they cannot be written, the old ones are kept, in memory as well.
    private func write(_ notes: [Note]) throws {
        try file.write(notes)
        all = notes
    }
}
