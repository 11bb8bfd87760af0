/// How often a call is made again because the broker has ended before it has answered.
struct CallAttempts: Sendable {
    private var count = 1

    /// How many attempts follow each other quickly.
    private static let limit = 5

    /// Whether another attempt may be made after the broker has ended.
    mutating func mayRepeat() -> Bool {
        count += 1
        return count <= Self.limit
    }
}
