/// Yes or no for each of some elements.
protocol AnswerMask: Equatable {
    /// Yes for the elements of a range, of `count` elements.
    init(_ range: Range<Int>, count: Int)

    /// How many say yes.
    var yesCount: Int { get }
    /// Whether none says yes.
    var isNone: Bool { get }

    /// Says yes for one element.
    mutating func insert(_ element: Int)
    static func & (left: Self, right: Self) -> Self
    static func | (left: Self, right: Self) -> Self
    /// Yes where the left one says yes and the right one no.
    static func - (left: Self, right: Self) -> Self
}

/// Up to 64 elements, which nearly every share keeps to.
struct OneWord: AnswerMask {
    private var word: UInt64

    init(_ range: Range<Int>, count: Int) {
        word = range.isEmpty ? 0 : (.max >> UInt64(64 - range.count)) << UInt64(range.lowerBound)
    }

    private init(_ word: UInt64) {
        self.word = word
    }

    var yesCount: Int { word.nonzeroBitCount }
    var isNone: Bool { word == 0 }

    mutating func insert(_ element: Int) { word |= 1 << UInt64(element) }
    static func & (left: Self, right: Self) -> Self { Self(left.word & right.word) }
    static func | (left: Self, right: Self) -> Self { Self(left.word | right.word) }
    static func - (left: Self, right: Self) -> Self { Self(left.word & ~right.word) }
}

/// Any number of elements.
struct ManyWords: AnswerMask {
    private var words: [UInt64]

    init(_ range: Range<Int>, count: Int) {
        words = (0..<(count + 63) / 64).map { word in
            let inside = range.clamped(to: word * 64..<word * 64 + 64)
            return inside.isEmpty ? 0 : (.max >> UInt64(64 - inside.count)) << UInt64(inside.lowerBound - word * 64)
        }
    }

    private init(_ words: [UInt64]) {
        self.words = words
    }

    var yesCount: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
    var isNone: Bool { words.allSatisfy { $0 == 0 } }

    mutating func insert(_ element: Int) { words[element / 64] |= 1 << UInt64(element % 64) }
    static func & (left: Self, right: Self) -> Self { Self(zip(left.words, right.words).map { $0 & $1 }) }
    static func | (left: Self, right: Self) -> Self { Self(zip(left.words, right.words).map { $0 | $1 }) }
    static func - (left: Self, right: Self) -> Self { Self(zip(left.words, right.words).map { $0 & ~$1 }) }
}
