package import AppexModel
package import OpenUniformTypeIdentifiers

/// The kinds of mistakes in an Info.plist that do not prevent an installation, but what its author wants.
package enum ManifestRule: String, CaseIterable, Sendable {
    /// A key that has no effect and resembles one that has.
    case misspeltKey
    /// A key of an extension in a dictionary in which it has no effect.
    case misplacedKey
    /// One of Apple's extension points that does not exist.
    case unknownPoint
    /// The wrong one of the two dictionaries that declare an extension.
    case style
    /// An extension that names neither a class nor a storyboard.
    case principalObject
    /// A key of the extension point that is missing or has another type.
    case keyType
    /// A value that a key of the extension point cannot have.
    case keyValue
    /// An extension that is offered for no items.
    case neverOffered
    /// What has no effect in an activation rule.
    case activationRule
    /// A type in an activation rule that nobody declares.
    case undeclaredType

    /// The types that a manifest can refer to.
    package struct KnownTypes: Sendable {
        /// The types of the device.
        let device: TypeGraph
        /// The identifiers that the app and its extensions declare.
        let declared: Set<String>

        /// - Parameter manifests: the Info.plists of the app and its extensions, which can declare types.
        package init(device: TypeGraph, manifests: [PropertyListValue]) {
            self.device = device
            declared = Set(
                manifests.compactMap(\.dictionary).map(DeclaredTypes.init).flatMap { $0.exported + $0.imported }
                    .map(\.identifier))
        }
    }

    /// One sentence for each mistake of any kind.
    ///
    /// - Parameter manifest: the content of the Info.plist of an app or an extension, which is untrusted.
    package static func sentences(about manifest: PropertyListValue) -> [String] {
        let types = KnownTypes(device: .current, manifests: [manifest])
        return allCases.flatMap { $0.sentences(about: manifest, types) }
    }

    /// One sentence for each mistake of this kind.
    ///
    /// - Parameter manifest: the content of the Info.plist of an app or an extension, which is untrusted.
    package func sentences(about manifest: PropertyListValue, _ types: KnownTypes) -> [String] {
        guard let entries = manifest.dictionary else { return [] }
        let declaration = try? ExtensionDeclaration(manifest, file: "Info.plist")
        let keys = ManifestKeys(entries, declaration.map { ExtensionPoint($0.extensionPoint) })
        switch self {
        case .misspeltKey: return keys.misspelt
        case .misplacedKey: return keys.misplaced
        default: return declaration.map { sentences(about: $0, entries, types) } ?? []
        }
    }

    private func sentences(
        about declaration: ExtensionDeclaration, _ entries: [String: PropertyListValue], _ types: KnownTypes
    ) -> [String] {
        let point = ExtensionPoint(declaration.extensionPoint)
        var rule: ActivationRule {
            ActivationRule(attributes: declaration.attributes, point: declaration.extensionPoint)
        }
        switch self {
        case .misspeltKey, .misplacedKey: return []
        case .unknownPoint: return point.isUnknownOfApple ? [Self.unknown(point)] : []
        case .style:
            guard let style = point.style, style != declaration.style else { return [] }
            return [
                "At \(point.identifier) an extension declares itself by \(style.key), in the folder \(style.folder)."
            ]
        case .principalObject:
            // Many extensions of other points begin in a main function of their own.
            guard !point.hosts.isEmpty, declaration.style == .classic, declaration.principalClass == nil,
                declaration.mainStoryboard == nil
            else { return [] }
            return [
                "NSExtension has neither an NSExtensionPrincipalClass nor an NSExtensionMainStoryboard, so nothing takes requests."
            ]
        case .keyType: return point.keys.compactMap { Self.problem(with: $0, of: point, declaration, entries) }
        case .keyValue: return point.keys.compactMap { Self.wrongValue(of: $0, declaration, entries) }
        case .neverOffered:
            return rule.reasonAgainstEver.map { ["The extension is never offered: \($0.endingWithFullStop)"] } ?? []
        case .activationRule: return rule.notes
        case .undeclaredType:
            guard case .predicate(let predicate) = rule.form else { return [] }
            return predicate.namedTypes.sorted().prefix(Self.most).compactMap { Self.problem(withType: $0, types) }
        }
    }

    /// The maximum number of types about which there are sentences.
    private static let most = 20

    private static func unknown(_ point: ExtensionPoint) -> String {
        let known = ExtensionPoint.catalogue.map(\.identifier.rawValue)
        return "Apple's systems have no extension point \(point.identifier), and no host asks for its extensions."
            + NearMisses.question(point.identifier.rawValue, among: known)
    }

    /// What is wrong with a type that a rule names; nil if it is declared, or if another app may declare it.
    private static func problem(withType identifier: String, _ types: KnownTypes) -> String? {
        guard types.device.declaration(of: identifier) == nil, !types.declared.contains(identifier) else { return nil }
        let question = NearMisses.question(
            identifier, among: types.device.identifiers + types.declared.sorted(), byLastComponent: false)
        // Apple alone declares types that begin with "public".
        guard !question.isEmpty || identifier.begins(with: "public.") else { return nil }
        return
            "The activation rule names the type \(ManifestError.printable(identifier, limit: 80)), which is not declared."
            + question
    }

    /// The value of a key of a point with the name of the dictionary that contains the key.
    private static func value(
        of key: PointKey, _ declaration: ExtensionDeclaration, _ entries: [String: PropertyListValue]
    ) -> (place: String, value: PropertyListValue?) {
        switch key.place {
        case .attributes: ("NSExtensionAttributes", declaration.attributes[key.name])
        case .declaration: (declaration.style.key, entries[declaration.style.key]?.dictionary?[key.name])
        case .infoPlist: ("the Info.plist", entries[key.name])
        }
    }

    /// What is wrong with the value of a key of the point: it has another type, or is missing.
    private static func problem(
        with key: PointKey, of point: ExtensionPoint, _ declaration: ExtensionDeclaration,
        _ entries: [String: PropertyListValue]
    ) -> String? {
        if key.name.begins(with: ManifestKeys.ruleKeyPrefix) { return nil }
        let (place, written) = value(of: key, declaration, entries)
        guard let written else {
            return key.isRequired
                ? "\(place) has no \(key.name), \(key.type.rawValue) that extensions at \(point.identifier) must have."
                : nil
        }
        return key.type.accepts(written)
            ? nil : "\(key.name) in \(place) is \(written.kindName); it has to be \(key.type.rawValue)."
    }

    /// What a key of a point contains although it cannot.
    private static func wrongValue(
        of key: PointKey, _ declaration: ExtensionDeclaration, _ entries: [String: PropertyListValue]
    ) -> String? {
        let (place, written) = value(of: key, declaration, entries)
        guard !key.values.isEmpty, let written, key.type.accepts(written) else { return nil }
        let texts = written.array?.compactMap(\.string) ?? [written.string].compactMap(\.self)
        guard let wrong = texts.first(where: { !key.values.contains($0) }) else { return nil }
        return "\(key.name) in \(place) contains \"\(ManifestError.printable(wrong, limit: 80))\"; it can contain "
            + "\(key.values.joined(separator: ", "))." + NearMisses.question(wrong, among: key.values)
    }
}

extension ExtensionPoint {
    /// Whether the identifier is one of Apple's, and Apple's systems do not have it.
    fileprivate var isUnknownOfApple: Bool { identifier.rawValue.begins(with: "com.apple.") && name == nil }
}

extension String {
    /// The text with a full stop at its end.
    package var endingWithFullStop: String { ends(with: ".") || ends(with: "?") ? self : self + "." }
}

extension ActivationRule {
    /// Why the extension is offered for no items whatever; nil if it is offered for some.
    package var reasonAgainstEver: String? {
        if let obstacle { return obstacle }
        return switch form {
        case .none: activatesWithoutRule ? nil : "at \(point) an extension needs an NSExtensionActivationRule"
        case .dictionary(let rule):
            rule.conditions == [.acceptsSomething] ? "its rule accepts no kind of attachment and no text" : nil
        case .predicate: nil
        case .unreadable(let error): "its rule cannot be read: \(error.description)"
        }
    }
}
