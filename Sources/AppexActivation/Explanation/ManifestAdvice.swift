package import AppexModel

/// Mistakes in the Info.plist of an extension that do not prevent its installation, but what its author wants.
package enum ManifestAdvice {
    /// The keys of `NSExtension` that have an effect and that people write.
    private static let declarationKeys = [
        "NSExtensionPointIdentifier", "NSExtensionPrincipalClass", "NSExtensionMainStoryboard", "NSExtensionAttributes",
    ]
    /// Points of Apple's that people write most.
    private static let points = [
        "com.apple.services", "com.apple.ui-services", "com.apple.share-services", "com.apple.widget-extension",
        "com.apple.photo-editing", "com.apple.keyboard-service", "com.apple.fileprovider-nonui",
        "com.apple.usernotifications.service", "com.apple.broadcast-services-upload", "com.apple.intents-service",
    ]

    /// One sentence for each mistake that was found.
    ///
    /// - Parameter manifest: the content of the Info.plist, which is untrusted.
    package static func sentences(about manifest: PropertyListValue) -> [String] {
        guard let entries = manifest.dictionary else { return [] }
        var sentences: [String] = []
        if let declaration = entries["NSExtension"]?.dictionary {
            for key in declaration.keys.sorted() where !declarationKeys.contains(key) {
                sentences += suggestion(for: key, in: "NSExtension", among: declarationKeys)
            }
        } else if entries["EXAppExtensionAttributes"] == nil {
            for key in entries.keys.sorted() {
                sentences += suggestion(
                    for: key, in: "the Info.plist", among: ["NSExtension", "EXAppExtensionAttributes"])
            }
        }
        guard let declaration = try? ExtensionDeclaration(manifest, file: "Info.plist") else { return sentences }
        let point = declaration.extensionPoint
        if point.rawValue.hasPrefix("com.apple."), !points.contains(point.rawValue), PointDefaults.isOn(point) {
            let question = NearMisses.question(point.rawValue, among: points)
            if !question.isEmpty { sentences.append("No host asks for extensions at \(point).\(question)") }
        }
        let rule = ActivationRule(attributes: declaration.attributes, point: point)
        if let reason = rule.reasonAgainstEver { sentences.append("The extension is never offered: \(reason).") }
        return sentences + rule.notes
    }

    private static func suggestion(for key: String, in place: String, among known: [String]) -> [String] {
        let question = NearMisses.question(key, among: known)
        guard !question.isEmpty, !known.contains(key) else { return [] }
        return ["\(ManifestError.printable(key, limit: 80)) in \(place) has no effect.\(question)"]
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
