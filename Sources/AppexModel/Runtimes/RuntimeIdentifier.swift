/// Which build of the shared runtime a bundle was linked against, for example `6.3.1-0.9.0-x86_64-1a2b3c4d`.
///
/// It consists of the version of Swift, that of OpenExtensionKit, the architecture, and the first eight hexadecimal digits of
/// a digest of the sources that the runtime was built from. The interfaces of Swift modules without library evolution change
/// with every source, so only programs that were linked against the same build can use it.
package struct RuntimeIdentifier: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The identifier as written in the manifest.
    package let rawValue: String

    /// The key of a bundle's Info.plist whose value is the identifier of the runtime that the bundle needs. A bundle without
    /// the key has a program of its own.
    package static let manifestKey = "AppexRuntime"
    /// The function with which an object begins that a runtime opens.
    package static let entry = "appex_main"
    /// The maximum length in bytes.
    private static let maximumBytes = 100

    /// Creates an identifier.
    ///
    /// - Returns: nil unless `rawValue` is made of ASCII letters, digits, `.`, `_`, `+` and `-`, begins with a letter or a digit,
    ///   and has at most 100 bytes. It is the name of a folder.
    package init?(rawValue: String) {
        guard let first = rawValue.utf8.first, Self.isAlphanumeric(first), rawValue.utf8.count <= Self.maximumBytes,
            rawValue.utf8.allSatisfy({ Self.isAlphanumeric($0) || ".-_+".utf8.contains($0) })
        else { return nil }
        self.rawValue = rawValue
    }

    package var description: String { rawValue }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
