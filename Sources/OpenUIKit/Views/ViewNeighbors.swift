import Foundation
import OpenViewTree

/// Subviews that are shown beside a view's node, in a row or column with it, because the node cannot contain them.
@MainActor
struct ViewNeighbors {
    let axis: NSLayoutConstraint.Axis
    let before: [UIView]
    let after: [UIView]

    var all: [UIView] { before + after }

    /// The row or column of the views and a node, which takes the remaining space.
    ///
    /// - Parameters:
    ///   - inner: the node of the view itself.
    ///   - id: the identifier of the row or column.
    ///   - place: the attributes that the superview's layout gives the view.
    func render(around inner: RenderedNode, id: UInt32, at place: [ViewAttribute: ViewValue]) -> RenderedNode {
        inner.attributes[.grow] = .number(1)
        var outer = NodeAttributes(place)
        outer[.isHidden] = inner.attributes[.isHidden]
        outer.set(.arrangement, axis == .horizontal ? ViewArrangement.row : .column)
        if axis == .horizontal { outer.set(.alignment, ViewAlignment.center) }
        let children = before.map(render) + [inner] + after.map(render)
        return RenderedNode(id: id, .container, outer, children: children, owner: nil)
    }

    private func render(_ view: UIView) -> RenderedNode {
        var place = NodeAttributes(view.ownSizePlace())
        if axis == .horizontal {
            if view.frame.width > 0 { place.set(.width, Double(view.frame.width)) }
            if view.frame.height > 0 { place.set(.height, Double(view.frame.height)) }
        }
        return view.render(at: place.values)
    }
}
