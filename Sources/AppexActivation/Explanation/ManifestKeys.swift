import AppexModel

/// The keys of an Info.plist, compared with those that have an effect.
struct ManifestKeys {
    /// The rule and what belongs in it, which ``ActivationRule`` examines.
    static let ruleKeyPrefix = "NSExtensionActivation"
    /// The keys of `NSExtension` that have an effect at every point.
    private static let declarationKeys = [
        "NSExtensionPointIdentifier", "NSExtensionPointVersion", "NSExtensionPrincipalClass",
        "NSExtensionMainStoryboard", "NSExtensionAttributes",
    ]
    /// The keys of `EXAppExtensionAttributes` that have an effect at every point.
    private static let extensionKitKeys = [
        "EXExtensionPointIdentifier", "EXPrincipalClass", "EXExtensionPrincipalClass",
    ]
    /// The maximum number of keys of a dictionary that are compared.
    private static let most = 500

    private let entries: [String: PropertyListValue]
    private let point: ExtensionPoint?

    /// - Parameter point: the point of the extension; nil for an app, and for an extension that declares none.
    init(_ entries: [String: PropertyListValue], _ point: ExtensionPoint?) {
        self.entries = entries
        self.point = point
    }

    private var declaration: [String: PropertyListValue] { entries[ExtensionStyle.classic.key]?.dictionary ?? [:] }
    private var attributes: [String: PropertyListValue] { declaration["NSExtensionAttributes"]?.dictionary ?? [:] }

    /// The names of the keys of the point in one of the dictionaries.
    private func keys(_ place: PointKey.Place) -> [String] {
        point?.keys.filter { $0.place == place }.map(\.name) ?? []
    }

    /// One sentence for each key that has no effect and resembles one that has.
    var misspelt: [String] {
        let known = keys(.attributes) + [ExtensionDeclaration.processPerRequestKey]
        let kit = entries[ExtensionStyle.extensionKit.key]?.dictionary ?? [:]
        var sentences =
            Self.suggestions(for: entries, in: "the Info.plist", among: InfoPlistKeys.names + keys(.infoPlist))
            + Self.suggestions(for: declaration, in: "NSExtension", among: Self.declarationKeys + keys(.declaration))
            + Self.suggestions(
                for: attributes.filter { !$0.key.begins(with: Self.ruleKeyPrefix) }, in: "NSExtensionAttributes",
                among: known)
            + Self.suggestions(for: kit, in: ExtensionStyle.extensionKit.key, among: Self.extensionKitKeys + known)
        for (list, names) in InfoPlistKeys.namesOfLists {
            for entry in entries[list]?.array?.prefix(Self.most) ?? [] {
                sentences += Self.suggestions(for: entry.dictionary ?? [:], in: list, among: names)
            }
        }
        return Array(sentences.prefix(Self.most))
    }

    /// One sentence for each key of an extension that is in the wrong dictionary.
    var misplaced: [String] {
        let declared = Set(Self.declarationKeys + keys(.declaration))
        let inAttributes = Set(
            keys(.attributes) + [ActivationRuleReader.ruleKey, ExtensionDeclaration.processPerRequestKey])
        func sentences(_ place: String, _ written: [String: PropertyListValue], _ own: Set<String>) -> [String] {
            written.keys.sorted().compactMap { key in
                let home =
                    own.contains(key)
                    ? nil
                    : declared.contains(key)
                        ? "NSExtension" : inAttributes.contains(key) ? "NSExtensionAttributes" : nil
                return home.map { "\(key) in \(place) has no effect; it belongs in \($0)." }
            }
        }
        guard !declaration.isEmpty else { return [] }
        return sentences("the Info.plist", entries, Set(keys(.infoPlist)))
            + sentences("NSExtension", declaration, declared)
            // Keys of the rule that stand beside it are among the notes of the rule.
            + sentences("NSExtensionAttributes", attributes, inAttributes)
    }

    private static func suggestions(
        for written: [String: PropertyListValue], in place: String, among known: [String]
    ) -> [String] {
        let names = Set(known)
        return written.keys.sorted().prefix(most).compactMap { key in
            // Variants for devices, such as NAME~ipad, have the effect of NAME.
            let base = key.parts(at: "~", atMost: 1).first.map(String.init) ?? key
            guard !names.contains(base) else { return nil }
            let question = NearMisses.question(base, among: known, byLastComponent: false)
            return question.isEmpty
                ? nil : "\(ManifestError.printable(key, limit: 80)) in \(place) has no effect.\(question)"
        }
    }
}
