import Foundation

/// The files of this package, as the tests here read them.
enum SourceTree {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A file and its lines.
    struct File {
        /// The path from the root of the package.
        let path: String
        let lines: [Substring]
    }

    /// The names of the folders directly in `folder`.
    static func folders(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            at: root.appending(path: folder), includingPropertiesForKeys: [.isDirectoryKey], options: .skipsHiddenFiles
        )
        .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
        .map(\.lastPathComponent).sorted()
    }

    /// Every file below `folder` with one of the extensions, except what was built there.
    static func files(in folder: String, extensions: Set<String>) throws -> [File] {
        guard
            let walk = FileManager.default.enumerator(
                at: root.appending(path: folder), includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        else { return [] }
        let prefix = root.standardizedFileURL.path
        return try walk.compactMap { $0 as? URL }
            .filter { extensions.contains($0.pathExtension) }
            .sorted { $0.path < $1.path }
            .map { url in
                let text = try String(contentsOf: url, encoding: .utf8)
                let path = url.standardizedFileURL.path
                return File(
                    path: String(path.dropFirst(prefix.count).drop { $0 == "/" }),
                    lines: text.split(separator: "\n", omittingEmptySubsequences: false))
            }
    }
}

extension SourceTree.File {
    /// One `import` and its line, counted from 1.
    struct Import: Equatable {
        let module: String
        let line: Int
    }

    /// Every import declaration, also those that an `#if` encloses; not those inside a string or a comment.
    var imports: [Import] {
        var result: [Import] = []
        var isInText = false
        for (index, line) in lines.enumerated() {
            if !isInText, line.contains("import "), let match = line.prefixMatch(of: Self.importLine) {
                result.append(Import(module: String(match.output.module), line: index + 1))
            }
            if line.contains("\"\"\""), line.ranges(of: "\"\"\"").count % 2 == 1 { isInText.toggle() }
        }
        return result
    }

    private static var importLine: Regex<(Substring, module: Substring)> {
        /\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(?<module>\w+)/
    }
}
