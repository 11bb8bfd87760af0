import Foundation
import SystemPackage

/// The notes, in one JSON file.
actor NoteStore {
    /// A note, as the page shows it.
    struct Note: Codable, Sendable, Equatable {
        let id: String
        var text: String
        /// Milliseconds since 1970, and never the same twice.
        var changed: Int64

        /// The first link in the text.
        var link: URL? {
            text.split(whereSeparator: \.isWhitespace).lazy
                .filter { $0.hasPrefix("https://") || $0.hasPrefix("http://") }
                .compactMap { URL(string: String($0)) }.first { $0.host != nil }
        }
    }

    /// A note with what follows from its text.
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

    /// - Parameter store: the web device's own folder.
    /// - Throws: ``TabFailure`` when there are notes that can be neither read nor kept aside.
    init(store: FilePath) throws {
        file = RecordFile("Notes.json", in: store)
        all = try file.read() ?? []
    }

    /// The last changed first.
    var notes: [Listing] { all.sorted { $0.changed > $1.changed }.map(Listing.init) }

    func note(_ id: String) -> Note? { all.first { $0.id == id } }

    /// Changes a note, or makes one.
    ///
    /// - Parameter id: nil for a new one.
    /// - Parameter changed: when the text was written that is to be replaced; nil for whatever is there.
    /// - Throws: ``TabFailure`` when it is too long, there are too many, it is not there, or has been changed since.
    func save(_ id: String?, text: String, over changed: Int64? = nil) throws -> Listing {
        guard text.utf8.count <= WebLimits.noteBytes else {
            throw TabFailure("The note is too long; the limit is \(WebLimits.noteBytes >> 10) KiB.")
        }
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        if let id {
            guard let index = all.firstIndex(where: { $0.id == id }) else {
                throw TabFailure("The note is not there any more.")
            }
            guard changed ?? all[index].changed == all[index].changed else {
                throw TabFailure("The note has been changed since.")
            }
            var notes = all
            notes[index].text = text
            notes[index].changed = max(now, notes[index].changed + 1)
            try write(notes)
            return Listing(notes[index])
        }
        guard all.count < WebLimits.notes else {
            throw TabFailure("There are \(WebLimits.notes) notes, as many as there can be; delete some.")
        }
        let note = Note(id: UUID().uuidString, text: text, changed: now)
        try write(all + [note])
        return Listing(note)
    }

    func delete(_ id: String) throws {
        try write(all.filter { $0.id != id })
    }

    /// What cannot be written does not count: the page shows what is kept.
    private func write(_ notes: [Note]) throws {
        try file.write(notes)
        all = notes
    }
}
