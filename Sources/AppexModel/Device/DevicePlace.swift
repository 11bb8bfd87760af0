package import SystemPackage

/// The device that a process belongs to, as its environment says.
package struct DevicePlace: Sendable, Hashable {
    /// The device's files.
    package let layout: DeviceLayout
    /// The device's sockets and locks.
    package let runtime: RuntimeDirectory

    /// Finds the device.
    ///
    /// The root is `APPEX_ROOT`, else `$XDG_DATA_HOME/appex`, else `.local/share/appex` in the home
    /// folder. Sockets lie in `$XDG_RUNTIME_DIR`, else in `/tmp/appex-<uid>`; a process that makes the
    /// latter has to check that it belongs to the user, since anybody can make it first.
    ///
    /// An empty variable counts as unset. A relative path in an XDG variable is ignored, as the XDG
    /// base directory specification demands. A relative `APPEX_ROOT` is an error: whoever sets it
    /// means to stay away from the user's own device, and must not end up there.
    ///
    /// - Throws: ``DeviceLayoutError/notAbsolute(variable:path:)`` and
    ///   ``DeviceLayoutError/socketPathTooLong(path:)``.
    package init(
        environment: [String: String], home: FilePath, uid: UInt32
    ) throws(DeviceLayoutError) {
        if let root = environment["APPEX_ROOT"], !root.isEmpty {
            guard root.hasPrefix("/") else { throw .notAbsolute(variable: "APPEX_ROOT", path: root) }
            layout = try DeviceLayout(root: FilePath(root))
        } else {
            let data = Self.absolute(environment["XDG_DATA_HOME"]) ?? home.appending(".local/share")
            layout = try DeviceLayout(root: data.appending("appex"))
        }
        let base = Self.absolute(environment["XDG_RUNTIME_DIR"]) ?? FilePath("/tmp/appex-\(uid)")
        runtime = try layout.runtimeDirectory(base: base)
    }

    private static func absolute(_ value: String?) -> FilePath? {
        guard let value, value.hasPrefix("/") else { return nil }
        return FilePath(value)
    }
}
