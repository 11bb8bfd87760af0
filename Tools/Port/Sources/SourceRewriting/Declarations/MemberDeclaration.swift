/// A method or property of a type that can be found by an Objective-C name.
struct MemberDeclaration {
    /// What differs between methods and properties.
    enum Kind {
        /// A method with its labels, `_` for a parameter without one, and the types of its parameters.
        case method(labels: [String], types: [String])
        /// A property with the name of its type, if it is known.
        case property(type: String?, isSettable: Bool)
    }

    /// The kind of member.
    var kind: Kind
    /// The name as the source has it.
    var name: String
    /// The name in `@objc(name)`.
    var objectiveCName: String?
    /// The qualified name of the type.
    var owner: String
    /// The conditions of the `#if` blocks around the type.
    var typeConditions: [String]
    /// The conditions of the `#if` blocks in the type.
    var memberConditions: [String]
    /// Whether an attribute of the member or its type makes it available to Objective-C.
    var isExposed: Bool
    /// Whether an attribute of the member itself makes it available to Objective-C.
    var hasAttribute: Bool
    /// Whether the member belongs to the type and not to its instances.
    var isStatic: Bool
    /// Whether the member is a requirement of a protocol that a class can leave out.
    var isOptional: Bool
    /// The reason for which the member cannot be registered; `nil` if it can.
    var obstacle: String?
    /// The `private` modifiers that have to be `fileprivate` for code at the end of the file to use the member.
    var privateModifiers: [Range<Int>]
    /// The file, as an index.
    var file: Int
    /// The line, counted from 1.
    var line: Int

    /// The name of the method in the Objective-C runtime, or of the property's getter.
    var selector: String {
        switch kind {
        case .method(let labels, _): objectiveCName ?? SelectorName.method(name, labels: labels)
        case .property: objectiveCName ?? SelectorName.plain(name)
        }
    }

    /// Whether the member is a method.
    var isMethod: Bool { if case .method = kind { true } else { false } }

    /// The types of a method's parameters; empty for a property.
    var parameterTypes: [String] {
        switch kind {
        case .method(_, let types): types
        case .property: []
        }
    }

    /// The name with its labels, such as `tap(_:)`.
    var fullName: String {
        switch kind {
        case .method(let labels, _): "\(name)(\(labels.map { "\($0):" }.joined()))"
        case .property: name
        }
    }
}
