/// The version of Apple's systems that a device is compatible with, to which `MinimumOSVersion` is compared.
///
/// The version of Linux says nothing about the features that an app for Apple's systems requires. So a device has a
/// compatibility level: the newest release whose extension points and rules this package implements. Since version 26
/// Apple uses one version number for all its systems, and all older numbers are lower, so that one number is sufficient
/// for `MinimumOSVersion` of iOS and `LSMinimumSystemVersion` of macOS.
package enum SystemVersion {
    /// The default level of a device.
    package static let level = "26.0"

    /// The environment variable that sets a different level.
    package static let variable = "APPEX_SYSTEM_VERSION"

    /// The version in an environment. A value that is not of the form `18` or `17.4.1` is ignored.
    package static func current(environment: [String: String]) -> String {
        guard let text = environment[variable], text.utf8.count <= ManifestReader.labelBytes,
            text.parts(at: ".", keepsEmpty: true).allSatisfy({ component in
                !component.isEmpty && component.allSatisfy { ("0"..."9").contains($0) }
            })
        else { return level }
        return text
    }
}
