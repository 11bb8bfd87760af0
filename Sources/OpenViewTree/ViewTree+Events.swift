extension ViewTree {
    /// Returns whether a node accepts a user's event at present.
    ///
    /// The kind of the node must have the event, the node must be visible, enabled and not covered by a presented
    /// screen or alert, and the values of the event must be in range. Changes of focus and visible rows are accepted
    /// from covered nodes too. The end of a gesture is accepted from every node that has the gesture, because the gesture
    /// may have hidden, covered or disabled its node.
    public func accepts(_ event: ViewEvent, at id: UInt32) -> Bool {
        guard let node = nodes[id], ViewSchema.rule(of: node.kind).events.contains(event.kind) else { return false }
        if event.gesture?.phase.isLast == true { return fits(event, node) }
        switch event {
        case .focus, .showRows: break
        default: guard node.flag(.isEnabled, default: true), isInFront(node) else { return false }
        }
        return isShown(node) && fits(event, node)
    }

    /// Applies the value that a user has set in a control: the extension assumes that the host shows it and does not
    /// send it.
    package mutating func note(_ event: ViewEvent, of id: UInt32) {
        // A value out of range is not applied; the extension then sends what is to be shown.
        if let (attribute, value) = event.setting { _ = try? apply([.set(id: id, attribute, value)]) }
    }

    /// Whether neither the node nor an ancestor is hidden.
    private func isShown(_ node: ViewNode) -> Bool {
        var node = node
        while !node.flag(.isHidden) {
            guard node.id != Self.window, let parent = nodes[node.parent] else { return true }
            node = parent
        }
        return false
    }

    /// Whether the node belongs to the topmost screen or alert.
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
        case .hold, .drag, .pinch:
            event.isInReach && event.gesture.map { node.gestures.contains($0.kind) } == true
        }
    }
}

extension ViewEvent {
    /// The attribute that a host changes at once when the event happens, before the extension handles it; `nil` for
    /// none.
    package var setting: (attribute: ViewAttribute, value: ViewValue)? {
        switch self {
        case .setFlag(let value): (.isOn, .flag(value))
        case .setNumber(let value, _): (.value, .number(value))
        case .select(let index): (.selectedIndex, .integer(Int32(clamping: index)))
        case .edit(let text, _, _): (.text, .text(text))
        case .focus(let value): (.isFocused, .flag(value))
        case .activate, .submit, .showRows, .rowAction, .close, .hold, .drag, .pinch: nil
        }
    }
}
