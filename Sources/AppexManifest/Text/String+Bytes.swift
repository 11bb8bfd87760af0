/// Taking texts of others apart by bytes.
///
/// `hasPrefix(_:)`, `hasSuffix(_:)`, `split(separator:)` and `contains(_:)` compare Characters. One Character can be all of a text,
/// and comparing it takes a time that is quadratic in its length. A slash with a combining mark behind it is a Character other than
/// a slash, but the kernel sees a slash.
extension StringProtocol {
    /// Whether the text begins with the bytes of another.
    package func begins(with beginning: String) -> Bool { utf8.starts(with: beginning.utf8) }

    /// Whether the text ends with the bytes of another.
    package func ends(with end: String) -> Bool { utf8.suffix(end.utf8.count).elementsEqual(end.utf8) }

    /// Whether a character of ASCII is anywhere in the text.
    ///
    /// - Parameter character: a scalar below 128.
    package func has(_ character: Unicode.Scalar) -> Bool { utf8.contains(UInt8(truncatingIfNeeded: character.value)) }

    /// The parts between the occurrences of a character of ASCII.
    ///
    /// - Parameter separator: a scalar below 128.
    /// - Parameter splits: how often to split at most; the last part is the rest of the text.
    /// - Parameter keepsEmpty: whether empty parts are kept, as between two separators.
    package func parts(
        at separator: Unicode.Scalar, atMost splits: Int = .max, keepsEmpty: Bool = false
    ) -> [SubSequence] {
        utf8.split(
            separator: UInt8(truncatingIfNeeded: separator.value), maxSplits: splits,
            omittingEmptySubsequences: !keepsEmpty
        ).map { self[$0.startIndex..<$0.endIndex] }
    }
}

extension String {
    /// The text without a full stop at its end.
    package var withoutFullStop: String { utf8.last == UInt8(ascii: ".") ? String(unicodeScalars.dropLast()) : self }

    /// The text with a full stop at its end.
    package var withFullStop: String { utf8.last == UInt8(ascii: ".") ? self : self + "." }
}
