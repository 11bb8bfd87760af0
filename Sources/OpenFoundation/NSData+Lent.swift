import Foundation

extension NSData {
    /// The same bytes, not copied, for reading. `as Data` goes byte by byte on Linux.
    var lent: Data {
        Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes), count: length,
            deallocator: .custom { [self] _, _ in withExtendedLifetime(self) {} })
    }

    /// A copy of the bytes, made as a whole.
    var copied: Data { Data(bytes: bytes, count: length) }
}
