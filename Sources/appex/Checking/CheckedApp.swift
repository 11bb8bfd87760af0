import AppexActivation
import AppexModel
import AppexSystem
import Foundation
import OpenUniformTypeIdentifiers
import SystemPackage

/// An app in which no mistake prevents its installation, as far as that can be known without installing it.
struct CheckedApp: Encodable {
    /// One of its extensions.
    struct Extension: Encodable {
        let identifier: String
        let point: String
    }

    private enum CodingKeys: CodingKey {
        case name, identifier, extensions
    }

    /// The name of the bundle.
    let name: String
    let identifier: String
    let extensions: [Extension]
    /// What is probably a mistake although the app can be installed.
    let mistakes: [Mistake]
    /// The interfaces that extensions use although they may not, in sentences that begin with the file.
    let violations: [String]

    /// Describes an app that is going to be built.
    init(_ app: BundlePlan.App) {
        name = app.bundle.name
        identifier = app.bundle.identifier.rawValue
        extensions = app.extensions.map { Extension($0.identifier, $0.manifest) }
        mistakes = []
        violations = []
    }

    /// Reads a bundle.
    ///
    /// - Throws: the first mistake because of which it cannot be installed.
    init(at bundle: URL) throws(ManifestError) {
        let (shape, plist, file) = try Self.manifest(of: bundle)
        let app = try AppManifest(plist, file: file)
        try Self.checkExecutable(app.bundle.executable, of: bundle, shape, file: file)
        var found = [try Found(bundle, shape, plist, file)]
        var appexes: [(identifier: BundleIdentifier, file: String)] = []
        var extensions: [Extension] = []
        var points: [(file: String, point: PointDeclaration)] = []
        var violations: [String] = []
        let frameworks = bundle.appending(path: shape.manifest).deletingLastPathComponent()
            .appending(path: BundlePlan.Framework.folder).path
        for style in ExtensionStyle.allCases {
            let folder = bundle.appending(path: shape.extensions(of: style))
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            let suffix = ".\(PointDeclaration.fileExtension)"
            for name in names.sorted() where style == .extensionKit && name.ends(with: suffix) {
                let file = folder.appending(path: name).path
                points += try Self.points(in: file, of: app.bundle.bundleIdentifier).map { (file, $0) }
            }
            for name in names.sorted() where name.ends(with: ".appex") {
                let place = folder.appending(path: name)
                let (shape, plist, file) = try Self.manifest(of: place)
                let appex = try AppexManifest(plist, file: file)
                try BundleRules.checkFolder(style.folder, of: appex.style, file: file)
                try BundleRules.checkIdentifier(
                    of: appex.bundle.bundleIdentifier, extends: app.bundle.bundleIdentifier, file: file)
                try Self.checkExecutable(appex.bundle.executable, of: place, shape, file: file)
                appexes.append((appex.bundle.bundleIdentifier, file))
                extensions.append(Extension(appex.bundle.bundleIdentifier, plist))
                found.append(try Found(place, shape, plist, file))
                if plist.dictionary?[RuntimeIdentifier.manifestKey] != nil {
                    violations += ExtensionInterface.sentences(
                        aboutExtension: place.appending(path: shape.executable(named: appex.executable)).path,
                        frameworks: frameworks)
                }
            }
        }
        try BundleRules.checkUnique(appexes)
        name = bundle.lastPathComponent
        identifier = app.bundle.bundleIdentifier.rawValue
        self.extensions = extensions
        // Files are named relative to the folder that contains the app.
        let parent = bundle.deletingLastPathComponent().path + "/"
        func relative(_ path: String) -> String {
            path.begins(with: parent) ? String(decoding: path.utf8.dropFirst(parent.utf8.count), as: UTF8.self) : path
        }
        mistakes = MistakeRule.mistakes(in: Found.examined(found, points)).map {
            Mistake(severity: $0.severity, file: relative($0.file), sentence: $0.sentence)
        }
        self.violations = violations.map(relative)
    }

    /// A bundle that was read, the app or an extension.
    private struct Found {
        let place: URL
        let shape: BundleShape
        let manifest: PropertyListValue
        let file: String
        let entitlements: PropertyListValue?

        /// - Throws: the first mistake in its entitlements.
        init(
            _ place: URL, _ shape: BundleShape, _ manifest: PropertyListValue, _ file: String
        ) throws(ManifestError) {
            self.place = place
            self.shape = shape
            self.manifest = manifest
            self.file = file
            let entitlements = place.appending(path: shape.entitlements).path
            guard let bytes = try? InputFile.content(of: entitlements, limit: PropertyListLimits.fileBytes) else {
                self.entitlements = nil
                return
            }
            let list = try PropertyListValue(parsing: bytes, file: entitlements)
            _ = try Entitlements(list, file: entitlements)
            self.entitlements = list
        }

        /// What the rules look at.
        ///
        /// - Parameter found: the app, and its extensions.
        static func examined(
            _ found: [Found], _ points: [(file: String, point: PointDeclaration)]
        ) -> [ExaminedBundle] {
            let types = ManifestRule.KnownTypes(device: .current, manifests: found.map(\.manifest))
            return found.enumerated().map { position, bundle in
                ExaminedBundle(
                    place: .assembled(bundle.place, bundle.shape), manifest: bundle.manifest, manifestFile: bundle.file,
                    entitlements: bundle.entitlements,
                    entitlementsFile: bundle.place.appending(path: bundle.shape.entitlements).path,
                    app: position == 0 ? nil : found[0].manifest, types: types, points: position == 0 ? points : [])
            }
        }
    }

    /// The manifest of a bundle, and the path of its file.
    private static func manifest(of bundle: URL) throws(ManifestError) -> (BundleShape, PropertyListValue, String) {
        for shape in [BundleShape.flat, .contents] {
            let file = bundle.appending(path: shape.manifest).path
            guard let bytes = try? InputFile.content(of: file, limit: PropertyListLimits.fileBytes) else { continue }
            return (shape, try PropertyListValue(parsing: bytes, file: file), file)
        }
        throw ManifestError(
            .missing, file: bundle.path, found: "no readable Info.plist", expected: "an Info.plist in the bundle")
    }

    /// Checks a file in which an app defines extension points.
    private static func points(
        in file: String, of app: BundleIdentifier
    ) throws(ManifestError) -> [PointDeclaration] {
        guard let bytes = try? InputFile.content(of: file, limit: PropertyListLimits.fileBytes) else {
            throw ManifestError(.syntax, file: file, found: "no readable file", expected: "a property list")
        }
        return try PointDeclaration.points(in: PropertyListValue(parsing: bytes, file: file), of: app, file: file)
    }

    private static func checkExecutable(
        _ name: String, of bundle: URL, _ shape: BundleShape, file: String
    ) throws(ManifestError) {
        let program = bundle.appending(path: shape.executable(named: name)).path
        let kind = try? FileManager.default.attributesOfItem(atPath: program)[.type] as? FileAttributeType
        guard kind == .typeRegular, FileManager.default.isExecutableFile(atPath: program) else {
            throw ManifestError(
                .invalidValue, file: file, keyPath: "CFBundleExecutable", found: "\"\(name)\"",
                expected: "the name of an executable file in the bundle")
        }
        let start = try? FileContent.prefix(of: FilePath(program), limit: ProgramFormat.headerBytes)
        guard let mistake = ProgramFormat.mistake(in: start ?? []) else { return }
        throw ManifestError(
            .invalidValue, file: file, keyPath: "CFBundleExecutable", found: "\"\(name)\", which \(mistake)",
            expected: "a program for this machine")
    }
}

extension CheckedApp.Extension {
    fileprivate init(_ identifier: BundleIdentifier, _ manifest: PropertyListValue) {
        self.identifier = identifier.rawValue
        // A manifest without a point is refused earlier.
        point = (try? ExtensionDeclaration(manifest, file: "Info.plist"))?.extensionPoint.rawValue ?? ""
    }
}
