import Foundation

extension NSData {
    /// The bytes as `Data` without copying. On Linux, `as Data` copies byte by byte.
    var lent: Data {
        Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes), count: length,
            deallocator: .custom { [self] _, _ in withExtendedLifetime(self) {} })
    }

    /// A copy of the bytes, made in one step. On Linux, `as Data` copies byte by byte.
    var copied: Data { Data(bytes: bytes, count: length) }
}
