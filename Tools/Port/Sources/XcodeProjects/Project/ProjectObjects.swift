import AppexModel

/// The objects of a project file, by their identifiers.
struct ProjectObjects {
    /// The path of the project file, for errors.
    let file: String
    /// The identifier of the object of the project itself.
    let root: String

    private let entries: [String: PropertyListValue]
    private let lines: [String: Int]

    /// Reads a project file.
    ///
    /// - Throws: ``ProjectError`` with a line if the content is damaged, or is not that of a project.
    init(parsing bytes: [UInt8], file: String) throws(ProjectError) {
        guard !bytes.starts(with: Array("<?xml".utf8)), !bytes.starts(with: Array("bplist".utf8)) else {
            throw ProjectError(
                file: file,
                "The project is an XML or a binary property list, as other tools write it. Open and change it in Xcode once, "
                    + "which writes its own form.")
        }
        var reader = try OldStyleReader(bytes, file: file)
        guard let content = try reader.read().dictionary, let objects = content["objects"]?.dictionary,
            let root = content["rootObject"]?.string
        else {
            throw ProjectError(
                file: file, "The file is not a project of Xcode: it has no objects, or no rootObject among its keys.")
        }
        self.file = file
        self.root = root
        entries = objects
        lines = reader.lines
    }

    /// The object with an identifier; nil if the project has no such object.
    subscript(identifier: String) -> ProjectObject? {
        guard let values = entries[identifier]?.dictionary else { return nil }
        return ProjectObject(identifier: identifier, line: lines[identifier], values: values)
    }

    /// The objects with the identifiers that a key of an object lists.
    ///
    /// - Parameter missing: is called with each identifier that no object has.
    func objects(_ key: String, of object: ProjectObject, missing: (String) -> Void) -> [ProjectObject] {
        object.strings(key).compactMap { identifier in
            let found = self[identifier]
            if found == nil { missing(identifier) }
            return found
        }
    }
}

/// One object of a project file, such as a target or a file.
struct ProjectObject {
    /// The identifier, by which other objects refer to this one.
    let identifier: String
    /// The line at which the object begins; nil if it is unknown.
    let line: Int?
    private let values: [String: PropertyListValue]

    /// Creates an object.
    init(identifier: String, line: Int?, values: [String: PropertyListValue]) {
        self.identifier = identifier
        self.line = line
        self.values = values
    }

    /// The kind of the object, such as PBXNativeTarget.
    var kind: String { string("isa") ?? "" }

    /// The value of a key; nil if it is missing.
    subscript(key: String) -> PropertyListValue? { values[key] }

    /// The string of a key; nil if it is missing or not a string.
    func string(_ key: String) -> String? { values[key]?.string }

    /// The strings of the list of a key; empty if it is missing.
    func strings(_ key: String) -> [String] { values[key]?.array?.compactMap(\.string) ?? [] }

    /// The name that is shown: the key `name`, or the last component of the path, or the identifier.
    var displayName: String {
        string("name") ?? string("path").map { ProjectFolder.name(of: $0) } ?? identifier
    }
}
