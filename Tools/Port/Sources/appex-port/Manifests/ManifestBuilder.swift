import AppexModel
import XcodeProjects

/// Makes the Info.plist of a target: the project's file and generated keys, with the build settings expanded.
struct ManifestBuilder {
    /// The target with its settings.
    let context: TargetContext
    /// The project.
    let project: XcodeProject
    /// What was found.
    private(set) var notes: [ProjectNote] = []
    /// The path of the project's Info.plist; that of the project if it is generated.
    private(set) var file: String

    private var settings: BuildSettings { context.settings }

    /// Creates a builder.
    init(_ context: TargetContext, in project: XcodeProject) {
        self.context = context
        self.project = project
        file = project.file
    }

    /// The entries of the property list.
    mutating func entries() -> [String: PropertyListValue] {
        var entries = written()
        if settings.isSet("GENERATE_INFOPLIST_FILE") || entries.isEmpty {
            entries.merge(generated()) { written, _ in written }
        }
        var expansion = SettingExpansion(settings: settings, file: file)
        let expanded = expansion.expand(.dictionary(entries)).dictionary ?? [:]
        notes += expansion.notes
        return completed(expanded)
    }

    /// The entries of the project's file; empty if it has no such file.
    private mutating func written() -> [String: PropertyListValue] {
        guard let name = settings["INFOPLIST_FILE"] else {
            if !settings.isSet("GENERATE_INFOPLIST_FILE") {
                notes.append(
                    ProjectNote(
                        .warning, file: project.file, line: context.target.line,
                        "The target \(context.target.name) has no Info.plist: INFOPLIST_FILE is not set."))
            }
            return [:]
        }
        let path = ProjectFolder.joining(project.sourceRoot, name)
        do throws(ProjectError) {
            let bytes = try project.folder.bytes(of: path, limit: PropertyListLimits.fileBytes)
            file = path
            do throws(ManifestError) {
                let (value, remarks) = try PropertyListValue.parse(bytes, file: path)
                notes += remarks.map { ProjectNote(.warning, file: path, $0) }
                if let entries = value.dictionary { return entries }
                notes.append(ProjectNote(.error, file: path, "The Info.plist is \(value.kindName), not a dictionary."))
            } catch {
                notes.append(ProjectNote(.error, file: path, "The Info.plist cannot be read: \(error)"))
            }
        } catch {
            notes.append(
                ProjectNote(
                    .error, file: path,
                    "The Info.plist of the target \(context.target.name) cannot be read. \(error.message)"))
        }
        return [:]
    }

    /// What Xcode generates with `GENERATE_INFOPLIST_FILE`.
    ///
    /// Source: https://developer.apple.com/documentation/xcode/build-settings-reference
    private func generated() -> [String: PropertyListValue] {
        var entries: [String: PropertyListValue] = [
            "CFBundleDevelopmentRegion": .string("$(DEVELOPMENT_LANGUAGE)"),
            "CFBundleIdentifier": .string("$(PRODUCT_BUNDLE_IDENTIFIER)"),
            "CFBundleName": .string("$(PRODUCT_NAME)"),
            "CFBundleShortVersionString": .string("$(MARKETING_VERSION)"),
            "CFBundleVersion": .string("$(CURRENT_PROJECT_VERSION)"),
        ]
        let prefix = "INFOPLIST_KEY_"
        for name in settings.names.sorted() where name.hasPrefix(prefix) {
            guard let value = settings[name] else { continue }
            let key = String(name.dropFirst(prefix.count))
            guard let (plistKey, entry) = Self.entry(key, value) else { continue }
            entries[plistKey] = entry
        }
        return entries
    }

    private static func entry(_ key: String, _ value: String) -> (String, PropertyListValue)? {
        switch key {
        case "UILaunchScreen_Generation", "UIApplicationSceneManifest_Generation":
            guard value == "YES" else { return nil }
            return (String(key.dropLast("_Generation".count)), .dictionary([:]))
        case "UISupportedInterfaceOrientations_iPhone", "UISupportedInterfaceOrientations_iPad",
            "UISupportedInterfaceOrientations":
            let orientations = value.split(separator: " ").map { PropertyListValue.string(String($0)) }
            let plistKey =
                key.hasSuffix("_iPad") ? "UISupportedInterfaceOrientations~ipad" : "UISupportedInterfaceOrientations"
            return (plistKey, .array(orientations))
        default:
            if value == "YES" || value == "NO" { return (key, .boolean(value == "YES")) }
            return (key, .string(value))
        }
    }

    /// The entries with an identifier and versions, which a bundle needs.
    private mutating func completed(_ entries: [String: PropertyListValue]) -> [String: PropertyListValue] {
        var entries = entries
        // The bundler writes the name of the program that it links.
        entries["CFBundleExecutable"] = nil
        entries["CFBundlePackageType"] = .string(context.target.product == .appExtension ? "XPC!" : "APPL")
        if entries["CFBundleShortVersionString"]?.string?.isEmpty != false {
            entries["CFBundleShortVersionString"] = .string(settings["MARKETING_VERSION"] ?? "1.0")
        }
        if entries["CFBundleVersion"]?.string?.isEmpty != false {
            entries["CFBundleVersion"] = .string(settings["CURRENT_PROJECT_VERSION"] ?? "1")
        }
        let candidates = [entries["CFBundleIdentifier"]?.string, settings["PRODUCT_BUNDLE_IDENTIFIER"]]
        let identifier = candidates.compactMap { $0 }.first { BundleIdentifier(rawValue: $0) != nil }
        if identifier == nil, let wrong = candidates.compactMap({ $0 }).first {
            notes.append(
                ProjectNote(
                    .warning, file: file,
                    "\"\(wrong.prefix(80))\" is not the identifier of a bundle, and is replaced. Give one by --setting "
                        + "PRODUCT_BUNDLE_IDENTIFIER=VALUE."))
        }
        entries["CFBundleIdentifier"] = identifier.map { .string($0) }
        return entries
    }
}
