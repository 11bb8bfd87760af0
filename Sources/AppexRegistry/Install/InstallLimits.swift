/// The bounds on a bundle that is installed. Bundles are hostile, and one install runs at a time.
package struct InstallLimits: Sendable, Hashable {
    /// Files, folders and links in the bundle. Large desktop apps have some 20,000.
    package var entries = 100_000
    /// Bytes of all files. The largest app stores accept is 4 GiB.
    package var bytes: Int64 = 4 << 30
    /// Folders inside one another. Real bundles stay below 15; the copy holds two descriptors a level.
    package var depth = 32
    /// Bytes of a path inside the bundle; with the device's root it has to stay below PATH_MAX (4096).
    package var pathBytes = 1_024
    /// Extensions of one app; real apps have fewer than 20.
    package var extensions = 128
    /// Types that one app declares; real apps declare fewer than 100, and every host and extension reads them.
    package var types = 1_000
    /// Bytes of the lines that say so. Real apps have a few kilobytes, and ``TypeList/fileLimit`` is for those of all apps.
    package var typeBytes = 128 << 10

    /// The limits that a device uses.
    package init() {}
}
