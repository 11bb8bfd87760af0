import OpenExtensionKit

extension Picture {
    /// A picture of an extension: its size, and its pixels where they can be had.
    init(_ image: ViewImage) {
        let decoded =
            switch image.format {
            case .png: Picture(png: image.bytes)
            case .jpeg: Picture(jpeg: image.bytes)
            }
        let size = CellSize(width: image.width, height: image.height)
        self = decoded ?? Picture(size: size, pixelSize: CellSize(width: 0, height: 0), pixels: [])
    }
}
