/// A host's copy of an extension's view tree. It accepts only what ``ViewSchema`` and ``ViewLimits`` allow, so that
/// code that draws it need not validate it again.
///
/// A tree is a value: a copy is a snapshot.
public struct ViewTree: Sendable, Equatable {
    /// The identifier of the window, which always exists.
    public static let window: UInt32 = 0

    /// All nodes by identifier.
    public private(set) var nodes: [UInt32: ViewNode] = [
        window: ViewNode(id: window, kind: .window, parent: window, depth: 0)
    ]
    /// UTF-8 bytes of all texts.
    private var textBytes = 0

    /// Makes a tree that consists of the window only.
    public init() {}

    /// The node with an identifier, or `nil` when there is none.
    public subscript(id: UInt32) -> ViewNode? { nodes[id] }

    /// Returns the children of a node in order; an empty list when the node does not exist.
    public func children(of id: UInt32) -> [ViewNode] {
        nodes[id]?.children.compactMap { nodes[$0] } ?? []
    }

    /// The operations that build this tree from an empty one, parents before their children.
    public var operations: [ViewOperation] {
        var result = settings(of: Self.window)
        var rest = places(in: Self.window)
        while let (index, node) = rest.popLast() {
            result.append(.insert(id: node.id, kind: node.kind, parent: node.parent, index: index))
            result += settings(of: node.id)
            rest += places(in: node.id)
        }
        return result
    }

    /// The children of a node with their indexes, in reverse order.
    private func places(in id: UInt32) -> [(UInt32, ViewNode)] {
        children(of: id).enumerated().map { (UInt32($0.offset), $0.element) }.reversed()
    }

    /// Applies operations in order, up to the first that is invalid.
    ///
    /// - Parameters:
    ///   - operations: at most ``ViewLimits/operations``.
    ///   - images: tells whether an image with an identifier exists.
    /// - Returns: the operations as they were applied, without characters that are unsafe to display.
    /// - Throws: the reason why an operation is invalid. The operations before it have been applied.
    @discardableResult
    public mutating func apply(
        _ operations: [ViewOperation], images: (UInt32) -> Bool = { _ in true }
    ) throws(ViewTreeError) -> [ViewOperation] {
        guard operations.count <= ViewLimits.operations else {
            throw .tooLarge("changes at once", limit: ViewLimits.operations)
        }
        var applied: [ViewOperation] = []
        applied.reserveCapacity(operations.count)
        for operation in operations {
            switch operation {
            case .insert(let id, let kind, let parent, let index): try insert(id, kind, parent, index)
            case .set(let id, let attribute, let value):
                let value = try checked(value, attribute, images)
                try set(id, attribute, value)
                applied.append(.set(id: id, attribute, value))
                continue
            case .move(let id, let index): try move(id, index)
            case .remove(let id): try remove(id)
            }
            applied.append(operation)
        }
        return applied
    }

    private mutating func insert(
        _ id: UInt32, _ kind: ViewKind, _ parent: UInt32, _ index: UInt32
    ) throws(ViewTreeError) {
        guard let owner = nodes[parent] else { throw .unknownNode(parent) }
        guard nodes[id] == nil else { throw .nodeExists(id) }
        guard ViewSchema.rule(of: owner.kind).children.contains(kind) else { throw .wrongParent(kind, owner.kind) }
        guard nodes.count < ViewLimits.nodes else { throw .tooLarge("nodes", limit: ViewLimits.nodes) }
        guard owner.depth < ViewLimits.depth else { throw .tooLarge("levels", limit: ViewLimits.depth) }
        guard index <= owner.children.count else { throw .noSuchPlace(index, limit: owner.children.count) }
        nodes[id] = ViewNode(id: id, kind: kind, parent: parent, depth: owner.depth + 1)
        nodes[parent]?.children.insert(id, at: Int(index))
    }

    private mutating func set(
        _ id: UInt32, _ attribute: ViewAttribute, _ value: ViewValue?
    ) throws(ViewTreeError) {
        guard let node = nodes[id] else { throw .unknownNode(id) }
        guard ViewSchema.common.contains(attribute) || ViewSchema.rule(of: node.kind).attributes.contains(attribute)
        else { throw .wrongAttribute(attribute, node.kind) }
        let bytes = textBytes - Self.bytes(of: node.attributes[attribute]) + Self.bytes(of: value)
        guard bytes <= ViewLimits.treeTextBytes else {
            throw .tooLarge("bytes of text", limit: ViewLimits.treeTextBytes)
        }
        textBytes = bytes
        nodes[id]?.attributes[attribute] = value
    }

    private mutating func move(_ id: UInt32, _ index: UInt32) throws(ViewTreeError) {
        guard let node = nodes[id], id != Self.window else { throw .unknownNode(id) }
        guard let siblings = nodes[node.parent]?.children, let old = siblings.firstIndex(of: id) else {
            throw .unknownNode(node.parent)
        }
        guard index < siblings.count else { throw .noSuchPlace(index, limit: siblings.count) }
        nodes[node.parent]?.children.remove(at: old)
        nodes[node.parent]?.children.insert(id, at: Int(index))
    }

    private mutating func remove(_ id: UInt32) throws(ViewTreeError) {
        guard let node = nodes[id], id != Self.window else { throw .unknownNode(id) }
        nodes[node.parent]?.children.removeAll { $0 == id }
        var rest = [id]
        while let next = rest.popLast() {
            guard let node = nodes.removeValue(forKey: next) else { continue }
            for value in node.attributes.values { textBytes -= Self.bytes(of: value) }
            rest += node.children
        }
    }

    private func settings(of id: UInt32) -> [ViewOperation] {
        guard let attributes = nodes[id]?.attributes else { return [] }
        return attributes.sorted { $0.key.rawValue < $1.key.rawValue }.map { .set(id: id, $0.key, $0.value) }
    }
}
