import AppexProtocol
import OpenViewTree

/// What an extension shows, checked: tree and images.
///
/// Whatever is wrong is thrown, and the extension is at fault. Nothing is to be asked of a mirror after that.
struct ViewMirror {
    private(set) var tree = ViewTree()
    private var images: [UInt32: ViewImage] = [:]
    private var imageBytes = 0
    private var messages = RateLimit(perSecond: ViewLimits.updatesPerSecond, most: 2 * ViewLimits.updatesPerSecond)
    private var operations = RateLimit(
        perSecond: ViewLimits.operationsPerSecond, most: ViewLimits.operationsPerSecond + ViewLimits.operations)

    func image(_ id: UInt32) -> ViewImage? { images[id] }

    /// Changes the tree.
    ///
    /// - Returns: the operations as they were applied.
    mutating func apply(
        _ changes: [ViewOperation], at now: ContinuousClock.Instant
    ) throws(ViewTreeError) -> [ViewOperation] {
        try count(at: now)
        guard operations.take(changes.reduce(0) { $0 + $1.weight }, at: now) else {
            throw .tooLarge("changes in a second", limit: ViewLimits.operationsPerSecond)
        }
        return try tree.apply(changes) { images[$0] != nil }
    }

    /// Notes what a person has done to a node that takes the event.
    mutating func note(_ event: ViewEvent, of node: UInt32) { tree.note(event, of: node) }

    /// Takes an image that nodes may show from now on.
    mutating func add(_ image: ViewInterface.Image, at now: ContinuousClock.Instant) throws(ViewTreeError) {
        try count(at: now)
        guard images[image.id] == nil else { throw .wrongImage("there is an image \(image.id) already") }
        guard images.count < ViewLimits.images else { throw .tooLarge("images", limit: ViewLimits.images) }
        let checked = try ViewImage(image.bytes)
        guard imageBytes + image.bytes.count <= ViewLimits.allImageBytes else {
            throw .tooLarge("bytes of images", limit: ViewLimits.allImageBytes)
        }
        images[image.id] = checked
        imageBytes += image.bytes.count
    }

    /// Forgets images that no node shows.
    mutating func release(_ ids: [UInt32], at now: ContinuousClock.Instant) throws(ViewTreeError) {
        try count(at: now)
        let shown = Set(tree.nodes.values.compactMap { $0.image(.image) })
        for id in ids {
            guard !shown.contains(id) else { throw .wrongImage("image \(id) is released and still shown") }
            guard let image = images.removeValue(forKey: id) else { throw .unknownImage(id) }
            imageBytes -= image.bytes.count
        }
    }

    private mutating func count(at now: ContinuousClock.Instant) throws(ViewTreeError) {
        guard messages.take(1, at: now) else {
            throw .tooLarge("updates in a second", limit: ViewLimits.updatesPerSecond)
        }
    }
}
