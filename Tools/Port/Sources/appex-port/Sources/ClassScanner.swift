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
        var tokens = Tokens(text)
        var name: String?
        var beforePrevious = ""
        var previous = ""
        while let token = tokens.next() {
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

    /// The words and signs of a source without its comments and the content of its strings.
    private struct Tokens {
        private let scalars: [Unicode.Scalar]
        private var position = 0

        init(_ text: String) { scalars = Array(text.unicodeScalars) }

        private subscript(offset: Int) -> Unicode.Scalar? {
            position + offset < scalars.count ? scalars[position + offset] : nil
        }

        mutating func next() -> String? {
            while let scalar = self[0] {
                if scalar == "/", self[1] == "/" {
                    while let other = self[0], other != "\n" { position += 1 }
                } else if scalar == "/", self[1] == "*" {
                    skipComment()
                } else if scalar == "\"" {
                    skipString()
                } else if scalar == "_" || scalar.properties.isXIDContinue {
                    let start = position
                    while let other = self[0], other == "_" || other.properties.isXIDContinue { position += 1 }
                    var word = ""
                    word.unicodeScalars.append(contentsOf: scalars[start..<position])
                    return word
                } else if scalar.properties.isWhitespace || scalar == "`" {
                    position += 1
                } else {
                    position += 1
                    return String(scalar)
                }
            }
            return nil
        }

        private mutating func skipComment() {
            position += 2
            var depth = 1
            while depth > 0, let scalar = self[0] {
                if scalar == "*", self[1] == "/" {
                    depth -= 1
                    position += 2
                } else if scalar == "/", self[1] == "*" {
                    depth += 1
                    position += 2
                } else {
                    position += 1
                }
            }
        }

        private mutating func skipString() {
            let isLong = self[1] == "\"" && self[2] == "\""
            position += isLong ? 3 : 1
            while let scalar = self[0] {
                if scalar == "\\" {
                    position += 2
                } else if scalar == "\"", !isLong || (self[1] == "\"" && self[2] == "\"") {
                    position += isLong ? 3 : 1
                    return
                } else if scalar == "\n", !isLong {
                    return
                } else {
                    position += 1
                }
            }
        }
    }
}
