/// The limits of a bundle that is installed. Bundles are untrusted.
package struct InstallLimits: Sendable, Hashable {
    /// The maximum number of files, folders and links. Large desktop apps have about 20,000.
    package var entries = 100_000
    /// The maximum total size of all files in bytes. App stores accept at most 4 GiB.
    package var bytes: Int64 = 4 << 30
    /// The maximum nesting depth of folders. Real bundles have less than 15; copying keeps two descriptors open per
    /// level.
    package var depth = 32
    /// The maximum length of a path in the bundle, in bytes. With the device's root it must stay below `PATH_MAX`
    /// (4096).
    package var pathBytes = 1_024
    /// The maximum number of extensions of an app. Real apps have fewer than 20.
    package var extensions = 128
    /// The maximum number of programs and libraries of an app, which are looked at before each launch.
    package var codeFiles = 256
    /// The maximum number of types that an app declares. Real apps declare fewer than 100; every host and extension
    /// reads them.
    package var types = 1_000
    /// The maximum size of the declarations in bytes. Real apps have a few kilobytes; ``TypeList/fileLimit`` applies to
    /// those of all apps together.
    package var typeBytes = 128 << 10

    /// The limits that a device uses.
    package init() {}
}
