/// What a share sheet offers, which in an extension's sheet are other extensions.
///
/// Source: https://developer.apple.com/documentation/uikit/uiactivity
///
/// ## Difference from Apple
/// There are no activities of the extension or app itself, so that this class cannot be instantiated.
public final class UIActivity {
    private init() {}

    /// The type of an activity: for an extension, its bundle identifier.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uiactivity/activitytype
    public struct ActivityType: RawRepresentable, Hashable, Sendable {
        /// The identifier, such as `org.openextensionkit.Postcard.Post`.
        public let rawValue: String
        /// Creates a type from its identifier.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Creates a type from its identifier.
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }
}
