import OpenExtensionFoundation

/// The text of a postcard that has not been posted yet, in the shared defaults of the group. It outlives the process that
/// keeps it, whether the person cancels or the process is killed.
public struct Draft: Sendable {
    /// The text that the host shared, on which the person has begun to write.
    private let sharedText: String
    private static let key = "draft"
    private static let textKey = "text"
    private static let sharedTextKey = "shared text"

    public init(sharedText: String) {
        self.sharedText = sharedText
    }

    private static var defaults: UserDefaults? { UserDefaults(suiteName: PostStore.group) }

    /// What was kept; nil if nothing was, or for another text of the host.
    public var text: String? {
        let kept = Self.defaults?.dictionary(forKey: Self.key)
        return kept?[Self.sharedTextKey] as? String == sharedText ? kept?[Self.textKey] as? String : nil
    }

    /// Keeps a text in the place of the earlier one.
    public func keep(_ text: String) {
        Self.defaults?.set([Self.textKey: text, Self.sharedTextKey: sharedText], forKey: Self.key)
    }

    /// Forgets the text.
    public func remove() { Self.defaults?.removeObject(forKey: Self.key) }
}
