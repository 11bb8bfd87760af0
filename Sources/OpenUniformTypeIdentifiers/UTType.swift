public import FoundationEssentials

/// A type of data, identified by a reverse-DNS name, which can conform to other types.
///
/// The system and apps declare what a type conforms to, its description, and its file name extensions and MIME types. A
/// tag without a declared type gives a dynamic type.
///
/// Source: Apple's `UniformTypeIdentifiers` documentation of `UTType`.
public struct UTType: Sendable {
    /// The identifier in lower case, because identifiers are compared without regard to case.
    public let identifier: String

    /// The supertype of an app's own type until a declaration is known.
    private let assumedParent: String?

    /// A type that the system declares, or that a lookup has found.
    init(known identifier: String) {
        self.identifier = identifier
        assumedParent = nil
    }

    /// Looks up a declared type, or decodes a dynamic one.
    ///
    /// - Returns: nil if the type is not declared.
    public init?(_ identifier: String) {
        let name = identifier.lowercasedASCII
        guard TypeGraph.current.declaration(of: name) != nil || DynamicType(name) != nil else { return nil }
        self.init(known: name)
    }

    /// A type that the app owns and declares under `UTExportedTypeDeclarations`.
    ///
    /// ## Difference from Apple
    /// There is no warning if the app does not declare it: a program need not be installed to run here.
    ///
    /// - Parameters:
    ///   - identifier: the identifier of the type; letter case does not matter.
    ///   - parentType: a type that it conforms to while the declaration is unknown, as in a program that is not
    ///     installed.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.identifier = identifier.lowercasedASCII
        assumedParent = parentType?.identifier
    }

    /// A type of another app that the app declares under `UTImportedTypeDeclarations`.
    ///
    /// - Parameters:
    ///   - identifier: the identifier of the type; letter case does not matter.
    ///   - parentType: a type that it conforms to while the declaration is unknown.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(exportedAs: identifier, conformingTo: parentType)
    }
}

// MARK: - Description

extension UTType {
    /// The name of the type in English: its own, or otherwise that of a supertype. Nil if there is none, and for a
    /// dynamic type.
    public var localizedDescription: String? {
        TypeGraph.current.description(of: identifier)
    }

    /// The version of the type's declaration; nil if it gives none.
    public var version: Int? {
        TypeGraph.current.declaration(of: identifier)?.version
    }

    /// Where the type is documented; nil if its declaration does not say.
    public var referenceURL: URL? {
        TypeGraph.current.declaration(of: identifier)?.referenceURL.flatMap { URL(string: $0) }
    }

    /// Whether the type was derived from a tag because no declared type has it.
    public var isDynamic: Bool {
        DynamicType(identifier) != nil && TypeGraph.current.declaration(of: identifier) == nil
    }

    /// Whether the type is not dynamic. It is therefore true for an app's own type even while its declaration is
    /// unknown.
    public var isDeclared: Bool {
        !isDynamic
    }

    /// Whether the type is in the public domain: its identifier starts with "public.".
    public var isPublic: Bool {
        identifier.utf8.starts(with: "public.".utf8)
    }
}

// MARK: - Conformance

extension UTType {
    /// Whether this type is `type` or one of its subtypes.
    public func conforms(to type: UTType) -> Bool {
        let graph = TypeGraph.current
        if graph.identifier(identifier, conformsTo: type.identifier) { return true }
        return parentWithoutDeclaration(in: graph).map { graph.identifier($0, conformsTo: type.identifier) } ?? false
    }

    /// Whether `type` is a subtype of this type and not the same type.
    public func isSupertype(of type: UTType) -> Bool {
        self != type && type.conforms(to: self)
    }

    /// Whether this type is a subtype of `type` and not the same type.
    public func isSubtype(of type: UTType) -> Bool {
        type.isSupertype(of: self)
    }

    /// All types that the type conforms to, directly or indirectly, without itself.
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
    /// Types are equal if their identifiers are.
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
    /// Decodes an identifier.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if the type is not declared.
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

    /// Encodes the identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}
