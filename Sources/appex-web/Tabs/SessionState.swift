/// How a request of a tab to an extension stands, as the page reads it.
struct SessionState: Encodable, Sendable {
    enum Phase: String, Encodable, Sendable {
        /// Nothing is shown of it.
        case working
        /// Its view is shown.
        case view
        case done, failed
    }

    private(set) var `is` = "session"
    let session: Int
    /// The extension's bundle identifier.
    let id: String
    let name: String
    let isWidget: Bool
    var phase = Phase.working
    /// Why it has failed; nil when the person knows, or when it has not.
    var error: TabFailure?
    /// The photographs that have a new version, as they then were.
    var photos: [PhotoLibrary.Photo] = []
    /// The note whose text has been replaced, as it then was, and the text that it had.
    var note: NoteStore.Listing?
    var textBefore: String?
    /// Texts that have come back and belong nowhere.
    var texts: [String] = []

    var isEnd: Bool { phase == .done || phase == .failed }
}
