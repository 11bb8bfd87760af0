package import OpenUniformTypeIdentifiers

/// A set of kinds of attachment.
package struct KindSet: OptionSet, Sendable, Hashable {
    /// One bit for each kind.
    package let rawValue: UInt8

    /// Takes the bits.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The set of one kind.
    package init(_ kind: AttachmentKind) {
        rawValue = 1 << kind.rawValue
    }

    /// The set of some kinds.
    init(_ kinds: [AttachmentKind]) {
        self = kinds.reduce(into: []) { $0.insert(KindSet($1)) }
    }

    /// The kinds in it, in their order.
    package var kinds: [AttachmentKind] {
        AttachmentKind.allCases.filter { contains(KindSet($0)) }
    }

    /// The kinds that an attachment with these types is of.
    package init(of identifiers: [String], types: TypeGraph) {
        func conforms(to type: String) -> Bool {
            identifiers.contains { types.identifier($0, conformsTo: type) }
        }
        self = []
        for kind in AttachmentKind.allCases
        where kind.memberships.contains(where: { conforms(to: $0.type) && !$0.except.contains(where: conforms) }) {
            insert(KindSet(kind))
        }
    }
}
