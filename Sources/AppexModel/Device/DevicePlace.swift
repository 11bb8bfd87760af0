package import SystemPackage

/// The device that a process uses, as its environment determines.
package struct DevicePlace: Sendable, Hashable {
    /// The device's files.
    package let layout: DeviceLayout
    /// The device's sockets and locks.
    package let runtime: RuntimeDirectory

    /// Determines the device.
    ///
    /// The root is `APPEX_ROOT`, or else `$XDG_DATA_HOME/appex`, or else `.local/share/appex` in the home folder. The
    /// sockets are in `$XDG_RUNTIME_DIR`, or else in `/tmp/appex-<uid>`; a process that creates the latter must check that
    /// it belongs to the user, because anybody could have created it before.
    ///
    /// An empty variable counts as unset. A relative path in an XDG variable is ignored, as the XDG Base Directory
    /// Specification requires. A relative `APPEX_ROOT` is an error, because a process that sets the variable must not use
    /// the user's own device by mistake.
    ///
    /// - Parameter home: the user's home folder.
    /// - Parameter uid: the user's numeric identifier.
    /// - Throws: ``DeviceLayoutError/notAbsolute(variable:path:)`` for a relative `APPEX_ROOT`;
    ///   ``DeviceLayoutError/socketPathTooLong(path:)``.
    package init(
        environment: [String: String], home: FilePath, uid: UInt32
    ) throws(DeviceLayoutError) {
        if let root = environment["APPEX_ROOT"], !root.isEmpty {
            guard root.begins(with: "/") else { throw .notAbsolute(variable: "APPEX_ROOT", path: root) }
            layout = try DeviceLayout(root: FilePath(root))
        } else {
            let data = Self.absolute(environment["XDG_DATA_HOME"]) ?? home.appending(".local/share")
            layout = try DeviceLayout(root: data.appending("appex"))
        }
        let base = Self.absolute(environment["XDG_RUNTIME_DIR"]) ?? FilePath("/tmp/appex-\(uid)")
        runtime = try layout.runtimeDirectory(base: base)
    }

    private static func absolute(_ value: String?) -> FilePath? {
        guard let value, value.begins(with: "/") else { return nil }
        return FilePath(value)
    }
}
