import OpenExtensionKit

/// What a widget showed when it was last seen.
struct WidgetSnapshot: Sendable {
    /// The operations that make it, as JSON.
    let operations: [UInt8]
    private let images: [UInt32: (image: ViewImage, generation: Int)]

    /// - Parameter images: kept when they are not too large; a picture of a widget is for a moment.
    init(operations: [UInt8], images: [UInt32: (image: ViewImage, generation: Int)]) {
        self.operations = operations
        let bytes = images.values.reduce(0) { $0 + $1.image.bytes.count }
        self.images = bytes <= WebLimits.snapshotBytes ? images : [:]
    }

    func image(_ id: UInt32, generation: Int) -> ViewImage? {
        guard let known = images[id], known.generation == generation else { return nil }
        return known.image
    }
}
