/// Reports that a manifest is invalid: the file, the key, and the found and the expected values.
package struct ManifestError: Error, Sendable, Hashable {
    /// The kind of an error. V1 to V18 number the validation rules for bundles.
    package enum Code: String, Sendable, Hashable, Codable, CaseIterable {
        /// The bytes are not a property list.
        case syntax
        /// A limit of ``PropertyListLimits`` or of a field is exceeded.
        case limit
        /// A required key is missing.
        case missing
        /// A value is of a wrong type.
        case wrongType
        /// A value is not allowed for its key.
        case invalidValue
        /// `NSExtension` and `EXAppExtensionAttributes` are both present, or neither is (V12).
        case extensionStyle
        /// A build variable is not expanded, unknown, or in an unsupported form (V18).
        case buildVariable
        /// An extension's identifier does not extend that of its app (V1).
        case identifierNotPrefixed
        /// Two extensions of an app have the same identifier (V2).
        case duplicateIdentifier
        /// An extension is in the folder for the other style.
        case wrongFolder
    }

    /// The kind of the error.
    package let code: Code
    /// The name of the file, at most ``pathBytes`` bytes.
    package let file: String
    /// The keys from the root to the value, joined with dots; empty for the whole file.
    package let keyPath: String
    /// A description of what was found, at most ``foundBytes`` bytes.
    package let found: String
    /// What was expected instead.
    package let expected: String

    /// The maximum length of ``file`` and ``keyPath`` in bytes. An untrusted bundle chooses the keys, which are logged.
    package static let pathBytes = 512
    /// The maximum length of ``found`` in bytes.
    package static let foundBytes = 120

    /// Creates an error. Texts from a bundle are shortened, and their control characters are escaped.
    package init(_ code: Code, file: String, keyPath: String = "", found: String, expected: String) {
        self.code = code
        self.file = Self.printable(file, limit: Self.pathBytes)
        self.keyPath = Self.printable(keyPath, limit: Self.pathBytes)
        self.found = Self.printable(found, limit: Self.foundBytes)
        self.expected = expected
    }

    /// Describes a value for ``found``: its kind, and for scalars the value.
    package static func describe(_ value: PropertyListValue?) -> String {
        switch value {
        case nil: "nothing"
        case .string(let text): "\"\(text.prefix(foundBytes))\""
        case .integer(let number): "the integer \(number)"
        case .unsigned(let number): "the integer \(number)"
        case .real(let number): "the real number \(number)"
        case .boolean(let flag): "the boolean \(flag)"
        case .some(let other): other.kindName
        }
    }

    /// Escapes the invisible characters of a text and shortens it to `limit` bytes, between scalars.
    package static func printable(_ text: String, limit: Int) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let visible = scalar.isVisible ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
            guard result.utf8.count + visible.utf8.count <= limit - "…".utf8.count else {
                return result + "…"
            }
            result += visible
        }
        return result
    }
}

extension ManifestError: CustomStringConvertible {
    /// One sentence: the file, the key, what was found and what was expected.
    package var description: String {
        let place = keyPath.isEmpty ? "" : " at \(keyPath)"
        return "cannot read the manifest \(file):\(place) found \(found), expected \(expected)"
    }
}
