extension ViewTree {
    /// Whether a node takes an event of a person now.
    ///
    /// It has to be of a kind that knows the event, shown, switched on and not covered by a presented screen or alert,
    /// and what the event carries has to fit it. That typing or rows are no longer there is taken from a covered one, too.
    public func accepts(_ event: ViewEvent, at id: UInt32) -> Bool {
        guard let node = nodes[id], ViewSchema.rule(of: node.kind).events.contains(event.kind) else { return false }
        switch event {
        case .focus, .showRows: break
        default: guard node.flag(.isEnabled, default: true), isInFront(node) else { return false }
        }
        return isShown(node) && fits(event, node)
    }

    /// Notes what a person has done to a control: the extension takes its new value for shown, and does not send it back.
    package mutating func note(_ event: ViewEvent, of id: UInt32) {
        // What is out of the tree's bounds stays as it was; the extension then says what is shown.
        if let (attribute, value) = event.setting { _ = try? apply([.set(id: id, attribute, value)]) }
    }

    /// Neither it nor anything around it is hidden.
    private func isShown(_ node: ViewNode) -> Bool {
        var node = node
        while !node.flag(.isHidden) {
            guard node.id != Self.window, let parent = nodes[node.parent] else { return true }
            node = parent
        }
        return false
    }

    /// Whether it is part of what lies on top.
    private func isInFront(_ node: ViewNode) -> Bool {
        var node = node
        while node.parent != Self.window, let parent = nodes[node.parent] { node = parent }
        return node.id == children(of: Self.window).last { !$0.flag(.isHidden) }?.id
    }

    private func fits(_ event: ViewEvent, _ node: ViewNode) -> Bool {
        switch event {
        case .activate: node.flag(.isSelectable, default: true)
        case .setFlag, .focus, .submit: true
        case .setNumber(let value, _): value.isFinite
        case .select(let index): index < node.list(.segments).count
        case .rowAction(let index): index < node.list(.rowActions).count
        case .edit(let text, let start, let end):
            node.flag(.isEditable, default: true) && text.utf8.count <= ViewLimits.textBytes && start <= end
                && end <= text.utf16.count
        case .showRows(let first, let count):
            Int(first) + Int(count) <= node.integer(.rowCount) ?? 0
        case .close: node.flag(.isDismissible, default: true)
        }
    }
}

extension ViewEvent {
    /// What a host shows once a person has done this, before the extension has heard of it; nil when nothing changes.
    package var setting: (attribute: ViewAttribute, value: ViewValue)? {
        switch self {
        case .setFlag(let value): (.isOn, .flag(value))
        case .setNumber(let value, _): (.value, .number(value))
        case .select(let index): (.selectedIndex, .integer(Int32(clamping: index)))
        case .edit(let text, _, _): (.text, .text(text))
        case .focus(let value): (.isFocused, .flag(value))
        case .activate, .submit, .showRows, .rowAction, .close: nil
        }
    }
}
