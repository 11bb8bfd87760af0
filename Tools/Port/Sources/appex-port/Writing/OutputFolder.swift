import AppexModel
import Foundation
import Glibc
import XcodeProjects

/// The folder of the package, in which files that the user has changed are kept.
struct OutputFolder {
    /// The list of the files that were written, with a hash of each.
    static let listName = ".appex-port.json"

    /// What was done with the files.
    struct Result: Equatable {
        /// The number of files that were written.
        var written = 0
        /// The number of files that already had the right content.
        var unchanged = 0
        /// The number of files that were removed because the project no longer has them.
        var removed = 0
        /// The paths of files that the user has changed, relative to the folder.
        var kept: [String] = []
        /// The files of the project that cannot be copied, and the reasons.
        var leftOut: [ProjectNote] = []
    }

    /// The content of the list.
    private struct List: Codable {
        var version = 1
        /// The file system and the number of the folder, which a list that came with a project does not have.
        var folder: String?
        /// The hash of each file, by its path in the folder.
        var files: [String: String]
    }

    /// The absolute path of the folder.
    let path: String
    private let known: [String: String]

    private var manager: FileManager { FileManager.default }

    /// Opens a folder that is missing, empty or was written before.
    ///
    /// - Throws: ``ProjectError`` for any other folder.
    init(_ path: String) throws(ProjectError) {
        let absolute = PortOptions.absolute(path)
        self.path = absolute
        let manager = FileManager.default
        let list = absolute + "/" + Self.listName
        var status = stat()
        guard lstat(absolute, &status) == 0 else {
            known = [:]
            return
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw ProjectError(
                file: path, "This is a file or a symbolic link, and not a folder. Give another folder by --output.")
        }
        if manager.fileExists(atPath: list) {
            let folder = try ProjectFolder(absolute)
            let bytes = try folder.bytes(of: list, limit: 16 << 20)
            guard let content = try? JSONDecoder().decode(List.self, from: Data(bytes)) else {
                throw ProjectError(
                    file: list,
                    "The list of the files that were written is damaged. Remove it and the package's folder.")
            }
            guard content.folder == Self.identity(of: absolute) else {
                throw ProjectError(
                    file: list,
                    "The folder was copied, or came with the project. Its files may not be those that were ported. Give "
                        + "another folder by --output.")
            }
            known = content.files.filter { Self.isSafe($0.key) }
            return
        }
        guard let names = try? manager.contentsOfDirectory(atPath: absolute), names.isEmpty else {
            throw ProjectError(
                file: path,
                "The folder is not empty and was not written by \"appex port\". Give another folder by --output.")
        }
        known = [:]
    }

    /// The file system and the number of a folder.
    private static func identity(of path: String) -> String? {
        var status = stat()
        return lstat(path, &status) == 0 ? "\(status.st_dev)-\(status.st_ino)" : nil
    }

    /// Whether a path stays below the folder.
    private static func isSafe(_ path: String) -> Bool {
        !path.isEmpty && !path.hasPrefix("/") && !path.utf8.contains(0)
            && !path.split(separator: "/").contains { $0 == ".." || $0 == "." }
            && path != listName
    }

    /// Writes the files whose content differs, and removes those that were written before and are not among them.
    ///
    /// A file of the project that cannot be read is left out. The list has the files that were written also if the writing
    /// ends with an error, so that it can be repeated.
    ///
    /// - Parameter project: the folder that files are copied from.
    /// - Throws: ``ProjectError`` if a file cannot be written.
    func write(_ files: [String: OutputFile], from project: ProjectFolder) throws(ProjectError) -> Result {
        var hashes: [String: String] = [:]
        do throws(ProjectError) {
            // A folder with this list is known as one that a port writes.
            try writeList(known)
            let result = try write(files, from: project, hashes: &hashes)
            try writeList(hashes)
            return result
        } catch {
            try? writeList(known.merging(hashes) { $1 })
            throw error
        }
    }

    private func write(
        _ files: [String: OutputFile], from project: ProjectFolder, hashes: inout [String: String]
    ) throws(ProjectError) -> Result {
        var result = Result()
        for (name, file) in files.sorted(by: { $0.key < $1.key }) where Self.isSafe(name) {
            let bytes: [UInt8]
            switch file {
            case .text(let text): bytes = Array(text.utf8)
            case .bytes(let content): bytes = content
            case .copy(let original):
                do throws(ProjectError) {
                    bytes = try project.bytes(of: original)
                } catch {
                    let message = "\(ProjectFolder.name(of: original)) is left out. \(error.message)"
                    result.leftOut.append(ProjectNote(.warning, file: original, message))
                    continue
                }
            }
            let hash = Self.hash(bytes)
            let place = path + "/" + name
            let present = current(name)
            if let present, Self.hash(present) == hash {
                hashes[name] = hash
                result.unchanged += 1
            } else if let present, Self.hash(present) != known[name] {
                result.kept.append(name)
                // The file stays the user's, also after the next port.
                hashes[name] = known[name]
            } else {
                try write(bytes, to: place)
                hashes[name] = hash
                result.written += 1
            }
        }
        for (name, hash) in known where hashes[name] == nil {
            guard let present = current(name) else { continue }
            if Self.hash(present) == hash {
                try? manager.removeItem(atPath: path + "/" + name)
                result.removed += 1
            } else {
                result.kept.append(name)
            }
        }
        result.kept.sort()
        return result
    }

    /// Removes the sources that `appex` has generated in targets that no longer have one, because the package has a different form.
    func removeGeneratedSources(of targets: [String]) {
        for target in targets {
            let name = "Sources/\(target)/\(SDKPackage.generatedSource)"
            if current(name) != nil { try? manager.removeItem(atPath: path + "/" + name) }
        }
    }

    private func writeList(_ hashes: [String: String]) throws(ProjectError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        try? manager.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard let data = try? encoder.encode(List(folder: Self.identity(of: path), files: hashes)) else { return }
        let place = path + "/" + Self.listName
        if (try? Data(contentsOf: URL(filePath: place))) != data { try write(Array(data), to: place) }
    }

    /// The content of a file of the package; nil if it does not exist, or is not in the folder.
    private func current(_ name: String) -> [UInt8]? {
        guard let folder = try? ProjectFolder(path) else { return nil }
        return try? folder.bytes(of: path + "/" + name)
    }

    /// Writes a file with the folders that it needs.
    ///
    /// - Throws: ``ProjectError`` if the file cannot be written, or is not in the folder because of a symbolic link.
    func write(_ bytes: [UInt8], to place: String) throws(ProjectError) {
        do {
            let parent = ProjectFolder.parent(of: place)
            try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
            // A link in the package's folder must not lead to files or folders elsewhere.
            let root = try ProjectFolder(path)
            var present = parent
            while present.utf8.count > path.utf8.count, !manager.fileExists(atPath: present) {
                present = ProjectFolder.parent(of: present)
            }
            guard root.contains(try root.resolving(present)) else { throw CocoaError(.fileWriteNoPermission) }
            try manager.createDirectory(atPath: parent, withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(filePath: place), options: .atomic)
        } catch {
            throw ProjectError(
                file: place, "The file of the package cannot be written. Check that its folder is writable.")
        }
    }

    /// A hash that finds changes by the user: FNV-1a of 64 bits, and the size.
    static func hash(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return "\(String(hash, radix: 16))-\(bytes.count)"
    }
}
