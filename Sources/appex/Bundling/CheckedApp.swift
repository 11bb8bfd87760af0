import AppexActivation
import AppexModel
import AppexSystem
import Foundation
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
    /// What is probably a mistake although the app can be installed, in sentences that begin with the file.
    let advice: [String]
    /// The interfaces that extensions use although they may not, in the same form.
    let violations: [String]
    /// What only Apple's stores reject, in the same form.
    let rejections: [String]

    /// Describes an app that is going to be built.
    init(_ app: BundlePlan.App) {
        name = app.bundle.name
        identifier = app.bundle.identifier.rawValue
        extensions = app.extensions.map { Extension($0.identifier, $0.manifest) }
        advice = []
        violations = []
        rejections = []
    }

    /// Reads a bundle.
    ///
    /// - Throws: the first mistake because of which it cannot be installed.
    init(at bundle: URL) throws(ManifestError) {
        let (shape, plist, file) = try Self.manifest(of: bundle)
        let app = try AppManifest(plist, file: file)
        try Self.checkExecutable(app.bundle.executable, of: bundle, shape, file: file)
        var appexes: [(identifier: BundleIdentifier, file: String)] = []
        var extensions: [Extension] = []
        let parent = bundle.deletingLastPathComponent().path + "/"
        var advice: [String] = []
        var rejections: [String] = []
        var violations: [String] = []
        let frameworks = bundle.appending(path: shape.manifest).deletingLastPathComponent()
            .appending(path: BundlePlan.Framework.folder).path
        func add(_ sentences: [String], about file: String, to list: inout [String]) {
            list += sentences.map { "\(file.hasPrefix(parent) ? String(file.dropFirst(parent.count)) : file): \($0)" }
        }
        try add(
            Self.entitlements(of: bundle, shape, plist), about: bundle.appending(path: shape.entitlements).path,
            to: &advice)
        let program = bundle.appending(path: shape.executable(named: app.executable)).path
        func addLibraries(of program: String, _ plist: PropertyListValue, _ file: String) {
            let (runtime, sentence) = BundleAdvice.runtime(of: plist)
            // Without its runtime, all of them would be missing.
            if let sentence { return add([sentence], about: file, to: &advice) }
            add(BundleAdvice.sentences(aboutLibrariesOf: program, runtime: runtime), about: program, to: &advice)
        }
        addLibraries(of: program, plist, file)
        for style in ExtensionStyle.allCases {
            let folder = bundle.appending(path: shape.extensions(of: style))
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            let suffix = ".\(PointDeclaration.fileExtension)"
            for name in names.sorted() where style == .extensionKit && name.hasSuffix(suffix) {
                let file = folder.appending(path: name).path
                try add(Self.points(in: file, of: app.bundle.bundleIdentifier), about: file, to: &advice)
            }
            for name in names.sorted() where name.hasSuffix(".appex") {
                let place = folder.appending(path: name)
                let (shape, plist, file) = try Self.manifest(of: place)
                let appex = try AppexManifest(plist, file: file)
                try BundleRules.checkFolder(style.folder, of: appex.style, file: file)
                try BundleRules.checkIdentifier(
                    of: appex.bundle.bundleIdentifier, extends: app.bundle.bundleIdentifier, file: file)
                try Self.checkExecutable(appex.bundle.executable, of: place, shape, file: file)
                appexes.append((appex.bundle.bundleIdentifier, file))
                extensions.append(Extension(appex.bundle.bundleIdentifier, plist))
                add(ManifestAdvice.sentences(about: plist), about: file, to: &advice)
                add(BundleAdvice.sentences(about: appex, in: app, at: place, shape), about: file, to: &advice)
                let program = place.appending(path: shape.executable(named: appex.executable)).path
                addLibraries(of: program, plist, file)
                if plist.dictionary?[RuntimeIdentifier.manifestKey] != nil {
                    violations += ExtensionInterface.sentences(aboutExtension: program, frameworks: frameworks)
                        .map { $0.hasPrefix(parent) ? String($0.dropFirst(parent.count)) : $0 }
                }
                add(BundleAdvice.sentencesOfStores(about: appex), about: file, to: &rejections)
                try add(
                    Self.entitlements(of: place, shape, plist), about: place.appending(path: shape.entitlements).path,
                    to: &advice)
            }
        }
        try BundleRules.checkUnique(appexes)
        name = bundle.lastPathComponent
        identifier = app.bundle.bundleIdentifier.rawValue
        self.extensions = extensions
        self.advice = advice
        self.violations = violations
        self.rejections = rejections
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

    /// Checks the entitlements of a bundle, if it has any, and what it asks for by its Info.plist.
    ///
    /// - Returns: what has no effect, in sentences.
    private static func entitlements(
        of bundle: URL, _ shape: BundleShape, _ manifest: PropertyListValue
    ) throws(ManifestError) -> [String] {
        let file = bundle.appending(path: shape.entitlements).path
        guard let bytes = try? InputFile.content(of: file, limit: PropertyListLimits.fileBytes) else {
            return CaptureRule.sentences(about: manifest, nil)
        }
        let entitlements = try PropertyListValue(parsing: bytes, file: file)
        return try Entitlements(entitlements, file: file).remarks + CaptureRule.sentences(about: manifest, entitlements)
    }

    /// Checks a file in which an app defines extension points.
    ///
    /// - Returns: what has no effect, in sentences.
    private static func points(in file: String, of app: BundleIdentifier) throws(ManifestError) -> [String] {
        guard let bytes = try? InputFile.content(of: file, limit: PropertyListLimits.fileBytes) else {
            throw ManifestError(.syntax, file: file, found: "no readable file", expected: "a property list")
        }
        return try PointDeclaration.points(in: PropertyListValue(parsing: bytes, file: file), of: app, file: file)
            .flatMap(\.remarks)
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
