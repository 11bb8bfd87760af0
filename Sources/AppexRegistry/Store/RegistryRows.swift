import AppexModel

/// One row of the table of apps. Paths are relative, so a device may be moved as a whole.
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
    /// What its manifests declare of types, in the form of `TypeList`.
    var types: String
}

/// One row of the table of extensions: one app's copy of an extension.
struct AppexRow: Sendable, Hashable {
    /// The number of the row, which no other row ever had or gets; 0 before it is inserted.
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
    /// The oldest system that it runs on.
    var minimumOSVersion: String?
    /// The program, relative to the extension's bundle.
    var executable: String
    var declaration: DeclarationRow
}

/// The columns that say what an extension declares.
struct DeclarationRow: Sendable, Hashable {
    var style: ExtensionStyle
    var point: ExtensionPointIdentifier
    var pointVersion: String
    var principalClass: String?
    var mainStoryboard: String?
    var wantsProcessPerRequest: Bool
}

/// One row of the table of elections, which outlives what it is about.
struct ElectionRow: Sendable, Hashable {
    var bundleIdentifier: BundleIdentifier
    var election: Election
    /// The place that the user has given it among the extensions in use: smaller ones come first.
    var position: Int64?
}

/// All that the registry's database holds.
struct RegistryContents {
    /// Another number after each change.
    var revision: Int64
    var apps: [AppRow]
    var appexes: [AppexRow]
    var elections: [ElectionRow]
    /// The attributes of the extension in a row, as an XML property list. They are most of the database, and few are
    /// needed at a time.
    var attributes: (Int64) throws -> [UInt8]
}
