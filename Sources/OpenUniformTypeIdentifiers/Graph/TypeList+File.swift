import AppexSystem
package import SystemPackage

extension TypeList {
    /// The largest number of bytes that are read of a file: some hundred thousand declarations.
    package static let fileLimit = 16 << 20

    /// The text of a file with declarations, cut at the end of a line if it is longer than `limit` bytes.
    ///
    /// - Returns: nil if the file cannot be read.
    package static func text(ofFileAt path: FilePath, limit: Int = fileLimit) -> String? {
        guard let bytes = try? FileContent.prefix(of: path, limit: limit) else { return nil }
        // A truncated line could name another supertype than the whole one.
        let end = bytes.count < limit ? bytes.endIndex : bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}
