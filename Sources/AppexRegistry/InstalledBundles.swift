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
    /// The extensions inside the bundle, ordered as ``RegistryStore/extensions(point:)`` orders them.
    package let extensions: [InstalledAppex]
}

/// An installed app extension.
package struct InstalledAppex: Sendable, Hashable {
    /// `CFBundleIdentifier`.
    package let bundleIdentifier: BundleIdentifier
    /// The identifier of the containing app.
    package let appIdentifier: BundleIdentifier
    /// The name shown to people.
    package let displayName: String
    /// `CFBundleShortVersionString`, the version shown to people.
    package let shortVersion: String?
    /// `CFBundleVersion`, the version of the build.
    package let version: String?
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
    /// Its attributes with the activation rule, as in the manifest.
    package let attributes: [String: PropertyListValue]
}

/// The moments of an install or uninstall at which a process may die; a test makes it die there.
package enum InstallStep: String, Sendable, Hashable, CaseIterable, Codable {
    /// The folder for the copy is made.
    case stagingMade
    /// The bundle is copied.
    case copied
    /// The copy is found to be a valid app.
    case validated
    /// The data containers that did not exist are made.
    case containersMade
    /// The copy and the containers are on the disk.
    case synced
    /// The copy has moved to its final place.
    case moved
    /// The transaction is written, not yet committed.
    case recorded
    /// The transaction is committed: from here on, the new state holds.
    case committed
    /// What the old state needed and the new one does not has moved to the staging folder.
    case retired
    /// That is deleted too.
    case purged
}
