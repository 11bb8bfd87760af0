import OpenViewTree

/// An object that a node stands for, and that handles the user's actions on it.
@MainActor
protocol NodeOwner: AnyObject {
    /// Whether the user can use it at present. A host may send actions on nodes that are hidden or disabled.
    var takesEvents: Bool { get }

    /// - Parameter event: one that the schema has for the kind of the node; its values are not checked.
    func receive(_ event: ViewEvent)

    /// Records a value that the host shows already, because the user has set it, so that a correction is sent if
    /// needed.
    func hostHasSet(_ attribute: ViewAttribute, _ value: ViewValue?)
}

extension NodeOwner {
    /// Does nothing, for nodes without a value that the user can set.
    func hostHasSet(_ attribute: ViewAttribute, _ value: ViewValue?) {}
}

/// A snapshot of what a view shows. An unchanged view returns the same object, so that its subtree need not be
/// compared.
@MainActor
final class RenderedNode {
    let id: UInt32
    let kind: ViewKind
    /// The attributes without ``ViewAttribute/image``, which ``picture`` replaces. Values that the user has set are put
    /// in here, because the host has them already.
    var attributes: [ViewAttribute: ViewValue]
    /// `nil` when there is no image, or the host cannot have it.
    var picture: (any ImageSource)?
    let children: [RenderedNode]
    weak var owner: (any NodeOwner)?

    init(
        id: UInt32, _ kind: ViewKind, _ attributes: NodeAttributes, children: [RenderedNode] = [],
        owner: (any NodeOwner)?
    ) {
        self.id = id
        self.kind = kind
        self.attributes = attributes.values
        picture = attributes.picture
        self.children = children
        self.owner = owner
    }

    /// Returns an identifier that no other node of this process has. It wraps around after 2³² nodes.
    static func newID() -> UInt32 {
        defer { lastID &+= 1 }
        return lastID
    }

    private static var lastID: UInt32 = 1
}
