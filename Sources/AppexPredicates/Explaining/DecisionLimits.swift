/// The bounds of an explanation: it is for a person, and made of hostile rules and values.
package enum DecisionLimits {
    /// Characters of each text.
    package static let text = 300
    /// Decisions in all. Those above are left out, the later ones first.
    package static let decisions = 100
    /// Elements of each subquery that are explained.
    package static let elements = 16
}
