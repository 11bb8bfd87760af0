/// The bounds of parsing: predicates come from other people's bundles.
package enum PredicateLimits {
    /// Bytes of text. The longest rule known from real extensions has 2 KB; a text of this length takes 1 to 20 ms to
    /// parse.
    package static let textBytes = 65_536

    /// Levels of nesting in the text and in the tree. Functions over trees are recursive; this bounds their stack to
    /// 200 KB in an optimised build and to less than the megabyte of the broker's loop in a debug build. Real rules
    /// have about ten.
    package static let depth = 100

    /// Tokens in a text. Bounds the memory of the tree, which is a few hundred bytes for each.
    package static let tokens = 32_768
}
