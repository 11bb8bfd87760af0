/// One component of a view tree.
public struct ViewNode: Sendable, Equatable {
    public let id: UInt32
    public let kind: ViewKind
    /// 0 for the window, which has none.
    public let parent: UInt32
    public internal(set) var children: [UInt32] = []
    public internal(set) var attributes: [ViewAttribute: ViewValue] = [:]
    /// Levels below the window.
    let depth: Int

    init(id: UInt32, kind: ViewKind, parent: UInt32, depth: Int) {
        self.id = id
        self.kind = kind
        self.parent = parent
        self.depth = depth
    }

    public subscript(attribute: ViewAttribute) -> ViewValue? { attributes[attribute] }

    public func flag(_ attribute: ViewAttribute, default value: Bool = false) -> Bool {
        if case .flag(let value) = attributes[attribute] { value } else { value }
    }

    public func integer(_ attribute: ViewAttribute) -> Int? {
        if case .integer(let value) = attributes[attribute] { Int(value) } else { nil }
    }

    public func number(_ attribute: ViewAttribute) -> Double? {
        if case .number(let value) = attributes[attribute] { value } else { nil }
    }

    public func text(_ attribute: ViewAttribute) -> String? {
        if case .text(let value) = attributes[attribute] { value } else { nil }
    }

    public func list(_ attribute: ViewAttribute) -> [String] {
        if case .list(let value) = attributes[attribute] { value } else { [] }
    }

    public func color(_ attribute: ViewAttribute) -> ViewColor? {
        if case .color(let value) = attributes[attribute] { value } else { nil }
    }

    public func insets(_ attribute: ViewAttribute) -> ViewInsets {
        if case .insets(let value) = attributes[attribute] { value } else { ViewInsets() }
    }

    public func image(_ attribute: ViewAttribute) -> UInt32? {
        if case .image(let value) = attributes[attribute] { value } else { nil }
    }

    /// A choice; nil when it is not set.
    public func choice<Choice: ViewChoice>(_ attribute: ViewAttribute, as type: Choice.Type = Choice.self) -> Choice? {
        if case .choice(let value) = attributes[attribute] { Choice(rawValue: value) } else { nil }
    }
}
