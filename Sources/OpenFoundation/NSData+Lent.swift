import Foundation

extension NSData {
    /// The same bytes, not copied, for reading. `as Data` goes byte by byte.
    var lent: Data {
        Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes), count: length,
            deallocator: .custom { [self] _, _ in withExtendedLifetime(self) {} })
    }
}
