import Foundation

/// The difference between two texts, as the replacement of one range.
struct TextChange: Equatable {
    /// The replaced range, in UTF-16 units of the old text.
    let range: NSRange
    let replacement: String

    /// - Parameter end: the end of the selection in the new text, in UTF-16 units. It tells which of two equal
    ///   characters was inserted.
    init(from old: String, to new: String, end: Int) {
        let before = Array(old.utf16)
        let after = Array(new.utf16)
        let shorter = min(before.count, after.count)
        // The text after the selection has not changed.
        let tail = max(0, min(after.count - min(max(end, 0), after.count), shorter))
        var suffix = zip(before.reversed(), after.reversed()).prefix(tail).prefix { $0 == $1 }.count
        let prefix = zip(before, after).prefix(shorter - suffix).prefix { $0 == $1 }.count
        suffix = zip(before.reversed(), after.reversed()).prefix(shorter - prefix).prefix { $0 == $1 }.count
        let start = Self.aligned(prefix, after)
        let rest = Self.alignedEnd(suffix, after)
        range = NSRange(location: start, length: before.count - rest - start)
        replacement = String(decoding: after[start..<(after.count - rest)], as: UTF16.self)
    }

    /// Moves a boundary out of a surrogate pair.
    private static func aligned(_ prefix: Int, _ text: [UInt16]) -> Int {
        prefix > 0 && UTF16.isLeadSurrogate(text[prefix - 1]) ? prefix - 1 : prefix
    }

    private static func alignedEnd(_ suffix: Int, _ text: [UInt16]) -> Int {
        suffix > 0 && UTF16.isTrailSurrogate(text[text.count - suffix]) ? suffix - 1 : suffix
    }
}
