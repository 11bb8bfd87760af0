import AppexModel
import AppexProtocol
import AppexWire
import Foundation
import OpenFoundation
import OpenUniformTypeIdentifiers
public import OpenViewTree

extension ExtensionHost {
    /// Finds the photo editing extensions that are offered for photographs, or for videos.
    ///
    /// - Returns: the extensions in the order in which to show them.
    /// - Throws: ``ExtensionError/Code/brokerUnavailable``.
    public func photoEditors(
        for media: EditablePhoto.Media = .image
    ) async throws(ExtensionError) -> [AppExtensionIdentity] {
        let query = MatchQuery(points: [Self.photoEditingPoint], items: nil)
        return try await broker.match(query).extensions.filter { record in
            guard let types = record.attributes?["PHSupportedMediaTypes"]?.array else { return media == .image }
            return types.contains { $0.string == media.rawValue }
        }.map { AppExtensionIdentity($0) }
    }

    static let photoEditingPoint = "com.apple.photo-editing"

    /// Begins to edit a photograph with a photo editing extension.
    ///
    /// If the photograph has an earlier edit, the extension is asked whether it understands it. If so, it receives the
    /// adjustment data and the file that the edit was made from, which is the original unless several extensions have
    /// edited the photograph. Otherwise it receives the last rendition. The method returns when the extension has
    /// begun, which is the end of its `startContentEditing`.
    ///
    /// Source: https://developer.apple.com/documentation/photosui/phcontenteditingcontroller
    ///
    /// - Parameter traits: the size of the view, in points, and the user's display settings; nil to show no view, for
    ///   example to apply an edit to many photographs. The photograph is decoded in this size for the extension.
    /// - Throws: ``ExtensionError``, as ``present(_:to:traits:opening:sharing:)``;
    ///   ``PhotoEditingError/Code/photoUnreadable``; `CancellationError`.
    /// - Cancellation: the session is ended.
    ///
    /// ## Difference from Apple
    /// Only Apple's Photos hosts such extensions; here every app can.
    nonisolated(nonsending) public func edit(
        _ photo: EditablePhoto, with identity: AppExtensionIdentity, traits: ViewTraits? = nil
    ) async throws -> PhotoEditingSession {
        guard identity.extensionPointIdentifier == Self.photoEditingPoint else {
            throw ExtensionError(
                .refused,
                "\(identity.bundleIdentifier) is not a photo editing extension; `appex list` shows the extension point of each."
            )
        }
        let original = try PhotoSource(photo.original)
        let base =
            try photo.adjustmentBase.map { (file) throws(PhotoEditingError) in try PhotoSource(file) } ?? original
        let newest = try photo.rendition.map { (file) throws(PhotoEditingError) in try PhotoSource(file) } ?? original
        let opening = PhotoEditingOpening(photo, base: base, newest: newest, traits: traits)
        defer { opening.early?.cancel() }
        // As in `send`: a request that has reached no process is tried once more.
        let first = try await start(opening, identity)
        do {
            return try await opening.begin(first.request, first.ending)
        } catch let error as ExtensionError where first.request.began == nil && first.opened.hasReachedNobody(error) {
            let second = try await start(opening, identity)
            return try await opening.begin(second.request, second.ending)
        }
    }

    nonisolated(nonsending) private func start(
        _ opening: PhotoEditingOpening, _ identity: AppExtensionIdentity
    ) async throws -> (request: HostRequest, ending: Task<[ItemDescription], any Error>, opened: OpenedSession) {
        let asked = ContinuousClock.now
        let opened = try await session(with: identity, for: [], within: HostRequest.launchLimit)
        let socket = try opened.takeSocket(identity)
        let request = HostRequest(
            extension: identity.bundleIdentifier, lease: opened.lease, [], makesPointCalls: true,
            view: opening.traits.map { HostedView($0) })
        register(request)
        await request.begin(socket, timeout: nil, since: asked)
        let ending = Task {
            defer { unregister(request) }
            return try await request.outcome()
        }
        return (request, ending, opened)
    }
}

/// What a session of editing begins with.
struct PhotoEditingOpening {
    let photo: EditablePhoto
    /// The file that the last edit was made from.
    let base: PhotoSource
    /// The last rendition, or the original of a photograph without edits.
    let newest: PhotoSource
    let traits: ViewTraits?
    /// Decodes the last rendition while the extension is launched; nil if it may not be needed, because the extension may
    /// continue the last edit without a view.
    let early: Task<PhotoSource.Display, any Error>?

    init(_ photo: EditablePhoto, base: PhotoSource, newest: PhotoSource, traits: ViewTraits?) {
        self.photo = photo
        self.base = base
        self.newest = newest
        self.traits = traits
        let isNeeded = traits != nil || photo.adjustmentData == nil
        early = isNeeded ? Task { try await newest.display(in: traits) } : nil
    }

    /// Begins editing on a request that has been sent.
    ///
    /// - Throws: as ``ExtensionHost/edit(_:with:traits:)``. The request is cancelled then.
    nonisolated(nonsending) func begin(
        _ request: HostRequest, _ ending: Task<[ItemDescription], any Error>
    ) async throws -> PhotoEditingSession {
        do {
            return try await withTaskCancellationHandler {
                let view: ExtensionView? = if traits == nil { nil } else { try await request.shown(ending) }
                return try await begin(request, ending, view)
            } onCancel: {
                request.cancel()
                early?.cancel()
            }
        } catch {
            request.cancel()
            _ = await ending.result
            throw error
        }
    }

    nonisolated(nonsending) private func begin(
        _ request: HostRequest, _ ending: Task<[ItemDescription], any Error>, _ view: ExtensionView?
    ) async throws -> PhotoEditingSession {
        var continued: PhotoAdjustmentData?
        if let earlier = photo.adjustmentData,
            try await request.call(
                PhotoInterface.CanHandle(earlier.adjustment), within: PhotoEditingSession.startLimit, ending: ending
            ).isYes
        {
            continued = earlier
        }
        let source = continued == nil ? newest : base
        let last = try await early?.value
        let display = if source.file == newest.file, let last { last } else { try await source.display(in: traits) }
        // Without a view the placeholder is not seen.
        let showsLast = continued != nil && traits != nil && photo.rendition != nil
        let start = PhotoInterface.Start(
            media: source.media == .image ? .image : .video, typeIdentifier: source.type.identifier,
            orientation: UInt8(clamping: display.orientation), subtypes: 0,
            created: photo.creationDate?.timeIntervalSince1970, adjustment: continued?.adjustment,
            file: try await request.exported(source.item, ending: ending),
            display: try await request.exported(display.picture, ending: ending),
            placeholder: try await request.exported(showsLast ? last?.picture : nil, ending: ending))
        _ = try await request.call(start, within: PhotoEditingSession.startLimit, ending: ending)
        return PhotoEditingSession(
            photo, source, request, ending: ending, view: view, continuesEdit: continued != nil)
    }
}

extension PhotoSource {
    /// An item with the file as its attachment, which the extension loads.
    fileprivate var item: NSExtensionItem {
        let provider = NSItemProvider()
        provider.suggestedName = file.lastPathComponent
        let file = file
        provider.registerFileRepresentation(
            forTypeIdentifier: type.identifier, fileOptions: .openInPlace, visibility: .all
        ) { completion in
            completion(file, false, nil)
            return nil
        }
        let item = NSExtensionItem()
        item.attachments = [provider]
        return item
    }
}

extension HostRequest {
    /// Describes an item with a JPEG as its attachment, which the extension loads; nil without a JPEG.
    nonisolated(nonsending) fileprivate func exported(
        _ picture: Data?, ending: Task<[ItemDescription], any Error>
    ) async throws -> ItemDescription? {
        guard let picture else { return nil }
        let provider = NSItemProvider()
        provider.registerDataRepresentation(forTypeIdentifier: "public.jpeg", visibility: .all) { completion in
            completion(picture, nil)
            return nil
        }
        let item = NSExtensionItem()
        item.attachments = [provider]
        return try await exported(item, ending: ending)
    }
}
