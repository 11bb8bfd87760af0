import AppexPages
import AppexSystem
import Foundation
import Glibc
import OpenExtensionKit
import OpenUniformTypeIdentifiers
import SystemPackage

/// Stores the items that an extension has returned: pictures as versions of the shared photographs, in order, and a
/// text in the shared note.
///
/// Fewer pictures than photographs, such as a collage, are versions of none of them; they become new photographs.
struct ReturnedThings {
    let things: SharedThings
    let device: WebDevice
    /// The bundle identifier of the extension.
    let editor: String

    /// Stores returned items.
    ///
    /// - Parameter state: receives the changes.
    /// - Throws: an error if an item cannot be loaded or shown. The preceding items have been stored then.
    nonisolated(nonsending) func take(_ items: [NSExtensionItem], _ state: inout TabRequestState) async throws {
        var texts = items.compactMap { $0.attributedContentText?.string }.filter { !$0.isEmpty }
        var names: [String] = if case .photos(let names) = things { names.reversed() } else { [] }
        let providers = items.flatMap { $0.attachments ?? [] }.prefix(WebLimits.sharedItems)
        let pictures = providers.count { $0.hasItemConformingToTypeIdentifier(UTType.image.identifier) }
        let areNew = pictures < names.count
        do {
            for provider in providers {
                if provider.hasItemConformingToTypeIdentifier(UTType.image.identifier), let name = names.popLast() {
                    if areNew {
                        state.added.append(try await added(provider))
                    } else if let photo = try await replaced(name, by: provider) {
                        state.photos.append(photo)
                    }
                } else if provider.hasItemConformingToTypeIdentifier(UTType.plainText.identifier) {
                    texts.append(try await text(of: provider))
                }
            }
        } catch {
            // The preceding items have been stored, and are shown.
            if !state.photos.isEmpty || !state.added.isEmpty { await device.announce(.photos) }
            throw error
        }
        if case .note(let id, false) = things, let text = texts.first, let note = await device.notes.note(id) {
            // A text that came back as it was is no edit.
            guard !text.utf8.elementsEqual(note.text.utf8) else { return }
            state.note = try await device.notes.save(id, text: text)
            state.textBefore = note.text
            await device.announce(.notes)
        } else {
            state.texts = texts
        }
        if !state.photos.isEmpty || !state.added.isEmpty { await device.announce(.photos) }
    }

    /// - Returns: nil when the picture is the one that is shown.
    nonisolated(nonsending) private func replaced(
        _ name: String, by provider: NSItemProvider
    ) async throws -> PhotoLibrary.Photo? {
        try await withCopy(of: provider) { copy in
            if let shown = await device.photos.file(of: name),
                FileManager.default.contentsEqual(atPath: copy.string, andPath: shown.string)
            {
                return nil
            }
            return try await device.photos.add(copy, to: name, by: editor)
        }
    }

    /// - Returns: the name of the new photograph.
    nonisolated(nonsending) private func added(_ provider: NSItemProvider) async throws -> String {
        let name = provider.suggestedName ?? ""
        return try await withCopy(of: provider) { try await device.photos.add($0, named: name) }
    }

    /// Copies a returned picture, and removes the copy afterwards.
    nonisolated(nonsending) private func withCopy<Value>(
        of provider: NSItemProvider, _ body: nonisolated(nonsending) (FilePath) async throws -> Value
    ) async throws -> Value {
        // In a folder of its own, since others can enter that of all temporary files.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("appex-web-" + UUID().uuidString)
        try PrivateFolder.make(FilePath(folder.path))
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = folder.appendingPathComponent("picture")
        // The file is there for as long as the closure runs.
        try await provider.withFileRepresentation(forTypeIdentifier: UTType.image.identifier) {
            guard try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? .max <= WebLimits.pictureBytes else {
                throw PageFailure("The returned picture is too large.")
            }
            // Holes stay holes: what the file occupies is bounded, whatever its size says.
            try FileContent.copy(Descriptor(opening: FilePath($0.path), O_RDONLY), to: FilePath(copy.path))
        }
        return try await body(FilePath(copy.path))
    }

    nonisolated(nonsending) private func text(of provider: NSItemProvider) async throws -> String {
        let data: Data = try await provider.withFileRepresentation(forTypeIdentifier: UTType.plainText.identifier) {
            try FileHandle(forReadingFrom: $0).read(upToCount: WebLimits.noteBytes) ?? Data()
        }
        return String(decoding: data, as: UTF8.self)
    }
}
