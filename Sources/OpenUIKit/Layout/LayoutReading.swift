import OpenViewTree

/// The layout of a container in terms of the view tree.
@MainActor
struct LayoutReading {
    /// A child of a container: a view, or a group of views.
    indirect enum Child {
        case view(UIView, [ViewAttribute: ViewValue])
        /// A group without children is flexible space.
        case group(id: UInt32, [ViewAttribute: ViewValue], [Child])
    }

    var container: [ViewAttribute: ViewValue] = [:]
    var children: [Child] = []

    init() {}

    /// Renders the children.
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
