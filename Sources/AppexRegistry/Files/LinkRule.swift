import AppexModel

/// The rule for symbolic links in a bundle.
enum LinkRule {
    /// Whether a link whose folder is `depth` folders below the bundle's root leads into the bundle.
    ///
    /// A target must be relative and consist of at most `depth` components `..`, followed by names. A `..` after a name
    /// is refused, because the name could be a link itself, and the `..` would then apply to a different folder. With
    /// leading ones only, each applies to a real folder, so by induction no chain of such links leaves the bundle.
    static func staysInside(target: String, depth: Int) -> Bool {
        guard !target.isEmpty, !target.begins(with: "/") else { return false }
        var ups = 0
        var named = false
        for component in target.parts(at: "/") where component != "." {
            if component == ".." {
                if named { return false }
                ups += 1
            } else {
                named = true
            }
        }
        return ups <= depth
    }
}
