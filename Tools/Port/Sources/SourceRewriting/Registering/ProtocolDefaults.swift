import SwiftSyntax

/// Writes the defaults of the optional requirements of a file's protocols.
final class ProtocolDefaults: ConditionalVisitor {
    /// The lines that are appended to the file.
    private(set) var lines: [String] = []
    /// The statements about requirements that have no default.
    private(set) var changes = ChangeList()

    private var byteCount = 0

    /// Whether there is more code than one file gets.
    var isTooLarge: Bool { byteCount > ParsedFile.maximumGenerated }

    private var names: [String] = []

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        names.append(text[node.name])
        return .visitChildren
    }
    override func visitPost(_ node: ClassDeclSyntax) { names.removeLast() }
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        let name = (names + [text[node.name]]).joined(separator: ".")
        let access = node.modifiers.contains { $0.name.text == "public" } ? "public " : ""
        var defaults: [String] = []
        for (member, conditions) in members(node.memberBlock.members, []) where !isTooLarge {
            if let declaration = self.default(of: member, in: name) {
                defaults += RegistrationWriter.within(conditions, ["    \(access)\(declaration)"])
                byteCount += conditions.reduce(declaration.utf8.count) { $0 + $1.utf8.count }
            }
        }
        if !defaults.isEmpty {
            byteCount += conditions.reduce(name.utf8.count) { $0 + $1.utf8.count }
            lines += RegistrationWriter.within(conditions, ["", "extension \(name) {"] + defaults + ["}"])
        }
        return .skipChildren
    }

    private func members(
        _ list: MemberBlockItemListSyntax, _ conditions: [String]
    ) -> [(DeclSyntax, [String])] {
        list.flatMap { item -> [(DeclSyntax, [String])] in
            guard let config = item.decl.as(IfConfigDeclSyntax.self) else { return [(item.decl, conditions)] }
            return config.conditionalClauses(in: text).flatMap { conditional -> [(DeclSyntax, [String])] in
                guard case .decls(let list) = conditional.clause.elements else { return [] }
                return members(list, conditions + [conditional.condition])
            }
        }
    }

    /// The default of an optional requirement; `nil` if the requirement is not optional or has a result.
    private func `default`(of declaration: DeclSyntax, in owner: String) -> String? {
        if let function = declaration.as(FunctionDeclSyntax.self), isOptional(function.modifiers) {
            let isStatic = function.modifiers.contains { $0.name.text == "static" || $0.name.text == "class" }
            let head = "\(isStatic ? "static " : "")func \(text[function.name])\(text.singleLine(function.signature))"
            switch function.signature.returnClause.map({ text.singleLine($0.type) }) {
            case nil, "Void", "()": return "\(head) {}"
            case let result? where result.hasSuffix("?") || result.hasSuffix("!"): return "\(head) { nil }"
            default: report(function, "\(owner).\(text[function.name])")
            }
        } else if let variable = declaration.as(VariableDeclSyntax.self), isOptional(variable.modifiers),
            let binding = variable.bindings.first, let type = binding.typeAnnotation?.type
        {
            let name = text[binding.pattern]
            let isSettable = binding.accessorBlock.map { text[$0].contains("set") } ?? false
            let result = text.singleLine(type)
            if result.hasSuffix("?"), !isSettable { return "var \(name): \(result) { nil }" }
            report(variable, "\(owner).\(name)")
        }
        return nil
    }

    private func isOptional(_ modifiers: DeclModifierListSyntax) -> Bool {
        modifiers.contains { $0.name.text == "optional" }
    }

    private func report(_ node: some SyntaxProtocol, _ name: String) {
        changes.add(
            .warning, line: text.line(of: node),
            "\(name) has a result and is required on Linux. Add it to every type that conforms, or write a default.")
    }
}
