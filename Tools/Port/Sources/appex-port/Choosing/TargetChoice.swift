import AppexModel
import XcodeProjects

/// Which targets of a project are ported: extensions, and the apps that contain them.
struct TargetChoice {
    /// The extension points whose frameworks exist here.
    static let points: Set<String> = [
        "com.apple.share-services", "com.apple.ui-services", "com.apple.services", "com.apple.widget-extension",
        "com.apple.photo-editing",
    ]

    /// The extensions in the order of the project.
    private(set) var extensions: [TargetContext] = []
    /// The apps that were named, which are ported with their sources.
    private(set) var namedApps: [TargetContext] = []
    /// What is not ported.
    private(set) var notes: [ProjectNote] = []

    /// Chooses the targets.
    ///
    /// - Parameter names: the names of targets; all extensions that can work if it is empty.
    /// - Throws: ``ProjectError`` for a name that no target has, and if nothing is left.
    init(_ names: [String], of contexts: [TargetContext], in project: XcodeProject) throws(ProjectError) {
        for name in names {
            guard let context = contexts.first(where: { $0.target.name == name }) else {
                throw ProjectError(
                    file: project.file,
                    "The project has no target \"\(name)\". Its targets are \(Self.list(contexts.map(\.target.name))).")
            }
            switch context.target.product {
            case .app: namedApps.append(context)
            case .appExtension: extensions.append(context)
            case .library:
                throw ProjectError(
                    file: project.file, line: context.target.line,
                    "The target \"\(name)\" is a library. Libraries are ported with the extensions that import them.")
            case .tests:
                throw ProjectError(
                    file: project.file, line: context.target.line,
                    "The target \"\(name)\" has tests, which are not ported.")
            case .other(let type):
                throw ProjectError(
                    file: project.file, line: context.target.line,
                    "The target \"\(name)\" (\(Self.kind(type))) cannot be ported; only apps and app extensions for iOS can."
                )
            }
        }
        if names.isEmpty { chooseAll(contexts, in: project) }
        guard !extensions.isEmpty || !namedApps.isEmpty else {
            let reasons = notes.prefix(3).map { " " + $0.message }.joined()
            throw ProjectError(
                file: project.file,
                "The project has no app extension that can be ported; its targets are "
                    + "\(Self.list(contexts.map(\.target.name))).\(reasons)")
        }
    }

    private mutating func chooseAll(_ contexts: [TargetContext], in project: XcodeProject) {
        for context in contexts {
            let target = context.target
            if case .other(let type) = target.product {
                note(project, target, "The target \(target.name) (\(Self.kind(type))) is not ported.")
            }
            guard target.product == .appExtension else { continue }
            guard context.isForDevices else {
                note(
                    project, target,
                    "The extension \(target.name) is not for iOS, and is not ported. Name it by --target to port it "
                        + "nevertheless.")
                continue
            }
            var builder = ManifestBuilder(context, in: project)
            let point = builder.entries()["NSExtension"]?.dictionary?["NSExtensionPointIdentifier"]?.string
            // An extension whose Info.plist cannot be read is ported, which reports the reason.
            if let point, !Self.points.contains(point) {
                note(
                    project, target,
                    "The extension \(target.name) is for \(point.prefix(80)), whose frameworks do not exist here, and is not "
                        + "ported. Name it by --target to port it nevertheless.")
            } else if point == nil, !builder.notes.contains(where: { $0.severity == .error }) {
                note(
                    project, target,
                    "The extension \(target.name) has no NSExtensionPointIdentifier, and is not ported. Name it by --target to "
                        + "port it nevertheless.")
            } else {
                extensions.append(context)
            }
        }
    }

    /// The kind of a product without the beginning that all of Xcode's have.
    private static func kind(_ type: String) -> String {
        type.hasPrefix("com.apple.product-type.") ? String(type.dropFirst(23)) : type
    }

    private mutating func note(_ project: XcodeProject, _ target: XcodeTarget, _ message: String) {
        notes.append(ProjectNote(.note, file: project.file, line: target.line, message))
    }

    private static func list(_ names: [String]) -> String {
        guard !names.isEmpty else { return "none" }
        return names.prefix(20).joined(separator: ", ") + (names.count > 20 ? " and \(names.count - 20) more" : "")
    }
}
