/// The version of this package.
package enum PackageVersion {
    /// The newest heading of CHANGELOG.md in lower case.
    package static let current = "unreleased"
}
