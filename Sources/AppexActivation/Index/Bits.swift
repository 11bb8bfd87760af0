/// Answers to yes-or-no questions: for each question one bit for every element of a level.
struct Bits {
    /// The elements of the level.
    let elements: Int
    /// Words that one question takes.
    private let words: Int
    /// The words of all questions, one question behind the other; bits beyond the last element are 0.
    private var storage: [UInt64]
    /// The words of a question to which every element answers yes.
    private let full: [UInt64]

    /// All answers are no.
    init(questions: Int, elements: Int) {
        self.elements = elements
        words = max(1, (elements + 63) / 64)
        storage = Array(repeating: 0, count: questions * words)
        full = (0..<words).map { index in
            let inside = min(64, elements - index * 64)
            return inside <= 0 ? 0 : UInt64.max >> UInt64(64 - inside)
        }
    }

    /// Whether an element answers a question with yes.
    func contains(_ element: Int, in question: Int) -> Bool {
        storage[question * words + element / 64] >> UInt64(element % 64) & 1 != 0
    }

    /// How many elements of a range answer a question with yes.
    func count(_ question: Int32, in range: Range<Int>) -> Int {
        guard !range.isEmpty else { return 0 }
        let start = Int(question) * words
        let first = range.lowerBound / 64
        let last = (range.upperBound - 1) / 64
        var result = 0
        for index in first...last {
            var word = storage[start + index]
            if index == first { word &= .max << UInt64(range.lowerBound % 64) }
            if index == last { word &= .max >> UInt64(63 - (range.upperBound - 1) % 64) }
            result += word.nonzeroBitCount
        }
        return result
    }

    /// Answers a question with yes for one element.
    mutating func insert(_ element: Int, into question: Int) {
        storage[question * words + element / 64] |= 1 << UInt64(element % 64)
    }

    /// Answers a question with yes for every element.
    mutating func fill(_ question: Int) {
        for index in 0..<words { storage[question * words + index] = full[index] }
    }

    /// Answers a question with the opposite of another one's answers.
    mutating func fill(_ question: Int, withOppositeOf other: Int32) {
        for index in 0..<words {
            storage[question * words + index] = ~storage[Int(other) * words + index] & full[index]
        }
    }

    /// Answers a question with yes where both of two others are.
    mutating func fill(_ question: Int, withBoth one: Int32, _ other: Int32) {
        for index in 0..<words {
            storage[question * words + index] =
                storage[Int(one) * words + index] & storage[Int(other) * words + index]
        }
    }

    /// Answers a question with yes where at least one of two others is.
    mutating func fill(_ question: Int, withEither one: Int32, _ other: Int32) {
        for index in 0..<words {
            storage[question * words + index] =
                storage[Int(one) * words + index] | storage[Int(other) * words + index]
        }
    }

    /// Answers a question as another one is answered elsewhere, about the same elements.
    mutating func fill(_ question: Int, with other: Int32, of bits: Bits) {
        for index in 0..<words { storage[question * words + index] = bits.storage[Int(other) * words + index] }
    }
}
