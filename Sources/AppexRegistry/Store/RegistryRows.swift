import AppexModel
import AppexSigning

/// A row of the table of apps. Paths are relative, so that a device can be moved.
struct AppRow: Sendable, Hashable {
    var bundleIdentifier: BundleIdentifier
    /// The UUID of the bundle's container.
    var bundleContainer: String
    /// The UUID of the data container.
    var dataContainer: String
    /// The bundle's folder, such as `Darkroom.app`.
    var name: String
    var displayName: String
    var shortVersion: String?
    var version: String?
    /// The program, relative to the bundle.
    var executable: String
    /// The types that its manifests declare, as the text of a `TypeList`.
    var types: String
    /// The groups of the app and its extensions, with their containers.
    var groups: [GroupRow]
    /// The groups that the app itself is a member of.
    var memberships: [GroupIdentifier]
    /// Who has signed it; nil if nobody has, or an earlier version installed it.
    var signer: Signer?
    /// Its program; nil if an earlier version installed it.
    var program: ProgramSeal?
    /// Whether it asks to open connections.
    var network = false
    /// The shared runtime that it is linked to; nil if it has a program of its own.
    var runtime: RuntimeIdentifier?
}

/// A group of an app, and the UUID of its container.
struct GroupRow: Sendable, Hashable {
    var identifier: GroupIdentifier
    var container: String
}

/// A row of the table of extensions: one app's copy of an extension.
struct AppexRow: Sendable, Hashable {
    /// The number of the row, which is never reused; 0 before the row is inserted.
    var number: Int64
    var bundleIdentifier: BundleIdentifier
    var appIdentifier: BundleIdentifier
    /// The UUID of the data container.
    var dataContainer: String
    /// The bundle, relative to that of the app.
    var path: String
    var displayName: String
    var shortVersion: String?
    var version: String?
    /// The minimum version of the system.
    var minimumOSVersion: String?
    /// The program, relative to the extension's bundle.
    var executable: String
    var declaration: DeclarationRow
    /// The groups that the extension is a member of, each one of its app's.
    var memberships: [GroupIdentifier]
    /// Its program; nil if an earlier version installed it.
    var program: ProgramSeal?
    /// Whether it asks to open connections.
    var network = false
    /// The shared runtime that it is linked to; nil if it has a program of its own.
    var runtime: RuntimeIdentifier?
}

/// The columns for an extension's declaration.
struct DeclarationRow: Sendable, Hashable {
    var style: ExtensionStyle
    var point: ExtensionPointIdentifier
    var pointVersion: String
    var principalClass: String?
    var mainStoryboard: String?
    var wantsProcessPerRequest: Bool
}

/// A row of the table of the user's choices, which is kept when the extension is uninstalled.
struct ElectionRow: Sendable, Hashable {
    var bundleIdentifier: BundleIdentifier
    var election: Election
    /// The position that the user has set: extensions with smaller positions come first.
    var position: Int64?
    /// The maker of the extension that the user has chosen; nil if it was not signed. The choice says nothing about an extension of
    /// a different maker that has the same identifier.
    var signer: Signer?
    /// The point of that extension; empty if an earlier version recorded the choice. The choice to use it says nothing about a later
    /// version at a different point, which may see more.
    var point = ""
}

/// The content of the registry's database.
struct RegistryContents {
    /// A number that differs after each change.
    var revision: Int64
    var apps: [AppRow]
    var appexes: [AppexRow]
    var elections: [ElectionRow]
    /// Reads the attributes of the extension in a row, as an XML property list. They are the largest part of the
    /// database, and only few are needed at a time.
    var attributes: (Int64) throws -> [UInt8]
}
