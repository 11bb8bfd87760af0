import AppexPages
import OpenExtensionKit

/// The editing of a photograph in a tab, until the result is kept.
actor TabEditing {
    /// The session with the extension.
    nonisolated let session: PhotoEditingSession
    private let photo: String
    private let library: PhotoLibrary
    private var isFinishing = false
    /// A result that could not be kept, for the next attempt: the session ends with it.
    private var result: PhotoEdit?

    /// - Parameter photo: the name of the photograph.
    init(_ session: PhotoEditingSession, of photo: String, in library: PhotoLibrary) {
        self.session = session
        self.photo = photo
        self.library = library
    }

    /// Asks the extension for the result, and keeps it as a version of the photograph.
    ///
    /// - Throws: as `PhotoEditingSession.finish` and ``PhotoLibrary/keep(_:of:)``; ``PageFailure`` while an earlier call is at
    ///   work.
    func finish() async throws -> PhotoLibrary.Photo {
        guard !isFinishing else { throw PageFailure("The edit is being saved already.") }
        isFinishing = true
        defer { isFinishing = false }
        let edit = if let result { result } else { try await session.finish() }
        result = edit
        return try await library.keep(edit, of: photo)
    }

    /// Whether the session has ended with a result that cannot be kept, also not by another attempt: the page cannot show
    /// it, or the photograph has changed in the meantime.
    func isLost(by error: any Error) -> Bool {
        guard result != nil, !isFinishing else { return false }
        return error is PageFailure
            || [.editsChanged, .photoChanged].contains((error as? PhotoEditingError)?.code)
    }

    /// Checks that the session has ended with a result.
    ///
    /// - Throws: ``PageFailure``.
    func checkEnd() throws {
        guard isFinishing || result != nil else {
            throw PageFailure("The extension has ended the edit without a result, so nothing was changed.")
        }
    }

    /// Whether the user should confirm that the edit is discarded.
    func shouldConfirmCancel() async -> Bool {
        if result != nil { return true }
        // An extension that does not answer has ended the session, so nothing can be kept.
        return (try? await session.shouldShowCancelConfirmation()) ?? false
    }
}
