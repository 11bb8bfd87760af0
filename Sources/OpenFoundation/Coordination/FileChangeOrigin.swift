import AppexProtocol

/// Who has made a coordinated change.
///
/// ## Difference from Apple
/// Apple's presenters are not told.
public struct FileChangeOrigin: Sendable, Hashable {
    /// Whether this process has made the change.
    public let isCurrentProcess: Bool
    /// The bundle identifier of the app or extension that has made it; nil if a program without one has.
    public let bundleIdentifier: String?
    /// The name of the process, or the bundle identifier. Another program determines its name, so escape the text before
    /// it is shown.
    public let processName: String
    /// The number of the process, as processes outside of the sandbox see it; 0 if it is not known.
    public let processIdentifier: Int32

    /// The origin of the change of which the current message notifies a presenter. nil if it is not known, for example
    /// after several changes were combined, and outside of such a message.
    @TaskLocal public static var current: FileChangeOrigin?

    /// - Returns: nil if the broker does not know the origin.
    init?(_ origin: CoordinationInterface.Origin) {
        guard !origin.name.isEmpty else { return nil }
        isCurrentProcess = origin.isOwn
        bundleIdentifier = origin.identifier
        processName = origin.name
        processIdentifier = origin.pid
    }
}
