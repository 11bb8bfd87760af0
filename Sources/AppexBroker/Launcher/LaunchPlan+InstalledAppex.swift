import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSandbox
import Glibc
import OpenUniformTypeIdentifiers
import SystemPackage

extension LaunchPlan {
    /// How an installed extension is started on this device.
    ///
    /// - Parameter limits: of the extension, which it is told of.
    /// - Parameter kept: those of them that the kernel keeps.
    init(
        _ appex: InstalledAppex, _ configuration: BrokerConfiguration, _ limits: ExtensionLimits, kept: ResourceLimits
    ) {
        let types = configuration.layout.extensionTypeDeclarations
        // Without the list an extension starts all the same, and knows the system's types.
        let isPublished = types.withPlatformString { access($0, R_OK) } == 0
        var profile = SandboxProfile(
            bundle: appex.containingApp, executable: appex.executablePath, container: appex.containerPath,
            groups: appex.visibleGroups.map {
                SandboxProfile.SharedFolder(path: $0.containerPath, isWritable: appex.mayWriteGroups)
            }, extraReadOnly: SwiftRuntime.folders, data: isPublished ? [types] : [], limits: kept)
        profile.network = appex.mayUseNetwork
        var environment = profile.environment(from: configuration.environment)
        environment[ControlInterface.limitsVariable] = limits.announcement
        for group in appex.visibleGroups {
            environment[ControlInterface.groupVariablePrefix + group.identifier.rawValue] = group.containerPath.string
        }
        if isPublished { environment[TypeGraph.environmentVariable] = types.string }
        self.init(
            profile: profile, arguments: [appex.executablePath.string], environment: environment,
            allowsWeakSandbox: configuration.acceptsWeakSandbox)
    }
}

extension InstalledAppex {
    /// The groups whose containers the process sees.
    fileprivate var visibleGroups: [InstalledGroup] {
        ExtensionPoint(extensionPoint).access.groups == .none ? [] : groups
    }

    fileprivate var mayWriteGroups: Bool { ExtensionPoint(extensionPoint).access.groups == .readWrite }

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
