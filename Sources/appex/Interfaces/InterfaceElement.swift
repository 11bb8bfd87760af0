/// An element of a storyboard or xib file.
struct InterfaceElement {
    /// The name of the element.
    let name: String
    /// The attributes by their names.
    var attributes: [String: String] = [:]
    /// The line on which the element begins, counted from 1.
    let line: Int
    /// The elements inside of this one.
    var children: [InterfaceElement] = []
    /// The characters inside of this element, without those of its children.
    var text = ""

    /// The value of an attribute; `nil` if it is missing.
    subscript(attribute: String) -> String? { attributes[attribute] }

    /// The identifier; empty for an element without one.
    var id: String { attributes["id"] ?? "" }

    /// The first child with a name; `nil` if no child has the name.
    func child(_ name: String) -> InterfaceElement? { children.first { $0.name == name } }

    /// The first child that is the value of a property; `nil` if the property has no value.
    func child(forKey key: String) -> InterfaceElement? { children.first { $0["key"] == key } }

    /// Calls a function for this element and all elements in it.
    func visit(_ body: (InterfaceElement) -> Void) {
        body(self)
        for child in children { child.visit(body) }
    }
}

/// A mistake or an omission in a storyboard or xib file.
struct InterfaceNote: Equatable, CustomStringConvertible {
    /// How serious a note is.
    enum Severity: String {
        /// Something has no effect, as it would on another device.
        case note
        /// Something is missing that the program may need.
        case warning
        /// The file cannot be used.
        case error
    }

    let severity: Severity
    /// The path of the file.
    let file: String
    /// The line, counted from 1; 0 for the whole file.
    let line: Int
    /// A sentence without the place.
    let message: String

    var description: String { "\(file)\(line > 0 ? ":\(line)" : ""): \(severity.rawValue): \(message)" }
}

/// The limits of a storyboard or xib file, which may come from anywhere.
enum InterfaceLimits {
    /// The maximum size of a file in bytes. Large storyboards of real apps have about 1 MiB.
    static let fileBytes = 5 << 20
    /// The maximum nesting depth of elements.
    static let depth = 200
    /// The maximum number of elements.
    static let elements = 100_000
    /// The maximum size of the name of an element or attribute, and of an identifier, in bytes.
    static let nameBytes = 200
    /// The maximum number of notes that are shown for one file.
    static let notes = 200
}
