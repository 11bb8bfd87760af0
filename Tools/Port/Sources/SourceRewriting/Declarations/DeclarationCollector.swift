import SwiftParser
import SwiftSyntax

/// Collects the types, members and selectors of a file.
final class DeclarationCollector: ConditionalVisitor {
    /// A declaration around the current node.
    struct Scope {
        /// The type or extension; `nil` for a function.
        var type: TypeDeclaration?
        /// Whether all members are available to Objective-C.
        var exposesMembers = false
        /// The number of `#if` conditions around the declaration.
        var conditionCount = 0
        /// The `private` modifiers of the nested types around the members.
        var privateModifiers: [Range<Int>] = []
    }

    /// The types and extensions of the file.
    private(set) var types: [TypeDeclaration] = []
    /// The methods and properties of the file.
    private(set) var members: [MemberDeclaration] = []
    /// The selectors and key paths of the file.
    private(set) var references: [SelectorReference] = []
    /// The selectors that are strings, as in `Selector("tap:")`.
    private(set) var selectorLiterals: Set<String> = []
    /// Whether the file names `Selector`.
    private(set) var usesSelectors = false

    /// The total size of the names of types, each with the names of the types around it.
    private(set) var nameBytes = 0

    let file: Int
    private(set) var scopes: [Scope] = []

    /// Makes a collector for a file.
    init(text: SourceText, file: Int) {
        self.file = file
        super.init(text: text)
    }

    // MARK: Types

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node, kind: .class, name: node.name, isGeneric: node.genericParameterClause != nil)
    }
    override func visitPost(_ node: ClassDeclSyntax) { scopes.removeLast() }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node, kind: .value, name: node.name, isGeneric: node.genericParameterClause != nil)
    }
    override func visitPost(_ node: StructDeclSyntax) { scopes.removeLast() }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node, kind: .value, name: node.name, isGeneric: node.genericParameterClause != nil)
    }
    override func visitPost(_ node: EnumDeclSyntax) { scopes.removeLast() }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node, kind: .value, name: node.name, isGeneric: node.genericParameterClause != nil)
    }
    override func visitPost(_ node: ActorDeclSyntax) { scopes.removeLast() }
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node, kind: .protocol, name: node.name, isGeneric: false)
    }
    override func visitPost(_ node: ProtocolDeclSyntax) { scopes.removeLast() }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node, kind: .extension, name: nil, isGeneric: node.genericWhereClause != nil, extended: node.extendedType)
    }
    override func visitPost(_ node: ExtensionDeclSyntax) { scopes.removeLast() }

    private func enter(
        _ node: some DeclGroupSyntax, kind: TypeDeclaration.Kind, name: TokenSyntax?, isGeneric: Bool,
        extended: TypeSyntax? = nil
    ) -> SyntaxVisitorContinueKind {
        let attributes = node.attributes.names(in: text)
        let outer = scopes.last
        let own = name.map { text[$0] } ?? extended.map { text.singleLine($0) } ?? ""
        var type = TypeDeclaration(
            kind: kind, name: (outer?.type).map { "\($0.name).\(own)" } ?? own, file: file, line: text.line(of: node))
        type.inherited = node.inheritanceClause?.inheritedTypes.map { text.singleLine($0.type) } ?? []
        type.isGeneric = isGeneric || own.contains("<") || outer?.type?.isGeneric == true
        type.isObjectiveC = attributes.contains("objc")
        type.objectiveCName = node.attributes.objectiveCName(in: text)
        type.isLocal = scopes.contains { $0.type == nil || $0.type?.isLocal == true }
        type.conditions = conditions
        let privateModifier = node.modifiers.first { ["private", "fileprivate"].contains($0.name.text) }
        type.isPrivate = privateModifier != nil || outer?.type?.isPrivate == true

        var scope = Scope(type: type, conditionCount: conditions.count)
        scope.exposesMembers = attributes.contains("objcMembers") || kind == .extension && type.isObjectiveC
        scope.privateModifiers = outer?.privateModifiers ?? []
        if outer != nil, let privateModifier, privateModifier.name.text == "private" {
            scope.privateModifiers.append(text.range(of: privateModifier.name))
        }
        scopes.append(scope)
        types.append(type)
        nameBytes += type.name.utf8.count
        return nameBytes <= ParsedFile.maximumGenerated ? .visitChildren : .skipChildren
    }

    // MARK: Members

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if let scope = scopes.last, let type = scope.type {
            members.append(method(node, in: type, scope))
        }
        return .visitChildren
    }

    // What is declared in a body is local.
    override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { enterBody() }
    override func visitPost(_ node: CodeBlockSyntax) { scopes.removeLast() }
    override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { enterBody() }
    override func visitPost(_ node: AccessorBlockSyntax) { scopes.removeLast() }
    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { enterBody() }
    override func visitPost(_ node: ClosureExprSyntax) { scopes.removeLast() }

    private func enterBody() -> SyntaxVisitorContinueKind {
        scopes.append(Scope())
        return .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        if let scope = scopes.last, let type = scope.type {
            members += properties(node, in: type, scope)
        }
        return .visitChildren
    }

    /// The member that a declaration in a type adds, without its kind.
    func member(
        _ name: String, kind: MemberDeclaration.Kind, _ node: some WithAttributesSyntax & WithModifiersSyntax,
        in type: TypeDeclaration, _ scope: Scope
    ) -> MemberDeclaration {
        let attributes = node.attributes.names(in: text)
        let hasAttribute = !attributes.isDisjoint(with: AttributeListSyntax.exposingNames)
        let modifiers = node.modifiers.map { $0.name.text }
        let isPrivate = modifiers.contains("private") || modifiers.contains("fileprivate")
        var privateModifiers = scope.privateModifiers
        if !privateModifiers.isEmpty {
            privateModifiers += node.modifiers.filter { $0.name.text == "private" && $0.detail == nil }
                .map { text.range(of: $0.name) }
        }
        return MemberDeclaration(
            kind: kind, name: name, objectiveCName: node.attributes.objectiveCName(in: text), owner: type.name,
            typeConditions: type.conditions, memberConditions: Array(conditions.dropFirst(scope.conditionCount)),
            isExposed: hasAttribute || scope.exposesMembers && !isPrivate && !attributes.contains("nonobjc"),
            hasAttribute: hasAttribute,
            isStatic: modifiers.contains("static") || modifiers.contains("class"),
            isOptional: modifiers.contains("optional"),
            obstacle: node.attributes.makesUnavailable(in: text) ? "it is unavailable" : nil,
            privateModifiers: privateModifiers, file: file,
            line: text.line(of: node))
    }

    // MARK: Selectors

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        if let reference = reference(node) { references.append(reference) }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            ["Selector", "NSSelectorFromString", "sel_registerName"].contains(name)
        else { return .visitChildren }
        usesSelectors = true
        var argument = node.arguments.first?.expression
        while let tuple = argument?.as(TupleExprSyntax.self) { argument = tuple.elements.first?.expression }
        if let literal = argument?.as(StringLiteralExprSyntax.self)?.representedLiteralValue {
            selectorLiterals.insert(literal)
        }
        return .visitChildren
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        if node.name.text == "Selector" { usesSelectors = true }
        return .visitChildren
    }
}
