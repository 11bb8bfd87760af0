/// The bounds of an explanation, which people read and which may describe hostile rules and values.
package enum DecisionLimits {
    /// Characters of each text.
    package static let text = 300
    /// Decisions in total; further ones are left out.
    package static let decisions = 100
    /// Elements of each subquery that are explained.
    package static let elements = 16
}
