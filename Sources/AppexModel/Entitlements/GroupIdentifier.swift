/// The identifier of an app group, such as `group.org.example.postcard`.
package struct GroupIdentifier: RawRepresentable, Sendable, Hashable, Codable {
    /// The identifier as written in the entitlements.
    package let rawValue: String

    /// Creates an identifier.
    ///
    /// - Returns: `nil` unless `rawValue` is `group.` followed by what ``BundleIdentifier/init(rawValue:)`` accepts, in at
    ///   most 200 bytes together (rule V16).
    package init?(rawValue: String) {
        guard rawValue.begins(with: "group."), DottedName.isValid(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}

extension GroupIdentifier: CustomStringConvertible, Comparable {
    /// The identifier itself.
    package var description: String { rawValue }

    /// Orders by the bytes of the identifier.
    package static func < (left: GroupIdentifier, right: GroupIdentifier) -> Bool { left.rawValue < right.rawValue }
}
