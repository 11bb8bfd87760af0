import Glibc
package import SystemPackage

/// Reads small files of the kernel, such as those in `/proc`.
package enum SystemFile {
    /// The maximum number of bytes that are read.
    private static let limit = 64 << 10

    /// The content of a file, at most 64 KiB; empty if it cannot be read.
    package static func text(_ path: String) -> String {
        guard let file = try? Descriptor(opening: FilePath(path), O_RDONLY),
            let bytes = try? Pipe.readAll(file, limit: limit, milliseconds: 0)
        else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The values of the lines of the form `name value`. Other lines are ignored.
    package static func values(_ path: String) -> [Substring: UInt64] {
        var result: [Substring: UInt64] = [:]
        // Own text: lines of the kernel.
        for line in text(path).split(separator: "\n") {
            // Own text: lines of the kernel.
            let fields = line.split(whereSeparator: \.isWhitespace)
            if fields.count > 1, let value = UInt64(fields[1]) { result[fields[0]] = value }
        }
        return result
    }

    /// The first fields of a file with one short line, as numbers. A field that is not a number is 0.
    ///
    /// It is optimized for speed, because it is called repeatedly for many processes.
    ///
    /// - Parameter mark: only the text after the last occurrence of this byte is used; nil for the whole line.
    /// - Parameter limit: the maximum number of fields.
    /// - Returns: an empty array if the file cannot be read.
    package static func numbers(_ path: String, behind mark: UInt8? = nil, atMost limit: Int) -> [UInt64] {
        guard let file = try? Descriptor(opening: FilePath(path), O_RDONLY) else { return [] }
        let number = file.rawValue
        return withUnsafeTemporaryAllocation(byteCount: lineLimit, alignment: 1) { buffer in
            let count = retrying { read(number, buffer.baseAddress, lineLimit) }
            var line = UnsafeRawBufferPointer(rebasing: buffer[..<max(0, count)])[...]
            if let mark { line = line[((line.lastIndex(of: mark) ?? line.endIndex - 1) + 1)...] }
            return line.split(maxSplits: limit) { $0 <= UInt8(ascii: " ") }.prefix(limit).map { field in
                field.reduce(0) { sum, byte in
                    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                        ? sum &* 10 &+ UInt64(byte - UInt8(ascii: "0")) : 0
                }
            }
        }
    }

    /// Bytes of a line that are looked at.
    private static let lineLimit = 1024

    /// Writes in one call, as these files want it.
    ///
    /// Nothing can be created in a control group's folder, so that creating harms nothing there; a folder that stands
    /// in for one fills up.
    package static func write(_ text: String, to path: FilePath) throws(Errno) {
        let file = try Descriptor(opening: path, O_WRONLY | O_CREAT)
        let bytes = Array(text.utf8)
        guard Glibc.write(file.rawValue, bytes, bytes.count) == bytes.count else { throw .current }
    }
}
