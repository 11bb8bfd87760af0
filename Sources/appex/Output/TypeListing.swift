import AppexModel
import OpenUniformTypeIdentifiers

/// The description of a type, as printed with --json.
struct TypeListing: Encodable {
    let identifier: String
    let description: String?
    /// `system`, `exported` or `imported`; nil if the type is not declared.
    let origin: String?
    /// The app that declares it; nil for a system type.
    let application: String?
    /// The types that it is declared to conform to.
    let parents: [String]
    /// All types that it conforms to, without itself.
    let supertypes: [String]
    let filenameExtensions: [String]
    let mimeTypes: [String]
    let version: Int?
    let referenceURL: String?

    /// - Parameter device: the declarations of the device's apps.
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

    /// Whether the type is declared or derived from a tag.
    var isKnown: Bool { origin != nil || !supertypes.isEmpty || !filenameExtensions.isEmpty || !mimeTypes.isEmpty }

    /// The description as text for people.
    var lines: [String] {
        let source =
            switch origin {
            case "system": "the system"
            case let origin?: "\(application ?? "an app") (\(origin))"
            case nil: "nobody; the type is derived from the file's name or content"
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

    /// The app whose declaration is used. In the list, each app's lines follow a comment with its identifier, and of
    /// equal declarations the first one wins.
    private static func application(
        declaring type: String, _ origin: TypeDeclaration.Origin, in device: String
    ) -> String? {
        guard origin != .system else { return nil }
        var application: String?
        for line in device.parts(at: "\n") {
            if line.begins(with: "# ") {
                application = String(line.dropFirst(2))
            } else if line.prefix(while: { $0 != " " }) == type.lowercased() {
                let alone = TypeGraph.system.adding(list: String(line))
                if alone.origin(of: type) == origin { return application }
            }
        }
        return nil
    }
}
