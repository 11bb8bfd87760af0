/// What surrounds a storyboard or xib file: the program and the resources that it can use.
struct InterfaceContext {
    /// The module of the program; `nil` if it is not known.
    var module: String?
    /// The names of the classes in the program's sources; `nil` if they are not known.
    var classes: Set<String>?
    /// The names of the picture files in the bundle, with and without their extensions; `nil` if they are not known.
    var images: Set<String>?
    /// Whether the extension or app begins with this storyboard.
    var isMain = false
    /// The texts of other languages: for each language, the text for a key such as `Ab1-2c-d3e.text`.
    var texts: [String: [String: String]] = [:]
}
