import AppexModel
import XcodeProjects

/// Makes the entitlements of a target: those of the project's file that have an effect here.
struct EntitlementsBuilder {
    private static let groupsKey = "com.apple.security.application-groups"
    /// The key without which an extension cannot use the network.
    static let networkKey = "com.apple.security.network.client"
    /// Entitlements that are kept as they are.
    private static let kept: Set<String> = [
        networkKey, "com.apple.security.app-sandbox", "com.apple.security.device.camera",
        "com.apple.security.device.audio-input",
    ]

    /// The entitlements; nil if the target has none that are kept.
    private(set) var entitlements: PropertyListValue?
    /// What was left out.
    private(set) var notes: [ProjectNote] = []

    /// Reads the file of a target.
    init(_ context: TargetContext, in project: XcodeProject) {
        guard let name = context.settings["CODE_SIGN_ENTITLEMENTS"] else { return }
        let path = ProjectFolder.joining(project.sourceRoot, name)
        let written: PropertyListValue
        do throws(ProjectError) {
            let bytes = try project.folder.bytes(of: path, limit: PropertyListLimits.fileBytes)
            do throws(ManifestError) {
                written = try PropertyListValue(parsing: bytes, file: path)
            } catch {
                notes.append(ProjectNote(.warning, file: path, "The entitlements cannot be read: \(error)"))
                return
            }
        } catch {
            notes.append(ProjectNote(.warning, file: path, "The entitlements cannot be read. \(error.message)"))
            return
        }
        var expansion = SettingExpansion(settings: context.settings, file: path)
        let entries = expansion.expand(written).dictionary ?? [:]
        notes += expansion.notes
        var result = entries.filter { Self.kept.contains($0.key) && $0.value.boolean != nil }
        if let groups = entries[Self.groupsKey]?.array { result[Self.groupsKey] = valid(groups, file: path) }
        let omitted = entries.keys.filter { !Self.kept.contains($0) && $0 != Self.groupsKey }.sorted()
        if !omitted.isEmpty {
            let list = omitted.prefix(20).map { String($0.prefix(80)) }.joined(separator: ", ")
            notes.append(
                ProjectNote(.note, file: path, "These entitlements have no effect here and are left out: \(list)."))
        }
        if !result.isEmpty { entitlements = .dictionary(result) }
    }

    private mutating func valid(_ groups: [PropertyListValue], file: String) -> PropertyListValue? {
        var result: [PropertyListValue] = []
        for group in groups {
            guard let text = group.string, GroupIdentifier(rawValue: text) != nil else {
                notes.append(
                    ProjectNote(
                        .warning, file: file,
                        "\"\((group.string ?? group.kindName).prefix(80))\" is not the identifier of an app group, and is left "
                            + "out."))
                continue
            }
            if !result.contains(group), result.count < Entitlements.maximumGroups { result.append(group) }
        }
        return result.isEmpty ? nil : .array(result)
    }
}
