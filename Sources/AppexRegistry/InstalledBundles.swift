package import AppexModel
package import AppexSigning
package import SystemPackage

/// A group that an installed bundle is a member of.
package struct InstalledGroup: Sendable, Hashable {
    /// The identifier in the entitlements.
    package let identifier: GroupIdentifier
    /// The container that all members share, which an update does not change.
    package let containerPath: FilePath

    /// Creates a description of a group.
    package init(identifier: GroupIdentifier, containerPath: FilePath) {
        self.identifier = identifier
        self.containerPath = containerPath
    }
}

/// An installed app.
package struct InstalledApp: Sendable, Hashable {
    /// `CFBundleIdentifier`.
    package let bundleIdentifier: BundleIdentifier
    /// The name to display.
    package let displayName: String
    /// `CFBundleShortVersionString`, the version to display.
    package let shortVersion: String?
    /// `CFBundleVersion`, the version of the build.
    package let version: String?
    /// The bundle, `…/Containers/Bundle/Application/<UUID>/Name.app`. The path changes with every update.
    package let bundlePath: FilePath
    /// The app's data container, which an update does not change.
    package let containerPath: FilePath
    /// The program inside the bundle.
    package let executablePath: FilePath
    /// The groups of the app and its extensions.
    package let groups: [InstalledGroup]
    /// Those of them that the app itself is a member of.
    package let memberships: [InstalledGroup]
    /// Who has signed it; nil if nobody has.
    package let signer: Signer?
    /// The program as it was installed; nil if an earlier version installed it.
    package let program: ProgramSeal?
    /// Whether its entitlements ask to open connections.
    package let network: Bool
    /// The shared runtime that it is linked to; nil if it has a program of its own.
    package let runtime: RuntimeIdentifier?
    /// The extensions inside the bundle, in the order in which to show them.
    package let extensions: [InstalledAppex]
}

/// An installed app extension.
package struct InstalledAppex: Sendable, Hashable {
    /// `CFBundleIdentifier`.
    package let bundleIdentifier: BundleIdentifier
    /// The identifier of the containing app.
    package let appIdentifier: BundleIdentifier
    /// The name of the containing app to display.
    package let appDisplayName: String
    /// The name to display.
    package let displayName: String
    /// `CFBundleShortVersionString`, the version to display.
    package let shortVersion: String?
    /// `CFBundleVersion`, the version of the build.
    package let version: String?
    /// The minimum version of the system; nil if it declares none.
    package let minimumOSVersion: String?
    /// The bundle, inside that of the app. The path changes with every update of the app.
    package let bundlePath: FilePath
    /// The extension's data container, which an update does not change.
    package let containerPath: FilePath
    /// The program inside the bundle.
    package let executablePath: FilePath
    /// The style of its declaration.
    package let style: ExtensionStyle
    /// The extension point.
    package let extensionPoint: ExtensionPointIdentifier
    /// The requested version of the extension point.
    package let pointVersion: String
    /// The principal class, whose instances process requests; nil if it declares none.
    package let principalClass: String?
    /// The main storyboard, whose initial view controller processes requests; nil if it declares none.
    package let mainStoryboard: String?
    /// Whether it requests a separate process for each request.
    package let wantsProcessPerRequest: Bool
    /// The user's choice for all copies of this extension.
    package let election: Election
    /// Whether this copy is offered to hosts.
    package let standing: Standing
    /// The groups that it is a member of.
    package let groups: [InstalledGroup]
    /// The program as it was installed; nil if an earlier version installed it.
    package let program: ProgramSeal?
    /// Whether its entitlements ask to open connections.
    package let network: Bool
    /// The shared runtime that it is linked to; nil if it has a program of its own.
    package let runtime: RuntimeIdentifier?
}

extension InstalledApp {
    init(_ row: AppRow, extensions: [InstalledAppex], layout: DeviceLayout) {
        let bundle = row.bundle(in: layout)
        self.init(
            bundleIdentifier: row.bundleIdentifier, displayName: row.displayName, shortVersion: row.shortVersion,
            version: row.version, bundlePath: bundle,
            containerPath: layout.appDataContainers.appending(row.dataContainer),
            executablePath: bundle.appending(row.executable),
            groups: row.groups.map { InstalledGroup($0, layout) },
            memberships: row.groups.filter { row.memberships.contains($0.identifier) }.map {
                InstalledGroup($0, layout)
            }, signer: row.signer, program: row.program, network: row.network, runtime: row.runtime,
            extensions: extensions)
    }
}

extension InstalledGroup {
    init(_ row: GroupRow, _ layout: DeviceLayout) {
        self.init(identifier: row.identifier, containerPath: layout.groupContainers.appending(row.container))
    }
}

extension InstalledAppex {
    init(_ row: AppexRow, app: AppRow, standing: Standing, election: Election, layout: DeviceLayout) {
        let bundle = app.bundle(in: layout).appending(row.path)
        self.init(
            bundleIdentifier: row.bundleIdentifier, appIdentifier: row.appIdentifier, appDisplayName: app.displayName,
            displayName: row.displayName, shortVersion: row.shortVersion, version: row.version,
            minimumOSVersion: row.minimumOSVersion, bundlePath: bundle,
            containerPath: layout.extensionDataContainers.appending(row.dataContainer),
            executablePath: bundle.appending(row.executable), style: row.declaration.style,
            extensionPoint: row.declaration.point, pointVersion: row.declaration.pointVersion,
            principalClass: row.declaration.principalClass, mainStoryboard: row.declaration.mainStoryboard,
            wantsProcessPerRequest: row.declaration.wantsProcessPerRequest, election: election, standing: standing,
            groups: app.groups.filter { row.memberships.contains($0.identifier) }.map { InstalledGroup($0, layout) },
            program: row.program, network: row.network, runtime: row.runtime)
    }
}

extension InstalledAppex {
    /// An app's own program, which is started and confined like that of an extension.
    package init(programOf app: InstalledApp) {
        self.init(
            bundleIdentifier: app.bundleIdentifier, appIdentifier: app.bundleIdentifier,
            appDisplayName: app.displayName, displayName: app.displayName, shortVersion: app.shortVersion,
            version: app.version, minimumOSVersion: nil, bundlePath: app.bundlePath, containerPath: app.containerPath,
            executablePath: app.executablePath, style: .classic, extensionPoint: ExtensionPoint.application.identifier,
            pointVersion: ExtensionDeclaration.defaultPointVersion, principalClass: nil, mainStoryboard: nil,
            wantsProcessPerRequest: false, election: .default, standing: .offered, groups: app.memberships,
            program: app.program, network: app.network, runtime: app.runtime)
    }
}

extension AppRow {
    fileprivate func bundle(in layout: DeviceLayout) -> FilePath {
        layout.bundleContainers.appending(bundleContainer).appending(name)
    }
}
