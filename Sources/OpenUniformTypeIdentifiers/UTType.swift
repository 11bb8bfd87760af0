public import FoundationEssentials

/// A type of data, named by a reverse-DNS identifier, with the types that it is a kind of.
///
/// What a type conforms to, what it is called and by which extensions and MIME types it is known is declared by the
/// system and by apps; a type that nobody declares can be made from a tag and is then dynamic.
///
/// Source: Apple's `UniformTypeIdentifiers` documentation of `UTType`.
public struct UTType: Sendable {
    /// The identifier, in lower case: identifiers are compared without case.
    public let identifier: String

    /// What an app's own type conforms to for as long as no declaration says so.
    private let assumedParent: String?

    /// A type that the system declares, or that a lookup has found.
    init(known identifier: String) {
        self.identifier = identifier
        assumedParent = nil
    }

    /// A type that is declared, or a dynamic one.
    ///
    /// - Returns: nil when nobody declares the type.
    public init?(_ identifier: String) {
        let name = identifier.lowercasedASCII
        guard TypeGraph.current.declaration(of: name) != nil || DynamicType(name) != nil else { return nil }
        self.init(known: name)
    }

    /// A type that the app owns and declares under `UTExportedTypeDeclarations`.
    ///
    /// ## Difference from Apple
    /// No warning when the app does not declare it: a program need not be installed to run here.
    ///
    /// - Parameter parentType: what the type conforms to where the declaration is not known, as in a program that is
    ///   not installed
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.identifier = identifier.lowercasedASCII
        assumedParent = parentType?.identifier
    }

    /// A type of another app that the app declares under `UTImportedTypeDeclarations`.
    ///
    /// - Parameter parentType: what the type conforms to where the declaration is not known
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(exportedAs: identifier, conformingTo: parentType)
    }
}

// MARK: - Description

extension UTType {
    /// What the type is called, in English; from a supertype where its own declaration does not say. Nil when nobody
    /// says, and for a dynamic type.
    public var localizedDescription: String? {
        TypeGraph.current.description(of: identifier)
    }

    /// The version of the type's declaration, nil when it gives none.
    public var version: Int? {
        TypeGraph.current.declaration(of: identifier)?.version
    }

    /// Where the type is documented, nil when its declaration does not say.
    public var referenceURL: URL? {
        TypeGraph.current.declaration(of: identifier)?.referenceURL.flatMap { URL(string: $0) }
    }

    /// Whether the type was made from a tag because nobody declares one for it.
    public var isDynamic: Bool {
        DynamicType(identifier) != nil && TypeGraph.current.declaration(of: identifier) == nil
    }

    /// Whether the type is not dynamic. So it is true of an app's own type even where its declaration is not known.
    public var isDeclared: Bool {
        !isDynamic
    }

    /// Whether the type is in the public domain: its identifier begins with "public.".
    public var isPublic: Bool {
        identifier.utf8.starts(with: "public.".utf8)
    }
}

// MARK: - Conformance

extension UTType {
    /// Whether this type is `type` or a kind of it.
    public func conforms(to type: UTType) -> Bool {
        let graph = TypeGraph.current
        if graph.identifier(identifier, conformsTo: type.identifier) { return true }
        return parentWithoutDeclaration(in: graph).map { graph.identifier($0, conformsTo: type.identifier) } ?? false
    }

    /// Whether `type` is a kind of this type, and another one.
    public func isSupertype(of type: UTType) -> Bool {
        self != type && type.conforms(to: self)
    }

    /// Whether this type is a kind of `type`, and another one.
    public func isSubtype(of type: UTType) -> Bool {
        type.isSupertype(of: self)
    }

    /// All that the type conforms to, directly or not, without itself.
    public var supertypes: Set<UTType> {
        let graph = TypeGraph.current
        var names = graph.conformances(of: identifier)
        if let parent = parentWithoutDeclaration(in: graph) { names.formUnion(graph.conformances(of: parent)) }
        names.remove(identifier)
        return Set(names.map(UTType.init(known:)))
    }

    private func parentWithoutDeclaration(in graph: TypeGraph) -> String? {
        guard let assumedParent, graph.declaration(of: identifier) == nil else { return nil }
        return assumedParent
    }
}

// MARK: - Equality, text and coding

extension UTType: Hashable {
    /// Types are the same when their identifiers are.
    public static func == (left: UTType, right: UTType) -> Bool {
        left.identifier == right.identifier
    }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identifier)
    }
}

extension UTType: CustomStringConvertible, CustomDebugStringConvertible {
    /// The identifier.
    public var description: String { identifier }

    /// The identifier.
    public var debugDescription: String { identifier }
}

extension UTType: Codable {
    /// Reads an identifier.
    ///
    /// - Throws: `DecodingError.dataCorrupted` when nobody declares the type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let identifier = try container.decode(String.self)
        guard let type = UTType(identifier) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "No type \"\(identifier)\" is declared; install the app that declares it.")
        }
        self = type
    }

    /// Writes the identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}
