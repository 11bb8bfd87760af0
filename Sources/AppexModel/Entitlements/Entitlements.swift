/// What a bundle asks to use beyond its own container: the content of its entitlements.
///
/// In a package they are in the file `NAME.entitlements` beside a target's Info.plist, as in Xcode's projects, and in a
/// bundle in the file ``fileName``.
package struct Entitlements: Sendable, Hashable {
    /// The groups whose containers the bundle shares, without repetitions
    /// (https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.security.application-groups).
    package let groups: [GroupIdentifier]
    /// The team that the bundle claims to be of; nil if it claims none
    /// (https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.team-identifier).
    package let team: String?
    /// Whether the bundle asks to open connections
    /// (https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.security.network.client).
    package let network: Bool
    /// Which keys have no effect, and why, in one sentence each.
    package let remarks: [String]

    /// The name of the file in a bundle, beside the Info.plist. Apple's build systems used the same one before entitlements
    /// became a part of the signature.
    package static let fileName = "archived-expanded-entitlements.xcent"
    /// The key of the network.
    static let networkKey = "com.apple.security.network.client"
    /// The key of the groups.
    static let groupsKey = "com.apple.security.application-groups"
    /// The maximum number of groups of one bundle; real ones have one to three.
    package static let maximumGroups = 16
    /// The maximum number of remarks.
    private static let maximumRemarks = 20

    /// Creates the entitlements of a bundle without any.
    package init() {
        groups = []
        team = nil
        network = false
        remarks = []
    }

    /// Reads entitlements.
    ///
    /// - Parameter file: the name of the file in errors.
    /// - Throws: ``ManifestError`` with the code `wrongType` or `invalidValue` for the list of groups, `buildVariable` if a
    ///   string contains an unexpanded variable. An unknown key is not an error.
    package init(_ plist: PropertyListValue, file: String) throws(ManifestError) {
        let reader = try ManifestReader(root: plist, file: file)
        try BuildVariables.refuse(in: plist, file: file)
        var groups: [GroupIdentifier] = []
        if let value = reader.entries[Self.groupsKey] {
            guard let values = value.array else {
                throw reader.error(.wrongType, Self.groupsKey, expected: "an array of group identifiers")
            }
            for value in values {
                guard let group = value.string.flatMap(GroupIdentifier.init(rawValue:)) else {
                    throw ManifestError(
                        .invalidValue, file: file, keyPath: Self.groupsKey, found: ManifestError.describe(value),
                        expected: "group identifiers, such as \"group.org.example.postcard\"")
                }
                if !groups.contains(group) { groups.append(group) }
                guard groups.count <= Self.maximumGroups else {
                    throw reader.error(
                        .invalidValue, Self.groupsKey, expected: "at most \(Self.maximumGroups) groups")
                }
            }
        }
        self.groups = groups
        team = try reader.label("com.apple.developer.team-identifier").map { ManifestError.printable($0, limit: 40) }
        network = try reader.flag(Self.networkKey) ?? false
        remarks = reader.entries.keys.sorted().compactMap(Self.remark).prefix(Self.maximumRemarks).map { $0 }
    }

    /// Entitlements that grant nothing here, with the reason; nil for those that describe what is so anyway, and for those of
    /// which ``CaptureRule`` tells more.
    private static let withoutEffect: [String: String?] = [
        groupsKey: nil,
        "com.apple.security.app-sandbox": nil,
        "application-identifier": nil,
        "com.apple.application-identifier": nil,
        "com.apple.developer.team-identifier": nil,
        "get-task-allow": nil,
        "com.apple.security.get-task-allow": nil,
        "keychain-access-groups": "there is no keychain yet",
        networkKey: nil,
        "com.apple.security.network.server": "no extension may listen for connections",
        "com.apple.security.device.camera": nil,
        "com.apple.security.device.audio-input": nil,
        "com.apple.security.device.microphone": "com.apple.security.device.audio-input replaces it",
    ]

    private static func remark(about key: String) -> String? {
        if let known = withoutEffect[key] {
            return known.map { "The entitlement \(key) grants nothing: \($0)." }
        }
        return "The entitlement \(ManifestError.printable(key, limit: 80)) is not known and grants nothing."
            + NearMisses.question(key, among: withoutEffect.keys)
    }
}
