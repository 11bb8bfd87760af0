/// A compiled storyboard or nib file.
///
/// The file is a text of lines. The first is a JSON object that describes the file; each further line is the JSON
/// object of one scene, so that a program parses only the scenes that it shows. Documentation/Storyboards.md describes
/// the format.
package struct CompiledInterface: Sendable {
    /// The version of the format that this module reads and writes.
    package static let version = 1
    /// The maximum size of a file in bytes.
    package static let fileBytes = 16 << 20
    /// The maximum number of scenes.
    package static let scenes = 2000

    /// The place of a scene in the file.
    package struct Entry: Equatable, Sendable {
        /// The identifier of the scene's controller in the file; empty for a nib file.
        package var controller: String
        /// The identifier by which programs instantiate the controller; `nil` for none.
        package var identifier: String?

        /// Makes an entry.
        package init(controller: String, identifier: String?) {
            self.controller = controller
            self.identifier = identifier
        }
    }

    /// The name of the source, for messages.
    package let source: String
    /// The identifier of the initial controller; `nil` for none.
    package let initial: String?
    /// The scenes in the order of their lines.
    package let entries: [Entry]
    private let lines: [ArraySlice<UInt8>]
    private let controllers: [String: Int]
    private let identifiers: [String: Int]

    /// Reads the description of the file. Scenes are parsed when they are needed.
    ///
    /// - Throws: ``CompiledInterfaceError``.
    package init(parsing bytes: [UInt8]) throws(CompiledInterfaceError) {
        guard bytes.count <= Self.fileBytes else { throw .tooLarge(bytes: bytes.count) }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: Self.scenes + 1)
        guard let first = lines.first, let header = InterfaceValue(parsing: first),
            let version = header["version"]?.number
        else { throw .damaged("its first line is not a description") }
        guard version == Double(Self.version) else { throw .version("\(version)") }
        let entries = (header["scenes"]?.list ?? []).map {
            Entry(controller: $0["controller"]?.string ?? "", identifier: $0["identifier"]?.string)
        }
        guard entries.count == lines.count - 1 else {
            throw .damaged("it has \(lines.count - 1) scenes instead of \(entries.count)")
        }
        source = header["source"]?.string ?? ""
        initial = header["initial"]?.string
        self.entries = entries
        self.lines = Array(lines.dropFirst())
        controllers = Dictionary(entries.enumerated().map { ($1.controller, $0) }) { first, _ in first }
        identifiers = Dictionary(
            entries.enumerated().compactMap { entry in entry.element.identifier.map { ($0, entry.offset) } }
        ) {
            first, _ in first
        }
    }

    /// Parses a scene.
    ///
    /// - Returns: `nil` if the scene does not exist or is damaged.
    package func scene(at index: Int) -> InterfaceScene? {
        lines.indices.contains(index) ? InterfaceValue(parsing: lines[index]).map(InterfaceScene.init) : nil
    }

    /// The index of the scene of a controller; `nil` if no scene has the controller.
    package func index(ofController id: String) -> Int? { controllers[id] }

    /// The index of the scene with an identifier; `nil` if no scene has the identifier.
    package func index(ofIdentifier identifier: String) -> Int? { identifiers[identifier] }

    /// The bytes of a file.
    ///
    /// - Parameter source: the name of the source, for messages.
    /// - Parameter initial: the identifier of the initial controller; `nil` for none.
    package static func bytes(source: String, initial: String?, scenes: [(Entry, InterfaceScene)]) -> [UInt8] {
        var header: [String: InterfaceValue] = [
            "version": .number(Double(version)), "source": .string(source),
            "scenes": .list(
                scenes.map { entry, _ in
                    var values = ["controller": InterfaceValue.string(entry.controller)]
                    values["identifier"] = entry.identifier.map { .string($0) }
                    return .dictionary(values)
                }),
        ]
        header["initial"] = initial.map { .string($0) }
        var bytes: [UInt8] = []
        InterfaceValue.dictionary(header).write(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        for (_, scene) in scenes {
            scene.value.write(to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }
}

/// A controller of a storyboard with its objects, or the objects of a nib file.
package struct InterfaceScene: Equatable, Sendable {
    /// The objects at the top level: a controller and what belongs to it, or the views of a nib file.
    package var objects: [InterfaceObject]
    /// The texts of other languages: for each language, the text for a key such as `Ab1-2c-d3e.text`.
    package var texts: [String: [String: String]]

    /// Makes a scene.
    package init(objects: [InterfaceObject], texts: [String: [String: String]] = [:]) {
        self.objects = objects
        self.texts = texts
    }

    /// The scene as a value of a compiled interface.
    package var value: InterfaceValue {
        var entries: [String: InterfaceValue] = ["objects": .list(objects.map(\.value))]
        if !texts.isEmpty {
            entries["texts"] = .dictionary(texts.mapValues { .dictionary($0.mapValues { .string($0) }) })
        }
        return .dictionary(entries)
    }

    /// Makes a scene from its value. Parts that are invalid are left out.
    package init(_ value: InterfaceValue) {
        objects = (value["objects"]?.list ?? []).compactMap(InterfaceObject.init)
        texts = (value["texts"]?.dictionary ?? [:]).mapValues { ($0.dictionary ?? [:]).compactMapValues(\.string) }
    }
}

/// The reason for which a compiled interface cannot be read.
package enum CompiledInterfaceError: Error, Equatable, CustomStringConvertible {
    /// The file is larger than ``CompiledInterface/fileBytes``.
    case tooLarge(bytes: Int)
    /// The file has another version.
    case version(String)
    /// The file is not a compiled interface.
    case damaged(String)

    package var description: String {
        switch self {
        case .tooLarge(let bytes):
            "it has \(bytes) bytes, and at most \(CompiledInterface.fileBytes) are read"
        case .version(let version):
            "it has the version \(version) instead of \(CompiledInterface.version); bundle the app again"
        case .damaged(let reason):
            "\(reason); bundle the app again"
        }
    }
}
