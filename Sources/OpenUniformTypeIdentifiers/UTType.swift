/// A type of data, named by a reverse-DNS identifier, with the types that it is a kind of.
///
/// Only the part that items need: identifiers, conformance and file name extensions, over the types
/// in ``UTType/table``. Source: Apple's `UniformTypeIdentifiers` documentation of `UTType`.
public struct UTType: Hashable, Sendable {
    /// The identifier, in lower case: identifiers are compared without case.
    public let identifier: String

    /// A type of the table.
    ///
    /// - Returns: nil when the identifier is not in the table.
    public init?(_ identifier: String) {
        let lowered = identifier.lowercased()
        guard Self.table[lowered] != nil else { return nil }
        self.identifier = lowered
    }

    /// The type of files with an extension, given without the dot and in any case.
    public init?(filenameExtension: String) {
        guard let identifier = Self.byExtension[filenameExtension.lowercased()] else { return nil }
        self.identifier = identifier
    }

    /// The extension that files of this type usually have.
    public var preferredFilenameExtension: String? {
        Self.table[identifier]?.extensions.first
    }

    /// Whether this type is `other` or a kind of it.
    public func conforms(to other: UTType) -> Bool {
        Self.identifier(identifier, conformsTo: other.identifier)
    }

    /// Conformance of identifiers, of which neither needs to be in the table: every identifier
    /// conforms to itself.
    package static func identifier(_ identifier: String, conformsTo other: String) -> Bool {
        let target = other.lowercased()
        var waiting = [identifier.lowercased()]
        // The table is a finite graph without cycles.
        while let next = waiting.popLast() {
            if next == target { return true }
            waiting.append(contentsOf: table[next]?.parents ?? [])
        }
        return false
    }
}
