import OpenViewTree

extension ViewInteraction {
    /// Handles a key, text or mouse event.
    mutating func handle(_ input: TerminalInput, at now: ContinuousClock.Instant = .now) {
        let isSecond = escaped.map { now - $0 < Self.escapePause } == true
        escaped = input == .key(.escape) ? now : nil
        switch input {
        // The front screen may not close, or its extension may not respond.
        case .key(.escape) where isSecond || !isResponding: effects.append(.close)
        case .key(let key): press(key)
        case .text(let text): type(text)
        case .paste(let text): if focused?.takesText == true { edit { $0.insert(text) } }
        case .mouse(let mouse, let place): point(mouse, place)
        }
    }

    private mutating func type(_ text: String) {
        guard let node = focused else { return }
        if node.takesText { return edit { $0.insert(text) } }
        for character in text where !typeGesture(character, node) {
            switch character {
            case " ": activate(node)
            case "+" where node.kind == .stepper: step(node, 1)
            case "-" where node.kind == .stepper: step(node, -1)
            default: break
            }
        }
    }

    private mutating func press(_ key: TerminalInput.Key) {
        if pressInGesture(key) { return }
        let node = focused
        if let node, node.takesText, editWidth(node).map({ width in edit(key, node, width) }) == true { return }
        switch key {
        case .tab: advance(1)
        case .backTab: advance(-1)
        case .escape: close()
        case .enter:
            guard let node else { return }
            if node.kind == .textField { submit(node) } else { activate(node) }
        case .up, .down: if !moveInTable(key == .down ? 1 : -1) { move(down: key == .down) }
        case .left, .right:
            let isForward = (key == .right) != (attention.focus.flatMap { layout.box(of: $0) }?.isMirrored ?? false)
            if let node, change(node, isForward ? 1 : -1) { return }
            moveAcross(right: key == .right)
        case .home, .end: if let node { changeToEnd(node, last: key == .end) }
        case .pageUp, .pageDown: page(key == .pageDown)
        case .delete, .control("o"):
            if let node, node.kind == .row, !node.list(.rowActions).isEmpty { effects.append(.askRowAction(node.id)) }
        case .backspace, .control: break
        }
    }

    // MARK: Typing

    /// The cells of a line of a text; nil if it has no place on the screen.
    private func editWidth(_ node: ViewNode) -> Int? {
        layout.box(of: node.id).map { max(1, $0.frame.width - ($0.frame.height >= 3 ? 4 : 0)) }
    }

    private mutating func edit(_ key: TerminalInput.Key, _ node: ViewNode, _ width: Int) -> Bool {
        var editing = TextEditing(node.text(.text) ?? "", cursor: attention.cursor, isMultiline: node.kind == .textView)
        let before = editing
        guard editing.apply(key, width: width) else { return false }
        commit(editing, before, node)
        return true
    }

    private mutating func edit(_ change: (inout TextEditing) -> Void) {
        guard let node = focused else { return }
        var editing = TextEditing(node.text(.text) ?? "", cursor: attention.cursor, isMultiline: node.kind == .textView)
        let before = editing
        change(&editing)
        commit(editing, before, node)
    }

    private mutating func commit(_ editing: TextEditing, _ before: TextEditing, _ node: ViewNode) {
        guard editing != before else { return }
        attention.cursor = editing.cursor
        let event = ViewEvent.edit(
            text: editing.text, selectionStart: editing.selection, selectionEnd: editing.selection)
        set(node.id, .text, .text(editing.text), telling: event)
    }

    private mutating func submit(_ node: ViewNode) {
        effects.append(.tell(.submit, node.id))
        // In an alert, the next step is to answer it.
        if tree[node.parent]?.kind == .alert { advance(1) }
    }

    // MARK: Doing

    mutating func activate(_ node: ViewNode) {
        switch node.kind {
        case .toggle: set(node.id, .isOn, .flag(!node.flag(.isOn)), telling: .setFlag(!node.flag(.isOn)))
        case .slider, .stepper, .textField, .textView: break
        case .segmented:
            let count = node.list(.segments).count
            if count > 0 { select(node, ((node.integer(.selectedIndex) ?? -1) + 1) % count) }
        case .row where !node.flag(.isSelectable, default: true): effects.append(.askRowAction(node.id))
        default: if node.isPressable { effects.append(.tell(.activate, node.id)) }
        }
    }

    func track(_ node: ViewNode) -> SliderTrack? {
        layout.box(of: node.id).map { SliderTrack(node, $0.frame, mirrored: $0.isMirrored) }
    }

    mutating func setNumber(_ node: ViewNode, _ value: Double, isFinal: Bool = true) {
        set(node.id, .value, .number(value), telling: .setNumber(value, isFinal: isFinal))
    }

    mutating func step(_ node: ViewNode, _ steps: Int) {
        let size = node.number(.step).flatMap { $0 > 0 ? $0 : nil } ?? 1
        let least = node.number(.minimum) ?? 0
        let most = max(least, node.number(.maximum) ?? 100)
        let old = node.number(.value) ?? 0
        let value = min(most, max(least, old + Double(steps) * size))
        if value != old { setNumber(node, value) }
    }

    mutating func select(_ node: ViewNode, _ index: Int) {
        guard index != node.integer(.selectedIndex), node.list(.segments).indices.contains(index) else { return }
        set(node.id, .selectedIndex, .integer(Int32(clamping: index)), telling: .select(UInt32(clamping: index)))
    }

    /// Changes a control by steps.
    ///
    /// - Returns: false if the control has no steps.
    private mutating func change(_ node: ViewNode, _ steps: Int) -> Bool {
        switch node.kind {
        case .slider:
            guard let track = track(node) else { return true }
            let value = track.value(node, moved: steps)
            if value != node.number(.value) ?? 0 { setNumber(node, value) }
        case .stepper: step(node, steps)
        case .segmented: select(node, max(0, (node.integer(.selectedIndex) ?? -1) + steps))
        default: return false
        }
        return true
    }

    private mutating func changeToEnd(_ node: ViewNode, last: Bool) {
        switch node.kind {
        case .slider:
            setNumber(node, last ? node.number(.maximum) ?? 1 : node.number(.minimum) ?? 0)
        case .segmented: select(node, last ? node.list(.segments).count - 1 : 0)
        case .row:
            guard let scroll = layout.scrolls[node.parent] else { return }
            goToRow(node.parent, last ? scroll.all - 1 : 0, scroll)
        default: break
        }
    }

    /// The time within which a second Escape closes everything.
    private static let escapePause = Duration.seconds(1)

    /// Closes the front layer: an alert by its cancel action, a presented screen, otherwise everything.
    private mutating func close() {
        guard let front = layout.layers.last, let node = tree[front.id] else { return effects.append(.close) }
        let isFirst = node.id == tree.children(of: ViewTree.window).first { !$0.flag(.isHidden) }?.id
        if node.kind == .alert {
            let actions = tree.children(of: node.id).filter { $0.kind == .alertAction }
            if let cancel = actions.first(where: { $0.choice(.role, as: ViewRole.self) == .cancel }) {
                effects.append(.tell(.activate, cancel.id))
            } else if actions.count == 1, let only = actions.first {
                effects.append(.tell(.activate, only.id))
            } else {
                effects.append(.tell(.close, node.id))
            }
        } else if isFirst {
            effects.append(.close)
        } else if node.flag(.isDismissible, default: true) {
            effects.append(.tell(.close, node.id))
        }
    }
}
