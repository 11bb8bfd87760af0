package import AppexModel
package import SystemPackage

/// An installed app.
package struct InstalledApp: Sendable, Hashable {
    /// `CFBundleIdentifier`.
    package let bundleIdentifier: BundleIdentifier
    /// The name shown to people.
    package let displayName: String
    /// `CFBundleShortVersionString`, the version shown to people.
    package let shortVersion: String?
    /// `CFBundleVersion`, the version of the build.
    package let version: String?
    /// The bundle, `…/Containers/Bundle/Application/<UUID>/Name.app`. Another one after an update.
    package let bundlePath: FilePath
    /// The app's data container. The same one after an update.
    package let containerPath: FilePath
    /// The program inside the bundle.
    package let executablePath: FilePath
    /// The extensions inside the bundle, in the order of listings.
    package let extensions: [InstalledAppex]
}

/// An installed app extension.
package struct InstalledAppex: Sendable, Hashable {
    /// `CFBundleIdentifier`.
    package let bundleIdentifier: BundleIdentifier
    /// The identifier of the containing app.
    package let appIdentifier: BundleIdentifier
    /// The name of the containing app, shown to people.
    package let appDisplayName: String
    /// The name shown to people.
    package let displayName: String
    /// `CFBundleShortVersionString`, the version shown to people.
    package let shortVersion: String?
    /// `CFBundleVersion`, the version of the build.
    package let version: String?
    /// The oldest system that it runs on; nil when it does not say.
    package let minimumOSVersion: String?
    /// The bundle, inside that of the app. Another one after an update of the app.
    package let bundlePath: FilePath
    /// The extension's own data container. The same one after an update of the app.
    package let containerPath: FilePath
    /// The program inside the bundle.
    package let executablePath: FilePath
    /// How it declares itself.
    package let style: ExtensionStyle
    /// The point it extends.
    package let extensionPoint: ExtensionPointIdentifier
    /// The version of the point it wants.
    package let pointVersion: String
    /// The class whose instance takes requests, if it names one.
    package let principalClass: String?
    /// The storyboard whose initial controller takes requests, if it names one.
    package let mainStoryboard: String?
    /// Whether it asks for a process of its own for each request.
    package let wantsProcessPerRequest: Bool
    /// What the user has said about all copies of this extension.
    package let election: Election
    /// Whether hosts are offered this copy.
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
