import OpenExtensionKit

/// The last content of a widget.
struct WidgetSnapshot: Sendable {
    /// The operations that create it, as JSON.
    let operations: [UInt8]
    private let images: [UInt32: (image: ViewImage, generation: Int)]

    /// - Parameter images: the images, which are kept up to a limit.
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
