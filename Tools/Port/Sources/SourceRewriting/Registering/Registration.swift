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
    init(_ member: MemberDeclaration, owner: String) {
        self.owner = owner
        typeConditions = member.typeConditions
        memberConditions = member.memberConditions
        let key = Self.literal(member.selector)
        switch member.kind {
        case .method(let labels, _):
            let arguments = labels.enumerated().map { position, label in
                (label == "_" ? "" : "\(label): ") + "try $1.value(at: \(position))"
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
        statement = "ObjectiveCMembers.addClass(\(type.name).self, named: \(Self.literal(name)))"
    }

    /// A name as a string literal.
    static func literal(_ name: String) -> String {
        "\"" + name.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""
    }
}
