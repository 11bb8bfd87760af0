import OpenViewTree

extension ViewInteraction {
    /// The keys that can be used at the moment, most useful first because the line may be truncated.
    var keys: String {
        var parts: [String] = []
        let node = focused
        switch node?.kind {
        case .textField: parts.append("Return done")
        case .slider, .stepper: parts.append("←→ change")
        case .segmented: parts.append("←→ choose")
        case .toggle: parts.append("Space switch")
        case .row: parts.append("Return open")
        case .textView, nil: break
        default: parts.append("Return press")
        }
        if node?.kind == .row, node?.list(.rowActions).isEmpty == false { parts.append("Del more") }
        if focusable.count > 1 { parts.append("Tab next") }
        let isLong = layout.scrolls.values.contains { $0.limit > 0 }
        if isLong { parts.append("PgUp PgDn scroll") }
        parts.append("Esc \(layout.layers.count > 1 ? "back" : "close")")
        parts.append("Ctrl-C quit")
        return parts.joined(separator: "   ")
    }
}
