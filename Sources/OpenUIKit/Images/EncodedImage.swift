import AppexDecoding
import AppexPictures
import Foundation
import OpenFoundation

/// A picture as the bytes of a file, of which only the header has been read.
///
/// Headers of JPEG and PNG are read here, so that an extension that shows a photograph or passes it on need not load
/// a library for that. What such a file says beside the picture (place, camera, comments) is left out at once.
struct EncodedImage: Sendable {
    let data: Data
    /// nil for a format that the decoder of this process reads.
    let format: PictureFormat?
    /// Pixels of the upright picture.
    let width: Int
    let height: Int
    let orientation: UIImage.Orientation

    /// A picture of more pixels takes a third of a gigabyte when all of it has to be in memory.
    static let pixelLimit = 100_000_000
    /// A file that is larger is hardly a picture.
    static let byteLimit = 256 * 1024 * 1024

    /// - Returns: nil for what is no picture, or one of more than ``pixelLimit`` pixels.
    init?(_ data: Data) {
        guard data.count <= Self.byteLimit else { return nil }
        let bytes = [UInt8](data)
        guard let file = PictureFile(jpeg: bytes) ?? PictureFile(png: bytes) ?? PictureFile(other: data) else {
            return nil
        }
        self.init(file, data)
    }

    private init?(_ file: PictureFile, _ original: Data) {
        let (pixels, isTooLarge) = file.width.multipliedReportingOverflow(by: file.height)
        guard file.width > 0, file.height > 0, !isTooLarge, pixels <= Self.pixelLimit else { return nil }
        let orientation = UIImage.Orientation(exif: file.orientation)
        data = file.bytes.map { Data($0) } ?? original
        format = file.format
        width = orientation.isSideways ? file.height : file.width
        height = orientation.isSideways ? file.width : file.height
        self.orientation = orientation
    }
}

extension PictureFile {
    /// The header of a picture in another format, which the decoder of this process reads.
    init?(other data: Data) {
        // An error has been told to developers; there is no picture, as for what is none.
        guard let header = try? ProcessDecoder.current.header(of: data) else { return nil }
        self.init(nil, width: header.width, height: header.height, orientation: header.orientation)
    }
}
