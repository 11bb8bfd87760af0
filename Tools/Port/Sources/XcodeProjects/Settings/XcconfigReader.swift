/// Reads a build configuration file (`.xcconfig`) with the files that it includes.
///
/// Source: https://developer.apple.com/documentation/xcode/adding-a-build-configuration-file-to-your-project
package struct XcconfigReader {
    /// The maximum size of one file in bytes.
    static let fileBytes = 1 << 20
    /// The maximum depth of includes.
    static let depth = 32
    /// The maximum number of files.
    static let files = 200

    private let folder: ProjectFolder
    private var open: [String] = []
    private var count = 0
    private var assignments: [SettingAssignment] = []
    /// What was left out.
    package private(set) var notes: [ProjectNote] = []

    /// Creates a reader.
    ///
    /// - Parameter folder: the folder that all files have to be in.
    package init(in folder: ProjectFolder) { self.folder = folder }

    /// Reads a file and what it includes.
    ///
    /// - Returns: the assignments in the order in which they apply.
    /// - Throws: ``ProjectError`` for a file that cannot be read, a line that is not an assignment, or files that include
    ///   each other.
    package mutating func read(_ path: String) throws(ProjectError) -> [SettingAssignment] {
        try include(path, from: path, line: nil)
        return assignments
    }

    private mutating func include(_ path: String, from parent: String, line: Int?) throws(ProjectError) {
        let file = try folder.resolving(path)
        guard !open.contains(file) else {
            throw ProjectError(file: parent, line: line, "The build configuration files include each other: \(file).")
        }
        count += 1
        guard open.count < Self.depth, count <= Self.files else {
            throw ProjectError(
                file: parent, line: line,
                "The build configuration includes more than \(Self.files) files, or is nested more than \(Self.depth) deep."
            )
        }
        open.append(file)
        let text = try folder.text(of: file, limit: Self.fileBytes)
        var number = 0
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            try read(line: SettingAssignment.trimmed(Self.withoutComment(line)), number: number, of: file)
        }
        open.removeLast()
    }

    private mutating func read(line: String, number: Int, of file: String) throws(ProjectError) {
        guard !line.isEmpty else { return }
        if line.hasPrefix("#include") {
            try readInclude(line, number: number, of: file)
            return
        }
        // An equals sign within brackets belongs to a condition.
        var depth = 0
        let equals = line.firstIndex { character in
            if character == "[" { depth += 1 }
            if character == "]" { depth -= 1 }
            return character == "=" && depth == 0
        }
        guard let equals else {
            throw ProjectError(
                file: file, line: number,
                "This line of the build configuration is not an assignment: \(line.prefix(80))")
        }
        var value = SettingAssignment.trimmed(line[line.index(after: equals)...])
        if value.hasSuffix(";") { value.removeLast() }
        guard let assignment = SettingAssignment(key: line[..<equals], value: value) else {
            throw ProjectError(
                file: file, line: number, "\"\(line[..<equals].prefix(80))\" is not the name of a build setting.")
        }
        assignments.append(assignment)
    }

    private mutating func readInclude(_ line: String, number: Int, of file: String) throws(ProjectError) {
        let isOptional = line.hasPrefix("#include?")
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count >= 3 else {
            throw ProjectError(
                file: file, line: number, "The line includes no file; write #include \"NAME.xcconfig\".")
        }
        var name = String(parts[1])
        guard !name.hasPrefix("<") else { return }
        if !name.hasSuffix(".xcconfig"), !name.contains(".") { name += ".xcconfig" }
        let parent = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
        let path = ProjectFolder.joining(parent, name)
        guard folder.contains(path), folder.exists(path) else {
            if !isOptional {
                notes.append(
                    ProjectNote(
                        .warning, file: file, line: number,
                        "The build configuration \"\(name.prefix(200))\" is missing; its settings are empty. Give them by "
                            + "--setting NAME=VALUE or --xcconfig FILE."))
            }
            return
        }
        try include(path, from: file, line: number)
    }

    /// The part of a line before `//`.
    private static func withoutComment(_ line: Substring) -> String {
        var previous: Character = " "
        for index in line.indices {
            if line[index] == "/", previous == "/" { return String(line[..<line.index(before: index)]) }
            previous = line[index]
        }
        return String(line)
    }
}
