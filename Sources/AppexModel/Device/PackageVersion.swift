/// The version of this package.
package enum PackageVersion {
    /// As the newest heading of CHANGELOG.md, which for now is "Unreleased".
    package static let current = "unreleased"
}
