import AppexModel
import AppexSigning
import Foundation
import SystemPackage

/// Assembles the files of an app as they are on a device.
///
/// Each app is assembled in a temporary folder next to the result and then moved to its place, so that an incomplete
/// app never has the right name.
struct BundleAssembler {
    /// A key in the manifest of every bundle that is made here. Only bundles that contain it are replaced without
    /// --force.
    static let markerKey = "AppexBundledBy"
    static let markerValue = "appex bundle"

    /// Names that a resource cannot have, because other parts of a bundle have them.
    private static let reservedNames: Set<String> = [
        "Info.plist", Entitlements.fileName, "Frameworks", SealedFiles.folder, "Contents",
    ]

    /// The folder that receives the apps.
    let output: URL
    /// Whether to replace an app that was not made here.
    let force: Bool
    /// Signs the apps; nil to leave them unsigned.
    var identity: SigningIdentity?
    /// The runtime that the programs need; nil if each contains its own.
    var runtime: RuntimeIdentifier?

    private var files: FileManager { FileManager.default }

    /// Assembles one app and returns its location.
    ///
    /// - Parameter products: the folder in which `swift build` left the programs and resources.
    /// - Parameter linked: the folder in which ``SharedLinker`` left the programs and frameworks; nil if the programs are those of
    ///   `swift build`.
    /// - Throws: ``BundlingError`` if the location is taken or a file operation fails.
    func assemble(
        _ app: BundlePlan.App, from products: URL, linked: URL? = nil
    ) throws(BundlingError) -> URL {
        try checkPlace(of: app)
        let result = place(of: app)
        try attempting("create the folder", output) {
            try files.createDirectory(at: output, withIntermediateDirectories: true)
        }
        let staging = output.appending(path: ".\(app.bundle.name).\(UUID().uuidString)")
        // After success the bundle has been moved away; otherwise nothing is worth keeping.
        defer { try? files.removeItem(at: staging) }
        let bundle = staging.appending(path: app.bundle.name)
        let programs = linked ?? products
        try fill(bundle, with: app.bundle, from: products, programs)
        if let linked {
            for framework in app.frameworks {
                let folder = bundle.appending(path: "\(BundlePlan.Framework.folder)/\(framework.bundle)")
                try fill(folder, with: framework, of: app, from: linked)
            }
        }
        for appExtension in app.extensions {
            guard let style = appExtension.style else { continue }
            let folder = bundle.appending(path: "\(style.folder)/\(appExtension.name)")
            try fill(folder, with: appExtension, from: products, programs)
        }
        if let identity {
            do throws(SigningError) { try identity.sign(FilePath(bundle.path)) } catch {
                throw .file(doing: "sign", path: result.path, reason: error.description)
            }
        }
        let earlier = staging.appending(path: "replaced")
        let replaces = files.fileExists(atPath: result.path)
        if replaces {
            try attempting("move away", result) { try files.moveItem(at: result, to: earlier) }
        }
        do throws(BundlingError) {
            try attempting("create", result) { try files.moveItem(at: bundle, to: result) }
        } catch {
            if replaces { try? files.moveItem(at: earlier, to: result) }  // `error` is the cause worth reporting.
            throw error
        }
        return result
    }

    /// The location of an app.
    private func place(of app: BundlePlan.App) -> URL { output.appending(path: app.bundle.name) }

    /// Throws ``BundlingError/foreignOutput(path:)`` if the app's location holds something that was not made here.
    func checkPlace(of app: BundlePlan.App) throws(BundlingError) {
        let result = place(of: app)
        guard !force, files.fileExists(atPath: result.path) else { return }
        let manifest = result.appending(path: BundleShape.flat.manifest)
        guard let bytes = try? Data(contentsOf: manifest),
            let entries = try? PropertyListValue(parsing: Array(bytes), file: manifest.path).dictionary,
            entries[Self.markerKey] != nil
        else { throw .foreignOutput(path: result.path) }
    }

    private func fill(
        _ bundle: URL, with plan: BundlePlan.Bundle, from products: URL, _ programs: URL
    ) throws(BundlingError) {
        try attempting("create the folder", bundle) {
            try files.createDirectory(at: bundle, withIntermediateDirectories: true)
        }
        let program = bundle.appending(path: BundleShape.flat.executable(named: plan.executable))
        try copy(programs.appending(path: plan.product), to: program)
        let manifest = bundle.appending(path: BundleShape.flat.manifest)
        try attempting("write", manifest) { try Data(needingRuntime(plan.manifest).xmlBytes()).write(to: manifest) }
        if let entitlements = plan.entitlements {
            let file = bundle.appending(path: BundleShape.flat.entitlements)
            try attempting("write", file) { try Data(entitlements.xmlBytes()).write(to: file) }
        }
        if let points = plan.points {
            let folder = bundle.appending(path: BundleShape.flat.extensions(of: .extensionKit))
            try attempting("create the folder", folder) {
                try files.createDirectory(at: folder, withIntermediateDirectories: true)
            }
            let file = folder.appending(path: "\(plan.target).\(PointDeclaration.fileExtension)")
            try attempting("write", file) { try Data(points.xmlBytes()).write(to: file) }
        }
        for name in plan.resourceBundles {
            try copy(products.appending(path: name), to: bundle.appending(path: name))
        }
        let taken = Self.reservedNames.union([plan.executable])
            .union(plan.resourceBundles).union(ExtensionStyle.allCases.map(\.folder))
        try copyResources(of: plan.folder, to: bundle, except: taken)
        for note in try InterfaceFolder(bundle: bundle, plan: plan).compile() { Console.complain("\(note)") }
    }

    private func fill(
        _ bundle: URL, with framework: BundlePlan.Framework, of app: BundlePlan.App, from linked: URL
    ) throws(BundlingError) {
        try attempting("create the folder", bundle) {
            try files.createDirectory(at: bundle, withIntermediateDirectories: true)
        }
        try copy(
            linked.appending(path: "\(framework.bundle)/\(framework.library)"),
            to: bundle.appending(path: framework.library))
        let manifest = bundle.appending(path: BundleShape.flat.manifest)
        try attempting("write", manifest) {
            try Data(framework.manifest(in: app.bundle).xmlBytes()).write(to: manifest)
        }
        for folder in framework.folders {
            try copyResources(of: folder, to: bundle, except: Self.reservedNames.union([framework.library]))
        }
    }

    /// A manifest with the runtime that the bundle needs.
    private func needingRuntime(_ manifest: PropertyListValue) -> PropertyListValue {
        guard let runtime, case .dictionary(var entries) = manifest else { return manifest }
        entries[RuntimeIdentifier.manifestKey] = .string(runtime.rawValue)
        return .dictionary(entries)
    }

    /// Copies the contents of a target's `Resources` folder into the bundle itself, where `Bundle` looks for them.
    private func copyResources(
        of target: String, to bundle: URL, except taken: Set<String>
    ) throws(BundlingError) {
        let folder = URL(filePath: target).appending(path: "Resources")
        guard files.fileExists(atPath: folder.path) else { return }
        var names: [String] = []
        try attempting("read the folder", folder) { names = try files.contentsOfDirectory(atPath: folder.path) }
        for name in names.sorted() {
            guard !taken.contains(name) else { throw .reservedResource(name: name, folder: folder.path) }
            try copy(folder.appending(path: name), to: bundle.appending(path: name))
        }
    }

    private func copy(_ source: URL, to target: URL) throws(BundlingError) {
        try attempting("copy", source) { try files.copyItem(at: source, to: target) }
    }

    private func attempting(_ doing: String, _ url: URL, _ body: () throws -> Void) throws(BundlingError) {
        do {
            try body()
        } catch {
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error
            throw .file(doing: doing, path: url.path, reason: cause.localizedDescription)
        }
    }
}
