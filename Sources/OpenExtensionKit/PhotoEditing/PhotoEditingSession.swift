import AppexProtocol
import AppexWire
import Foundation
import OpenFoundation
import OpenUniformTypeIdentifiers
import Synchronization

/// The editing of one photograph with a photo editing extension; see ``ExtensionHost/edit(_:with:traits:)``.
///
/// The host draws ``view`` and has the buttons with which the user ends editing: ``finish(within:)`` for Done,
/// ``cancel()`` for Cancel. The session never changes a file of the host. Releasing the session cancels it. May be used
/// from any task.
///
/// ```
/// let session = try await host.edit(photo, with: editor, traits: ViewTraits(width: 390, height: 700))
/// // The host draws session.view, and the user presses Done.
/// let edit = try await session.finish()
/// ```
public final class PhotoEditingSession: Sendable {
    /// What is edited.
    public let photo: EditablePhoto
    /// The bundle identifier of the extension.
    public let extensionIdentifier: String
    /// The extension's view; nil in a session that shows none.
    public let view: ExtensionView?
    /// Whether the extension continues the last edit, from the file that it was made from. Otherwise it edits the last
    /// rendition, or the original of a photograph without edits.
    public let continuesEdit: Bool
    private let source: PhotoSource
    private let request: HostRequest
    private let ending: Task<[ItemDescription], any Error>
    private let state = Mutex(PhotoEditingState())

    /// The maximum time for an extension to answer a question.
    static let answerLimit = Duration.seconds(10)
    /// The maximum time for an extension to end, while the result already waits for it.
    static let endLimit = Duration.seconds(3)
    /// The maximum time to begin editing, including the launch of the extension and loading the photograph.
    static let startLimit = HostRequest.launchLimit + .seconds(30)

    /// Whether the extension renders the result, or the result is being checked.
    public var isFinishing: Bool { state.withLock { $0.isFinishing } }

    init(
        _ photo: EditablePhoto, _ source: PhotoSource, _ request: HostRequest,
        ending: Task<[ItemDescription], any Error>, view: ExtensionView?, continuesEdit: Bool
    ) {
        self.photo = photo
        self.source = source
        self.request = request
        self.ending = ending
        self.view = view
        self.continuesEdit = continuesEdit
        extensionIdentifier = request.identifier
    }

    deinit { request.cancel() }

    /// Whether the user should confirm that changes are discarded before ``cancel()``. While the result is rendered or checked
    /// it is true, without a call of the extension, which may be at work.
    ///
    /// - Throws: ``ExtensionError`` if the extension has died or does not answer within ten seconds, which ends the session;
    ///   `CancellationError`.
    nonisolated(nonsending) public func shouldShowCancelConfirmation() async throws -> Bool {
        let state = state.withLock { $0 }
        if state.hasEnded || state.isFinishing { return state.isFinishing }
        return try await request.call(PhotoInterface.ConfirmCancel(), within: Self.answerLimit, ending: ending).isYes
    }

    /// Asks the extension for the result and checks it: the adjustment data must not be missing, empty or too large, and
    /// the rendition must be a whole picture of the requested type.
    ///
    /// The view accepts no events of the user in the meantime. On success the session has ended. After a
    /// ``PhotoEditingError`` editing continues: the user can try again or cancel.
    ///
    /// - Parameter limit: the maximum time for the extension to render the result.
    /// - Throws: ``PhotoEditingError``; ``ExtensionError/Code/refused`` if the extension refuses, after which editing
    ///   continues as well; any other ``ExtensionError``, such as ``ExtensionError/Code/died`` or
    ///   ``ExtensionError/Code/timedOut``, ends the session; `CancellationError` if the task or the session is cancelled.
    /// - Cancellation: the result is given up, and editing continues. The next call gets what the extension is rendering.
    nonisolated(nonsending) public func finish(within limit: Duration = .seconds(120)) async throws -> PhotoEdit {
        guard state.withLock({ $0.beginFinishing() }) else {
            throw PhotoEditingError(
                .notEditing,
                "Editing with \(extensionIdentifier) has ended, or its result is being rendered already; begin again.")
        }
        view?.acceptsEvents(false)
        defer { view?.acceptsEvents(true) }
        let edit: PhotoEdit
        do {
            try source.checkUnchanged()
            // It will check the rendition, and is started while the extension renders.
            ProcessDecoder.current.prepare()
            let reply = try await request.call(PhotoInterface.Finish(), within: limit, ending: ending)
            edit = try await checked(reply.output)
            try source.checkUnchanged()
        } catch let error as ExtensionError where error.code != .refused {
            // The request has ended, unless by ``cancel()`` for a reason of the extension.
            guard state.withLock({ $0.cancel() }) else { throw CancellationError() }
            throw error
        } catch {
            state.withLock { $0.resume() }
            throw error
        }
        guard state.withLock({ $0.finish() }) else { throw CancellationError() }
        await end(isCancelled: false)
        return edit
    }

    /// Ends editing without a result. The extension is notified, so that it can remove its files. Does nothing if the
    /// session has ended.
    public func cancel() async {
        guard state.withLock({ $0.cancel() }) else { return }
        await end(isCancelled: true)
    }

    /// Ends the session, which has an outcome.
    private func end(isCancelled: Bool) async {
        await request.end(PhotoInterface.End(isCancelled: isCancelled), within: Self.endLimit, ending: ending)
    }

    /// Checks a result, and copies its rendition.
    private func checked(_ output: PhotoInterface.Output?) async throws -> PhotoEdit {
        guard let output else {
            throw PhotoEditingError(
                .noOutput, "\(extensionIdentifier) returned no edited photograph, so nothing was changed; try again.")
        }
        guard let adjustment = output.adjustment else {
            throw PhotoEditingError(
                .noAdjustmentData,
                "\(extensionIdentifier) returned no adjustment data, so the edit could not be continued later; nothing was changed, try again."
            )
        }
        let data = try PhotoAdjustmentData(adjustment)
        guard let type = UTType(output.typeIdentifier), RenditionCheck.types(of: source.media).contains(type) else {
            throw PhotoEditingError(
                .unusableRendition,
                "\(extensionIdentifier) rendered a file of a type that was not requested, so nothing was changed; try again."
            )
        }
        let file = RenditionFile(try await copy(output.rendition, type))
        try await RenditionCheck.check(file.url, type, source.media, by: extensionIdentifier)
        return PhotoEdit(
            of: photo, extensionIdentifier: extensionIdentifier, adjustmentData: data, continuesEdit: continuesEdit,
            contentType: type, file: file)
    }

    private func copy(_ rendition: ItemDescription, _ type: UTType) async throws -> TemporaryFile {
        let provider = request.returned([rendition]).first?.attachments?.first
        let limit = RenditionCheck.byteLimit(of: source.media)
        do {
            guard let provider else { throw ReceivedFileError.notAFile }
            return try await provider.receivedFile(forTypeIdentifier: type.identifier, limit: limit)
        } catch ReceivedFileError.notAFile {
            throw PhotoEditingError(
                .noRendition,
                "\(extensionIdentifier) returned something other than a file, so nothing was changed; try again.")
        } catch ReceivedFileError.tooLarge(let bytes) {
            throw PhotoEditingError(
                .unusableRendition,
                "The file that \(extensionIdentifier) has rendered has \(bytes) bytes, and at most \(limit) are accepted; nothing was changed, try again."
            )
        } catch {
            try Task.checkCancellation()
            throw PhotoEditingError(
                .noRendition,
                "The file that \(extensionIdentifier) has rendered could not be copied, so nothing was changed; try again. \(error.localizedDescription)",
                underlying: error)
        }
    }
}
