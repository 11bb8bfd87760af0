import AppexModel

/// Decides which copies of extensions are offered to hosts.
///
/// Of the copies with the same identifier that support the version of the system, the one with the highest version is
/// used: `CFBundleVersion` first, then `CFBundleShortVersionString`, as `DottedVersion` orders them. Of equal versions,
/// the copy of the app with the lower identifier is used, so that the order of installation has no influence. The used
/// copy is offered according to the user's choice, or without a choice according to ``ExtensionPoint/isOnByDefault``.
struct Standings {
    private let elections: [BundleIdentifier: ElectionRow]
    private let systemVersion: DottedVersion

    init(elections: [BundleIdentifier: ElectionRow], systemVersion: String) {
        self.elections = elections
        self.systemVersion = DottedVersion(systemVersion)
    }

    /// The standing of each copy, in the order of `appexes`.
    func standings(of appexes: [AppexRow]) -> [Standing] {
        let isCompatible = compatibility(of: appexes)
        var used: [BundleIdentifier: Int] = [:]
        for (index, appex) in appexes.enumerated() where isCompatible[index] {
            if let other = used[appex.bundleIdentifier], !Self.supersedes(appex, appexes[other]) { continue }
            used[appex.bundleIdentifier] = index
        }
        return appexes.enumerated().map { index, appex in
            guard isCompatible[index] else { return .incompatible }
            guard used[appex.bundleIdentifier] == index else { return .superseded }
            switch elections[appex.bundleIdentifier]?.election ?? .default {
            case .use: return .offered
            case .ignore: return .off
            case .default: return ExtensionPoint(appex.declaration.point).isOnByDefault ? .offered : .off
            }
        }
    }

    private func compatibility(of appexes: [AppexRow]) -> [Bool] {
        var known: [String: Bool] = [:]
        return appexes.map { appex in
            guard let minimum = appex.minimumOSVersion else { return true }
            if let known = known[minimum] { return known }
            known[minimum] = DottedVersion(minimum) <= systemVersion
            return known[minimum] ?? true
        }
    }

    private static func supersedes(_ appex: AppexRow, _ other: AppexRow) -> Bool {
        let (left, right) = (versions(of: appex), versions(of: other))
        return left == right ? appex.appIdentifier < other.appIdentifier : left > right
    }

    private static func versions(of appex: AppexRow) -> (DottedVersion, DottedVersion) {
        (DottedVersion(appex.version ?? ""), DottedVersion(appex.shortVersion ?? ""))
    }
}
