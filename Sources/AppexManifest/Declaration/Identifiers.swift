/// The syntax of bundle and extension point identifiers, such as `org.example.darkroom`.
package enum DottedName {
    /// The maximum length in bytes. An identifier can be part of a file name, which has at most 255.
    package static let maximumBytes = 200

    /// Whether `text` is one or more non-empty components of ASCII letters, digits, `-` and `_`,
    /// separated by single dots.
    ///
    /// Apple allows letters, digits, hyphens and dots; the underscore is common in practice. Other characters could make
    /// identifiers look alike, or escape from a path that contains an identifier.
    package static func isValid(_ text: String) -> Bool {
        guard !text.isEmpty, text.utf8.count <= maximumBytes else { return false }
        var componentIsEmpty = true
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "."):
                if componentIsEmpty { return false }
                componentIsEmpty = true
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                componentIsEmpty = false
            default:
                return false
            }
        }
        return !componentIsEmpty
    }
}

/// The identifier of an app or app extension bundle (`CFBundleIdentifier`).
package struct BundleIdentifier: RawRepresentable, Sendable, Hashable, Codable {
    /// The identifier as written in the manifest.
    package let rawValue: String

    /// Creates an identifier.
    ///
    /// - Returns: `nil` unless `rawValue` is made of one or more dot-separated components of ASCII
    ///   letters, digits, `-` and `_`, in at most 200 bytes.
    package init?(rawValue: String) {
        guard DottedName.isValid(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Whether this identifier is `other` followed by a dot and at least one more component.
    ///
    /// An extension's identifier must extend that of its containing app (rule V1).
    package func extends(_ other: BundleIdentifier) -> Bool {
        rawValue.utf8.starts(with: (other.rawValue + ".").utf8)
    }
}

/// The identifier of an extension point, such as `com.apple.services`.
package struct ExtensionPointIdentifier: RawRepresentable, Sendable, Hashable, Codable {
    /// The identifier as written in the manifest.
    package let rawValue: String

    /// The point that stands for apps, which no extension can name.
    package static let application = ExtensionPointIdentifier(checked: "org.openextensionkit.application")

    /// Creates an identifier without a check.
    ///
    /// - Parameter rawValue: an identifier that is known to be valid.
    package init(checked rawValue: String) { self.rawValue = rawValue }

    /// Creates an identifier, of a point of the system or one that a host defines.
    ///
    /// - Returns: `nil` under the same rule as ``BundleIdentifier/init(rawValue:)``.
    package init?(rawValue: String) {
        guard DottedName.isValid(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}

extension BundleIdentifier: CustomStringConvertible, Comparable {
    /// The identifier itself.
    package var description: String { rawValue }

    /// Orders by the bytes of the identifier.
    package static func < (left: BundleIdentifier, right: BundleIdentifier) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension ExtensionPointIdentifier: CustomStringConvertible, Comparable {
    /// The identifier itself.
    package var description: String { rawValue }

    /// Orders by the bytes of the identifier.
    package static func < (left: ExtensionPointIdentifier, right: ExtensionPointIdentifier) -> Bool {
        left.rawValue < right.rawValue
    }
}
