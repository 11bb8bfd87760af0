import AppexModel
import Foundation
import XcodeProjects

/// The result of a port: the package, its targets, and what was changed or is missing.
struct PortReport {
    /// The maximum number of notes that are printed as text.
    private static let shown = 50
    /// The maximum number of notes in JSON.
    private static let encoded = 10_000

    /// The name of the project.
    let project: String
    /// The folder of the project.
    let folder: String
    /// The folder of the package.
    let package: String
    /// The folder with the sources of OpenExtensionKit.
    let kit: String
    /// The targets of the package.
    let targets: [PackageTarget]
    /// What was changed or is missing, without repetitions, in the order of the files.
    let notes: [ProjectNote]
    /// What was done with the files.
    let result: OutputFolder.Result

    /// Creates a report.
    init(
        project: String, folder: String, package: String, kit: String, targets: [PackageTarget], notes: [ProjectNote],
        result: OutputFolder.Result
    ) {
        self.project = project
        self.folder = folder
        self.package = package
        self.kit = kit
        self.targets = targets
        var seen: Set<ProjectNote> = []
        self.notes = notes.filter { seen.insert($0).inserted }
        self.result = result
    }

    /// Whether nothing is missing: no note is a warning or an error.
    var isComplete: Bool { notes.allSatisfy { $0.severity == .note } }

    /// Whether the package can be built.
    var verdict: PortVerdict {
        let removed = targets.reduce(into: [:]) { $0.merge($1.removedModules) { $0 + $1 } }
        return PortVerdict(removed: removed, missing: grouped(notes.filter { $0.severity != .note }).count)
    }

    private struct Encoded: Encodable {
        struct Target: Encodable {
            let name: String
            let kind: String
            let module: String
        }
        struct Note: Encodable {
            let severity: String
            let file: String?
            let line: Int?
            let message: String
        }
        let package: String
        let targets: [Target]
        let notes: [Note]
        let isComplete: Bool
        let verdict: String
    }

    /// The report as JSON.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let content = Encoded(
            package: package,
            targets: targets.map { Encoded.Target(name: $0.name, kind: $0.kind.rawValue, module: $0.name) },
            notes: sortedNotes.prefix(Self.encoded).map {
                Encoded.Note(severity: $0.severity.rawValue, file: $0.file, line: $0.line, message: $0.message)
            },
            isComplete: isComplete, verdict: verdict.sentence)
        return String(decoding: try encoder.encode(content), as: UTF8.self)
    }

    /// The notes with the most important first.
    private var sortedNotes: [ProjectNote] {
        let order: [ProjectNote.Severity] = [.error, .warning, .note]
        return order.flatMap { severity in notes.filter { $0.severity == severity } }
    }

    /// The report as text.
    func text() -> String {
        var lines = ["Ported \(VisibleText.of(project)).xcodeproj into \(VisibleText.of(package)).", ""]
        let width = (targets.map(\.name.count).max() ?? 0) + 2
        for target in targets {
            let name = target.name + String(repeating: " ", count: max(1, width - target.name.count))
            lines.append("  \(name)\(Self.description(of: target))")
        }
        lines += changes() + remarks() + missing() + ["", verdict.sentence]
        if verdict.canBeBundled { lines += ["", "Next: appex bundle \(Self.quoted(package))"] }
        return lines.joined(separator: "\n")
    }

    private static func description(of target: PackageTarget) -> String {
        let sources =
            "\(target.sourceCount) source\(target.sourceCount == 1 ? "" : "s"), \(target.changedCount) changed"
        switch target.kind {
        case .app: return "app, \(sources)"
        case .placeholder: return "app that only contains the extensions"
        case .appExtension: return "extension, \(sources)"
        case .library: return target.sourceCount == 0 ? "empty module, to be written" : "library, \(sources)"
        }
    }

    /// The changes of each source, with the number of times of each reason.
    private func changes() -> [String] {
        let changes = notes.filter { $0.severity == .note && $0.file?.hasSuffix(".swift") == true }
        guard !changes.isEmpty else { return [] }
        var lines = ["", "Changed:"]
        var files: [String] = []
        for change in changes where !files.contains(change.file ?? "") { files.append(change.file ?? "") }
        for file in files.prefix(Self.shown) {
            lines.append("  \(shortened(file))")
            var counts: [(message: String, count: Int, line: Int)] = []
            for change in changes where change.file == file {
                if let index = counts.firstIndex(where: { $0.message == change.message }) {
                    counts[index].count += 1
                } else {
                    counts.append((change.message, 1, change.line ?? 0))
                }
            }
            for (message, count, line) in counts.prefix(10) {
                lines.append("    line \(line): \(message)\(count > 1 ? " (\(count) times)" : "")")
            }
            if counts.count > 10 { lines.append("    and \(counts.count - 10) other changes") }
        }
        if files.count > Self.shown { lines.append("  and \(files.count - Self.shown) other files") }
        return lines
    }

    /// Notes about other things than sources.
    private func remarks() -> [String] {
        let remarks = notes.filter { $0.severity == .note && $0.file?.hasSuffix(".swift") != true }
        guard !remarks.isEmpty else { return [] }
        return ["", "Notes:"] + listed(remarks)
    }

    private func missing() -> [String] {
        let missing = sortedNotes.filter { $0.severity != .note }
        guard !missing.isEmpty else { return [] }
        var lines = ["", "To be done by hand:"] + listed(missing)
        if missing.contains(where: { $0.message.contains("RemainingInterface/") }) {
            lines.append("  The pages RemainingInterface/… are in \(kit).")
        }
        return lines
    }

    private func listed(_ notes: [ProjectNote]) -> [String] {
        let groups = grouped(notes)
        var lines = groups.prefix(Self.shown).map { note, count in
            let place = note.file.map { shortened($0) + (note.line.map { ":\($0)" } ?? "") + ": " } ?? ""
            let severity = note.severity == .note ? "" : note.severity.rawValue + ": "
            let more = count == 1 ? "" : " (and \(count - 1) more \(count == 2 ? "place" : "places"))"
            return "  \(place)\(severity)\(note.message)\(more)"
        }
        if groups.count > Self.shown { lines.append("  and \(groups.count - Self.shown) more; --json prints all") }
        return lines
    }

    /// The notes with different messages, each at its first place, with the number of its places.
    private func grouped(_ notes: [ProjectNote]) -> [(note: ProjectNote, count: Int)] {
        var groups: [(note: ProjectNote, count: Int)] = []
        var known: [ProjectNote: Int] = [:]
        for note in notes {
            let key = ProjectNote(note.severity, note.message)
            if let index = known[key] {
                groups[index].count += 1
            } else {
                known[key] = groups.count
                groups.append((note, 1))
            }
        }
        return groups
    }

    private func shortened(_ path: String) -> String {
        VisibleText.of(path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path)
    }

    private static func quoted(_ path: String) -> String {
        path.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || "/._-+".unicodeScalars.contains($0) }
            ? path : path.shellWord
    }
}
