import AppexModel

/// A statement that registers a class or a member.
struct Registration {
    /// The qualified name of the class, or of the protocol that gets defaults.
    var owner: String
    /// The conditions of the `#if` blocks around the type.
    var typeConditions: [String]
    /// The conditions of the `#if` blocks in the type.
    var memberConditions: [String]
    /// The statement, or the declaration of a default.
    var statement: String

    /// The statement that registers a member.
    ///
    /// - Parameter isOverloaded: whether the types of the parameters choose among methods with the same name and labels.
    init(_ member: MemberDeclaration, isOverloaded: Bool) {
        let owner = member.owner
        self.owner = owner
        typeConditions = member.typeConditions
        memberConditions = member.memberConditions
        let key = member.selector.swiftLiteral
        switch member.kind {
        case .method(let labels, let types):
            let arguments = labels.enumerated().map { position, label in
                (label == "_" ? "" : "\(label): ") + "try $1.value(at: \(position)"
                    + (isOverloaded ? ", as: \(Self.metatype(types[position])))" : ")")
            }
            let call = "$0.\(member.name)(\(arguments.joined(separator: ", ")))"
            // A closure without parameters has to ignore the second argument explicitly.
            statement =
                labels.isEmpty
                ? "ObjectiveCMembers.addMethod(\(key), of: \(owner).self) { object, _ in object.\(member.name)() }"
                : "ObjectiveCMembers.addMethod(\(key), of: \(owner).self) { \(call) }"
        case .property(_, let isSettable):
            let set = isSettable ? ", set: { $0.\(member.name) = try $1.value(at: 0) }" : ""
            statement =
                "ObjectiveCMembers.addProperty(\(key), of: \(owner).self, get: { $0.\(member.name) }\(set))"
        }
    }

    /// The statement that registers a class.
    init(_ type: TypeDeclaration) {
        owner = type.name
        typeConditions = type.conditions
        memberConditions = []
        let name = type.objectiveCName ?? type.name
        statement = "ObjectiveCMembers.addClass(\(type.name).self, named: \(name.swiftLiteral))"
    }

    /// The metatype of a parameter's type, without its attributes.
    private static func metatype(_ type: String) -> String {
        var words = type.split(separator: " ")
        while words.count > 1, words[0].hasPrefix("@") { words.removeFirst() }
        let name = words.joined(separator: " ")
        return "(\(name.hasSuffix("!") ? name.dropLast() + "?" : name)).self"
    }
}
