import AppexSystem
import AppexProtocol
import OpenViewTree

/// The host's validated copy of an extension's view: its tree and images.
///
/// Invalid or excessive messages throw, and the extension is at fault. The mirror must not be used after that.
struct ViewMirror {
    private(set) var tree = ViewTree()
    private var images: [UInt32: ViewImage] = [:]
    private var imageBytes = 0
    private var messages = TokenBucket(perSecond: ViewLimits.updatesPerSecond, most: 2 * ViewLimits.updatesPerSecond)
    private var operations = TokenBucket(
        perSecond: ViewLimits.operationsPerSecond, most: ViewLimits.operationsPerSecond + ViewLimits.operations)

    func image(_ id: UInt32) -> ViewImage? { images[id] }

    /// Applies an update to the tree.
    ///
    /// - Parameter unacknowledged: the events that the extension has not handled yet. The values that the user has set
    ///   by them take precedence over `set` operations of the update, which are older.
    /// - Returns: the operations as they were applied, without those that the user's values override.
    /// - Throws: ``ViewTreeError`` if the update is invalid or exceeds a limit.
    mutating func apply(
        _ changes: [ViewOperation], unacknowledged: [ViewInterface.Input] = [], at now: ContinuousClock.Instant
    ) throws(ViewTreeError) -> [ViewOperation] {
        try count(at: now)
        guard operations.take(changes.reduce(0) { $0 + $1.weight }, at: now) else {
            throw .tooLarge("changes in a second", limit: ViewLimits.operationsPerSecond)
        }
        let applied = try tree.apply(changes) { images[$0] != nil }
        let set = unacknowledged.compactMap { input in
            input.event.setting.map { Setting(node: input.node, attribute: $0.0) }
        }
        guard !set.isEmpty else { return applied }
        for input in unacknowledged { tree.note(input.event, of: input.node) }
        return keeping(Set(set), in: applied)
    }

    private struct Setting: Hashable {
        let node: UInt32
        let attribute: ViewAttribute
    }

    /// Removes the operations that would overwrite values set by the user, and adds those values for new nodes.
    private func keeping(_ set: Set<Setting>, in applied: [ViewOperation]) -> [ViewOperation] {
        var new: Set<UInt32> = []
        let others = applied.filter { operation in
            switch operation {
            case .insert(let id, _, _, _): new.insert(id)
            case .set(let id, let attribute, _): return !set.contains(Setting(node: id, attribute: attribute))
            case .move, .remove: break
            }
            return true
        }
        let restated = set.filter { new.contains($0.node) }.compactMap { setting in
            tree[setting.node]?.attributes[setting.attribute].map {
                ViewOperation.set(id: setting.node, setting.attribute, $0)
            }
        }
        return others + restated
    }

    /// Applies a user's event to the node that accepts it.
    mutating func note(_ event: ViewEvent, of node: UInt32) { tree.note(event, of: node) }

    /// Adds an image, which nodes may show from now on.
    ///
    /// - Throws: ``ViewTreeError`` if the image is invalid, its identifier is in use, or a limit is exceeded.
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

    /// Removes images that no node shows.
    ///
    /// - Throws: ``ViewTreeError`` if an image is unknown or still shown, or a limit is exceeded.
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
