/// A `#selector` or `#keyPath` expression.
struct SelectorReference {
    /// What is referred to.
    enum Target: Hashable {
        /// A method. The labels are nil if the expression has none; the types are those of a cast with `as`.
        case method(name: String, labels: [String]?, types: [String]?)
        /// The getter of a property.
        case getter(name: String)
        /// The setter of a property.
        case setter(name: String)
        /// A key path with its components.
        case keyPath([String])
    }

    /// What is referred to.
    var target: Target
    /// The text before the last period; `nil` for a name alone.
    var base: String?
    /// The text of the reference itself, such as `Foo.tap(_:)`.
    var expression: String
    /// The names of the types around the expression, the innermost first.
    var enclosing: [String]
    /// The bytes of the whole expression.
    var range: Range<Int>
    /// The file, as an index.
    var file: Int
    /// The line, counted from 1.
    var line: Int

    /// What decides to which member a reference refers.
    struct Key: Hashable {
        fileprivate let target: Target
        fileprivate let base: String?
        fileprivate let expression: String
        fileprivate let enclosing: [String]
    }

    /// The key of this reference, which others like it have, too.
    var key: Key { Key(target: target, base: base, expression: expression, enclosing: enclosing) }
}
