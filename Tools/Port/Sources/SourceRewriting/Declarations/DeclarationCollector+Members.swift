import SwiftSyntax

extension DeclarationCollector {
    /// The method that a function in a type declares.
    func method(_ node: FunctionDeclSyntax, in type: TypeDeclaration, _ scope: Scope) -> MemberDeclaration {
        let parameters = node.signature.parameterClause.parameters
        var method = member(
            text[node.name],
            kind: .method(
                labels: parameters.map { text[$0.firstName] }, types: parameters.map { text.singleLine($0.type) }),
            node, in: type, scope)
        method.obstacle = method.obstacle ?? obstacle(node, parameters)
        return method
    }

    private func obstacle(_ node: FunctionDeclSyntax, _ parameters: FunctionParameterListSyntax) -> String? {
        let effects = node.signature.effectSpecifiers
        if node.genericParameterClause != nil { return "it has generic parameters" }
        if effects?.asyncSpecifier != nil { return "it is asynchronous" }
        if effects?.throwsClause != nil { return "it can throw an error" }
        for parameter in parameters {
            if parameter.ellipsis != nil { return "a parameter has a variable number of values" }
            if let type = parameter.type.as(AttributedTypeSyntax.self),
                type.specifiers.contains(where: { text[$0] == "inout" })
            {
                return "a parameter is inout"
            }
            if parameter.type.is(SomeOrAnyTypeSyntax.self), text[parameter.type].hasPrefix("some") {
                return "it has generic parameters"
            }
        }
        return nil
    }

    /// The properties that a declaration in a type declares.
    func properties(
        _ node: VariableDeclSyntax, in type: TypeDeclaration, _ scope: Scope
    ) -> [MemberDeclaration] {
        node.bindings.compactMap { binding in
            guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { return nil }
            let isSettable = node.bindingSpecifier.text == "var" && isSettable(binding)
            return member(
                text[pattern.identifier],
                kind: .property(type: typeName(binding), isSettable: isSettable), node, in: type, scope)
        }
    }

    private func isSettable(_ binding: PatternBindingSyntax) -> Bool {
        guard let block = binding.accessorBlock else { return true }
        guard case .accessors(let list) = block.accessors else { return false }
        let names = Set(list.map(\.accessorSpecifier.text))
        return names.isDisjoint(with: ["get", "_read"]) || !names.isDisjoint(with: ["set", "_modify"])
    }

    /// The name of a property's type, without optionals; from its first value if it has no annotation.
    private func typeName(_ binding: PatternBindingSyntax) -> String? {
        if let type = binding.typeAnnotation?.type {
            return text.singleLine(type).filter { $0 != "?" && $0 != "!" }
        }
        guard let call = binding.initializer?.value.as(FunctionCallExprSyntax.self) else { return nil }
        return text.singleLine(call.calledExpression)
    }
}
