import Foundation
import PackagePlugin

/// Generates the entry point of an app extension: a `@main` that uses the principal class in its Info.plist; or of an app:
/// the method `main()` of the delegate with `@main`.
@main struct ExtensionEntryPoint: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else {
            throw Misuse(target: target.name, what: "has no Swift sources", remedy: "remove the plug-in from it")
        }
        if module.sourceFiles.contains(where: { $0.url.lastPathComponent == "main.swift" }) {
            throw Misuse(
                target: target.name, what: "has a main.swift, which is an entry point already",
                remedy: "rename the file, or remove the plug-in from the target")
        }
        let manifest = target.directoryURL.appending(path: "Info.plist")
        guard FileManager.default.fileExists(atPath: manifest.path) else {
            throw Misuse(
                target: target.name, what: "has no Info.plist in its folder",
                remedy: "add \(manifest.path), or remove the plug-in from the target")
        }
        let hasView = target.recursiveTargetDependencies.contains { $0.name == "OpenUIKit" }
        // The sources are searched for the delegate of an app, and for classes with an Objective-C name.
        let sources = module.sourceFiles(withSuffix: "swift").map(\.url)
        let output = context.pluginWorkDirectoryURL.appending(path: "GeneratedEntryPoint.swift")
        return [
            .buildCommand(
                displayName: "Generating the entry point of \(target.name)",
                executable: try context.tool(named: "appex-entry-point").url,
                arguments: [manifest.path, module.moduleName, output.path] + (hasView ? ["--view"] : [])
                    + sources.map(\.path),
                inputFiles: [manifest] + sources,
                outputFiles: [output])
        ]
    }

    /// Reports that a target cannot use the plug-in.
    private struct Misuse: Error, CustomStringConvertible {
        let target: String
        let what: String
        let remedy: String

        var description: String { "The target \(target) uses the plug-in ExtensionEntryPoint but \(what); \(remedy)." }
    }
}
