import OpenViewTree

/// Whoever a node of the tree stands for, and hears what a person does to it.
@MainActor
protocol NodeOwner: AnyObject {
    /// Whether a person can do anything to it now: a host may say so of what is hidden or disabled.
    var takesEvents: Bool { get }

    /// - Parameter event: one that the schema has for the kind of the node; its values may be anything.
    func receive(_ event: ViewEvent)

    /// The host shows this of its node, as a person has done it there, and is told again what it should show.
    func hostHasSet(_ attribute: ViewAttribute, _ value: ViewValue?)
}

extension NodeOwner {
    /// Nothing, for what has no value that a person could set.
    func hostHasSet(_ attribute: ViewAttribute, _ value: ViewValue?) {}
}

/// What a view shows at one moment, as its host is told of it. A view that has not changed gives the same object again,
/// so that nobody looks below it for changes.
@MainActor
final class RenderedNode {
    let id: UInt32
    let kind: ViewKind
    /// Without ``ViewAttribute/image``, which ``picture`` stands for. What a person has changed is put in here: the host
    /// knows it already.
    var attributes: [ViewAttribute: ViewValue]
    /// nil for none, and for one that the host cannot have.
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

    /// A number that no other node of this process has had. They last for four thousand million nodes.
    static func newID() -> UInt32 {
        defer { lastID &+= 1 }
        return lastID
    }

    private static var lastID: UInt32 = 1
}
