/// A purpose identifier. Claims with one purpose never wait for each other.
///
/// It is compared byte by byte: processes choose it, and comparing texts by Unicode's rules can take a thousand times as long.
struct Purpose: Hashable, Comparable, Sendable {
    private let bytes: [UInt8]

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    static func < (left: Purpose, right: Purpose) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}
