import AppexPages

/// The state of a tab's request to an extension, as the page reads it.
struct TabRequestState: Encodable, Sendable {
    enum Phase: String, Encodable, Sendable {
        /// No view is shown.
        case working
        /// Its view is shown.
        case view
        case done, failed
    }

    private(set) var `is` = "session"
    let session: Int
    /// The bundle identifier of the extension or app.
    let id: String
    let name: String
    let isWidget: Bool
    /// Whether an app is shown instead of an extension.
    var isApp = false
    /// Whether a photograph is edited.
    var isEditing = false
    /// The photograph that is edited, if it has an earlier edit.
    var revertible: String?
    var phase = Phase.working
    /// The error of a failed request; nil if it has not failed, or the user has cancelled it.
    var error: PageFailure?
    /// The photographs with a new version, in their state at that time.
    var photos: [PhotoLibrary.Photo] = []
    /// The names of photographs that were added, because an extension has made fewer pictures than it was handed.
    var added: [String] = []
    /// The note whose text has been replaced, in its state at that time, and its previous text.
    var note: NoteStore.Listing?
    var textBefore: String?
    /// Returned texts that do not belong to a note.
    var texts: [String] = []

    var isEnd: Bool { phase == .done || phase == .failed }
}
