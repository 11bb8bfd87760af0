import OpenUniformTypeIdentifiers

/// What is known of a type, as JSON shows it.
struct TypeListing: Encodable {
    let identifier: String
    let description: String?
    /// `system`, `exported` or `imported`; nil when nobody declares it.
    let origin: String?
    /// The app that declares it, unless the system does.
    let application: String?
    /// What it is declared to conform to.
    let parents: [String]
    /// All that it conforms to, without itself.
    let supertypes: [String]
    let filenameExtensions: [String]
    let mimeTypes: [String]
    let version: Int?
    let referenceURL: String?

    /// - Parameter device: what the device's apps declare.
    init(_ name: String, device: String) {
        let types = TypeGraph.current
        let declaration = types.declaration(of: name)
        identifier = declaration?.identifier ?? name
        description = types.description(of: name)
        let origin = types.origin(of: name)
        self.origin = origin?.rawValue
        application = origin.flatMap { Self.application(declaring: name, $0, in: device) }
        let supertypes = types.conformances(of: name).subtracting([identifier.lowercased()]).sorted()
        self.supertypes = supertypes
        parents = declaration?.parents ?? supertypes
        filenameExtensions = types.tags(of: name)[.filenameExtension] ?? []
        mimeTypes = types.tags(of: name)[.mimeType] ?? []
        version = declaration?.version
        referenceURL = declaration?.referenceURL
    }

    /// Whether anything is known: somebody declares it, or it is made of a tag.
    var isKnown: Bool { origin != nil || !supertypes.isEmpty || !filenameExtensions.isEmpty || !mimeTypes.isEmpty }

    /// For people.
    var lines: [String] {
        let source =
            switch origin {
            case "system": "the system"
            case let origin?: "\(application ?? "an app") (\(origin))"
            case nil: "nobody; the type is made of what is known of the file"
            }
        let rows: [(String, String?)] = [
            ("Type", identifier), ("Called", description), ("Declared by", source),
            ("Conforms to", parents.joined(separator: ", ")),
            ("and so to", supertypes.filter { !parents.contains($0) }.joined(separator: ", ")),
            ("Extensions", filenameExtensions.joined(separator: ", ")),
            ("MIME types", mimeTypes.joined(separator: ", ")), ("Version", version.map(String.init)),
            ("See", referenceURL),
        ]
        var table = Table([])
        for case (let name, let value?) in rows where !value.isEmpty { table.add([name, value]) }
        return Array(table.lines().dropFirst())
    }

    /// The app whose declaration counts: in the list, each app's lines stand behind a comment with its identifier, and of
    /// equal declarations the first counts.
    private static func application(
        declaring type: String, _ origin: TypeDeclaration.Origin, in device: String
    ) -> String? {
        guard origin != .system else { return nil }
        var application: String?
        for line in device.split(separator: "\n") {
            if line.hasPrefix("# ") {
                application = String(line.dropFirst(2))
            } else if line.prefix(while: { $0 != " " }) == type.lowercased() {
                let alone = TypeGraph.system.adding(list: String(line))
                if alone.origin(of: type) == origin { return application }
            }
        }
        return nil
    }
}
