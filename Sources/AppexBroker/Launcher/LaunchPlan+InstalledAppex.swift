import AppexModel
import AppexProtocol
import AppexRegistry
import AppexRuntimes
import AppexSandbox
import Glibc
import OpenUniformTypeIdentifiers
import SystemPackage

extension LaunchPlan {
    /// How an installed extension is started on this device.
    ///
    /// - Parameter limits: of the extension, which it is told of.
    /// - Parameter kept: those of them that the kernel keeps.
    /// - Parameter runtime: the folder of the shared runtime that it is linked to; nil if it has a program of its own.
    init(
        _ appex: InstalledAppex, _ configuration: BrokerConfiguration, _ limits: ExtensionLimits, kept: ResourceLimits,
        runtime: FilePath?
    ) {
        let types = configuration.layout.extensionTypeDeclarations
        // Without the list an extension starts all the same, and knows the system's types.
        let isPublished = types.withPlatformString { access($0, R_OK) } == 0
        var profile = SandboxProfile(
            bundle: appex.containingApp, executable: runtime?.appending(RuntimeFolder.program) ?? appex.executablePath,
            container: appex.containerPath,
            groups: appex.visibleGroups.map {
                SandboxProfile.SharedFolder(path: $0.containerPath, isWritable: appex.mayWriteGroups)
            }, extraReadOnly: runtime.map { [$0] } ?? SwiftRuntime.folders, data: isPublished ? [types] : [],
            limits: kept)
        profile.object = runtime == nil ? nil : appex.executablePath
        profile.network = appex.mayUseNetwork
        var environment = profile.environment(from: configuration.environment)
        environment[ControlInterface.limitsVariable] = limits.announcement
        for group in appex.visibleGroups {
            environment[ControlInterface.groupVariablePrefix + group.identifier.rawValue] = group.containerPath.string
        }
        if isPublished { environment[TypeGraph.environmentVariable] = types.string }
        if let runtime { environment[Self.libraryVariable] = runtime.string }
        self.init(
            profile: profile, arguments: [appex.executablePath.string], environment: environment,
            allowsWeakSandbox: configuration.acceptsWeakSandbox)
    }

    /// What the process of a shared runtime executes before it knows its extension.
    ///
    /// - Parameter runtime: the folder of the runtime.
    init(runtime: FilePath, _ configuration: BrokerConfiguration) {
        let program = runtime.appending(RuntimeFolder.program)
        // Foundation asks for the folders of the home when it is loaded, and finds those of the extension by a link.
        var profile = SandboxProfile(bundle: program, executable: program, container: Self.homeLink)
        profile.object = program
        var environment = profile.environment(from: configuration.environment)
        environment[Self.libraryVariable] = runtime.string
        self.init(
            profile: profile, arguments: [program.string], environment: environment,
            allowsWeakSandbox: configuration.acceptsWeakSandbox)
    }

    /// The link to an extension's home folder in its private root, `HOME_PLACE` of the launcher's protocol.
    private static let homeLink: FilePath = "/run/home"
    /// Where the dynamic linker looks for the libraries that an object names, before its run path, which is not the same on
    /// every device.
    private static let libraryVariable = "LD_LIBRARY_PATH"
}

extension InstalledAppex {
    /// The groups whose containers the process sees.
    fileprivate var visibleGroups: [InstalledGroup] {
        ExtensionPoint(extensionPoint).access.groups == .none ? [] : groups
    }

    fileprivate var mayWriteGroups: Bool { ExtensionPoint(extensionPoint).access.groups == .readWrite }

    /// The paths that the process may coordinate with others.
    var coordinationReach: CoordinationPeer.Reach {
        .groups(
            visibleGroups.compactMap { ItemPath($0.containerPath.string) }, areWritable: mayWriteGroups,
            identifier: bundleIdentifier.rawValue)
    }

    /// Whether the process may open connections: it asks for that, and its extension point allows it.
    var mayUseNetwork: Bool { network && ExtensionPoint(extensionPoint).access.allowsNetwork }

    /// The groups of which the process sees the containers, for people.
    var groupGrants: [String] {
        visibleGroups.map { mayWriteGroups ? $0.identifier.rawValue : "\($0.identifier) (read-only)" }
    }

    /// The folders that the process can fill.
    var writableFolders: [FilePath] {
        [containerPath] + (mayWriteGroups ? groups.map(\.containerPath) : [])
    }
}

extension ExtensionLimits {
    /// What an extension is told of its limits, in its environment.
    fileprivate var announcement: String {
        LimitKey.allCases.map { "\($0.rawValue)=\(self[$0])" }.joined(separator: " ")
    }
}
