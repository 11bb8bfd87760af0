package import AppexModel

/// Mistakes in the Info.plist of an extension that do not prevent its installation, but what its author wants.
package enum ManifestAdvice {
    /// The keys of `NSExtension` that have an effect at every point.
    private static let declarationKeys = [
        "NSExtensionPointIdentifier", "NSExtensionPointVersion", "NSExtensionPrincipalClass",
        "NSExtensionMainStoryboard", "NSExtensionAttributes",
    ]
    /// The rule and what belongs into it, which ``ActivationRule`` examines.
    private static let ruleKeyPrefix = "NSExtensionActivation"

    /// One sentence for each mistake that was found.
    ///
    /// - Parameter manifest: the content of the Info.plist, which is untrusted.
    package static func sentences(about manifest: PropertyListValue) -> [String] {
        guard let entries = manifest.dictionary else { return [] }
        guard let declaration = try? ExtensionDeclaration(manifest, file: "Info.plist") else {
            return misspelt(in: entries, for: nil)
        }
        let identifier = declaration.extensionPoint
        let point = ExtensionPoint(identifier)
        var sentences = misspelt(in: entries, for: point)
        if identifier.rawValue.begins(with: "com.apple."), point.name == nil {
            let known = ExtensionPoint.catalogue.map(\.identifier.rawValue)
            sentences.append(
                "Apple's systems have no extension point \(identifier), and no host asks for its extensions."
                    + NearMisses.question(identifier.rawValue, among: known))
        }
        if let style = point.style, style != declaration.style {
            sentences.append(
                "At \(identifier) an extension declares itself by \(style.key), in the folder \(style.folder).")
        }
        sentences += point.keys.compactMap { problem(with: $0, of: point, declaration, entries) }
        let rule = ActivationRule(attributes: declaration.attributes, point: identifier)
        if let reason = rule.reasonAgainstEver { sentences.append("The extension is never offered: \(reason).") }
        return sentences + rule.notes
    }

    /// The keys that have no effect and resemble one that has.
    private static func misspelt(in entries: [String: PropertyListValue], for point: ExtensionPoint?) -> [String] {
        func keys(_ place: PointKey.Place) -> [String] {
            point?.keys.filter { $0.place == place }.map(\.name) ?? []
        }
        guard let declaration = entries["NSExtension"]?.dictionary else {
            let styles = ExtensionStyle.allCases.map(\.key)
            if styles.contains(where: { entries[$0] != nil }) { return [] }
            return entries.keys.sorted().flatMap { suggestion(for: $0, in: "the Info.plist", among: styles) }
        }
        let declared = declarationKeys + keys(.declaration)
        let sentences = declaration.keys.sorted().flatMap { suggestion(for: $0, in: "NSExtension", among: declared) }
        let attributes = declaration["NSExtensionAttributes"]?.dictionary?.keys.sorted() ?? []
        let known = keys(.attributes) + [ExtensionDeclaration.processPerRequestKey]
        return sentences
            + attributes.filter { !$0.begins(with: ruleKeyPrefix) }
            .flatMap { suggestion(for: $0, in: "NSExtensionAttributes", among: known) }
    }

    private static func suggestion(for key: String, in place: String, among known: [String]) -> [String] {
        if known.contains(key) { return [] }
        let question = NearMisses.question(key, among: known)
        return question.isEmpty
            ? [] : ["\(ManifestError.printable(key, limit: 80)) in \(place) has no effect.\(question)"]
    }

    /// What is wrong with the value of a key of the point: it has another type, or is missing.
    private static func problem(
        with key: PointKey, of point: ExtensionPoint, _ declaration: ExtensionDeclaration,
        _ entries: [String: PropertyListValue]
    ) -> String? {
        if key.name.begins(with: ruleKeyPrefix) { return nil }
        let (place, values) =
            switch key.place {
            case .attributes: ("NSExtensionAttributes", declaration.attributes)
            case .declaration: (declaration.style.key, entries[declaration.style.key]?.dictionary ?? [:])
            case .infoPlist: ("the Info.plist", entries)
            }
        guard let value = values[key.name] else {
            return key.isRequired
                ? "\(place) has no \(key.name), \(key.type.rawValue) that extensions at \(point.identifier) must have."
                : nil
        }
        return key.type.accepts(value)
            ? nil : "\(key.name) in \(place) is \(value.kindName); it has to be \(key.type.rawValue)."
    }
}

extension ActivationRule {
    /// Why the extension is offered for no items whatever; nil if it is offered for some.
    package var reasonAgainstEver: String? {
        switch form {
        case .none: activatesWithoutRule ? nil : "at \(point) an extension needs an NSExtensionActivationRule"
        case .dictionary(let rule):
            rule.conditions == [.acceptsSomething] ? "its rule accepts no kind of attachment and no text" : nil
        case .predicate: nil
        case .unreadable(let error): "its rule cannot be read: \(error.description)"
        }
    }
}
