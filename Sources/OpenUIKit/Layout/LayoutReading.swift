import OpenViewTree

/// What a container's layout means, in the words of the tree.
@MainActor
struct LayoutReading {
    /// A child: a view, or a group of views that belong together.
    struct Child {
        let view: UIView
        var place: [ViewAttribute: ViewValue]
    }

    var container: [ViewAttribute: ViewValue] = [:]
    var children: [Child] = []
}
