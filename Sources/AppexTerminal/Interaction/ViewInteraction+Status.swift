import OpenViewTree

extension ViewInteraction {
    /// The keys that can be used at the moment, most useful first because the line may be truncated.
    ///
    /// - Parameter actions: what the user can do with the view of an editor or a widget.
    func keys(_ actions: [EditAction] = []) -> String {
        var parts = actions.compactMap(\.keyWords)
        let node = focused
        if let node { parts += gestureKeys(node) }
        switch node?.kind {
        case .textField: parts.append("Return done")
        case .slider, .stepper: parts.append("←→ change")
        case .segmented: parts.append("←→ choose")
        case .toggle: parts.append("Space switch")
        case .row: parts.append("Return open")
        case .textView, nil: break
        default: if node?.isPressable == true, ongoing == nil { parts.append("Return press") }
        }
        if node?.kind == .row, node?.list(.rowActions).isEmpty == false { parts.append("Del more") }
        if focusable.count > 1 { parts.append("Tab next") }
        let isLong = layout.scrolls.values.contains { $0.limit > 0 }
        if isLong { parts.append("PgUp PgDn scroll") }
        let close = layout.layers.count > 1 ? "back" : actions.allSatisfy(\.isOfWidget) ? "close" : "cancel"
        parts.append("Esc \(ongoing != nil ? "cancel" : close)")
        parts.append("Ctrl-C quit")
        return parts.joined(separator: "   ")
    }

    private func gestureKeys(_ node: ViewNode) -> [String] {
        switch ongoing?.kind {
        case .hold?: return ["h release"]
        case .drag?: return ["←→↑↓ drag", "d drop"]
        default:
            let keys: [(ViewGestures, String)] = [(.hold, "h hold"), (.drag, "d drag"), (.pinch, "+- pinch")]
            return keys.filter { node.gestures.contains($0.0) }.map(\.1)
        }
    }
}
