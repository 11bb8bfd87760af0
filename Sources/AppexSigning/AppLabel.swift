import AppexModel

/// What the comment of a signature says: which app is signed, and by whom. The app's Info.plist decides what it has to be.
struct AppLabel: Sendable, Hashable {
    /// The names of the fields, in their order.
    private enum Field: String, CaseIterable {
        case identifier, version, build, team, key, maker
    }

    private let values: [Field: String]

    /// The maximum length of a field in bytes.
    private static let fieldLimit = 1_024
    private static let separator = "\t"

    /// Describes an app.
    ///
    /// - Parameter plist: the content of its Info.plist.
    /// - Throws: ``SigningError`` with the code `invalid` for an app that cannot be described.
    init(_ plist: [UInt8], signer: Signer) throws(SigningError) {
        let entries: [String: PropertyListValue]
        do throws(ManifestError) {
            entries = try PropertyListValue(parsing: plist, file: "Info.plist").dictionary ?? [:]
        } catch {
            throw SigningError(.invalid, "The signature needs a valid Info.plist: \(error).", cause: error)
        }
        guard let identifier = entries["CFBundleIdentifier"]?.string, BundleIdentifier(rawValue: identifier) != nil
        else {
            throw SigningError(
                .invalid,
                "The signature needs an identifier in Info.plist; set CFBundleIdentifier to one such as org.example.darkroom."
            )
        }
        values = [
            .identifier: identifier, .version: entries["CFBundleShortVersionString"]?.string ?? "",
            .build: entries["CFBundleVersion"]?.string ?? "", .team: signer.team, .key: signer.fingerprint,
            .maker: signer.name,
        ]
        guard values.values.allSatisfy({ Self.escaped($0).utf8.count <= Self.fieldLimit }) else {
            throw SigningError(
                .invalid, "The signature needs a version in Info.plist of at most \(Self.fieldLimit) bytes; shorten it."
            )
        }
    }

    /// The comment: fields that are separated by tabs, each with its name and a colon.
    var comment: String {
        Field.allCases.map { "\($0.rawValue):\(Self.escaped(values[$0] ?? ""))" }.joined(separator: Self.separator)
    }

    /// The name of the maker in a comment, which is untrusted.
    ///
    /// - Throws: ``SigningError`` with the code `invalid` for a comment that is not one of an app.
    static func maker(in comment: String) throws(SigningError) -> String {
        guard let last = fields(of: comment)?.last, !last.isEmpty, last == Signer.displayName(last) else {
            throw SigningError(
                .invalid, "The signature is damaged: its comment does not describe an app; sign the app again.")
        }
        return last
    }

    /// Checks that a comment describes this app.
    ///
    /// - Throws: ``SigningError`` with the code `invalid`, which names the first difference.
    func check(_ comment: String) throws(SigningError) {
        guard comment != self.comment else { return }
        let found = Self.fields(of: comment) ?? []
        let difference = zip(Field.allCases, found).first { values[$0] != $1 }
        let (name, value) = difference.map { ($0.rawValue, $1) } ?? ("form", "")
        throw SigningError(
            .invalid,
            "The signature is of another app or version: its comment says \(name) \"\(ManifestError.printable(value, limit: 100))\" "
                + "and not \"\(ManifestError.printable(difference.flatMap { values[$0.0] } ?? "", limit: 100))\"; sign the app again."
        )
    }

    /// The values of the fields in a comment; nil for one of another form.
    private static func fields(of comment: String) -> [String]? {
        let parts = comment.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        guard parts.count == Field.allCases.count else { return nil }
        var values: [String] = []
        for (part, field) in zip(parts, Field.allCases) {
            let name = "\(field.rawValue):".utf8
            guard part.starts(with: name) else { return nil }
            guard let value = unescaped(part.dropFirst(name.count)) else { return nil }
            values.append(value)
        }
        return values
    }

    /// A value with `%` and two digits for each byte of a character that cannot be displayed, and of `%` itself.
    private static func escaped(_ value: String) -> String {
        value.unicodeScalars.map { scalar in
            if scalar.isVisible, scalar != "%" { return String(scalar) }
            return String(scalar).utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }.joined()
    }

    /// The value that an escaped one stands for; nil if it does not stand for any.
    private static func unescaped(_ text: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(Substring(rest.prefix(2))), radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
