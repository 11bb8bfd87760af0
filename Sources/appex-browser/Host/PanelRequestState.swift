import AppexPages

/// The state of a request to an extension, as the panel reads it.
struct PanelRequestState: Encodable, Sendable {
    enum Phase: String, Encodable, Sendable {
        /// No view is shown.
        case working
        /// Its view is shown.
        case view
        case done, failed
    }

    private(set) var `is` = "session"
    let session: Int
    /// The bundle identifier of the extension.
    let id: String
    let name: String
    var phase = Phase.working
    /// The error of a failed request; nil if it has not failed, or the person has cancelled it.
    var error: PageFailure?
    /// What the extension has returned.
    var returned = ReturnedContent()

    private enum Key: String, CodingKey {
        case `is`, session, id, name, phase, error
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(`is`, forKey: .is)
        try values.encode(session, forKey: .session)
        try values.encode(id, forKey: .id)
        try values.encode(name, forKey: .name)
        try values.encode(phase, forKey: .phase)
        try values.encodeIfPresent(error, forKey: .error)
        try returned.encode(to: encoder)
    }
}
