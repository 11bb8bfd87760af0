import SwiftSyntax

/// Edits what the compiler for Linux refuses in a file, apart from selectors.
final class SourceEditor: SyntaxVisitor {
    /// The edits of the file.
    var edits = EditList()
    /// The statements about the file.
    var changes = ChangeList()
    /// The positions of the modifiers that were replaced by `fileprivate`.
    var widened: Set<Int> = []
    /// The modules that the file imports after the edits.
    var importedModules: Set<String> = []
    /// The end of the first import that stays and is not in a `#if` block; `nil` if the file has none.
    var endOfFirstImport: Int?
    /// The end of the first import that was removed and is not in a `#if` block; `nil` if the file has none.
    var endOfFirstRemovedImport: Int?
    /// Whether an import of Combine was replaced.
    var importsCombine = false
    /// Whether the file uses types that Foundation has in a separate module on Linux.
    private(set) var networkingLine: Int?
    private(set) var parsingLine: Int?
    /// The line of the first name of Foundation that OpenFoundation has on Linux; `nil` if the file has none.
    private(set) var kitLine: Int?
    /// The modules whose imports were removed.
    var removedModules: [String] = []

    let text: SourceText
    let module: String
    let knownModules: Set<String>
    private let optionalRequirements: Set<String>
    private let removesCharacters: Bool

    /// Makes an editor for a file.
    ///
    /// - Parameter optionalRequirements: the names of the methods that conforming classes could leave out.
    /// - Parameter removesCharacters: whether `characters` is the property that strings had in Swift 3.
    init(
        text: SourceText, module: String, knownModules: Set<String>, optionalRequirements: Set<String>,
        removesCharacters: Bool
    ) {
        self.removesCharacters = removesCharacters
        self.text = text
        self.module = module
        self.knownModules = knownModules
        self.optionalRequirements = optionalRequirements
        super.init(viewMode: .sourceAccurate)
    }

    // MARK: Attributes and modifiers

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        let name = text[node.attributeName]
        let line = text.line(of: node)
        switch name {
        case "objc":
            if let arguments = node.arguments, node.parent?.parent?.is(ClassDeclSyntax.self) == true {
                edits.replace(text.range(of: node), with: "/* @objc(\(text.singleLine(arguments))) */")
                changes.add(.note, line: line, "The Objective-C name of the class is kept in a comment.")
            } else {
                remove(node)
                changes.add(.note, line: line, "@objc was removed: Linux has no Objective-C runtime.")
            }
        case "objcMembers", "nonobjc":
            remove(node)
            changes.add(.note, line: line, "@\(name) was removed: Linux has no Objective-C runtime.")
        case "IBOutlet", "IBAction", "IBInspectable", "IBSegueAction", "IBDesignable", "GKInspectable":
            remove(node)
            changes.add(.note, line: line, "@\(name) was removed: a storyboard finds the member in a generated table.")
        case "NSCopying":
            remove(node)
            changes.add(
                .warning, line: line, "@NSCopying was removed. Copy the value when it is set, if that is needed.")
        case "UIApplicationMain", "NSApplicationMain":
            edits.replace(text.range(of: node), with: "@main")
            changes.add(.note, line: line, "@\(name) was replaced by @main.")
        case "NSManaged":
            changes.add(.error, line: line, "@NSManaged needs Core Data, which does not exist on Linux.")
        default: break
        }
        return .visitChildren
    }

    override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
        switch node.name.text {
        case "dynamic":
            remove(node)
            changes.add(
                .note, line: text.line(of: node), "dynamic was removed: Linux has no Objective-C runtime.")
        case "optional": remove(node)
        default: break
        }
        return .visitChildren
    }

    private func remove(_ node: some SyntaxProtocol) {
        edits.replace(text.withSpacesAfter(text.range(of: node)), with: "")
    }

    // MARK: Protocols

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        guard node.attributes.names(in: text).contains("objc") else { return .visitChildren }
        let inherited = node.inheritanceClause?.inheritedTypes
        let names = inherited?.map { text[$0.type] } ?? []
        // Only classes conform to a protocol of Objective-C, and references to it can be weak.
        if let first = inherited?.first {
            if !names.contains(where: { ["AnyObject", "class", "NSObjectProtocol"].contains($0) }) {
                edits.insert("AnyObject, ", at: text.range(of: first).lowerBound)
            }
        } else {
            edits.insert(": AnyObject", at: text.range(of: node.name).upperBound)
        }
        return .visitChildren
    }

    override func visit(_ node: OptionalChainingExprSyntax) -> SyntaxVisitorContinueKind {
        removeMark(node.questionMark, after: node.expression, in: Syntax(node))
        return .visitChildren
    }

    override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind {
        removeMark(node.exclamationMark, after: node.expression, in: Syntax(node))
        return .visitChildren
    }

    // `delegate?.didEnd?(self)` calls a method that is a requirement now.
    private func removeMark(_ mark: TokenSyntax, after expression: ExprSyntax, in node: Syntax) {
        guard let access = expression.as(MemberAccessExprSyntax.self),
            let call = node.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == node.id
        else { return }
        let name = text[access.declName.baseName]
        guard optionalRequirements.contains(name) || OptionalMethods.contains(name, call.arguments) else { return }
        edits.replace(text.range(of: mark), with: "")
        changes.add(
            .note, line: text.line(of: mark),
            "The \(mark.text) after \(name) was removed: a protocol has no optional requirements on Linux.")
    }

    // MARK: Conditions and previews

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        guard !node.mentionsLinux(in: text) else { return .visitChildren }
        for condition in node.clauses.compactMap(\.condition) where text[condition].contains("os(iOS)") {
            edits.replace(text.range(of: condition), with: IfConfigDeclSyntax.onLinux(text[condition]))
            changes.add(.note, line: text.line(of: condition), "What is compiled for iOS is compiled for Linux, too.")
        }
        return .visitChildren
    }

    override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
        visitPreview(node, name: node.macroName.text)
    }

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        switch node.macroName.text {
        case "colorLiteral": replaceLiteral(node, by: "UIColor", label: nil)
        case "imageLiteral": replaceLiteral(node, by: "UIImage", label: "imageLiteralResourceName")
        default: break
        }
        return visitPreview(node, name: node.macroName.text)
    }

    // `#colorLiteral(red: …)` becomes `UIColor(red: …)`.
    private func replaceLiteral(_ node: MacroExpansionExprSyntax, by type: String, label: String?) {
        let start = text.range(of: node.pound).lowerBound
        edits.replace(start..<text.range(of: node.macroName).upperBound, with: type)
        if let label, let own = node.arguments.first?.label { edits.replace(text.range(of: own), with: label) }
        changes.add(
            .note, line: text.line(of: node), "#\(node.macroName.text) was replaced by an initializer of \(type).")
    }

    private func visitPreview(_ node: some SyntaxProtocol, name: String) -> SyntaxVisitorContinueKind {
        guard name == "Preview" else { return .visitChildren }
        let range = text.range(of: node)
        let preview = text[range]
        edits.replace(range, with: preview.contains("/*") || preview.contains("*/") ? "" : "/* \(preview) */")
        changes.add(.note, line: text.line(of: node), "The preview was removed: only Xcode shows previews.")
        return .skipChildren
    }

    // MARK: Names

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        completeCall(node)
        bridgeResources(node)
        if let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text {
            if name == "autoreleasepool" { removePool(node) }
            if let advice = UnavailableFeatures.advice(forFunction: name) {
                changes.add(.warning, line: text.line(of: node), advice)
            }
        } else if let access = node.calledExpression.as(MemberAccessExprSyntax.self),
            let advice = UnavailableFeatures.advice(
                forMethod: access.declName.baseName.text, labels: node.arguments.map { $0.label?.text ?? "_" },
                takesKeyPath: node.arguments.first?.expression.is(KeyPathExprSyntax.self) ?? false)
        {
            changes.add(.warning, line: text.line(of: access.declName), advice)
        }
        return .visitChildren
    }

    // Initializers without arguments that Foundation for Linux does not have. With `NSError()`, many extensions cancel a request.
    private static let arguments = [
        "NSError": "domain: \"\", code: 0", "URLSession": "configuration: .default",
    ]

    private func completeCall(_ node: FunctionCallExprSyntax) {
        guard node.arguments.isEmpty, node.trailingClosure == nil, let parenthesis = node.leftParen,
            // The text of each part of a long chain of calls would be most of the chain.
            node.calledExpression.trimmedLength.utf8Length < 100
        else { return }
        let called = text[node.calledExpression]
        let type = called.hasSuffix(".init") ? String(called.dropLast(5)) : called
        guard let arguments = Self.arguments[type] else { return }
        edits.insert(arguments, at: text.range(of: parenthesis).upperBound)
        changes.add(
            .note, line: text.line(of: node), "\(type)() was given arguments, which Linux requires: \(arguments).")
    }

    // On Linux, the URLs of a bundle's resources are objects of the class NSURL.
    private func bridgeResources(_ node: FunctionCallExprSyntax) {
        guard let access = node.calledExpression.as(MemberAccessExprSyntax.self), access.base != nil,
            access.declName.baseName.text == "urls", node.trailingClosure == nil,
            node.arguments.first?.label?.text == "forResourcesWithExtension"
        else { return }
        let range = text.range(of: node)
        edits.insert("(", at: range.lowerBound)
        edits.insert("?.compactMap(\\.absoluteURL))", at: range.upperBound)
        changes.add(
            .note, line: text.line(of: access.declName),
            "The resources were made values of the type URL; on Linux they are objects.")
    }

    // `autoreleasepool { … }` becomes `({ … })()`.
    private func removePool(_ node: FunctionCallExprSyntax) {
        let start = text.range(of: node.calledExpression)
        if let closure = node.trailingClosure, node.arguments.isEmpty {
            edits.replace(start.lowerBound..<text.range(of: closure).lowerBound, with: "(")
            edits.insert(")()", at: text.range(of: closure).upperBound)
        } else if let argument = node.arguments.first, node.arguments.count == 1, node.trailingClosure == nil {
            edits.replace(start.lowerBound..<text.range(of: argument.expression).lowerBound, with: "(")
            edits.insert("()", at: text.range(of: node).upperBound)
        } else {
            return
        }
        changes.add(.note, line: text.line(of: node), "autoreleasepool was removed: Linux has no autorelease pools.")
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        if removesCharacters, node.declName.baseName.text == "characters", let base = node.base {
            edits.replace(text.range(of: base).upperBound..<text.range(of: node).upperBound, with: "")
            changes.add(
                .note, line: text.line(of: node.declName), "\".characters\" was removed: a String is a collection.")
        }
        return .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.name.text == "observeValue",
            node.signature.parameterClause.parameters.first?.firstName.text == "forKeyPath"
        {
            changes.add(.error, line: text.line(of: node.name), UnavailableFeatures.keyValueObserving)
        }
        return .visitChildren
    }

    // Classes that tables and storyboards make by their type have required initializers here.
    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        let labels = node.signature.parameterClause.parameters.map { $0.firstName.text }
        guard Self.requiredInitializers.contains(labels),
            let modifier = node.modifiers.first(where: { $0.name.text == "override" }),
            !node.modifiers.contains(where: { $0.name.text == "required" })
        else { return .visitChildren }
        edits.replace(text.range(of: modifier.name), with: "required")
        changes.add(
            .note, line: text.line(of: modifier),
            "override was replaced by required: the table makes the view by this initializer.")
        return .visitChildren
    }

    private static let requiredInitializers = [
        ["style", "reuseIdentifier"], ["reuseIdentifier"], ["identifier", "source", "destination"],
    ]

    // `text as CFString`: the constants that need it on Apple's systems are strings here.
    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        let elements = Array(node.elements)
        for (index, element) in elements.enumerated() where index > 0 && index + 1 < elements.count {
            guard let cast = element.as(UnresolvedAsExprSyntax.self), cast.questionOrExclamationMark == nil,
                ["CFString", "CFString!", "CFString?"].contains(text[elements[index + 1]])
            else { continue }
            let start = text.range(of: elements[index - 1]).upperBound
            edits.replace(start..<text.range(of: elements[index + 1]).upperBound, with: "")
            changes.add(.note, line: text.line(of: cast), "\"as CFString\" was removed: a String is used on Linux.")
        }
        return .visitChildren
    }

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        rewriteImport(node)
        return .skipChildren
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        noteType(node.name)
        if node.parent?.is(MemberTypeSyntax.self) == true { replaceCombine(node.name) }
        return .visitChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        noteType(node.baseName)
        if node.parent?.as(MemberAccessExprSyntax.self)?.base?.id == node.id { replaceCombine(node.baseName) }
        return .visitChildren
    }

    // `Combine.Publisher` becomes `OpenCombine.Publisher`.
    private func replaceCombine(_ token: TokenSyntax) {
        guard importsCombine, token.text == "Combine" else { return }
        edits.replace(text.range(of: token), with: LinuxModules.combineDeclarations)
        changes.add(
            .note, line: text.line(of: token),
            "The module Combine is named \(LinuxModules.combineDeclarations) on Linux.")
    }

    // An alias of a generic type without its arguments cannot be extended, and these are aliases in OpenCombine.
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        guard importsCombine, let type = node.extendedType.as(MemberTypeSyntax.self), type.name.text == "Publisher",
            ["Result", "Optional"].contains(type.baseType.as(IdentifierTypeSyntax.self)?.name.text)
        else { return .visitChildren }
        edits.insert(".OCombine", at: text.range(of: type.baseType).upperBound)
        changes.add(.note, line: text.line(of: node), "OpenCombine has \(text[node.extendedType]) in a type OCombine.")
        return .visitChildren
    }

    private func noteType(_ token: TokenSyntax) {
        let name = token.text
        if kitLine == nil,
            LinuxModules.kitNames.contains(name) || (name.hasPrefix("NS") && LinuxModules.kitTypes.contains(name))
        {
            kitLine = text.line(of: token)
        }
        guard name.hasPrefix("URL") || name.hasPrefix("HTTP") || name.hasPrefix("XML") else { return }
        if networkingLine == nil, LinuxModules.networkingTypes.contains(name) { networkingLine = text.line(of: token) }
        if parsingLine == nil, LinuxModules.parsingTypes.contains(name) { parsingLine = text.line(of: token) }
    }
}
