import AppexModel
import SourceRewriting
import XcodeProjects

/// An app or an extension that becomes a target of the package.
struct PlannedProgram {
    /// The target of the project; nil for an app that the project does not have.
    var context: TargetContext?
    /// The name of the target in the package.
    var name: String
    /// What the target becomes.
    var kind: PackageTarget.Kind
    /// The sources; an empty list for a small app in place of the project's.
    var sources: SourceSet
    /// The entries of the Info.plist.
    var manifest: [String: PropertyListValue]

    /// Whether the program is an extension that has sources, but none in Swift.
    var isForeign: Bool {
        guard kind == .appExtension, !sources.others.isEmpty, let context else { return false }
        return !context.target.sources.contains { FileKind($0.path) == .swift }
    }
}

extension ProjectPort {
    /// The number of lines up to which an app is ported with its sources although it was not named.
    private static let smallApp = 200

    /// The programs of the package: each app before the extensions that it contains.
    mutating func plannedPrograms() -> [PlannedProgram] {
        var plans: [PlannedProgram] = []
        var appPlans: [String: Int] = [:]
        for app in choice.namedApps where appPlans[app.target.identifier] == nil {
            appPlans[app.target.identifier] = plans.count
            plans.append(plannedApp(app))
        }
        for context in choice.extensions {
            let app = containingApp(of: context)
            let key = app?.target.identifier ?? ""
            if appPlans[key] == nil {
                appPlans[key] = plans.count
                plans.append(app.map { plannedApp($0) } ?? missingApp(of: context))
            }
            let identifier = appPlans[key].flatMap { plans[$0].manifest["CFBundleIdentifier"]?.string } ?? ""
            plans.append(plannedExtension(context, appIdentifier: identifier))
        }
        return plans
    }

    /// The app that embeds an extension, or depends on it, or whose identifier begins the extension's.
    private func containingApp(of context: TargetContext) -> TargetContext? {
        let apps = contexts.filter { $0.target.product == .app }
        let identifier = context.target.identifier
        let own = context.settings["PRODUCT_BUNDLE_IDENTIFIER"] ?? ""
        func fits(_ app: TargetContext) -> Bool {
            app.settings["PRODUCT_BUNDLE_IDENTIFIER"].map { own.hasPrefix($0 + ".") } ?? false
        }
        // Of several apps, such as one for each edition, the extension's identifier says to which it belongs.
        for candidates in [
            apps.filter { $0.target.embedded.contains(identifier) },
            apps.filter { $0.target.dependencies.contains(identifier) },
        ] {
            if let app = candidates.first(where: fits) ?? candidates.first { return app }
        }
        return apps.first(where: fits)
    }

    private mutating func plannedApp(_ context: TargetContext) -> PlannedProgram {
        var builder = ManifestBuilder(context, in: project)
        var entries = builder.entries()
        notes += context.settings.notes + builder.notes
        if entries["CFBundleIdentifier"] == nil {
            let name = context.settings.expanding("$(PRODUCT_NAME:rfc1034identifier)").text
            entries["CFBundleIdentifier"] = .string("org.example.\(name.isEmpty ? "App" : name)")
        }
        let isNamed = choice.namedApps.contains { $0.target.identifier == context.target.identifier }
        var sources = SourceSet(
            isNamed || context.target.sources.count <= 10 ? context.target.sources : [], in: project.folder,
            target: context.target.name)
        let usesStoryboard = entries["UIMainStoryboardFile"] != nil
        let isSmall =
            !usesStoryboard && !sources.files.isEmpty && sources.lineCount <= Self.smallApp && sources.notes.isEmpty
            && sources.files.contains { $0.text.contains("@main") || $0.text.contains("@UIApplicationMain") }
            && Set(sources.imports.keys).isSubset(of: ["UIKit", "Foundation"])
        let isPorted = isNamed || isSmall
        if isPorted {
            notes += context.target.notes + sources.notes
            if usesStoryboard {
                notes.append(
                    ProjectNote(
                        .warning, file: builder.file,
                        "UIMainStoryboardFile has no effect: create the window of the app in its delegate."))
            }
        } else {
            notes.append(
                ProjectNote(
                    .note, file: project.file, line: context.target.line,
                    "The app \(context.target.name) is not ported: a small app with its identifier contains the extensions. "
                        + "Name the app by --target to port it."))
            sources = SourceSet([], in: project.folder, target: context.target.name)
        }
        return PlannedProgram(
            context: context, name: takeName(for: context, suffix: "App"), kind: isPorted ? .app : .placeholder,
            sources: sources, manifest: isPorted ? entries : PlaceholderApp.entries(entries))
    }

    /// A small app for an extension that no app of the project contains.
    private mutating func missingApp(of context: TargetContext) -> PlannedProgram {
        let own = context.settings["PRODUCT_BUNDLE_IDENTIFIER"] ?? ""
        let parent = own.lastIndex(of: ".").map { String(own[..<$0]) } ?? ""
        let identifier = BundleIdentifier(rawValue: parent) == nil ? "org.example.App" : parent
        notes.append(
            ProjectNote(
                .warning, file: project.file, line: context.target.line,
                "No app of the project contains the extension \(context.target.name), so a small app \(identifier) does."
            ))
        let entries: [String: PropertyListValue] = [
            "CFBundleIdentifier": .string(identifier), "CFBundleName": .string(project.name),
            "CFBundlePackageType": .string("APPL"), "CFBundleShortVersionString": .string("1.0"),
            "CFBundleVersion": .string("1"),
        ]
        return PlannedProgram(
            context: nil, name: names.take("ContainingApp", suffix: ""), kind: .placeholder,
            sources: SourceSet([], in: project.folder, target: ""), manifest: PlaceholderApp.entries(entries))
    }

    private mutating func plannedExtension(_ context: TargetContext, appIdentifier: String) -> PlannedProgram {
        var builder = ManifestBuilder(context, in: project)
        var entries = builder.entries()
        var sources = SourceSet(context.target.sources, in: project.folder, target: context.target.name)
        notes += context.settings.notes + context.target.notes + builder.notes + sources.notes
        if sources.files.isEmpty {
            notes.append(
                ProjectNote(
                    .error, file: project.file, line: context.target.line,
                    "The extension \(context.target.name) has no Swift sources, so nothing takes its requests."
                        + (sources.others.isEmpty ? "" : " It is left out.")))
        }
        let written = entries["CFBundleIdentifier"]?.string
        if written?.hasPrefix(appIdentifier + ".") != true {
            let label = context.settings.expanding("$(TARGET_NAME:rfc1034identifier)").text
            let identifier = appIdentifier + "." + (label.isEmpty ? "Extension" : label)
            notes.append(
                ProjectNote(
                    .warning, file: builder.file,
                    (written.map { "The identifier \($0) does not begin with the app's, \(appIdentifier)" }
                        ?? "The extension has no identifier") + "; \(identifier) is used."))
            entries["CFBundleIdentifier"] = .string(identifier)
        }
        let principal = PrincipalClassName(
            in: entries, module: context.moduleName, classes: sources.classes, file: builder.file)
        notes += principal.notes
        if let header = context.settings["SWIFT_OBJC_BRIDGING_HEADER"], !header.isEmpty,
            !sources.addHeader(
                ProjectFolder.joining(project.sourceRoot, header), in: project.folder, of: context.moduleName)
        {
            notes.append(
                ProjectNote(
                    .warning, file: project.file, line: context.target.line,
                    "Of the bridging header of \(context.target.name) only the imports of modules are kept: only Swift sources "
                        + "are compiled on Linux."
                ))
        }
        return PlannedProgram(
            context: context, name: takeName(for: context, suffix: "Extension"), kind: .appExtension, sources: sources,
            manifest: principal.entries)
    }

    private mutating func takeName(for context: TargetContext, suffix: String) -> String {
        let module = context.moduleName
        let wanted = ModuleNames.program(module)
        let name = names.take(wanted, suffix: suffix)
        if name != module {
            let reason =
                name == wanted
                ? "the linker accepts only letters of ASCII" : "another module of the package has its name"
            notes.append(
                ProjectNote(
                    .note, file: project.file, line: context.target.line,
                    "The module \(module) is named \(name), because \(reason)."))
        }
        return name
    }
}

// MARK: - Writing

extension ProjectPort {
    /// Adds a program to the package.
    mutating func add(_ plan: PlannedProgram) {
        var target = PackageTarget(name: plan.name, kind: plan.kind)
        var manifest = plan.manifest
        if plan.kind == .placeholder {
            target.files["AppDelegate.swift"] = .text(PlaceholderApp.source)
            target.sourceCount = 1
            target.dependencies.insert(.framework("UIKit"))
        } else {
            addSources(plan.sources, to: &target, context: plan.context, registered: registeredModules)
            target.dependencies.insert(.library("OpenFoundation"))
            if plan.kind == .appExtension {
                target.dependencies.insert(.library("OpenExtensionFoundation"))
                if manifest["NSExtension"]?.dictionary?["NSExtensionMainStoryboard"] != nil {
                    target.dependencies.insert(.framework("UIKit"))
                }
            } else {
                target.dependencies.insert(.framework("UIKit"))
            }
        }
        if let context = plan.context {
            let resources = ResourceSet(context, in: project.folder, onlyIcon: plan.kind == .placeholder)
            notes += resources.notes
            for (path, file) in resources.files { target.files["Resources/\(path)"] = file }
            if plan.kind == .appExtension { addLibraryResources(of: target, to: &target) }
            if resources.hasIcon {
                manifest["CFBundleIcons"] = .dictionary([
                    "CFBundlePrimaryIcon": .dictionary([
                        "CFBundleIconFiles": .array([.string(ResourceSet.iconName)])
                    ])
                ])
            }
            if let storyboard = manifest["NSExtension"]?.dictionary?["NSExtensionMainStoryboard"]?.string,
                !target.files.keys.contains(where: { $0.hasSuffix("/\(storyboard).storyboard") })
            {
                notes.append(
                    ProjectNote(
                        .warning, file: project.file, line: context.target.line,
                        "NSExtensionMainStoryboard is \"\(storyboard.prefix(120))\", and the target \(context.target.name) has no "
                            + "such storyboard."))
            }
            let entitlements = EntitlementsBuilder(context, in: project)
            notes += entitlements.notes
            if let user = networkUser(plan, target),
                entitlements.entitlements?.dictionary?[EntitlementsBuilder.networkKey] == nil
            {
                notes.append(
                    ProjectNote(
                        .note, file: project.file, line: context.target.line,
                        "\(user) uses URLSession. An extension may use the network here only if its entitlements have "
                            + "\(EntitlementsBuilder.networkKey); add the key if it needs it."))
            }
            if let list = entitlements.entitlements {
                target.files["\(plan.name).entitlements"] = .bytes(list.xmlBytes())
            }
        }
        target.files["Info.plist"] = .bytes(PropertyListValue.dictionary(manifest).xmlBytes())
        targets.append(target)
    }

    /// What of a program uses the network: the program itself, or a library that it uses, with the name of the program; nil if
    /// nothing does.
    private func networkUser(_ plan: PlannedProgram, _ target: PackageTarget) -> String? {
        if plan.sources.usesNetwork { return plan.name }
        var open = [target]
        var seen: Set<String> = []
        while let next = open.popLast() {
            for case .target(let name) in next.dependencies.sorted() where seen.insert(name).inserted {
                if libraries[name]?.sources?.usesNetwork == true { return "\(name), a library of \(plan.name)," }
                if let library = targets.first(where: { $0.name == name }) { open.append(library) }
            }
        }
        return nil
    }

    /// Rewrites sources and adds them to a target, with the products that they import.
    ///
    /// - Parameter registered: the libraries whose members the target registers.
    mutating func addSources(
        _ sources: SourceSet, to target: inout PackageTarget, context: TargetContext?, registered: [String]
    ) {
        var rewriter = SourceRewriter(
            module: target.name, knownModules: kit.importable.union(libraries.keys),
            addsSourceLocations: options.addsSourceLocations)
        rewriter.registeredModules = registered
        rewriter.isLibrary = target.kind == .library
        let module = cache?.module(rewriter, sources.files) ?? rewriter.rewrite(sources.files)
        var imports: Set<String> = []
        for (file, original) in zip(module.files, sources.files) {
            var text = file.text
            var entryPointLine: Int?
            if target.kind == .appExtension, let line = EntryPointAttribute.remove(from: &text) {
                entryPointLine = line - (file.text.hasPrefix("#sourceLocation") ? 1 : 0)
                notes.append(
                    ProjectNote(
                        .note, file: original.path, line: entryPointLine,
                        "The attribute of the app's entry point was removed: the program of the extension begins with its "
                            + "principal class."))
            }
            // The compiler warns if a file and the one that #sourceLocation names have the same name.
            let name = options.addsSourceLocations ? "\(file.name.dropLast(6))+Ported.swift" : file.name
            target.files[name] = .text(text)
            target.sourceCount += 1
            if text != original.text { target.changedCount += 1 }
            imports.formUnion(ImportScanner.modules(in: file.text).keys)
            for name in file.removedModules { target.removedModules[name, default: 0] += 1 }
            for change in file.changes
            where change.line != entryPointLine || !EntryPointAttribute.isReplacement(change.message) {
                notes.append(
                    ProjectNote(
                        ProjectNote.Severity(rawValue: change.severity.rawValue) ?? .note, file: original.path,
                        line: change.line, change.message))
            }
            addRemaining(original, classes: sources.classes.classes)
        }
        if let members = module.members {
            target.files["ObjectiveCMembers.swift"] = .text(members)
            imports.formUnion(ImportScanner.modules(in: members).keys)
        }
        for name in imports {
            if let library = libraries[name], name != target.name {
                target.dependencies.insert(library.dependency)
            } else if name == LinuxModules.combine {
                target.dependencies.insert(.product(name, package: openCombine.name))
            } else if let product = kit.product(of: name) {
                target.dependencies.insert(product)
            }
        }
        guard let context else { return }
        target.conditions = context.compilationConditions
        target.isSwift6 = context.isSwift6
        target.isolatesToMainActor = context.settings["SWIFT_DEFAULT_ACTOR_ISOLATION"] == "MainActor"
    }

    /// The package with the module that takes the place of Combine: that of the project, if it has one.
    var openCombine: RemotePackage {
        project.remotePackages.first { $0.name == RemotePackage.openCombine.name && $0.canBeReferred } ?? .openCombine
    }

    /// Reports the names of Apple's frameworks in a source that are missing here.
    private mutating func addRemaining(_ source: SourceFile, classes: Set<String>) {
        if let (name, line) = RemainingNames.uses(in: source.text, of: OldSwift.names, except: []).first {
            notes.append(
                ProjectNote(
                    .warning, file: source.path, line: line,
                    "\(name) is a name of Swift 2, which compilers no longer accept. Convert the project with an Xcode that "
                        + "still can, or write the file anew."))
        }
        for (name, line) in RemainingNames.uses(in: source.text, of: kit.remaining, except: classes) {
            guard let page = kit.remaining[name] else { continue }
            notes.append(
                ProjectNote(.warning, file: source.path, line: line, "\(name) is not available yet; see \(page)."))
        }
    }
}
