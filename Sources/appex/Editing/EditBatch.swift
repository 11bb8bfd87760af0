import ArgumentParser
import Foundation
import OpenExtensionKit

/// The editing of many photographs in the same way, without a view. One that cannot be edited does not end it.
struct EditBatch {
    private struct Failure: Encodable {
        let photo: String
        /// The name of an error's code, or of an ``ExitStatus``.
        let code: String
        let message: String
    }

    private struct Listing: Encodable {
        var edited: [EditListing] = []
        var failed: [Failure] = []
    }

    private let host: ExtensionHost
    private let adjustment: PhotoAdjustmentData
    private let place: PhotoEditPlace
    private let target: EditOutput?
    /// The extensions that may understand the adjustment data, in the order in which they are asked; or why no extension
    /// can be asked.
    private var candidates: [EditablePhoto.Media: Result<[AppExtensionIdentity], CommandFailure>]
    /// The files that were written.
    private var outputs: Set<String> = []
    private var listing = Listing()

    /// - Parameter place: where the edits are kept, unless they are written.
    /// - Parameter target: the folder in which they are written.
    /// - Parameter editors: the extensions that may understand the adjustment data, or why there are none to be asked.
    init(
        host: ExtensionHost, adjustment: PhotoAdjustmentData, place: PhotoEditPlace, target: EditOutput?,
        editors: [EditablePhoto.Media: Result<[AppExtensionIdentity], CommandFailure>]
    ) {
        self.host = host
        self.adjustment = adjustment
        self.place = place
        self.target = target
        candidates = editors
    }

    /// Edits the photographs one after the other, and prints what was done.
    ///
    /// - Parameter json: whether one JSON object is printed at the end instead of lines.
    /// - Throws: `ExitCode` if a photograph could not be edited; `CancellationError`.
    mutating func run(_ photos: [String], json: Bool) async throws {
        for (index, path) in photos.enumerated() {
            let position = "\(index + 1)/\(photos.count)"
            do {
                let (edited, name) = try await edit(path)
                listing.edited.append(edited)
                if !json { Console.say("\(position) \(edited.line("edited with", name))") }
            } catch let error as CancellationError {
                throw error
            } catch {
                let failure = FailureListing(of: error).error
                listing.failed.append(Failure(photo: path, code: failure.code, message: failure.message))
                if !json { Console.complain("\(position) \(failure.message)") }
            }
        }
        let failed = listing.failed.count
        if json {
            try Console.print(listing)
        } else {
            let count = "\(listing.edited.count) of \(photos.count) photographs"
            Console.say("Edited \(count)\(failed == 0 ? "" : "; \(failed) could not be edited").")
        }
        if failed > 0 { throw ExitCode(ExitStatus.failed.rawValue) }
    }

    /// Edits one photograph, and keeps or writes the result.
    ///
    /// - Returns: what was done, and the name of the extension.
    private mutating func edit(_ path: String) async throws -> (EditListing, name: String) {
        let file = try await PhotoInput.file(path)
        var edited = try EditedPhoto.open(file, in: place)
        let photo = EditablePhoto(original: edited.photo, adjustmentData: adjustment)
        try target?.check(for: photo)
        if target == nil, let warning = edited.warning { Console.complain(warning) }
        let (session, editor) = try await begin(photo)
        let edit: PhotoEdit
        do { edit = try await session.finish() } catch {
            await session.cancel()
            throw error
        }
        guard let target else { return (EditListing(file, try edited.keep(edit)), editor.localizedName) }
        var result = EditListing(file, editor.bundleIdentifier)
        let destination = target.destination(for: file, edit.rendition.pathExtension).path
        guard outputs.insert(destination).inserted else {
            throw CommandFailure(
                "Cannot write \(path) to \(destination), which is the result of another photograph of the same name.",
                .usage)
        }
        result.add(try target.write(edit.rendition, for: file))
        return (result, editor.localizedName)
    }

    /// Begins to edit a photograph with the first extension that understands the adjustment data.
    private mutating func begin(
        _ photo: EditablePhoto
    ) async throws -> (PhotoEditingSession, AppExtensionIdentity) {
        var rest = try candidates[photo.media]?.get() ?? []
        var failed: [AppExtensionIdentity] = []
        var failure: ExtensionError?
        // One that has failed is asked after the others from now on. One that has refused is not asked again, because its
        // answer does not depend on the photograph.
        defer { candidates[photo.media] = .success(rest + failed) }
        while let editor = rest.first {
            do {
                let session = try await host.edit(photo, with: editor)
                if session.continuesEdit { return (session, editor) }
                await session.cancel()
            } catch let error as ExtensionError {
                failure = failure ?? error
                failed.append(editor)
            }
            rest.removeFirst()
        }
        throw failure
            ?? PhotoEditingError(
                .cannotHandleAdjustmentData,
                "Cannot edit \(photo.original.lastPathComponent): no extension understands adjustment data of the format \(adjustment.formatIdentifier) \(adjustment.formatVersion)."
            )
    }
}
