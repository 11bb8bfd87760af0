package import AppexModel
package import SystemPackage

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
}

extension InstalledApp {
    init(_ row: AppRow, extensions: [InstalledAppex], layout: DeviceLayout) {
        let bundle = row.bundle(in: layout)
        self.init(
            bundleIdentifier: row.bundleIdentifier, displayName: row.displayName, shortVersion: row.shortVersion,
            version: row.version, bundlePath: bundle,
            containerPath: layout.appDataContainers.appending(row.dataContainer),
            executablePath: bundle.appending(row.executable), extensions: extensions)
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
            wantsProcessPerRequest: row.declaration.wantsProcessPerRequest, election: election, standing: standing)
    }
}

extension AppRow {
    fileprivate func bundle(in layout: DeviceLayout) -> FilePath {
        layout.bundleContainers.appending(bundleContainer).appending(name)
    }
}
