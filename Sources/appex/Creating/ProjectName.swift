import AppexModel
import Foundation

/// The name of an app, a host or an extension that is created: that of its target and of its Swift module, too.
struct ProjectName: Equatable, CustomStringConvertible {
    /// Why a text cannot be such a name, as a sentence.
    struct Refusal: Error, Equatable {
        let message: String
    }

    /// Characters.
    static let longest = 50

    /// Keywords of Swift that begin with a letter, and words that have a meaning in the build.
    private static let keywords: Set<String> = [
        "actor", "any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
        "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if",
        "import", "in", "init", "inout", "internal", "is", "let", "main", "nil", "open", "operator", "package",
        "private",
        "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
        "switch",
        "test", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
    /// Modules that a created project imports or that come with Swift. Case does not matter.
    private static let modules: Set<String> = [
        "dispatch", "extensiontesting", "foundation", "frameworks", "glibc", "notificationcenter",
        "openextensionfoundation",
        "openextensionkit", "openfoundation", "openuikit", "packagedescription", "social", "swift", "synchronization",
        "testing", "uikit", "xctest",
    ]

    let text: String

    /// Checks a name.
    ///
    /// - Throws: a refusal that says what is wrong and, if possible, which name would do.
    init(_ text: String) throws(Refusal) {
        func refuse(_ reason: String) -> Refusal {
            let words = text.unicodeScalars.split { !Self.isWordCharacter($0) }
            let joined = words.map { word in
                String(word.first.map(String.init)?.uppercased() ?? "")
                    + String(String.UnicodeScalarView(word.dropFirst()))
            }.joined()
            let isSimilar =
                joined != text && text.unicodeScalars.allSatisfy(\.isASCII) && joined.utf8.count <= Self.longest
            let question = (isSimilar ? try? ProjectName(joined) : nil).map { " \($0) would do." } ?? ""
            return Refusal(
                message: "\(ManifestError.printable(text, limit: 80)) cannot be the name: \(reason).\(question)")
        }
        guard let first = text.unicodeScalars.first else { throw Refusal(message: "The name is empty; give one.") }
        guard text.unicodeScalars.allSatisfy(Self.isWordCharacter), first.properties.isAlphabetic else {
            throw refuse(
                "it is also the name of a Swift module, so it consists of the letters A to Z, digits and _, and "
                    + "begins with a letter")
        }
        guard text.utf8.count <= Self.longest else { throw refuse("it is longer than \(Self.longest) characters") }
        let lowercase = text.lowercased()
        guard !Self.keywords.contains(lowercase) else {
            throw Refusal(
                message:
                    "\(text) cannot be the name, because it has a meaning in Swift; \(text.capitalized)App would do.")
        }
        guard !Self.modules.contains(lowercase) else {
            throw Refusal(
                message: "\(text) cannot be the name, because there is a module \(text); \(text)App would do.")
        }
        self.text = text
    }

    private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_")
    }

    /// The name as a part of a bundle identifier, which cannot contain `_`.
    var identifierPart: String { text.replacing("_", with: "-") }

    var description: String { text }
}
