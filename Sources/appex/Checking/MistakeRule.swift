import AppexActivation
import AppexModel
import AppexSigning
import Foundation

/// A rule by which mistakes in an app are found.
///
/// `appex check`, `appex bundle`, `appex dev`, `appex install` and `appex explain` ask the same table, ``all``.
struct MistakeRule: Sendable {
    /// What a rule needs to know of a bundle.
    enum Scope: Sendable {
        /// The Info.plist alone.
        case manifest
        /// The files of the bundle, in a package or assembled.
        case bundle
        /// A package.
        case package
        /// An assembled bundle.
        case assembled
    }

    /// A short name, which is unique.
    let name: String
    let scope: Scope
    let severity: Mistake.Severity
    /// The sentences about a bundle, each with the file that contains the mistake. A bundle of which too little is known has none.
    private let sentences: @Sendable (ExaminedBundle) -> [(file: String, sentence: String)]

    /// The mistakes in a bundle.
    func mistakes(in bundle: ExaminedBundle) -> [Mistake] {
        sentences(bundle).map { Mistake(severity: severity, file: $0.file, sentence: $0.sentence) }
    }

    /// The mistakes in some bundles, by all rules.
    static func mistakes(in bundles: [ExaminedBundle]) -> [Mistake] {
        bundles.flatMap { bundle in all.flatMap { $0.mistakes(in: bundle) } }
    }

    /// All rules.
    static let all: [MistakeRule] = ofManifests + ofBundles

    /// A rule about the Info.plist.
    private init(
        _ name: String, _ scope: Scope, _ severity: Mistake.Severity = .warning,
        aboutManifest sentences: @escaping @Sendable (ExaminedBundle) -> [String]
    ) {
        self.init(name, scope, severity) { bundle in sentences(bundle).map { (bundle.manifestFile, $0) } }
    }

    private init(
        _ name: String, _ scope: Scope, _ severity: Mistake.Severity = .warning,
        finding sentences: @escaping @Sendable (ExaminedBundle) -> [(file: String, sentence: String)]
    ) {
        self.name = name
        self.scope = scope
        self.severity = severity
        self.sentences = sentences
    }

    private static let ofManifests =
        ManifestRule.allCases.map { rule in
            MistakeRule(rule.rawValue, .manifest, aboutManifest: { rule.sentences(about: $0.manifest, $0.types) })
        } + [
            MistakeRule("noHost", .manifest, .note) { bundle in
                guard let point = bundle.declaration.map({ ExtensionPoint($0.extensionPoint) }), point.name != nil,
                    point.hosts.isEmpty
                else { return [] }
                return [
                    "No program of OpenExtensionKit uses extensions at \(point.identifier); they need a host of your own."
                ]
            },
            MistakeRule("acceptsEverything", .manifest, .store) { bundle in
                bundle.declaration?.attributes["NSExtensionActivationRule"]?.string?.uppercased() == "TRUEPREDICATE"
                    ? ["NSExtensionActivationRule is TRUEPREDICATE, which Apple's stores reject."] : []
            },
        ]

    private static let ofBundles = [
        MistakeRule(
            "capture", .manifest, aboutManifest: { CaptureRule.sentences(about: $0.manifest, $0.entitlements) }),
        MistakeRule("entitlements", .bundle) { bundle in
            let read = bundle.entitlements.flatMap { try? Entitlements($0, file: bundle.entitlementsFile) }
            return (read?.remarks ?? []).map { (bundle.entitlementsFile, $0) }
        },
        MistakeRule("points", .bundle) { bundle in
            bundle.points.flatMap { (file, point) in point.remarks.map { (file, $0) } }
        },
        MistakeRule("repeatedKeys", .bundle, aboutManifest: { RepeatedKeys.sentences(about: $0) }),
        MistakeRule("versions", .bundle, aboutManifest: { BundleAdvice.versions(of: $0) }),
        MistakeRule("minimumSystem", .bundle, aboutManifest: { BundleAdvice.minimumSystem(of: $0) }),
        MistakeRule("script", .bundle, aboutManifest: { BundleAdvice.script(of: $0) }),
        MistakeRule("unusedEntitlements", .package, finding: { BundleAdvice.unusedEntitlements(of: $0) }),
        MistakeRule("folders", .assembled, aboutManifest: { BundleAdvice.folders(of: $0) }),
        MistakeRule("libraries", .assembled, finding: { BundleAdvice.libraries(of: $0) }),
        MistakeRule("unsigned", .assembled, .note) { bundle in
            guard case .assembled(let place, _) = bundle.place, !bundle.isExtension,
                !FileManager.default.fileExists(atPath: place.appending(path: SealedFiles.folder).path)
            else { return [] }
            let sentence =
                "The app is not signed; `appex sign` signs it, and `appex install --untrusted` installs it as it is."
            return [(place.lastPathComponent, sentence)]
        },
    ]
}
