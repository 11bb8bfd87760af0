import Foundation
import Glibc
import SourceRewriting
import XcodeProjects

/// The results of rewriting that are kept in the package's folder, so that a repeated port only rewrites targets whose sources
/// have changed.
struct RewritingCache {
    /// The name of the folder in that of the package.
    static let folderName = ".appex-port-cache"
    /// The maximum size of a result in bytes.
    private static let fileBytes = 64 << 20

    private struct Entry: Codable {
        struct File: Codable {
            var name: String
            var text: String
            var changes: [Change]
            var removedModules: [String]
        }
        struct Change: Codable {
            var line: Int
            var severity: String
            var message: String
        }
        var key: String
        var files: [File]
        var members: String?
    }

    private let output: OutputFolder
    /// What distinguishes this program from another version of it.
    private let program: String
    private var pending: [String: Entry] = [:]
    private var used: Set<String> = []

    /// Opens the cache of a package.
    init(_ output: OutputFolder) {
        self.output = output
        let attributes = try? FileManager.default.attributesOfItem(atPath: "/proc/self/exe")
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let file = try? FileManager.default.attributesOfItem(atPath: path)
        let date = (file?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        program = "\(path) \(date) \(file?[.size] ?? attributes?[.size] ?? 0)"
    }

    /// The result for the sources of a target: the kept one if nothing has changed, or a new one.
    mutating func module(_ rewriter: SourceRewriter, _ files: [SourceFile]) -> RewrittenModule {
        let name = rewriter.module + ".json"
        used.insert(name)
        let key = key(rewriter, files)
        if let entry = entry(name), entry.key == key, entry.files.count == files.count { return Self.module(entry) }
        let module = rewriter.rewrite(files)
        pending[name] = Entry(
            key: key,
            files: module.files.map { file in
                Entry.File(
                    name: file.name, text: file.text,
                    changes: file.changes.map {
                        Entry.Change(line: $0.line, severity: $0.severity.rawValue, message: $0.message)
                    }, removedModules: file.removedModules)
            }, members: module.members)
        return module
    }

    /// Writes the new results. A failure is not reported, because the next port does without them.
    func save() {
        for (name, entry) in pending {
            guard let data = try? JSONEncoder().encode(entry), data.count <= Self.fileBytes else { continue }
            try? output.write(Array(data), to: path(name))
        }
        // Who wrote the folder may have put links into it, and only files of this cache are removed.
        let folder = output.path + "/" + Self.folderName
        guard Self.type(of: folder) == .typeDirectory else { return }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where !used.contains(name) && name.hasSuffix(".json") && Self.type(of: path(name)) == .typeRegular {
            unlink(path(name))
        }
    }

    /// The type of a file, without following a link.
    private static func type(of path: String) -> FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    }

    private func path(_ name: String) -> String { "\(output.path)/\(Self.folderName)/\(name)" }

    private func entry(_ name: String) -> Entry? {
        guard let folder = try? ProjectFolder(output.path),
            let bytes = try? folder.bytes(of: path(name), limit: Self.fileBytes)
        else { return nil }
        return try? JSONDecoder().decode(Entry.self, from: Data(bytes))
    }

    private static func module(_ entry: Entry) -> RewrittenModule {
        RewrittenModule(
            files: entry.files.map { file in
                RewrittenFile(
                    name: file.name, text: file.text,
                    changes: file.changes.map {
                        SourceChange(
                            line: $0.line, severity: SourceChange.Severity(rawValue: $0.severity) ?? .note,
                            message: $0.message)
                    }, removedModules: file.removedModules)
            }, members: entry.members)
    }

    private func key(_ rewriter: SourceRewriter, _ files: [SourceFile]) -> String {
        var parts = [program, rewriter.module, "\(rewriter.addsSourceLocations) \(rewriter.isLibrary)"]
        parts.append(rewriter.knownModules.sorted().joined(separator: " "))
        parts.append(rewriter.registeredModules.joined(separator: " "))
        for file in files { parts += [file.path, file.name, file.text] }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for part in parts {
            for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            hash = (hash ^ UInt64(part.utf8.count)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}
