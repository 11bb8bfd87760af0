/// A manifest was refused: which file, which key, what stood there and what should have.
package struct ManifestError: Error, Sendable, Hashable {
    /// What kind of refusal it is; the rule numbers are those of a bundle validator.
    package enum Code: String, Sendable, Hashable, Codable, CaseIterable {
        /// The bytes are no property list.
        case syntax
        /// A bound of ``PropertyListLimits`` or of a field is exceeded.
        case limit
        /// A required key is absent.
        case missing
        /// A key holds a value of another kind.
        case wrongType
        /// A key holds a value that its rule forbids.
        case invalidValue
        /// `NSExtension` and `EXAppExtensionAttributes` are both there, or neither is (V12).
        case extensionStyle
        /// A build variable is left unexpanded, unknown, or in a form that is not supported (V18).
        case buildVariable
        /// An extension's identifier does not extend its app's (V1).
        case identifierNotPrefixed
        /// Two extensions of one app share an identifier (V2).
        case duplicateIdentifier
        /// An extension lies in the folder of the other style.
        case wrongFolder
    }

    /// What kind of refusal it is.
    package let code: Code
    /// The file as the caller named it, at most ``pathBytes`` bytes.
    package let file: String
    /// The keys from the root to the value, joined with dots; empty when the whole file is meant.
    package let keyPath: String
    /// What was found, described in at most ``foundBytes`` bytes.
    package let found: String
    /// What was expected instead.
    package let expected: String

    /// Longest ``file`` and ``keyPath``: keys are chosen by a hostile bundle and end up in logs.
    package static let pathBytes = 512
    /// Longest ``found``, for the same reason.
    package static let foundBytes = 120

    /// Makes an error; texts that a bundle chose are shortened and freed of control characters.
    package init(_ code: Code, file: String, keyPath: String = "", found: String, expected: String) {
        self.code = code
        self.file = Self.printable(file, limit: Self.pathBytes)
        self.keyPath = Self.printable(keyPath, limit: Self.pathBytes)
        self.found = Self.printable(found, limit: Self.foundBytes)
        self.expected = expected
    }

    /// Describes a value for ``found``: its kind, and for scalars the value.
    static func describe(_ value: PropertyListValue?) -> String {
        switch value {
        case nil: "nothing"
        case .string(let text): "\"\(text.prefix(foundBytes))\""
        case .integer(let number): "the integer \(number)"
        case .real(let number): "the real number \(number)"
        case .boolean(let flag): "the boolean \(flag)"
        case .some(let other): other.kindName
        }
    }

    /// `text` without control characters and not longer than `limit` bytes, cut between characters.
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
