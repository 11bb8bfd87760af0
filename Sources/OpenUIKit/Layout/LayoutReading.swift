import OpenViewTree

/// What a container's layout means, in the words of the tree.
@MainActor
struct LayoutReading {
    /// What stands in a container: a view, or a group of views that belong together.
    indirect enum Child {
        case view(UIView, [ViewAttribute: ViewValue])
        /// With no children, it is room that grows.
        case group(id: UInt32, [ViewAttribute: ViewValue], [Child])
    }

    var container: [ViewAttribute: ViewValue] = [:]
    var children: [Child] = []

    init() {}

    /// The nodes of the children.
    func render() -> [RenderedNode] { children.map(Self.render) }

    private static func render(_ child: Child) -> RenderedNode {
        switch child {
        case .view(let view, let place): view.render(at: place)
        case .group(let id, let attributes, let children):
            RenderedNode(
                id: id, .container, NodeAttributes(attributes), children: children.map(render), owner: nil)
        }
    }
}
