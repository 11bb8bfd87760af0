/// Typed reading of one dictionary of a manifest; every refusal carries the full key path.
struct ManifestReader {
    /// The dictionary that is read.
    let entries: [String: PropertyListValue]
    /// How errors name the file.
    let file: String
    /// The keys from the root to this dictionary, each with a dot behind it.
    let prefix: String

    init(entries: [String: PropertyListValue], file: String, prefix: String = "") {
        self.entries = entries
        self.file = file
        self.prefix = prefix
    }

    /// Reads the root of a property list.
    init(root: PropertyListValue, file: String) throws(ManifestError) {
        guard case .dictionary(let entries) = root else {
            throw ManifestError(
                .wrongType, file: file, found: ManifestError.describe(root), expected: "a dictionary as the root")
        }
        self.init(entries: entries, file: file)
    }

    /// An error about `key`.
    func error(_ code: ManifestError.Code, _ key: String, expected: String) -> ManifestError {
        ManifestError(
            code, file: file, keyPath: prefix + key, found: ManifestError.describe(entries[key]), expected: expected)
    }

    /// The dictionary under `key`, or `nil` when the key is absent.
    func dictionary(_ key: String) throws(ManifestError) -> ManifestReader? {
        guard let value = entries[key] else { return nil }
        guard case .dictionary(let inner) = value else { throw error(.wrongType, key, expected: "a dictionary") }
        return ManifestReader(entries: inner, file: file, prefix: prefix + key + ".")
    }

    /// The string under `key`, or `nil` when the key is absent.
    func string(_ key: String) throws(ManifestError) -> String? {
        guard let value = entries[key] else { return nil }
        guard case .string(let text) = value else { throw error(.wrongType, key, expected: "a string") }
        return text
    }

    /// The string under `key`.
    func requiredString(_ key: String, expected: String) throws(ManifestError) -> String {
        guard let text = try string(key) else { throw error(.missing, key, expected: expected) }
        return text
    }

    /// The string under `key` turned into a value by `make`, which returns `nil` to refuse it.
    func required<Value>(
        _ key: String, expected: String, _ make: (String) -> Value?
    ) throws(ManifestError) -> Value {
        guard let value = make(try requiredString(key, expected: expected)) else {
            throw error(.invalidValue, key, expected: expected)
        }
        return value
    }

    /// Longest name or version. They are shown in menus and tables; real ones stay below 64 bytes.
    static let labelBytes = 256

    /// The string under `key` when a person may be shown it on one line; an empty one counts as absent.
    func label(_ key: String) throws(ManifestError) -> String? {
        guard let text = try string(key), !text.isEmpty else { return nil }
        guard text.utf8.count <= Self.labelBytes, text.unicodeScalars.allSatisfy(\.isVisible) else {
            throw error(
                .invalidValue, key, expected: "at most \(Self.labelBytes) bytes of text without control characters")
        }
        return text
    }

    /// The first of the labels under `keys` that is there.
    func firstLabel(_ keys: String...) throws(ManifestError) -> String? {
        for key in keys {
            if let text = try label(key) { return text }
        }
        return nil
    }

    /// The string under `key` when it can be the name of one file inside the bundle, or `nil` when
    /// the key is absent.
    func fileName(_ key: String) throws(ManifestError) -> String? {
        guard let text = try string(key) else { return nil }
        guard FileNameRule.isValid(text) else { throw error(.invalidValue, key, expected: FileNameRule.expected) }
        return text
    }

    /// The string under `key` when it can name a class, or `nil` when the key is absent.
    func className(_ key: String) throws(ManifestError) -> String? {
        guard let text = try string(key) else { return nil }
        guard ClassNameRule.isValid(text) else { throw error(.invalidValue, key, expected: ClassNameRule.expected) }
        return text
    }
}

/// What can be the name of one file.
package enum FileNameRule {
    /// NAME_MAX of Linux file systems.
    package static let maximumBytes = 255
    /// The rule for a person.
    package static let expected = "the name of one file: no slash, not . or .., 1 to 255 bytes, no control characters"

    /// Whether `text` names one entry of a folder. It becomes part of a path, so nothing that leads
    /// elsewhere, ends a C string or hides in a log passes.
    package static func isValid(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= maximumBytes && text != "." && text != ".."
            && !text.utf8.contains(UInt8(ascii: "/"))
            && text.unicodeScalars.allSatisfy(\.isVisible)
    }

    /// Whether `text` leads from a folder to something below it: such names with a slash between each two.
    package static func isValidPath(_ text: String) -> Bool {
        text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { isValid(String($0)) }
    }
}

/// What can be the name of a class.
package enum ClassNameRule {
    /// Longest name; a compiler takes more, a person does not.
    package static let maximumBytes = 256
    /// The rule for a person.
    package static let expected = "the name of a class, such as Sepia.RequestHandler"

    /// Whether `text` is one or more identifiers separated by dots. It is written into generated
    /// source, so nothing that ends an identifier passes.
    package static func isValid(_ text: String) -> Bool {
        guard !text.isEmpty, text.utf8.count <= maximumBytes else { return false }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { component in
            guard let first = component.first, first.isLetter || first == "_" else { return false }
            return component.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
                && component.unicodeScalars.allSatisfy(\.isVisible)
        }
    }
}
