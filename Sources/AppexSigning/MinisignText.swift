import FoundationEssentials

/// The lines of a file in minisign's format: comments, and bytes in base 64.
enum MinisignText {
    /// The beginning of a comment that no signature covers.
    static let untrusted = "untrusted comment: "
    /// The beginning of a comment that the second signature of a file covers.
    static let trusted = "trusted comment: "

    /// The lines of a text; nil if it is not UTF-8, or its last line is not complete.
    static func lines(_ text: [UInt8]) -> [String]? {
        guard let text = String(validating: text, as: UTF8.self) else { return nil }
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        return lines.popLast() == "" ? lines : nil
    }

    /// The rest of a comment's line; nil if the line does not begin with a prefix.
    static func comment(_ line: String, _ prefix: String) -> String? {
        line.utf8.starts(with: prefix.utf8) ? String(Substring(line.utf8.dropFirst(prefix.utf8.count))) : nil
    }

    /// The bytes of a line; nil for anything but the base 64 of `count` bytes as it is written.
    static func bytes(_ line: String, count: Int) -> [UInt8]? {
        guard let data = Data(base64Encoded: line), data.count == count, data.base64EncodedString() == line else {
            return nil
        }
        return Array(data)
    }

    /// Bytes as base 64.
    static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
