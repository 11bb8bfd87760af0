/// Reads typed values from a dictionary of a manifest. Errors contain the full key path.
package struct ManifestReader {
    /// The dictionary.
    package let entries: [String: PropertyListValue]
    /// The name of the file in errors.
    package let file: String
    /// The keys from the root to this dictionary, each followed by a dot.
    package let prefix: String

    /// Creates a reader of a dictionary whose place in the manifest is known.
    package init(entries: [String: PropertyListValue], file: String, prefix: String = "") {
        self.entries = entries
        self.file = file
        self.prefix = prefix
    }

    /// Reads the root of a property list.
    package init(root: PropertyListValue, file: String) throws(ManifestError) {
        guard case .dictionary(let entries) = root else {
            throw ManifestError(
                .wrongType, file: file, found: ManifestError.describe(root), expected: "a dictionary as the root")
        }
        self.init(entries: entries, file: file)
    }

    /// An error about `key`.
    package func error(_ code: ManifestError.Code, _ key: String, expected: String) -> ManifestError {
        ManifestError(
            code, file: file, keyPath: prefix + key, found: ManifestError.describe(entries[key]), expected: expected)
    }

    /// The dictionary under `key`, or `nil` when the key is absent.
    package func dictionary(_ key: String) throws(ManifestError) -> ManifestReader? {
        guard let value = entries[key] else { return nil }
        guard case .dictionary(let inner) = value else { throw error(.wrongType, key, expected: "a dictionary") }
        return ManifestReader(entries: inner, file: file, prefix: prefix + key + ".")
    }

    /// The truth value under `key`, or `nil` when the key is absent.
    package func flag(_ key: String) throws(ManifestError) -> Bool? {
        guard let value = entries[key] else { return nil }
        guard let flag = value.boolean else { throw error(.wrongType, key, expected: "true or false") }
        return flag
    }

    /// The string under `key`, or `nil` when the key is absent.
    package func string(_ key: String) throws(ManifestError) -> String? {
        guard let value = entries[key] else { return nil }
        guard case .string(let text) = value else { throw error(.wrongType, key, expected: "a string") }
        return text
    }

    /// The string under `key`.
    package func requiredString(_ key: String, expected: String) throws(ManifestError) -> String {
        guard let text = try string(key) else { throw error(.missing, key, expected: expected) }
        return text
    }

    /// The string under `key` turned into a value by `make`, which returns `nil` to refuse it.
    package func required<Value>(
        _ key: String, expected: String, _ make: (String) -> Value?
    ) throws(ManifestError) -> Value {
        guard let value = make(try requiredString(key, expected: expected)) else {
            throw error(.invalidValue, key, expected: expected)
        }
        return value
    }

    /// The maximum length of a name or version in bytes. They are displayed in menus and tables; real ones are shorter
    /// than 64 bytes.
    package static let labelBytes = 256

    /// The string under `key`, which must be suitable for display on one line; nil if it is absent or empty.
    package func label(_ key: String) throws(ManifestError) -> String? {
        guard let text = try string(key), !text.isEmpty else { return nil }
        guard text.utf8.count <= Self.labelBytes, text.unicodeScalars.allSatisfy(\.isVisible) else {
            throw error(
                .invalidValue, key, expected: "at most \(Self.labelBytes) bytes of text without control characters")
        }
        return text
    }

    /// The first label under `keys` that is present.
    package func firstLabel(_ keys: String...) throws(ManifestError) -> String? {
        for key in keys {
            if let text = try label(key) { return text }
        }
        return nil
    }

    /// The string under `key`, which must be a valid file name; nil if the key is absent.
    package func fileName(_ key: String) throws(ManifestError) -> String? {
        guard let text = try string(key) else { return nil }
        guard FileNameRule.isValid(text) else { throw error(.invalidValue, key, expected: FileNameRule.expected) }
        return text
    }

    /// The string under `key`, which must be a valid class name; nil if the key is absent.
    package func className(_ key: String) throws(ManifestError) -> String? {
        guard let text = try string(key) else { return nil }
        guard ClassNameRule.isValid(text) else { throw error(.invalidValue, key, expected: ClassNameRule.expected) }
        return text
    }
}

/// The syntax of a file name.
package enum FileNameRule {
    /// The maximum length in bytes: `NAME_MAX` of Linux.
    package static let maximumBytes = 255
    /// The rule, for error messages.
    package static let expected = "the name of one file: no slash, not . or .., 1 to 255 bytes, no control characters"

    /// Whether `text` can safely become one component of a path: it contains no slash, NUL or invisible character, and is
    /// neither `.` nor `..`.
    package static func isValid(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= maximumBytes && text != "." && text != ".."
            && !text.utf8.contains(UInt8(ascii: "/"))
            && text.unicodeScalars.allSatisfy(\.isVisible)
    }

    /// Whether `text` is a relative path that consists of valid file names.
    package static func isValidPath(_ text: String) -> Bool {
        text.parts(at: "/", keepsEmpty: true).allSatisfy { isValid(String($0)) }
    }
}

/// The syntax of a class name.
package enum ClassNameRule {
    /// The maximum length in bytes.
    package static let maximumBytes = 256
    /// The rule, for error messages.
    package static let expected = "the name of a class, such as Sepia.RequestHandler"

    /// Whether `text` consists of identifiers separated by dots. It is inserted into generated source code, so it must not
    /// contain any other characters.
    package static func isValid(_ text: String) -> Bool {
        guard !text.isEmpty, text.utf8.count <= maximumBytes else { return false }
        return text.parts(at: ".", keepsEmpty: true).allSatisfy { component in
            guard let first = component.first, first.isLetter || first == "_" else { return false }
            return component.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
                && component.unicodeScalars.allSatisfy(\.isVisible)
        }
    }
}
