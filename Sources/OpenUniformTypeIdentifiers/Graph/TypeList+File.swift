import AppexSystem
package import SystemPackage

extension TypeList {
    /// The most that is read of a file, in bytes: some hundred thousand declarations.
    package static let fileLimit = 16 << 20

    /// The text of a file with declarations, whole lines of it where it is longer than `limit`.
    ///
    /// - Returns: nil when the file cannot be read.
    package static func text(ofFileAt path: FilePath, limit: Int = fileLimit) -> String? {
        guard let bytes = try? FileContent.prefix(of: path, limit: limit) else { return nil }
        // Half a line could name another parent than the whole one.
        let end = bytes.count < limit ? bytes.endIndex : bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}
