/// A set of elements that satisfy a condition, as bits.
protocol AnswerMask: Equatable {
    /// A stretch of the elements.
    associatedtype Window

    /// Yes for the elements of a range, of `count` elements.
    init(_ range: Range<Int>, count: Int)

    /// The window on a range, of `count` elements.
    static func window(_ range: Range<Int>, count: Int) -> Window
    /// The number of elements in a window that are in the set. It takes time only for the window: with thousands of
    /// attachments it is called for each of them and every node.
    func yesCount(in window: Window) -> Int
    /// Whether an element in a window is in the set.
    func hasYes(in window: Window) -> Bool
    /// Whether the set is empty.
    var isNone: Bool { get }

    /// Adds an element.
    mutating func insert(_ element: Int)
    static func & (left: Self, right: Self) -> Self
    static func | (left: Self, right: Self) -> Self
    /// The elements of the left set that are not in the right one.
    static func - (left: Self, right: Self) -> Self
}

/// A set for up to 64 elements, which is sufficient for nearly all shares.
struct OneWord: AnswerMask {
    private var word: UInt64

    init(_ range: Range<Int>, count: Int) {
        word = range.isEmpty ? 0 : (.max >> UInt64(64 - range.count)) << UInt64(range.lowerBound)
    }

    private init(_ word: UInt64) {
        self.word = word
    }

    static func window(_ range: Range<Int>, count: Int) -> OneWord { OneWord(range, count: count) }

    func yesCount(in window: OneWord) -> Int { (word & window.word).nonzeroBitCount }
    func hasYes(in window: OneWord) -> Bool { word & window.word != 0 }
    var isNone: Bool { word == 0 }

    mutating func insert(_ element: Int) { word |= 1 << UInt64(element) }
    static func & (left: Self, right: Self) -> Self { Self(left.word & right.word) }
    static func | (left: Self, right: Self) -> Self { Self(left.word | right.word) }
    static func - (left: Self, right: Self) -> Self { Self(left.word & ~right.word) }
}

/// A set for any number of elements.
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

    /// The words that a range touches, and which bits of the first and the last of them.
    struct Window {
        let words: Range<Int>
        let first: UInt64
        let last: UInt64
    }

    static func window(_ range: Range<Int>, count: Int) -> Window {
        guard let last = range.last else { return Window(words: 0..<0, first: 0, last: 0) }
        return Window(
            words: range.lowerBound / 64..<last / 64 + 1, first: .max << UInt64(range.lowerBound % 64),
            last: .max >> UInt64(63 - last % 64))
    }

    private func word(_ number: Int, in window: Window) -> UInt64 {
        var word = words[number]
        if number == window.words.lowerBound { word &= window.first }
        if number == window.words.upperBound - 1 { word &= window.last }
        return word
    }

    func yesCount(in window: Window) -> Int {
        window.words.reduce(0) { $0 + word($1, in: window).nonzeroBitCount }
    }

    func hasYes(in window: Window) -> Bool { window.words.contains { word($0, in: window) != 0 } }
    var isNone: Bool { words.allSatisfy { $0 == 0 } }

    mutating func insert(_ element: Int) { words[element / 64] |= 1 << UInt64(element % 64) }
    static func & (left: Self, right: Self) -> Self { Self(zip(left.words, right.words).map { $0 & $1 }) }
    static func | (left: Self, right: Self) -> Self { Self(zip(left.words, right.words).map { $0 | $1 }) }
    static func - (left: Self, right: Self) -> Self { Self(zip(left.words, right.words).map { $0 & ~$1 }) }
}
