import SwiftSyntax

/// The rewriting of all files of a module.
struct ModuleRewriting {
    private let rewriter: SourceRewriter
    private let files: [ParsedFile]
    private let collectors: [DeclarationCollector?]
    private var index: ModuleIndex
    private let functions: [String]

    /// Collects the declarations of all files.
    init(rewriter: SourceRewriter, files: [ParsedFile]) {
        self.rewriter = rewriter
        self.files = files
        collectors = files.enumerated().map { position, file in
            guard let tree = file.tree else { return nil }
            let collector = DeclarationCollector(text: file.text, file: position)
            collector.walk(tree)
            return collector.nameBytes <= ParsedFile.maximumGenerated ? collector : nil
        }
        let found = collectors.compactMap { $0 }
        index = ModuleIndex(
            types: found.flatMap(\.types), members: found.flatMap(\.members),
            selectorLiterals: found.reduce(into: []) { $0.formUnion($1.selectorLiterals) })
        functions = Self.functionNames(files.map(\.file.name))
    }

    /// The name of each file's function: that of the file, which changes only together with it.
    private static func functionNames(_ names: [String]) -> [String] {
        var used: Set<String> = []
        var numbers: [String: Int] = [:]
        return names.map { name in
            let stem = name.hasSuffix(".swift") ? String(name.dropLast(6)) : name
            let base = "registerObjectiveCMembersOf" + stem.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
            var unique = base
            while !used.insert(unique).inserted {
                let number = numbers[base, default: 1] + 1
                numbers[base] = number
                unique = "\(base)_\(number)"
            }
            return unique
        }
    }

    /// Rewrites the files.
    consuming func result() -> RewrittenModule {
        let resolutions = resolveSelectors()
        let classes = classes
        let classesOfFiles = Dictionary(grouping: classes.filter { !isVisible($0) }, by: \.file)
        let membersOfFiles = Dictionary(grouping: index.members.indices, by: { index.members[$0].file })
        var calls: [String] = []
        var rewritten: [RewrittenFile] = []
        for (position, file) in files.enumerated() {
            guard let tree = file.tree, let collector = collectors[position] else {
                rewritten.append(file.unchanged(file.obstacle ?? ParsedFile.generatedTooMuch))
                continue
            }
            var writer = RegistrationWriter(function: functions[position])
            let rewriting = FileRewriting(
                file: file,
                editor: SourceEditor(
                    text: file.text, module: rewriter.module, knownModules: rewriter.knownModules,
                    optionalRequirements: index.optionalRequirements,
                    removesCharacters: index.members(named: "characters").isEmpty
                        && !file.file.text.contains("AttributedString")))
            rewriting.editor.walk(tree)
            rewriting.replaceSelectors(collector.references, resolutions[position])
            for type in classesOfFiles[position] ?? [] { writer.add(Registration(type)) }
            addRegistrations(of: membersOfFiles[position] ?? [], to: &writer, rewriting)
            let result = rewriting.result(
                tree, writer: writer, usesSelectors: collector.usesSelectors || !collector.references.isEmpty,
                addsSourceLocation: rewriter.addsSourceLocations)
            guard let result else {
                rewritten.append(file.unchanged(ParsedFile.generatedTooMuch))
                continue
            }
            if !writer.isEmpty { calls.append(functions[position]) }
            rewritten.append(result)
        }
        return RewrittenModule(files: rewritten, members: members(classes: classes, calls: calls))
    }

    // MARK: Selectors

    /// Resolves the selectors of each file, and registers the members that they name.
    private mutating func resolveSelectors() -> [[SelectorResolver.Result]] {
        let resolver = SelectorResolver(index: index)
        var known: [SelectorReference.Key: SelectorResolver.Result] = [:]
        var results: [[SelectorResolver.Result]] = []
        for collector in collectors {
            results.append(
                (collector?.references ?? []).map { reference in
                    if let result = known[reference.key] { return result }
                    let result = resolver.resolve(reference)
                    known[reference.key] = result
                    return result
                })
        }
        for result in known.values {
            switch result {
            case .found(_, let members), .keyPath(_, let members): index.register(members)
            case .unknown, .failed: break
            }
        }
        return results
    }

    // MARK: Registrations

    private func addRegistrations(
        of members: [Int], to writer: inout RegistrationWriter, _ rewriting: FileRewriting
    ) {
        for number in members where !writer.isTooLarge {
            let member = index.members[number]
            if index.registered.contains(number) {
                writer.add(Registration(member, isOverloaded: index.isOverloaded(member)))
                rewriting.widen(member.privateModifiers, line: member.line)
            } else if member.hasAttribute {
                reportObstacle(of: member, rewriting)
            }
        }
    }

    private func reportObstacle(of member: MemberDeclaration, _ rewriting: FileRewriting) {
        let kind = index.declaration(member.owner)?.kind
        guard kind != .protocol, kind != .value else { return }
        let reason =
            member.obstacle ?? index.obstacle(ofOwner: member.owner)
            ?? (member.isStatic ? "it belongs to the class and not to its instances" : nil)
        guard let reason else { return }
        rewriting.editor.changes.add(
            .warning, line: member.line,
            "\(member.owner.suffix(200)).\(member.fullName) is not found by its Objective-C name, because \(reason).")
    }

    /// The classes that a storyboard can name.
    private var classes: [TypeDeclaration] {
        index.types.filter { type in
            type.kind == .class && !type.isGeneric && !type.isLocal
                && (type.objectiveCName != nil || type.inherited.contains { isSuperclass($0) })
        }
    }

    private func isSuperclass(_ name: String) -> Bool {
        if let type = index.declaration(name) { return type.kind == .class }
        return ![
            "Sendable", "Equatable", "Hashable", "Codable", "Decodable", "Encodable", "Identifiable",
            "ObservableObject", "Error", "LocalizedError", "CustomStringConvertible", "CaseIterable",
        ].contains(name)
    }

    /// Whether other files of the module can name a class, whatever is compiled.
    private func isVisible(_ type: TypeDeclaration) -> Bool { !type.isPrivate && type.conditions.isEmpty }

    /// The file that registers everything; `nil` if the module has nothing to register.
    private func members(classes: [TypeDeclaration], calls: [String]) -> String? {
        let visible = classes.filter { isVisible($0) }.map { Registration($0).statement }
        let libraries = rewriter.registeredModules
        guard !calls.isEmpty || !visible.isEmpty || !libraries.isEmpty else { return nil }
        var lines = ["import OpenFoundation"] + libraries.map { "import \($0)" }
        lines += [
            "", "/// Registers the classes, methods and properties that are found by their Objective-C names.",
            "@MainActor func registerObjectiveCMembers() {",
        ]
        // Named by its module, because a library may have a type with the name of the module.
        lines += libraries.map { "    registerObjectiveCMembersOfModule\($0)()" }
        lines += visible.map { "    \($0)" } + calls.map { "    \($0)()" } + ["}"]
        if rewriter.isLibrary {
            lines += [
                "", "/// Registers the members of this library for the programs that use it.",
                "@MainActor public func registerObjectiveCMembersOfModule\(rewriter.module)() { registerObjectiveCMembers() }",
            ]
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
