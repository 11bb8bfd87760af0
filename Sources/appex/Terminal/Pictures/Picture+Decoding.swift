import OpenExtensionKit

extension Picture {
    /// A picture of an extension: its size, and its pixels where they can be had.
    init(_ image: ViewImage) {
        self.init(size: CellSize(width: image.width, height: image.height), pixels: [])
    }
}
