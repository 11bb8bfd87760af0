import Foundation
import OpenExtensionKit

/// Edits a photograph with the first editor that is installed, and keeps the edit in a folder beside the photograph.
func editPhotograph(at file: URL, on host: ExtensionHost) async throws {
    var photo = try EditedPhoto.open(file, in: .sidecar)
    guard let editor = try await host.photoEditors().first else { return }
    let session = try await host.edit(photo.editable, with: editor, traits: ViewTraits(width: 390, height: 700))
    // A host draws session.view here, and goes on when the user presses its button Done.
    let version = try photo.keep(try await session.finish())
    print("\(file.lastPathComponent) has version \(version.number), in \(version.rendition.path).")
}
