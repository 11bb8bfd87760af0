import AppexPages
import Foundation
import OpenExtensionKit
import SystemPackage

/// The content that a user shares with an extension, by the identifiers that the page uses.
enum SharedThings: Decodable, Sendable, Equatable {
    case photos([String])
    /// A photograph, for a photo editing extension.
    case edit(photo: String)
    /// A note, or only its link.
    case note(id: String, isLink: Bool)
    /// What the extension of a session shares.
    case items(session: Int)
    /// Nothing, for a widget.
    case nothing
    /// Nothing, for an app, which may be opened with a URL.
    case app(URL?)

    /// Whether an app is opened.
    var isApp: Bool {
        if case .app = self { true } else { false }
    }

    private enum Key: String, CodingKey { case photos, edit, note, link, session }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        if let names = try values.decodeIfPresent([String].self, forKey: .photos) {
            guard (1...WebLimits.sharedItems).contains(names.count) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .photos, in: values, debugDescription: "too many photographs are shared at once")
            }
            self = .photos(names)
        } else if let name = try values.decodeIfPresent(String.self, forKey: .edit) {
            self = .edit(photo: name)
        } else if let session = try values.decodeIfPresent(Int.self, forKey: .session) {
            self = .items(session: session)
        } else {
            self = .note(
                id: try values.decode(String.self, forKey: .note),
                isLink: try values.decodeIfPresent(Bool.self, forKey: .link) ?? false)
        }
    }

    /// Creates the items for the extension.
    ///
    /// - Parameter pending: what the extension of the session shares.
    /// - Throws: ``PageFailure`` if some of the content no longer exists.
    nonisolated(nonsending) func items(
        of device: WebDevice, _ pending: PendingSharing? = nil
    ) async throws -> [NSExtensionItem] {
        switch self {
        case .items:
            guard let pending else { throw PageFailure("What was to be shared is no longer there.") }
            return pending.sharing.items
        case .photos(let names):
            var files: [Any] = []
            for name in names {
                guard let file = await device.photos.file(of: name) else {
                    throw PageFailure("The photograph \(name) is not there any more.")
                }
                let url = URL(fileURLWithPath: file.string)
                guard let provider = NSItemProvider(contentsOf: url) else {
                    // Left out, what comes back would be taken for others.
                    throw PageFailure("The photograph \(name) cannot be read.")
                }
                // The file of an edited photograph has a different name.
                provider.suggestedName = FilePath(name).stem
                files.append(provider)
            }
            return ExtensionHost.items(sharing: files)
        case .nothing, .app, .edit: return []
        case .note(let id, let isLink):
            guard let note = await device.notes.note(id) else { throw PageFailure("The note no longer exists.") }
            guard isLink else { return ExtensionHost.items(sharing: [note.text]) }
            guard let link = note.link else { throw PageFailure("The note no longer contains a link.") }
            return ExtensionHost.items(sharing: [link])
        }
    }
}
