/// The types and members of all files of a module, found by name.
struct ModuleIndex {
    /// The declarations of types and extensions.
    let types: [TypeDeclaration]
    /// The methods and properties.
    private(set) var members: [MemberDeclaration]
    /// The members that are registered, as indices.
    private(set) var registered: Set<Int> = []
    /// The names of the requirements that classes can leave out.
    let optionalRequirements: Set<String>

    /// The supertypes that were looked for, which copies of an index share.
    private final class Known {
        var supertypes: [String: [String]] = [:]
    }

    /// The maximum number of names at the end of a type's name by which it is found.
    private static let suffixes = 8
    /// The maximum number of supertypes of a type.
    private static let maximumSupertypes = 100

    private let known = Known()
    private var namesBySuffix: [String: String] = [:]
    private var parameterTypes: [String: [String: Set<[String]>]] = [:]
    private var declarations: [String: TypeDeclaration] = [:]
    private var inherited: [String: [String]] = [:]
    private var membersOfType: [String: [String: [Int]]] = [:]
    private var membersByName: [String: [Int]] = [:]

    /// Makes the index of the declarations of a module.
    ///
    /// - Parameter selectorLiterals: the selectors that the module has as strings.
    init(types: [TypeDeclaration], members: [MemberDeclaration], selectorLiterals: Set<String>) {
        self.types = types
        self.members = members
        optionalRequirements = Set(members.filter(\.isOptional).map(\.name))
        for type in types where type.kind != .extension {
            if declarations[type.name] == nil { addSuffixes(of: type.name) }
            if declarations[type.name] == nil || !type.isLocal { declarations[type.name] = type }
        }
        for type in types {
            inherited[qualified(type.name), default: []] += type.inherited
        }
        for (index, member) in members.enumerated() {
            let owner = qualified(member.owner)
            membersOfType[owner, default: [:]][member.name, default: []].append(index)
            if member.isMethod {
                parameterTypes[owner, default: [:]][member.fullName, default: []].insert(member.parameterTypes)
            }
            membersByName[member.name, default: []].append(index)
        }
        for (index, member) in members.enumerated() where canBeRegistered(member) {
            let isNamed = member.isMethod && selectorLiterals.contains(member.selector) && isClass(member.owner)
            if member.isExposed || isNamed {
                registered.insert(index)
            }
        }
        registerWitnesses()
    }

    /// Whether a type is a class of the module, or of Apple's frameworks by its name.
    private func isClass(_ name: String) -> Bool {
        if let type = declaration(name) { return type.kind == .class }
        return name.hasPrefix("UI") || name.hasPrefix("NS")
    }

    // What meets a requirement of an `@objc` protocol has that requirement's selector.
    private mutating func registerWitnesses() {
        let protocols = Set(types.filter { $0.kind == .protocol && $0.isObjectiveC }.map(\.name))
        guard !protocols.isEmpty else { return }
        for (index, member) in members.enumerated() where member.isMethod && canBeRegistered(member) {
            for name in supertypes(of: member.owner) where protocols.contains(name) {
                guard
                    let requirement = membersOfType[name]?[member.name]?.first(where: {
                        members[$0].isMethod && members[$0].fullName == member.fullName
                    })
                else { continue }
                if members[index].objectiveCName == nil {
                    members[index].objectiveCName = members[requirement].objectiveCName
                }
                registered.insert(index)
            }
        }
    }

    /// Marks members as named by a selector, so that they are registered.
    mutating func register(_ indices: [Int]) {
        for index in indices where canBeRegistered(members[index]) { registered.insert(index) }
    }

    /// Whether code at the end of the file can register a member.
    func canBeRegistered(_ member: MemberDeclaration) -> Bool {
        !member.isStatic && member.obstacle == nil && obstacle(ofOwner: member.owner) == nil
    }

    /// The reason for which members of a type cannot be registered; `nil` if they can.
    func obstacle(ofOwner owner: String) -> String? {
        guard let type = declarations[qualified(owner)] else {
            return owner.contains("<") ? "its type has generic parameters" : nil
        }
        if type.isGeneric { return "its type has generic parameters" }
        if type.kind != .class { return "its type is not a class" }
        return type.isLocal ? "its type is declared in a function" : nil
    }

    /// The name of a type of the module with the names of the types around it; the name itself for a type of another module.
    func qualified(_ name: String) -> String {
        if declarations[name] != nil { return name }
        return namesBySuffix[name] ?? name
    }

    private mutating func addSuffixes(of name: String) {
        var rest = name[...]
        for _ in 0..<Self.suffixes {
            guard let dot = rest.lastIndex(of: ".") else { return }
            rest = name[..<dot]
            let suffix = String(name[name.index(after: dot)...])
            if namesBySuffix[suffix] == nil { namesBySuffix[suffix] = name }
        }
    }

    /// The name of a type as code within other types refers to it, with the names of the types around it.
    ///
    /// - Parameter enclosing: the types around the code, the innermost first.
    func qualified(_ name: String, within enclosing: [String]) -> String {
        for outer in enclosing {
            if declarations["\(outer).\(name)"] != nil { return "\(outer).\(name)" }
            if outer.hasSuffix(".\(name)"), declarations[outer] != nil { return outer }
        }
        return qualified(name)
    }

    /// The declaration of a type of the module; `nil` for a type of another module.
    func declaration(_ name: String) -> TypeDeclaration? { declarations[qualified(name)] }

    /// A type, its superclasses and its protocols, as far as the module or the table of Apple's classes has them.
    func supertypes(of name: String) -> [String] {
        let name = qualified(name)
        if let known = known.supertypes[name] { return known }
        var result: [String] = []
        var visited: Set<String> = []
        var pending = [name]
        while let next = pending.popLast(), result.count < Self.maximumSupertypes {
            guard visited.insert(next).inserted else { continue }
            result.append(next)
            if let superclass = AppleClasses.superclass(of: next) { pending.append(superclass) }
            pending += (inherited[next] ?? []).prefix(Self.maximumSupertypes).reversed().map(qualified)
        }
        known.supertypes[name] = result
        return result
    }

    /// The members of one type with a name, as indices.
    func members(of type: String, named name: String) -> [Int] {
        membersOfType[type]?[name] ?? []
    }

    /// Whether a type or its supertypes have methods with the name and labels of a method, and with other parameters.
    func isOverloaded(_ method: MemberDeclaration) -> Bool {
        supertypes(of: method.owner).contains { type in
            parameterTypes[type]?[method.fullName].map { $0.count > 1 || $0.first != method.parameterTypes } ?? false
        }
    }

    /// The members of all types with a name, as indices.
    func members(named name: String) -> [Int] { membersByName[name] ?? [] }
}
