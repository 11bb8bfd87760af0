import OpenViewTree

/// The pictures of a view, as far as a terminal can show them.
struct PictureStore {
    private var pictures: [UInt32: TerminalPicture] = [:]
    /// What nodes have shown whose picture has not been decoded yet, until it has.
    private var lastOfNode: [UInt32: TerminalPicture] = [:]

    /// Whether a picture has been decoded.
    func has(_ id: UInt32) -> Bool { pictures[id] != nil }

    /// What a node shows; nil before its first picture has come.
    func picture(of node: ViewNode) -> TerminalPicture? {
        node.image(.image).flatMap { pictures[$0] ?? lastOfNode[node.id] }
    }

    mutating func add(_ picture: TerminalPicture, _ id: UInt32) { pictures[id] = picture }

    /// Forgets what a tree does not show any more.
    ///
    /// - Parameter before: what was shown until now.
    mutating func keep(_ tree: ViewTree, before: ViewTree) {
        var last: [UInt32: TerminalPicture] = [:]
        var ids: Set<UInt32> = []
        for node in tree.nodes.values {
            guard let id = node.image(.image) else { continue }
            ids.insert(id)
            guard pictures[id] == nil, last.count < ViewLimits.images else { continue }
            last[node.id] = before[node.id].flatMap { picture(of: $0) }
        }
        lastOfNode = last
        pictures = pictures.filter { ids.contains($0.key) }
    }
}
