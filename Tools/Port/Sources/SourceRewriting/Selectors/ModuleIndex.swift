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

    private var qualifiedNames: [String: [String]] = [:]
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
            let simple = type.name.split(separator: ".").last.map(String.init) ?? type.name
            if declarations[type.name] == nil { qualifiedNames[simple, default: []].append(type.name) }
            if declarations[type.name] == nil || !type.isLocal { declarations[type.name] = type }
        }
        for type in types {
            inherited[qualified(type.name), default: []] += type.inherited
        }
        for (index, member) in members.enumerated() {
            membersOfType[qualified(member.owner), default: [:]][member.name, default: []].append(index)
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
        for type in types where type.kind == .protocol && type.isObjectiveC {
            let requirements = (membersOfType[type.name] ?? [:]).values.joined().sorted().map { members[$0] }
            for requirement in requirements where requirement.isMethod {
                for index in membersByName[requirement.name] ?? [] {
                    let member = members[index]
                    guard member.fullName == requirement.fullName, canBeRegistered(member),
                        supertypes(of: qualified(member.owner)).contains(type.name)
                    else { continue }
                    if member.objectiveCName == nil { members[index].objectiveCName = requirement.objectiveCName }
                    registered.insert(index)
                }
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
        let simple = name.split(separator: ".").last.map(String.init) ?? name
        let candidates = qualifiedNames[simple] ?? []
        return candidates.first { $0.hasSuffix(".\(name)") } ?? (name == simple ? candidates.first : nil) ?? name
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
        var result: [String] = []
        var visited: Set<String> = []
        var pending = [qualified(name)]
        while let next = pending.popLast(), result.count < 1_000 {
            guard visited.insert(next).inserted else { continue }
            result.append(next)
            if let superclass = AppleClasses.superclass(of: next) { pending.append(superclass) }
            pending += (inherited[next] ?? []).reversed().map(qualified)
        }
        return result
    }

    /// The members of one type with a name, as indices.
    func members(of type: String, named name: String) -> [Int] {
        membersOfType[type]?[name] ?? []
    }

    /// Whether a type or its supertypes have methods with the name and labels of a method, and with other parameters.
    func isOverloaded(_ method: MemberDeclaration) -> Bool {
        supertypes(of: method.owner).contains { type in
            members(of: type, named: method.name).contains { number in
                let other = members[number]
                return other.fullName == method.fullName && other.parameterTypes != method.parameterTypes
            }
        }
    }

    /// The members of all types with a name, as indices.
    func members(named name: String) -> [Int] { membersByName[name] ?? [] }
}
