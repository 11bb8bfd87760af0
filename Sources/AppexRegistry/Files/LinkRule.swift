/// Which symbolic links a bundle may hold.
enum LinkRule {
    /// Whether a link whose folder lies `depth` folders below the bundle's root leads into the bundle.
    ///
    /// Allowed is a relative target of `..` components, at most `depth` of them, followed by names.
    /// A `..` behind a name is refused, because that name may be a link itself and then lead upwards
    /// from somewhere else. With leading ones only, each starts in a real folder, so by induction no
    /// chain of such links leaves the bundle.
    static func staysInside(target: String, depth: Int) -> Bool {
        guard !target.isEmpty, !target.hasPrefix("/") else { return false }
        var ups = 0
        var named = false
        for component in target.split(separator: "/") where component != "." {
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
