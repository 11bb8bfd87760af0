import SwiftSyntax

extension DeclarationCollector {
    /// The reference of a `#selector` or `#keyPath` expression; `nil` for other macros and for what is not a reference.
    func reference(_ node: MacroExpansionExprSyntax) -> SelectorReference? {
        // The text of a reference is also part of the references around it.
        guard let argument = node.arguments.first, node.totalLength.utf8Length < 10_000 else { return nil }
        let components: (target: SelectorReference.Target, base: String?, expression: String)?
        switch node.macroName.text {
        case "selector": components = selector(argument)
        case "keyPath":
            let path = text.singleLine(argument.expression).filter { $0 != " " && $0 != "`" && $0 != "?" && $0 != "!" }
            components = (.keyPath(path.split(separator: ".").map(String.init)), nil, path)
        default: components = nil
        }
        guard let components else { return nil }
        return SelectorReference(
            target: components.target, base: components.base, expression: components.expression,
            enclosing: scopes.reversed().compactMap { $0.type?.name }, range: text.range(of: node), file: file,
            line: text.line(of: node))
    }

    private func selector(
        _ argument: LabeledExprSyntax
    ) -> (target: SelectorReference.Target, base: String?, expression: String)? {
        var types: [String]?
        var expression = argument.expression
        // A cast chooses among overloaded methods.
        while true {
            if let tuple = expression.as(TupleExprSyntax.self), let element = tuple.elements.first {
                expression = element.expression
            } else if let sequence = expression.as(SequenceExprSyntax.self), let first = sequence.elements.first {
                if let last = sequence.elements.last?.as(TypeExprSyntax.self) { types = parameterTypes(last.type) }
                expression = first
            } else {
                break
            }
        }
        let reference: DeclReferenceExprSyntax
        var base: String?
        if let access = expression.as(MemberAccessExprSyntax.self) {
            reference = access.declName
            base = access.base.map { text.singleLine($0) }
        } else if let name = expression.as(DeclReferenceExprSyntax.self) {
            reference = name
        } else {
            return nil
        }
        let name = text[reference.baseName]
        let target: SelectorReference.Target =
            switch argument.label?.text {
            case "getter": .getter(name: name)
            case "setter": .setter(name: name)
            default:
                .method(
                    name: name, labels: reference.argumentNames?.arguments.map { text[$0.name] }, types: types)
            }
        return (target, base, text.singleLine(expression))
    }

    /// The types of the parameters of a function type; of the method's, if the type is `(Owner) -> (Parameters) -> Result`.
    private func parameterTypes(_ type: TypeSyntax) -> [String]? {
        var type = type
        var result: [String]?
        while true {
            if let function = type.as(FunctionTypeSyntax.self) {
                result = function.parameters.map { text.singleLine($0.type) }
                type = function.returnClause.type
            } else if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
                let element = tuple.elements.first
            {
                type = element.type
            } else if let optional = type.as(OptionalTypeSyntax.self) {
                type = optional.wrappedType
            } else if let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
                type = unwrapped.wrappedType
            } else {
                return result
            }
        }
    }
}
