import Foundation

/// Where the program of an extension begins: in a source of its target, or in what the plug-in generates for it.
///
/// Without either, the compiler takes a single source for a script, whose program ends before it has done anything.
enum WrittenEntryPoint {
    /// The build-tool plug-in that generates an entry point.
    static let plugin = "ExtensionEntryPoint"

    /// Whether a target has a `main.swift`, or a source with the attribute `@main` or a call of a function of `ExtensionMain`.
    ///
    /// - Parameter folder: the target's folder. A source that cannot be read does not count.
    static func isWritten(in folder: URL) -> Bool {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift", file.lastPathComponent != GeneratedSource.name else { continue }
            if file.lastPathComponent == "main.swift" { return true }
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            if isWritten(inSource: text) { return true }
        }
        return false
    }

    /// Whether a source has the attribute `@main` or a call of a function of `ExtensionMain`, neither in a comment nor in a string.
    static func isWritten(inSource source: String) -> Bool {
        // Most sources have neither word anywhere.
        guard source.contains("@main") || source.contains("ExtensionMain") else { return false }
        var scanner = SwiftScanner(source)
        var previous: SwiftScanner.Token?
        while let token = scanner.next() {
            switch (previous, token) {
            case (.symbol("@"), .word("main")), (.word("ExtensionMain"), .symbol(".")): return true
            default: previous = token
            }
        }
        return false
    }
}

/// The part of the output of `swift package dump-package` that says which targets use which plug-ins, and whether there are
/// dependencies.
struct PluginUsages: Decodable, Equatable {
    private struct Target: Decodable, Equatable {
        let name: String
        /// Each is an object whose only value is the plug-in's name and its package's.
        let pluginUsages: [[String: [String?]]]?
    }

    /// A package that this one depends on, whose address is of no interest here.
    private struct Dependency: Decodable, Equatable {}

    private let targets: [Target]
    private let dependencies: [Dependency]?

    /// Whether the package depends on others.
    var hasDependencies: Bool { dependencies?.isEmpty == false }

    /// Parses the JSON text.
    static func reading(_ json: Data, package: String) throws(BundlingError) -> PluginUsages {
        do {
            return try JSONDecoder().decode(PluginUsages.self, from: json)
        } catch {
            throw .notDescribed(package: package, reason: "\(error)")
        }
    }

    /// The names of the targets that use a plug-in.
    func targets(of plugin: String) -> Set<String> {
        Set(
            targets.filter { $0.pluginUsages?.contains { $0.values.contains { $0.first == plugin } } == true }
                .map(\.name))
    }
}
