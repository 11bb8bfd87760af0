/// The release of Apple's systems that a device stands for, against which `MinimumOSVersion` is held.
///
/// Linux has no version in which an app from Apple's world could ask for a feature. So a device has a published level:
/// the newest release whose extension points and rules this package goes by. From 26 on Apple numbers all its systems
/// alike, and their older numbers are all below, so that one number does for `MinimumOSVersion` of iOS and
/// `LSMinimumSystemVersion` of macOS.
package enum SystemVersion {
    /// The level of a device whose owner says nothing else.
    package static let level = "26.0"

    /// The variable by which a device's owner says something else.
    package static let variable = "APPEX_SYSTEM_VERSION"

    /// The version that counts with an environment; a value that is no version (`18`, `17.4.1`) counts as unset.
    package static func current(environment: [String: String]) -> String {
        guard let text = environment[variable], text.utf8.count <= ManifestReader.labelBytes,
            text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ component in
                !component.isEmpty && component.allSatisfy { ("0"..."9").contains($0) }
            })
        else { return level }
        return text
    }
}
