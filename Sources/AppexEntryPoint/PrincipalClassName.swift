import AppexManifest

/// The principal class that a manifest names.
struct PrincipalClassName {
    /// The name in the manifest, with the name of the module in place of the variable.
    let written: String
    /// The name of the class in the module.
    let type: String

    /// Reads the name, and looks for a class with this Objective-C name if it has no module.
    ///
    /// - Parameter sources: the sources of the module.
    /// - Throws: ``EntryPointError``; all problems of the name in one error.
    init(
        _ declaration: ExtensionDeclaration, in manifest: PropertyListValue, file: String, module: String,
        sources: [String]
    ) throws(EntryPointError) {
        let key = Self.key(of: declaration.style, in: manifest)
        let storyboardKey = declaration.style == .classic ? "\(declaration.style.key).NSExtensionMainStoryboard" : nil
        guard let name = declaration.principalClass else {
            throw .noPrincipalClass(file: file, key: key, storyboardKey: storyboardKey)
        }
        var problems: [EntryPointError] = []
        if let storyboardKey, declaration.mainStoryboard != nil {
            problems.append(.classAndStoryboard(file: file, key: key, storyboardKey: storyboardKey))
        }
        var found: (written: String, type: String)?
        do throws(EntryPointError) {
            found = try Self.find(name, key, file, module, sources)
        } catch {
            problems += error.all
        }
        guard problems.isEmpty, let found else {
            throw problems.count == 1 ? problems[0] : .several(problems)
        }
        (written, type) = found
    }

    private static func find(
        _ name: String, _ key: String, _ file: String, _ module: String, _ sources: [String]
    ) throws(EntryPointError) -> (written: String, type: String) {
        let expanded = try EntryPoint.expanding(name, key: key, file: file, module: module)
        let parts = expanded.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy(EntryPoint.isSwiftIdentifier) else {
            throw .notAName(
                file: file, key: key, found: ManifestError.printable(name, limit: ManifestError.foundBytes))
        }
        switch parts.count {
        case 1:
            let classes = ObjectiveCClassNames.find(in: sources)
            guard let type = classes[expanded] else {
                throw .noModule(file: file, key: key, found: expanded, others: Array(classes.keys.sorted().prefix(5)))
            }
            return (expanded, type)
        case 2: break
        default: throw .nestedClass(file: file, key: key, found: expanded)
        }
        guard parts[0] == module else { throw .otherModule(file: file, key: key, found: expanded, module: module) }
        return (expanded, String(parts[1]))
    }

    /// The keys from the root to the principal class, for errors.
    private static func key(of style: ExtensionStyle, in manifest: PropertyListValue) -> String {
        let keys: [String]
        switch style {
        case .classic: keys = ["NSExtensionPrincipalClass"]
        case .extensionKit: keys = ["EXPrincipalClass", "EXExtensionPrincipalClass"]
        }
        let entries = manifest.dictionary?[style.key]?.dictionary ?? [:]
        return "\(style.key).\(keys.first { entries[$0] != nil } ?? keys[0])"
    }
}
