import OpenViewTree

/// The pictures of a view, as far as a terminal can show them.
struct PictureStore {
    private var pictures: [UInt32: Picture] = [:]
    /// What each node has shown last, which stays until its next picture has been decoded.
    private var lastOfNode: [UInt32: Picture] = [:]

    /// Whether a picture has been decoded.
    func has(_ id: UInt32) -> Bool { pictures[id] != nil }

    /// What a node shows; nil before its first picture has come.
    func picture(of node: ViewNode) -> Picture? {
        node.image(.image).flatMap { pictures[$0] ?? lastOfNode[node.id] }
    }

    /// Takes a picture that the nodes of a tree show.
    mutating func add(_ picture: Picture, _ id: UInt32, in tree: ViewTree) {
        pictures[id] = picture
        for node in tree.nodes.values where node.image(.image) == id { lastOfNode[node.id] = picture }
    }

    /// Forgets what a tree does not show any more.
    mutating func keep(_ tree: ViewTree) {
        let shown = tree.nodes.values.filter { $0.image(.image) != nil }
        let ids = Set(shown.compactMap { $0.image(.image) })
        let nodes = Set(shown.map(\.id))
        pictures = pictures.filter { ids.contains($0.key) }
        lastOfNode = lastOfNode.filter { nodes.contains($0.key) }
    }
}
