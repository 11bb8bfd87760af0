import AppexInterfaces

/// Compiles a storyboard or xib file into the description that OpenUIKit loads.
///
/// What is not supported or does not exist becomes a note, and the rest is compiled. A file that is damaged or made for
/// another system is not compiled.
struct InterfaceCompiler {
    /// The result of compiling a file.
    struct Output {
        /// The contents of the compiled file.
        let bytes: [UInt8]
        /// What was left out, in the order of the file.
        let notes: [InterfaceNote]
    }

    let file: String
    let context: InterfaceContext
    let root: InterfaceElement
    var index: InterfaceIndex
    private(set) var notes: [InterfaceNote] = []
    private var noted: Set<String> = []
    private var texts: [String: [(language: String, key: String, text: String)]]

    private init(_ root: InterfaceElement, file: String, context: InterfaceContext) {
        self.root = root
        self.file = file
        self.context = context
        index = InterfaceIndex(root)
        texts = Self.texts(in: context.texts)
    }

    /// Compiles a file.
    ///
    /// - Parameter file: the path of the file, for messages.
    /// - Throws: ``InterfaceDamage`` if the file is damaged or made for another system.
    static func compile(
        _ bytes: [UInt8], file: String, context: InterfaceContext = InterfaceContext()
    ) throws(InterfaceDamage) -> Output {
        let root = try InterfaceElementReader.read(bytes, file: file)
        try checkType(of: root, file: file)
        var compiler = InterfaceCompiler(root, file: file, context: context)
        for (id, lines) in compiler.index.duplicates {
            compiler.note(
                .warning, line: lines.second,
                "The identifier \(id) belongs to this element and to one on line \(lines.first); the first is used.")
        }
        let result = root.child("scenes") == nil ? compiler.nib() : compiler.storyboard()
        guard result.count <= CompiledInterface.fileBytes else {
            throw InterfaceDamage(
                file: file, line: 0,
                reason:
                    "its compiled form has \(result.count) bytes, and at most \(CompiledInterface.fileBytes) are read")
        }
        return Output(bytes: result, notes: compiler.notes.sorted { $0.line < $1.line })
    }

    private static func checkType(of root: InterfaceElement, file: String) throws(InterfaceDamage) {
        let type = root["type"] ?? ""
        let system: String? =
            if type.contains("WatchKit") {
                "watchOS"
            } else if type.contains("AppleTV") {
                "tvOS"
            } else if type.contains(".Cocoa.")
                || root["targetRuntime"]?.contains("Cocoa.") == true
                    && root["targetRuntime"]?.hasPrefix("MacOSX") == true
            {
                "macOS"
            } else {
                nil
            }
        if let system {
            throw InterfaceDamage(file: file, line: root.line, reason: "it is made for \(system) instead of iOS")
        }
        guard root.name == "document", type.contains("CocoaTouch") else {
            throw InterfaceDamage(
                file: file, line: root.line,
                reason: root.name == "archive"
                    ? "it has the format of Xcode 4 and older"
                    : "its root element is not that of a storyboard or xib file")
        }
    }

    // MARK: Notes

    /// Adds a note, unless there is one with the same message.
    mutating func note(_ severity: InterfaceNote.Severity, line: Int, _ message: String) {
        guard notes.count < InterfaceLimits.notes, noted.insert(message).inserted else { return }
        notes.append(InterfaceNote(severity: severity, file: file, line: line, message: message))
    }

    // MARK: Documents

    private mutating func storyboard() -> [UInt8] {
        var scenes: [(CompiledInterface.Entry, InterfaceScene)] = []
        for scene in root.child("scenes")?.children ?? [] where scene.name == "scene" {
            guard scenes.count < CompiledInterface.scenes else {
                note(.warning, line: scene.line, "Scenes after the first \(CompiledInterface.scenes) are left out.")
                break
            }
            let elements = scene.child("objects")?.children ?? []
            guard let controller = elements.first(where: { $0["sceneMemberID"] == "viewController" }) else {
                note(.warning, line: scene.line, "The scene has no controller, and is left out.")
                continue
            }
            let objects = elements.compactMap { topLevelObject($0) }
            let entry = CompiledInterface.Entry(
                controller: controller.id, identifier: controller["storyboardIdentifier"])
            scenes.append((entry, withTexts(InterfaceScene(objects: objects))))
        }
        breakCycles(&scenes)
        checkIdentifiers(of: scenes)
        let initial = root["initialViewController"]
        if initial == nil, context.isMain {
            note(
                .error, line: root.line,
                "The main storyboard has no initial controller. Select \"Is Initial View Controller\" for one of its "
                    + "controllers.")
        } else if let initial, !scenes.contains(where: { $0.0.controller == initial }) {
            note(
                context.isMain ? .error : .warning, line: root.line,
                "The initial controller \(initial) does not exist.")
        }
        return CompiledInterface.bytes(source: name, initial: initial, scenes: scenes)
    }

    private mutating func nib() -> [UInt8] {
        let elements = root.child("objects")?.children ?? []
        let objects = elements.compactMap { topLevelObject($0) }
        let scene = withTexts(InterfaceScene(objects: objects))
        return CompiledInterface.bytes(
            source: name, initial: nil, scenes: [(CompiledInterface.Entry(controller: "", identifier: nil), scene)])
    }

    /// The name of the file without its folders.
    private var name: String { file.split(separator: "/").last.map(String.init) ?? file }

    private mutating func topLevelObject(_ element: InterfaceElement) -> InterfaceObject? {
        switch element.name {
        case "placeholder":
            guard element["placeholderIdentifier"] == "IBFilesOwner" else { return nil }
            var owner = InterfaceObject(id: InterfaceIndex.owner, kind: "owner", customClass: element["customClass"])
            addConnections(of: element, to: &owner)
            return owner
        case "exit": return nil
        case "customObject":
            note(
                .warning, line: element.line,
                "The object \(element["customClass"] ?? element.id) is not made, because only views, controllers, bar "
                    + "buttons and gesture recognizers are.")
            return nil
        default: return object(element, isView: InterfaceSchema.isView(element.name))
        }
    }

    // MARK: Checks of scenes

    private mutating func checkIdentifiers(of scenes: [(CompiledInterface.Entry, InterfaceScene)]) {
        var known: Set<String> = []
        for (entry, _) in scenes {
            guard let identifier = entry.identifier, !known.insert(identifier).inserted else { continue }
            note(
                .warning, line: index.lines[entry.controller] ?? 0,
                "The storyboard identifier \"\(identifier)\" belongs to several controllers; the first is used.")
        }
    }

    /// Removes root controllers and embedded controllers that contain themselves.
    private mutating func breakCycles(_ scenes: inout [(CompiledInterface.Entry, InterfaceScene)]) {
        var edges: [String: [String]] = [:]
        for (entry, scene) in scenes {
            for object in scene.objects {
                object.visit { object in
                    edges[entry.controller, default: []] += object.connections.filter(Self.contains).map(\.destination)
                }
            }
        }
        let starts = Self.cycleStarts(scenes.map(\.0.controller), edges)
        for position in scenes.indices where starts.contains(scenes[position].0.controller) {
            let controller = scenes[position].0.controller
            note(
                .warning, line: index.lines[controller] ?? 0,
                "The controller \(controller) contains itself, as a root controller or in a container view. What it "
                    + "contains is left out.")
            scenes[position].1.objects = scenes[position].1.objects.map(Self.withoutContents)
        }
    }

    private static func contains(_ connection: InterfaceConnection) -> Bool {
        connection.kind == .segue && ["relationship", "embed"].contains(connection.values["kind"])
    }

    private static func withoutContents(_ object: InterfaceObject) -> InterfaceObject {
        var object = object
        object.connections.removeAll(where: contains)
        object.objects = object.objects.mapValues { $0.map(withoutContents) }
        return object
    }

    /// The controllers at which a search finds a cycle: if they contain nothing, no controller contains itself.
    ///
    /// Each controller is visited once. The search has no recursion, because a chain can have as many controllers as a file.
    private static func cycleStarts(_ controllers: [String], _ edges: [String: [String]]) -> Set<String> {
        var starts: Set<String> = []
        var done: Set<String> = []
        for controller in controllers where !done.contains(controller) {
            var path = [(controller: controller, next: 0)]
            var open: Set<String> = [controller]
            while let (current, next) = path.last {
                guard let targets = edges[current], next < targets.count else {
                    path.removeLast()
                    open.remove(current)
                    done.insert(current)
                    continue
                }
                path[path.count - 1].next += 1
                let target = targets[next]
                if open.contains(target) {
                    starts.insert(target)
                } else if !done.contains(target) {
                    path.append((target, 0))
                    open.insert(target)
                }
            }
        }
        return starts
    }

    // MARK: Texts

    /// Adds the texts of other languages that belong to the objects of a scene.
    ///
    /// Texts belong to the first object with their identifier.
    private mutating func withTexts(_ scene: InterfaceScene) -> InterfaceScene {
        guard !texts.isEmpty else { return scene }
        var result = scene
        for object in scene.objects {
            object.visit { object in
                for (language, key, text) in texts.removeValue(forKey: object.id) ?? [] {
                    result.texts[language, default: [:]][key] = text
                }
            }
        }
        return result
    }

    /// The texts of other languages by the identifiers of their objects.
    private static func texts(
        in languages: [String: [String: String]]
    ) -> [String: [(language: String, key: String, text: String)]] {
        var result: [String: [(language: String, key: String, text: String)]] = [:]
        for (language, texts) in languages {
            for (key, text) in texts {
                result[String(key.prefix { $0 != "." }), default: []].append((language, key, text))
            }
        }
        return result
    }
}

/// The objects of a storyboard or xib file by their identifiers.
struct InterfaceIndex {
    /// The identifier of the owner of a xib file.
    static let owner = "-1"
    /// The identifier of the first responder.
    static let firstResponder = "-2"

    /// The line of each object.
    private(set) var lines: [String: Int] = [:]
    /// The lines of two objects with the same identifier.
    private(set) var duplicates: [(id: String, lines: (first: Int, second: Int))] = []
    /// Identifiers that stand for the first responder.
    private(set) var firstResponders: Set<String> = [firstResponder]
    /// For each guide at the edge of a controller, whether it is the upper one, and the identifier of the view.
    private(set) var edgeGuides: [String: (isTop: Bool, view: String)] = [:]
    /// The colours with a name.
    private(set) var colors: [String: InterfaceElement] = [:]

    init(_ root: InterfaceElement) {
        root.visit { element in
            add(element)
            if InterfaceSchema.controllers.contains(element.name), let view = element.child(forKey: "view") {
                for guide in element.child("layoutGuides")?.children ?? [] {
                    edgeGuides[guide.id] = (guide["type"] == "top", view.id)
                }
            }
        }
        for resource in root.child("resources")?.children ?? [] {
            guard let name = resource["name"] else { continue }
            switch resource.name {
            case "namedColor", "systemColor": colors[name] = resource.child("color")
            default: break
            }
        }
    }

    private mutating func add(_ element: InterfaceElement) {
        guard let id = element["id"] else { return }
        if let first = lines[id] {
            if duplicates.count < InterfaceLimits.notes { duplicates.append((id, (first, element.line))) }
        } else {
            lines[id] = element.line
        }
        if element.name == "placeholder", element["placeholderIdentifier"] == "IBFirstResponder" {
            firstResponders.insert(id)
        }
    }
}
