import AppexModel

/// The reason for which a package could not be built into an app.
enum BundlingError: Error, Equatable {
    /// `swift` could not be started.
    case noToolchain(reason: String)
    /// `swift` failed; `output` is the end of its messages, unless they were shown already.
    case toolFailed(command: String, status: String, output: String)
    /// The output of `swift package describe` could not be parsed.
    case notDescribed(package: String, reason: String)
    /// A manifest cannot be parsed or is not valid for an installed app.
    case manifest(ManifestError)
    /// A key of an Info.plist is misspelt, so that its target is no extension.
    case misspeltKey(file: String, sentence: String)
    /// No target of the package is an app.
    case noApp(package: String, extensions: [String])
    /// No app of the package has an identifier that is a prefix of the extension's.
    case orphan(target: String, identifier: String, apps: [String])
    /// An executable target has no executable product.
    case noProduct(target: String)
    /// Nothing begins the program of an extension.
    case noEntryPoint(target: String, package: String)
    /// No source of an extension declares its principal class; `found` asks whether a similar one is meant.
    case noPrincipalClass(target: String, name: String, manifest: String, found: String)
    /// A resource has the name of another part of the bundle.
    case reservedResource(name: String, folder: String)
    /// The app's location holds something that this command did not make.
    case foreignOutput(path: String)
    /// The package does not depend on OpenExtensionKit.
    case noKit(package: String)
    /// A runtime or its sources cannot be used.
    case runtime(String)
    /// Nothing defines these symbols, and `more` others, that a program uses.
    case undefinedSymbols(program: String, symbols: [String], more: Int, runtime: String)
    /// The environment names no usable device. The text is a whole sentence.
    case device(String)
    /// There is no runtime to link against.
    case noRuntime(reason: String, package: String)
    /// No SDK can be read by the compiler, which names itself with a line. `others` are the lines of compilers with an SDK.
    case noSDK(compiler: String, others: [String], package: String)
    /// The Info.plist of an extension that is built with the SDK names no principal class, and no source begins its program.
    case noMain(target: String)
    /// None of the sources of an app that is built with the SDK begins its program.
    case noAppMain(target: String)
    /// A package that is built with the SDK cannot be linked statically.
    case staticNeedsSources(package: String)
    /// The package contains another one that the SDK contains too.
    case doubledPackage(name: String, package: String)
    /// The generated source of a program cannot be made. The text names the manifest and the key.
    case generatedSource(String)
    /// Two dynamic libraries depend on each other.
    case frameworkCycle(String, String)
    /// A module would be in two frameworks that do not depend on each other.
    case sharedModule(String, String, String)
    /// A storyboard or xib file cannot be compiled. The text consists of whole sentences.
    case interface(String)
    /// A file could not be read, copied or written.
    case file(doing: String, path: String, reason: String)
    /// A file with build settings cannot be used.
    case settings(BuildSettingsError)
    /// An Xcode project could not be ported.
    case port(reason: String)
    /// More than one reason, none of which is itself this case.
    case several([BundlingError])

    /// The maximum number of reasons in a message.
    private static let listed = 50

    /// The single reasons.
    var parts: [BundlingError] {
        if case .several(let parts) = self { parts } else { [self] }
    }

    /// One error for some reasons; nil if there are no reasons.
    init?(_ reasons: [BundlingError]) {
        let parts = reasons.flatMap(\.parts)
        guard let first = parts.first else { return nil }
        self = parts.count == 1 ? first : .several(parts)
    }
}

extension BundlingError: CustomStringConvertible {
    var description: String {
        switch self {
        case .noToolchain(let reason):
            "Could not start `swift` (\(reason)). Install a Swift toolchain and put it in PATH."
        case .toolFailed(let command, let status, let output):
            if let package = ToolMessages(output).missingPackage {
                "The package \(package.address) cannot be fetched: \(package.reason). Check the address and the network, or remove "
                    + "the package from the dependencies in Package.swift, and write what is used of it."
            } else {
                "`\(command)` failed (\(status))."
                    + (output.isEmpty ? " Its messages are above." : " Its messages: \(ToolMessages(output).summary)")
            }
        case .misspeltKey(let file, let sentence): "\(file): \(sentence)"
        case .notDescribed(let package, let reason):
            "Could not parse the output of `swift package describe` for \(package): \(reason). "
                + "A newer toolchain may use a different format."
        case .manifest(let error):
            "\(error)."
        case .noApp(let package, let extensions):
            "The package \(package) has no containing app"
                + (extensions.isEmpty ? "" : " for its extensions \(extensions.joined(separator: ", "))")
                + ". Add an executable target with an Info.plist in its folder whose CFBundlePackageType is APPL."
        case .orphan(let target, let identifier, let apps):
            "The extension \(target) (\(identifier)) belongs to no app of the package. Start its CFBundleIdentifier with "
                + apps.map { "\($0)." }.joined(separator: " or ")
        case .noProduct(let target):
            "The target \(target) has an Info.plist but no executable product. "
                + "Add .executable(name: \"\(target)\", targets: [\"\(target)\"]) to the products of the package."
        case .noEntryPoint(let target, let package):
            "The extension \(target) would do nothing, because it has no entry point. Add "
                + "plugins: [.plugin(name: \"\(WrittenEntryPoint.plugin)\", package: \"OpenExtensionKit\")] to its target in "
                + "\(package)/Package.swift."
        case .noPrincipalClass(let target, let name, let manifest, let found):
            "The sources of \(target) do not declare the class \(name), which is the principal class in \(manifest).\(found)"
        case .reservedResource(let name, let folder):
            "The resource \(name) in \(folder) has the name of another part of the bundle. Rename it."
        case .foreignOutput(let path):
            "\(path) exists and was not made by this command. Choose another --output, or replace it with --force."
        case .noKit(let package):
            "The package \(package) does not depend on OpenExtensionKit. Add it to the dependencies in its Package.swift."
        case .runtime(let description):
            description
        case .undefinedSymbols(let program, let symbols, let more, let runtime):
            "Could not link \(program) against the runtime \(runtime), in which nothing defines "
                + symbols.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
                + ". Build the runtime again in the same configuration with `appex runtime build`, or use --static if the "
                + "package depends on the sources of OpenExtensionKit."
        case .device(let description):
            description
        case .noRuntime(let reason, let package):
            "Each program contains the Swift runtime and OpenExtensionKit, because \(reason). To make it small, build a runtime "
                + "with `appex runtime build --kit \(package)` and install it with `appex runtime install`."
        case .noSDK(let compiler, let others, let package):
            "There is no SDK for the compiler in PATH (\(compiler)), with which \(package) could be built; make one with "
                + "`appex runtime build`, or use \(others.isEmpty ? "`make install`" : others.joined(separator: " or "))."
        case .noMain(let target):
            "The extension \(target) would do nothing, because its Info.plist names no principal class, and none of its sources has "
                + "an @main. Add one of the two."
        case .noAppMain(let target):
            "The app \(target) would not start, because none of its sources has an @main or is called main.swift. Add one of the two."
        case .staticNeedsSources(let package):
            "The package \(package) cannot be bundled with --static, because it does not depend on the sources of OpenExtensionKit; "
                + "leave out the option, or make the package with the sources, as `appex new` and `appex port` do with --kit."
        case .doubledPackage(let name, let package):
            "The package \(package) contains \(name), as the SDK does, so the types of its modules would exist twice. Leave out the "
                + "dependency, because its modules can be imported without it, or add the sources of OpenExtensionKit to the "
                + "dependencies in Package.swift."
        case .generatedSource(let description):
            description
        case .frameworkCycle(let one, let other):
            "The dynamic libraries \(one) and \(other) depend on each other. Put their targets into one product."
        case .sharedModule(let module, let one, let other):
            "The module \(module) would be in both \(one) and \(other), which do not depend on each other. Make it a dynamic "
                + "library product of its own, or a target of one that the other depends on."
        case .interface(let description):
            description
        case .file(let doing, let path, let reason):
            "Could not \(doing) \(path): \(reason)."
        case .settings(let error):
            "\(error)"
        case .port(let reason):
            "Could not port the Xcode project: \(reason)."
        case .several(let errors):
            ("There are \(errors.count) problems:"
                + errors.prefix(Self.listed).map { "\n  \(Console.tame($0.description))" }.joined()
                + (errors.count > Self.listed ? "\n  and \(errors.count - Self.listed) more." : ""))
        }
    }
}
