import AppexDecoding
import AppexSystem
import Foundation
import Glibc
import OpenFoundation
import OpenUniformTypeIdentifiers
import OpenViewTree
import SystemPackage

/// The file that an extension edits, the original or the last rendition, and how it was when editing began.
struct PhotoSource: Sendable {
    let file: URL
    let type: UTType
    let media: EditablePhoto.Media
    private let stamp: Stamp

    /// What changes when a file is replaced or written.
    private struct Stamp: Equatable {
        var device: UInt
        var inode: UInt
        var size: Int
        var seconds: Int
        var nanoseconds: Int
    }

    /// The display size without a view, in pixels.
    private static let displaySide = 1024.0
    /// The maximum size of a file that is decoded for display, in bytes.
    private static let decodedBytes = 512 << 20
    /// The longest side of a display size, in pixels.
    private static let longestDisplaySide = 4096.0

    /// Looks at a file.
    ///
    /// - Throws: ``PhotoEditingError/Code/photoUnreadable``.
    init(_ file: URL) throws(PhotoEditingError) {
        self.file = file
        type = EditablePhoto.type(of: file)
        media = EditablePhoto.media(of: type)
        do throws(Errno) { stamp = try Self.stamp(of: file) } catch {
            let reason = error == .invalidArgument ? "it is not a file" : "\(error)"
            throw PhotoEditingError(
                .photoUnreadable, "Cannot edit \(file.lastPathComponent): \(reason).", underlying: error)
        }
    }

    private static func stamp(of file: URL) throws(Errno) -> Stamp {
        // `O_NONBLOCK`, because opening a pipe without a writer would block.
        let descriptor = try Descriptor(opening: FilePath(file.path), O_RDONLY | O_NONBLOCK | O_NOCTTY)
        let status = try descriptor.status()
        guard status.st_mode & S_IFMT == S_IFREG else { throw .invalidArgument }
        return Stamp(
            device: UInt(status.st_dev), inode: UInt(status.st_ino), size: Int(status.st_size),
            seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    }

    /// Checks that the file is still what it was.
    ///
    /// - Throws: ``PhotoEditingError/Code/photoChanged``.
    func checkUnchanged() throws(PhotoEditingError) {
        guard (try? Self.stamp(of: file)) == stamp else {
            throw PhotoEditingError(
                .photoChanged,
                "\(file.lastPathComponent) was changed or removed while it was edited, so the edit was not kept; begin again."
            )
        }
    }

    /// A photograph as it is shown: an upright JPEG, nil if it cannot be decoded, and the orientation of the file, 1 if it
    /// cannot be decoded.
    typealias Display = (picture: Data?, orientation: Int)

    /// Decodes the photograph in the size of a view.
    ///
    /// - Parameter room: the size of the view; nil for an edit without a view.
    /// - Throws: `CancellationError`.
    func display(in room: ViewTraits?) async throws -> Display {
        guard media == .image, let content = Self.content(of: file) else { return (nil, 1) }
        let largest = room.map { (width: $0.width * $0.scale, height: $0.height * $0.scale) }
        do {
            return try await ProcessDecoder.call { decoder in
                guard let header = try decoder.header(of: content), header.width > 0, header.height > 0 else {
                    return (nil, 1)
                }
                let isTurned = (5...8).contains(header.orientation)
                let size = Self.size(
                    of: isTurned ? (header.height, header.width) : (header.width, header.height),
                    in: largest ?? (Self.displaySide, Self.displaySide))
                let picture = try decoder.file(of: content, width: size.width, height: size.height, quality: 90)
                return (picture, (1...8).contains(header.orientation) ? header.orientation : 1)
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // The extension can still read the file.
            return (nil, 1)
        }
    }

    /// The content of a file that is to be decoded. It is read and not mapped, because another process may shorten the file.
    ///
    /// - Returns: nil for a file that cannot be read, or of more than 512 MiB.
    static func content(of file: URL) -> Data? {
        var status = stat()
        guard stat(file.path, &status) == 0, status.st_size <= decodedBytes else { return nil }
        return (try? FileContent.prefix(of: FilePath(file.path), limit: decodedBytes)).map { Data($0) }
    }

    /// The size in which a picture fits into a room; that of the picture if it is smaller.
    static func size(
        of picture: (width: Int, height: Int), in room: (width: Double, height: Double)
    ) -> (width: Int, height: Int) {
        let (width, height) = (Double(picture.width), Double(picture.height))
        let factor = min(
            1, min(max(room.width, 1), longestDisplaySide) / width,
            min(max(room.height, 1), longestDisplaySide) / height)
        return (max(1, Int((width * factor).rounded())), max(1, Int((height * factor).rounded())))
    }
}
