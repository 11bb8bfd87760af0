/// The pictures of a view, as far as a terminal can show them.
struct PictureStore {
    private var pictures: [UInt32: Picture] = [:]

    /// What is known of a picture; nil before it has come.
    subscript(id: UInt32) -> Picture? {
        get { pictures[id] }
        set { pictures[id] = newValue }
    }

    /// In pixels.
    func size(of id: UInt32) -> CellSize? { pictures[id]?.size }

    /// Forgets what no tree names any more.
    mutating func keep(_ ids: Set<UInt32>) {
        pictures = pictures.filter { ids.contains($0.key) }
    }
}
