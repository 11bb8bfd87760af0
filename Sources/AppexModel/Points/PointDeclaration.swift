/// An extension point that an app defines, for extensions of its own and of other apps.
///
/// An app defines points with property lists `NAME.appextensionpoint` in its folder `Extensions`: a dictionary with the
/// identifier of each point as a key, and a dictionary that describes the point as the value
/// (https://developer.apple.com/documentation/extensionfoundation/appextensionpoint).
package struct PointDeclaration: Sendable, Hashable {
    /// The identifier: that of the app, a dot, and the name of the point.
    package let identifier: ExtensionPointIdentifier
    /// The name in `EXExtensionPointName`; nil if the file does not contain the key.
    package let name: String?
    /// Whether its extensions show a view: `EXPresentsUserInterface`. As on Apple's systems, they do not if the key is missing.
    package let showsView: Bool
    /// Which keys have no effect, in one sentence each.
    package let remarks: [String]

    /// The extension of the file's name.
    package static let fileExtension = "appextensionpoint"
    /// The maximum number of files of one app.
    package static let maximumFiles = 16
    /// The maximum number of points of one file.
    package static let maximumPoints = 64
    /// The key of the format's version, beside the identifiers.
    private static let versionKey = "EXVersion"

    /// Reads the points of one file, in the order of their identifiers.
    ///
    /// - Parameter plist: the content of the file, which is untrusted.
    /// - Parameter app: the app that contains the file.
    /// - Parameter file: the name of the file in errors.
    /// - Throws: ``ManifestError`` with the code `wrongType` or `invalidValue` for a key, `identifierNotPrefixed` for an
    ///   identifier that does not begin with the app's, `limit` if there are too many points, `buildVariable` if a string
    ///   contains an unexpanded variable.
    package static func points(
        in plist: PropertyListValue, of app: BundleIdentifier, file: String
    ) throws(ManifestError) -> [PointDeclaration] {
        let reader = try ManifestReader(root: plist, file: file)
        try BuildVariables.refuse(in: plist, file: file)
        if let version = reader.entries[versionKey], version != .integer(1), version != .integer(2) {
            throw reader.error(.invalidValue, versionKey, expected: "1 or 2")
        }
        let keys = reader.entries.keys.filter { $0 != versionKey }.sorted()
        guard keys.count <= maximumPoints else {
            throw ManifestError(
                .limit, file: file, found: "\(keys.count) extension points", expected: "at most \(maximumPoints)")
        }
        var points: [PointDeclaration] = []
        for key in keys { points.append(try PointDeclaration(key, in: reader, of: app)) }
        return points
    }

    private init(_ key: String, in reader: ManifestReader, of app: BundleIdentifier) throws(ManifestError) {
        guard let identifier = ExtensionPointIdentifier(rawValue: key) else {
            throw reader.error(.invalidValue, key, expected: "the identifier of an extension point as the key")
        }
        guard BundleIdentifier(rawValue: key)?.extends(app) == true else {
            throw reader.error(
                .identifierNotPrefixed, key, expected: "a key that is the app's identifier \(app), a dot and a name")
        }
        guard let point = try reader.dictionary(key) else {
            throw reader.error(.wrongType, key, expected: "a dictionary")
        }
        self.identifier = identifier
        name = try point.label("EXExtensionPointName")
        showsView = try point.flag("EXPresentsUserInterface") ?? false
        remarks =
            Self.withoutEffect.filter { point.entries[$0] != nil }.map {
                "\($0) of \(identifier) has no effect yet; extensions of any app are accepted."
            }
            + point.entries.keys.sorted().filter { !Self.known.contains($0) }.compactMap { key in
                let question = NearMisses.question(key, among: Self.known)
                return question.isEmpty
                    ? nil : "\(ManifestError.printable(key, limit: 80)) of \(identifier) has no effect.\(question)"
            }
    }

    /// Keys that restrict which extensions a point accepts.
    private static let withoutEffect = ["EXRequiredEntitlements", "_EXScopeRestriction"]
    private static let known = withoutEffect + ["EXExtensionPointName", "EXPresentsUserInterface"]
}
