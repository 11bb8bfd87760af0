import AppexModel
import XcodeProjects

/// The principal class of an extension, as the generated entry point finds it: with the variable for the module.
struct PrincipalClassName {
    /// The entries of the Info.plist, in which the class is named.
    private(set) var entries: [String: PropertyListValue]
    /// What was changed or is missing.
    private(set) var notes: [ProjectNote] = []

    /// Replaces the name of the class in the entries of an Info.plist.
    ///
    /// - Parameter module: the name of the module on Apple's systems.
    /// - Parameter classes: the classes of the target's sources.
    /// - Parameter file: the path of the Info.plist, for notes.
    init(in entries: [String: PropertyListValue], module: String, classes: ClassScanner, file: String) {
        self.entries = entries
        guard var declaration = entries["NSExtension"]?.dictionary else {
            if entries["EXAppExtensionAttributes"]?.dictionary == nil {
                note(
                    .error, file,
                    "The Info.plist of the extension has no NSExtension, so the app cannot be bundled. Add the dictionary, or correct "
                        + "the file that contains it, and port again.")
            }
            return
        }
        let key = "NSExtensionPrincipalClass"
        guard let name = declaration[key]?.string else {
            if declaration["NSExtensionMainStoryboard"]?.string == nil {
                note(
                    .error, file,
                    "NSExtension names neither a principal class nor a storyboard. Add \(key) with the name of a class."
                )
            }
            return
        }
        if declaration["NSExtensionMainStoryboard"]?.string != nil {
            note(
                .error, file,
                "NSExtension has \(key) and NSExtensionMainStoryboard, which Apple's systems do not accept. Remove one of them."
            )
        }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let last = parts.last, parts.count <= 2 else { return }
        let className = classes.classesByObjectiveCName[name] ?? classes.classesByObjectiveCName[last] ?? last
        if !classes.classes.contains(className) {
            note(
                .warning, file,
                "\(key) is \"\(name.prefix(120))\", and no source of the target declares a class of that name.")
        } else if className != last {
            note(.note, file, "\(key) is \"\(name)\", which is \(className) with its attribute @objc(\(last)).")
        } else if parts.count == 1, classes.classesByObjectiveCName[name] == nil {
            note(
                .warning, file,
                "\(key) is \"\(name)\" without a module, which Apple's systems find only with @objc(\(name)); the class of this "
                    + "module is used.")
        } else if parts.count == 2, parts[0] != module {
            note(
                .warning, file,
                "\(key) names the module \(parts[0]), but the target's module is \(module); the class of this module is used."
            )
        }
        declaration[key] = .string("$(PRODUCT_MODULE_NAME).\(className)")
        self.entries["NSExtension"] = .dictionary(declaration)
    }

    private mutating func note(_ severity: ProjectNote.Severity, _ file: String, _ message: String) {
        notes.append(ProjectNote(severity, file: file, message))
    }
}
