import AppexActivation
import AppexModel
import Foundation
import OpenUniformTypeIdentifiers

/// What the rules for mistakes look at: an app or an extension, in a package, assembled, or only its Info.plist.
struct ExaminedBundle {
    /// Where the files of the bundle are.
    enum Place {
        /// The bundle is a target of a package.
        case target(BundlePlan.Bundle)
        /// The bundle is assembled.
        case assembled(URL, BundleShape)
        /// There is an Info.plist alone.
        case nowhere
    }

    let place: Place
    let manifest: PropertyListValue
    /// The name of the Info.plist in messages.
    let manifestFile: String
    /// Nil if the bundle has none.
    let entitlements: PropertyListValue?
    /// The name of the entitlements in messages.
    let entitlementsFile: String
    /// The Info.plist of the app that contains the extension; nil for an app, and for an Info.plist alone.
    let app: PropertyListValue?
    /// The types that the Info.plist can refer to.
    let types: ManifestRule.KnownTypes
    /// The extension points that the app defines, with the name of the file.
    var points: [(file: String, point: PointDeclaration)] = []

    /// Whether the bundle is an extension.
    var isExtension: Bool { ExtensionStyle.allCases.contains { manifest.dictionary?[$0.key] != nil } }

    /// The manifest of an extension; nil for an app.
    var declaration: ExtensionDeclaration? { try? ExtensionDeclaration(manifest, file: manifestFile) }

    /// The folder with the resources of the bundle, which may not exist; nil for an Info.plist alone.
    var resources: URL? {
        switch place {
        case .target(let bundle): URL(filePath: bundle.folder).appending(path: "Resources")
        case .assembled(let bundle, .flat): bundle
        case .assembled(let bundle, .contents): bundle.appending(path: "Contents/Resources")
        case .nowhere: nil
        }
    }
}

extension ExaminedBundle {
    /// Describes an Info.plist alone.
    init(manifest: PropertyListValue, file: String, types: TypeGraph) {
        self.init(
            place: .nowhere, manifest: manifest, manifestFile: file, entitlements: nil, entitlementsFile: "", app: nil,
            types: ManifestRule.KnownTypes(device: types, manifests: [manifest]))
    }

    /// Describes the bundles of an app that is going to be built, the app first.
    static func bundles(of app: BundlePlan.App) -> [ExaminedBundle] {
        let bundles = [app.bundle] + app.extensions
        let types = ManifestRule.KnownTypes(device: .current, manifests: bundles.map(\.manifest))
        return bundles.map { bundle in
            ExaminedBundle(
                place: .target(bundle), manifest: bundle.manifest, manifestFile: bundle.manifestFile,
                entitlements: bundle.entitlements, entitlementsFile: bundle.entitlementsFile,
                app: bundle.style == nil ? nil : app.bundle.manifest, types: types,
                points: bundle.declaredPoints.map { (bundle.pointsFile, $0) })
        }
    }
}
