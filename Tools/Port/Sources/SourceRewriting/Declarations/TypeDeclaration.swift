/// A type of the module, or an extension of a type.
struct TypeDeclaration {
    /// What kind of type is declared.
    enum Kind { case `class`, `protocol`, value, `extension` }

    /// The kind of declaration.
    var kind: Kind
    /// The name with the names of the types around it, such as `Outer.Inner`.
    var name: String
    /// The names of the inheritance clause.
    var inherited: [String] = []
    /// Whether the type has generic parameters.
    var isGeneric = false
    /// Whether the declaration has `@objc`.
    var isObjectiveC = false
    /// The name in `@objc(Name)`.
    var objectiveCName: String?
    /// Whether the type is declared in a function, where no other code can name it.
    var isLocal = false
    /// Whether only its file can use the type.
    var isPrivate = false
    /// The conditions of the `#if` blocks around the declaration, the outermost first.
    var conditions: [String] = []
    /// The file, as an index.
    var file: Int
    /// The line, counted from 1.
    var line: Int
}
