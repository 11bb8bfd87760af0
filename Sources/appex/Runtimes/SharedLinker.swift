import AppexModel
import AppexRuntimes
import Foundation
import SystemPackage

/// Links the programs and frameworks of apps against a runtime.
struct SharedLinker {
    /// The runtime's folder.
    let runtime: FilePath
    /// The modules that the runtime contains.
    let modules: Set<String>
    /// The folder in which `swift build` has left the objects.
    let products: FilePath

    /// The folder that receives the programs and, in folders called as their bundles, the libraries of the frameworks.
    var output: FilePath { products.appending("linked") }

    init(_ runtime: AvailableRuntime, products: FilePath) {
        self.runtime = runtime.folder
        modules = Set(runtime.manifest.modules)
        self.products = products
    }

    /// Links everything that an app consists of.
    ///
    /// - Throws: ``BundlingError``.
    func link(_ app: BundlePlan.App) async throws(BundlingError) {
        var owned: [String: Set<String>] = [:]
        for framework in app.frameworks {
            let command = try LinkCommand(of: framework.name, in: products)
            let others = framework.uses.reduce(into: modules) { $0.formUnion(owned[$1] ?? []) }
            let own = command.modules.subtracting(others)
            for (name, theirs) in owned where !theirs.isDisjoint(with: own) {
                throw .sharedModule(theirs.intersection(own).sorted().first ?? "", name, framework.name)
            }
            owned[framework.name] = own
            let link = ObjectLink(
                name: framework.library, objects: command.objects(without: others), entryPoint: nil, runtime: runtime,
                frameworks: libraries(app.frameworks, named: framework.uses),
                runPaths: framework.uses.map { "$ORIGIN/../\($0).framework" }, options: command.options)
            let folder = output.appending(framework.bundle)
            try makeFolder(folder)
            try await update(folder.appending(framework.library), link)
        }
        try makeFolder(output)
        for bundle in [app.bundle] + app.extensions {
            let command = try LinkCommand(of: bundle.product, in: products)
            let others = bundle.frameworks.reduce(into: modules) { $0.formUnion(owned[$1] ?? []) }
            let folder = bundle.style == nil ? "$ORIGIN" : "$ORIGIN/../.."
            let link = ObjectLink(
                name: bundle.product, objects: command.objects(without: others),
                entryPoint: command.entryPoint(of: bundle.module), runtime: runtime,
                frameworks: libraries(app.frameworks, named: bundle.frameworks),
                runPaths: bundle.frameworks.map { "\(folder)/\(BundlePlan.Framework.folder)/\($0).framework" },
                options: command.options)
            try await update(output.appending(bundle.product), link)
        }
    }

    /// Links, unless the object was linked in the same way and is newer than all that it was linked from.
    private func update(_ object: FilePath, _ link: ObjectLink) async throws(BundlingError) {
        let record = URL(filePath: object.string + ".arguments")
        let arguments = (link.objects + link.arguments(list: "", output: object)).joined(separator: "\n")
        func date(_ file: String) -> Date? {
            try? FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
        }
        let inputs =
            link.objects + link.frameworks.map(\.string) + [runtime.appending(RuntimeFolder.manifest).string]
        if let made = date(object.string), (try? Data(contentsOf: record)) == Data(arguments.utf8),
            inputs.allSatisfy({ date($0).map { $0 < made } ?? false })
        {
            return
        }
        // Without a record, the next time links again.
        try? FileManager.default.removeItem(at: record)
        try await link.link(to: object)
        try? Data(arguments.utf8).write(to: record)
    }

    private func libraries(_ frameworks: [BundlePlan.Framework], named names: [String]) -> [FilePath] {
        frameworks.filter { names.contains($0.name) }.map { output.appending($0.bundle).appending($0.library) }
    }

    private func makeFolder(_ folder: FilePath) throws(BundlingError) {
        do {
            try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        } catch {
            throw .file(doing: "create the folder", path: folder.string, reason: error.localizedDescription)
        }
    }
}
