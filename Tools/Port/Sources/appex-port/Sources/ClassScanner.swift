/// Finds the classes that a source declares, and the names that `@objc(Name)` gives them.
struct ClassScanner {
    /// The names of the classes, including nested ones without the types that contain them.
    private(set) var classes: Set<String> = []
    /// The class for each name that an attribute gives.
    private(set) var classesByObjectiveCName: [String: String] = [:]

    private static let members: Set<String> = [
        "func", "var", "let", "subscript", "override", "final", "private", "public", "internal", "fileprivate", "open",
        "static", "dynamic", "lazy", "weak",
    ]

    /// Adds the classes of a source.
    mutating func add(_ text: String) {
        var words = SourceWords(text)
        var name: String?
        var beforePrevious = ""
        var previous = ""
        while let token = words.next()?.text {
            switch (beforePrevious, previous, token) {
            case ("objc", "(", _):
                name = token
            case (_, "class", _) where Self.isName(token) && !Self.members.contains(token):
                classes.insert(token)
                if let name { classesByObjectiveCName[name] = token }
                name = nil
            case (_, _, "{"), (_, _, "}"), (_, _, ";"), (_, _, ":"):
                name = nil
            default: break
            }
            beforePrevious = previous
            previous = token
        }
    }

    private static func isName(_ token: String) -> Bool {
        token.unicodeScalars.first.map { $0 == "_" || $0.properties.isXIDStart } == true
    }
}
