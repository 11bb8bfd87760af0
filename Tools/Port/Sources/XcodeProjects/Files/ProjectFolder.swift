import Foundation

/// The folder that all files of a project have to be in, so that a project from elsewhere cannot read other files of the
/// user.
package struct ProjectFolder: Sendable, Hashable {
    /// The maximum size of a file that is read, in bytes, unless a smaller limit is given.
    package static let fileBytes = 64 << 20

    /// The absolute path of the folder without symbolic links.
    package let path: String

    /// Finds the folder.
    ///
    /// - Throws: ``ProjectError`` if the folder does not exist.
    package init(_ path: String) throws(ProjectError) {
        guard let resolved = Self.realPath(path) else {
            throw ProjectError(file: path, "The folder cannot be opened: it does not exist, or is not readable.")
        }
        self.path = resolved
    }

    /// A path below another, without `.` and `..`. An absolute second path replaces the first.
    package static func joining(_ folder: String, _ path: String) -> String {
        normalized(path.hasPrefix("/") ? path : folder + "/" + path)
    }

    /// An absolute path without `.` and `..`, which are resolved by the text alone.
    package static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// The last component of a path.
    package static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

    /// A path without its last component.
    package static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ""
    }

    /// The extension of a file's name in lower case, without the dot; empty if it has none.
    package static func pathExtension(of path: String) -> String {
        let name = name(of: path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    /// Whether a path is this folder or in it, by its text.
    package func contains(_ path: String) -> Bool {
        let normal = Self.normalized(path)
        return normal == self.path || self.path == "/" || normal.hasPrefix(self.path + "/")
    }

    /// Whether a file or folder exists in this folder, after its symbolic links.
    package func exists(_ path: String) -> Bool { (try? resolving(path)) != nil }

    /// Whether a file or folder exists and is not in this folder, after its symbolic links. Nothing of it is read.
    package func existsOutside(_ path: String) -> Bool {
        guard !path.utf8.contains(0), let resolved = Self.realPath(path) else { return false }
        return !contains(resolved)
    }

    /// The closest folder that contains this folder and a path, by its text.
    package func common(with path: String) -> String {
        let own = self.path.split(separator: "/")
        let other = Self.normalized(path).split(separator: "/")
        return "/" + zip(own, other).prefix { $0 == $1 }.map { $0.0 }.joined(separator: "/")
    }

    /// The path of an existing file or folder without symbolic links.
    ///
    /// - Throws: ``ProjectError`` if it does not exist, or is outside of this folder.
    package func resolving(_ path: String) throws(ProjectError) -> String {
        guard !path.utf8.contains(0), let resolved = Self.realPath(path) else {
            throw ProjectError(file: path, "The file does not exist, or cannot be read.")
        }
        guard contains(resolved) else {
            throw ProjectError(
                file: path,
                "The file is outside of \(self.path). Give a folder that contains the project and this file.")
        }
        return resolved
    }

    /// The content of a file.
    ///
    /// - Throws: ``ProjectError`` if it is not a regular file in this folder, is too large, or cannot be read.
    package func bytes(of path: String, limit: Int = fileBytes) throws(ProjectError) -> [UInt8] {
        let file = try resolving(path)
        // The path has no symbolic links at this point; one that is created in between is refused.
        let descriptor = open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw ProjectError(file: path, "The file cannot be opened for reading.") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ProjectError(file: path, "This is not a file.")
        }
        guard status.st_size <= limit else {
            throw ProjectError(file: path, "The file has \(status.st_size) bytes; at most \(limit) can be read.")
        }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while content.count <= limit {
            let count = read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw ProjectError(file: path, "The file cannot be read.") }
            guard count > 0 else { return content }
            content.append(contentsOf: buffer[..<count])
        }
        throw ProjectError(file: path, "The file is larger than \(limit) bytes.")
    }

    /// The text of a file in UTF-8, or in UTF-16 with a byte-order mark.
    ///
    /// - Throws: ``ProjectError`` if it cannot be read, or is not a text.
    package func text(of path: String, limit: Int = fileBytes) throws(ProjectError) -> String {
        let content = try bytes(of: path, limit: limit)
        if content.starts(with: [0xFF, 0xFE]) || content.starts(with: [0xFE, 0xFF]) {
            let high = content[0] == 0xFF ? 1 : 0
            var units: [UInt16] = []
            for index in stride(from: 2, to: content.count - 1, by: 2) {
                units.append(UInt16(content[index + high]) << 8 | UInt16(content[index + 1 - high]))
            }
            return String(decoding: units, as: UTF16.self)
        }
        guard let text = String(validating: content, as: UTF8.self) else {
            throw ProjectError(file: path, "The file is not a text in UTF-8.")
        }
        return text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// The names in a folder, sorted; empty if it cannot be read.
    package func names(in path: String) -> [String] {
        guard let folder = try? resolving(path) else { return [] }
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    /// Whether a path is a folder within this one.
    package func isFolder(_ path: String) -> Bool {
        guard let resolved = try? resolving(path) else { return false }
        var status = stat()
        return stat(resolved, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(validatingCString: resolved)
    }
}
