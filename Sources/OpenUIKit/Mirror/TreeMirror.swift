import OpenViewTree

/// The state of the tree on the host. It computes the operations that update the host.
@MainActor
final class TreeMirror {
    private var sent: RenderedNode?
    /// All nodes that the host has, by identifier.
    private var nodes: [UInt32: RenderedNode] = [:]
    /// The parent of each node. An object that is shown twice, such as a bar button, is sent at its first place only.
    private var parents: [UInt32: UInt32] = [:]
    private(set) var pictures: PictureStore

    init(_ pictures: PictureStore) { self.pictures = pictures }

    /// The node with an identifier, or `nil` when the host does not have it.
    func node(_ id: UInt32) -> RenderedNode? { nodes[id] }

    /// Records a value that the host has already, because the user has set it.
    func hostHasSet(_ attribute: ViewAttribute, _ value: ViewValue?, of id: UInt32) {
        nodes[id]?.attributes[attribute] = value
    }

    /// The operations that update the host from the previous window, or from an empty tree at first.
    func changes(to window: RenderedNode) -> [ViewOperation] {
        let old = sent ?? RenderedNode(id: ViewTree.window, .window, NodeAttributes(), owner: nil)
        guard old !== window else { return [] }
        var operations: [ViewOperation] = []
        // Nodes are removed first, because a view that moves to another container keeps its identifier.
        remove(from: old, to: window, &operations)
        update(from: old, to: window, &operations)
        nodes[ViewTree.window] = window
        sent = window
        return operations
    }

    private func remove(from old: RenderedNode, to new: RenderedNode, _ operations: inout [ViewOperation]) {
        guard old !== new else { return }
        let kept = Self.byID(new.children)
        for child in old.children where parents[child.id] == old.id {
            if let other = kept[child.id], other.kind == child.kind {
                remove(from: child, to: other, &operations)
            } else {
                operations.append(.remove(id: child.id))
                forget(child)
            }
        }
    }

    private func forget(_ node: RenderedNode) {
        // A view that has moved elsewhere is recorded again only afterwards.
        nodes[node.id] = nil
        parents[node.id] = nil
        pictures.release(node.picture)
        for child in node.children where parents[child.id] == node.id { forget(child) }
    }

    private func update(from old: RenderedNode, to new: RenderedNode, _ operations: inout [ViewOperation]) {
        guard old !== new else { return }
        set(attributesOf: new, before: old, &operations)
        let known = Self.byID(old.children.filter { parents[$0.id] == new.id })
        let kept = Self.byID(new.children)
        var seen: Set<UInt32> = []
        var order = old.children.map(\.id).filter {
            known[$0] != nil && kept[$0] != nil && seen.insert($0).inserted
        }
        seen = []
        var index = -1
        for child in new.children where seen.insert(child.id).inserted && mayStand(child, in: new.id) {
            index += 1
            guard let before = known[child.id] else {
                order.insert(child.id, at: index)
                insert(child, in: new.id, at: index, &operations)
                continue
            }
            if order[index] != child.id {
                operations.append(.move(id: child.id, index: UInt32(index)))
                order.removeAll { $0 == child.id }
                order.insert(child.id, at: index)
            }
            update(from: before, to: child, &operations)
        }
        nodes[new.id] = new
    }

    /// Whether the node is not shown elsewhere.
    private func mayStand(_ node: RenderedNode, in parent: UInt32) -> Bool {
        nodes[node.id] == nil || parents[node.id] == parent
    }

    private func insert(
        _ node: RenderedNode, in parent: UInt32, at index: Int, _ operations: inout [ViewOperation]
    ) {
        operations.append(.insert(id: node.id, kind: node.kind, parent: parent, index: UInt32(index)))
        for (attribute, value) in node.attributes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            operations.append(.set(id: node.id, attribute, value))
        }
        if let number = retainPicture(of: node) { operations.append(.set(id: node.id, .image, .image(number))) }
        nodes[node.id] = node
        parents[node.id] = parent
        var place = 0
        for child in node.children where nodes[child.id] == nil {
            insert(child, in: node.id, at: place, &operations)
            place += 1
        }
    }

    private func set(
        attributesOf new: RenderedNode, before old: RenderedNode, _ operations: inout [ViewOperation]
    ) {
        for attribute in Set(new.attributes.keys).union(old.attributes.keys).sorted(by: { $0.rawValue < $1.rawValue })
        where new.attributes[attribute] != old.attributes[attribute] {
            operations.append(.set(id: new.id, attribute, new.attributes[attribute]))
        }
        guard old.picture !== new.picture else { return }
        let number = retainPicture(of: new)
        operations.append(.set(id: new.id, .image, number.map { .image($0) }))
        pictures.release(old.picture)
    }

    private func retainPicture(of node: RenderedNode) -> UInt32? {
        let number = pictures.retain(node.picture)
        if number == nil { node.picture = nil }
        return number
    }

    private static func byID(_ nodes: [RenderedNode]) -> [UInt32: RenderedNode] {
        Dictionary(nodes.map { ($0.id, $0) }) { first, _ in first }
    }
}
