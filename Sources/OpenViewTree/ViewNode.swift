/// A node of a view tree: a snapshot of one component with its attributes.
public struct ViewNode: Sendable, Equatable {
    /// The identifier of the node, unique within its tree.
    public let id: UInt32
    /// What the node is; it never changes.
    public let kind: ViewKind
    /// The identifier of the parent; 0 for the window, which has no parent.
    public let parent: UInt32
    /// The identifiers of the children, in order.
    public internal(set) var children: [UInt32] = []
    /// The attributes that are set; all others have their defaults.
    public internal(set) var attributes: [ViewAttribute: ViewValue] = [:]
    /// The number of levels below the window.
    let depth: Int

    init(id: UInt32, kind: ViewKind, parent: UInt32, depth: Int) {
        self.id = id
        self.kind = kind
        self.parent = parent
        self.depth = depth
    }

    /// The value of an attribute, or `nil` when it has its default.
    public subscript(attribute: ViewAttribute) -> ViewValue? { attributes[attribute] }

    /// The value of a Boolean attribute, or `value` when it is not set.
    public func flag(_ attribute: ViewAttribute, default value: Bool = false) -> Bool {
        if case .flag(let value) = attributes[attribute] { value } else { value }
    }

    /// The value of an integer attribute, or `nil` when it is not set.
    public func integer(_ attribute: ViewAttribute) -> Int? {
        if case .integer(let value) = attributes[attribute] { Int(value) } else { nil }
    }

    /// The value of a numeric attribute, or `nil` when it is not set.
    public func number(_ attribute: ViewAttribute) -> Double? {
        if case .number(let value) = attributes[attribute] { value } else { nil }
    }

    /// The value of a text attribute, or `nil` when it is not set.
    public func text(_ attribute: ViewAttribute) -> String? {
        if case .text(let value) = attributes[attribute] { value } else { nil }
    }

    /// The value of a list attribute, or an empty list when it is not set.
    public func list(_ attribute: ViewAttribute) -> [String] {
        if case .list(let value) = attributes[attribute] { value } else { [] }
    }

    /// The value of a colour attribute, or `nil` when it is not set.
    public func color(_ attribute: ViewAttribute) -> ViewColor? {
        if case .color(let value) = attributes[attribute] { value } else { nil }
    }

    /// The value of an insets attribute in points, or zero insets when it is not set.
    public func insets(_ attribute: ViewAttribute) -> ViewInsets {
        if case .insets(let value) = attributes[attribute] { value } else { ViewInsets() }
    }

    /// The identifier of an image, or `nil` when none is set.
    public func image(_ attribute: ViewAttribute) -> UInt32? {
        if case .image(let value) = attributes[attribute] { value } else { nil }
    }

    /// The value of an attribute that is a choice, or `nil` when it is not set.
    public func choice<Choice: ViewChoice>(_ attribute: ViewAttribute, as type: Choice.Type = Choice.self) -> Choice? {
        if case .choice(let value) = attributes[attribute] { Choice(rawValue: value) } else { nil }
    }
}
