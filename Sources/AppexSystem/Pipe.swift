import CAppexShims
import Glibc
package import SystemPackage

/// An anonymous pipe.
package enum Pipe {
    /// Creates a pipe, close-on-exec. The first end is for reading, the second for writing.
    ///
    /// - Throws: the kernel's error, in practice `.tooManyOpenFiles`.
    package static func make() throws(Errno) -> SocketPair {
        var ends: (CInt, CInt) = (-1, -1)
        let failed = withUnsafeMutablePointer(to: &ends) {
            $0.withMemoryRebound(to: CInt.self, capacity: 2) { appex_pipe($0) }
        }
        guard failed == 0 else { throw Errno.current }
        return SocketPair(first: Descriptor(owning: ends.0), second: Descriptor(owning: ends.1))
    }

    /// Reads up to the end, at most `limit` bytes. Blocks for at most `milliseconds` before each part.
    ///
    /// - Throws: `.timedOut` if no data arrive in this time; otherwise the kernel's error.
    package static func readAll(_ end: borrowing Descriptor, limit: Int, milliseconds: CInt) throws(Errno) -> [UInt8] {
        var result: [UInt8] = []
        let number = end.rawValue
        while result.count < limit {
            var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            let ready = retrying { poll(&waiting, 1, milliseconds) }
            guard ready >= 0 else { throw Errno.current }
            guard ready > 0 else { throw .timedOut }
            var part = [UInt8](repeating: 0, count: min(4096, limit - result.count))
            let got = retrying { read(number, &part, part.count) }
            guard got >= 0 else { throw Errno.current }
            if got == 0 { break }
            result.append(contentsOf: part[..<got])
        }
        return result
    }
}
