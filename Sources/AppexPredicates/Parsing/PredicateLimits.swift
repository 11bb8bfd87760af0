/// The bounds of what is read: predicates come from other people's bundles.
package enum PredicateLimits {
    /// Bytes of text. The longest rule known from real extensions has 2 KB; this much is read in 1 to 20 milliseconds.
    package static let textBytes = 65_536

    /// Levels of nesting, in the text and in the tree. Every walk over a tree recurses, so this is what keeps the
    /// stack small: 200 KB when optimised, and less than the megabyte of the broker's loop when not. Real rules have about
    /// ten.
    package static let depth = 100

    /// Words, signs, strings and numbers in a text. Bounds the memory of the tree, which is a few hundred bytes for each.
    package static let tokens = 32_768
}
