import OpenViewTree

/// The interaction with a view: what is shown, where the focus is, and the effects of keys and mouse.
///
/// Changes by the person are shown at once and sent to the extension, which may change them again.
struct ViewInteraction {
    /// The effect of an action.
    enum Effect: Equatable {
        case tell(ViewEvent, UInt32)
        /// Close everything.
        case close
        /// Show the actions of a row.
        case askRowAction(UInt32)
    }

    var tree: ViewTree
    var images = PictureStore()
    var attention = TerminalRenderer.Attention()
    var offsets: [UInt32: Int] = [:]
    var layout = ViewLayout()
    var texts = TextCache()
    var effects: [Effect] = []
    /// The node under the pressed mouse button.
    var pressed: UInt32?
    /// Where the mouse button was pressed.
    var pressedPlace: CellPoint?
    /// The hold or drag that has begun and not ended.
    var ongoing: OngoingGesture?
    /// Whether the extension responds; if it does not, Escape closes the view without it.
    var isResponding = true
    /// When Escape was pressed, if that was the last action.
    var escaped: ContinuousClock.Instant?
    var area: CellRect
    private let isRightToLeft: Bool
    /// The focus of each layer below the front one, to be restored, and its index among the focusable nodes.
    private var focusOfLayer: [UInt32: UInt32] = [:]
    private var focusPlace = 0
    /// The nodes that could have the focus at the last layout.
    private var candidates: Set<UInt32> = []
    /// Whether the person has chosen the focus.
    private var isFocusChosen = false
    private var reportedRows: [UInt32: Range<Int>] = [:]
    /// A row that takes the focus once it has been loaded.
    var wantedRow: (table: UInt32, position: Int)?
    /// Events that the extension has not handled yet, by number: the person's values win over older updates.
    private var unacknowledged: [(number: UInt32, node: UInt32, event: ViewEvent)] = []

    init(_ tree: ViewTree, in area: CellRect, isRightToLeft: Bool = false) {
        self.tree = tree
        self.area = area
        self.isRightToLeft = isRightToLeft
        settle()
    }

    /// The effects since the last call.
    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    // MARK: Changes

    /// Applies an update of the extension.
    ///
    /// - Parameter operations: nil for the whole tree.
    /// - Parameter handled: the number of the last event that the extension has handled.
    mutating func update(_ operations: [ViewOperation]?, of whole: ViewTree, handled: UInt32) {
        let before = tree
        let wasFocused = Set(tree.nodes.values.lazy.filter { $0.flag(.isFocused) }.map(\.id))
        unacknowledged.removeAll { $0.number <= handled }
        if let operations {
            for operation in operations {
                // An older value would undo what the person has just typed.
                if case .set(let id, let attribute, _) = operation, isUnacknowledged(attribute, of: id) { continue }
                // The operations were checked against a tree that differs only in values.
                _ = try? tree.apply([operation])
            }
        } else {
            tree = whole
            for done in unacknowledged { tree.note(done.event, of: done.node) }
        }
        forget(before)
        let asks = tree.nodes.values.filter { $0.flag(.isFocused) && !wasFocused.contains($0.id) && $0.takesFocus }
        settle()
        if let node = asks.first, focusable.contains(where: { $0.id == node.id }) { focus(on: node.id) }
    }

    /// Removes state of nodes that no longer exist.
    private mutating func forget(_ before: ViewTree) {
        images.keep(tree, before: before)
        offsets = offsets.filter { tree[$0.key] != nil }
        focusOfLayer = focusOfLayer.filter { tree[$0.key] != nil }
        reportedRows = reportedRows.filter { tree[$0.key] != nil }
    }

    /// Records the number under which an event was sent.
    mutating func told(_ event: ViewEvent, _ node: UInt32, number: UInt32?) {
        if event.setting != nil, let number { unacknowledged.append((number, node, event)) }
    }

    private func isUnacknowledged(_ attribute: ViewAttribute, of id: UInt32) -> Bool {
        unacknowledged.contains { $0.node == id && $0.event.setting?.attribute == attribute }
    }

    /// Restores the value from before an event that could not be sent.
    ///
    /// - Parameter known: the tree as the extension has it.
    mutating func takeBack(_ event: ViewEvent, _ node: UInt32, to known: ViewTree) {
        guard let attribute = event.setting?.attribute, let old = known[node] else { return }
        _ = try? tree.apply([.set(id: node, attribute, old[attribute])])
        settle()
    }

    mutating func resize(to area: CellRect) {
        self.area = area
        settle()
        showFocus()
    }

    /// Shows a value that the person has set.
    mutating func set(_ id: UInt32, _ attribute: ViewAttribute, _ value: ViewValue, telling event: ViewEvent) {
        guard (try? tree.apply([.set(id: id, attribute, value)])) != nil else { return }
        effects.append(.tell(event, id))
        settle()
    }

    // MARK: Layout and focus

    /// The nodes of the front layer that can have the focus, in reading order.
    var focusable: [ViewLayout.Box] {
        (layout.layers.last?.boxes ?? []).filter { tree[$0.id]?.takesFocus == true && !$0.frame.isEmpty }
    }

    var focused: ViewNode? { attention.focus.flatMap { tree[$0] } }

    /// Lays out again, and moves the focus if its node has gone.
    mutating func settle() {
        arrange()
        let boxes = focusable
        let front = layout.layers.last?.id ?? ViewTree.window
        if let wanted = wantedRow, let row = row(wanted.table, wanted.position),
            boxes.contains(where: { $0.id == row.id })
        {
            wantedRow = nil
            attention.focus = row.id
        }
        let old = attention.focus
        let ids = Set(boxes.map(\.id))
        if old.map(ids.contains) != true {
            let kept = focusOfLayer[front].flatMap { ids.contains($0) ? $0 : nil }
            // The successor of a node that has gone; on a new screen, the initial focus.
            let isNew = focusOfLayer[front] == nil || candidates.isDisjoint(with: ids)
            if isNew { isFocusChosen = false }
            let next = boxes.isEmpty ? nil : boxes[min(focusPlace, boxes.count - 1)].id
            attention.focus = kept ?? (isNew ? beginning(boxes) : next)
        } else if !isFocusChosen, focused?.kind == .barButton {
            // The initial focus could not be used before.
            attention.focus = beginning(boxes)
        }
        if attention.focus != old { focusChanged(from: old) }
        focusPlace = boxes.firstIndex { $0.id == attention.focus } ?? focusPlace
        candidates = ids
        if let focus = attention.focus { focusOfLayer[front] = focus }
        if let node = focused, node.takesText { attention.cursor = min(attention.cursor, node.text(.text)?.count ?? 0) }
        reportRows()
    }

    private mutating func arrange() {
        var engine = TerminalLayout(tree, offsets: offsets, images: images, texts: texts, isRightToLeft: isRightToLeft)
        layout = engine.run(in: area)
        texts = engine.texts
        for (id, scroll) in layout.scrolls { offsets[id] = scroll.offset }
    }

    private func beginning(_ boxes: [ViewLayout.Box]) -> UInt32? {
        let nodes = boxes.compactMap { tree[$0.id] }
        let actions = nodes.filter { $0.kind == .alertAction }
        let chosen =
            nodes.first { $0.flag(.isFocused) }
            ?? (actions.isEmpty
                ? nodes.first { $0.kind != .barButton }
                : nodes.first { $0.kind == .textField }
                    ?? actions.first { $0.choice(.role, as: ViewRole.self) == .primary }
                    ?? actions.first { $0.choice(.role, as: ViewRole.self) == .cancel })
        return (chosen ?? nodes.first)?.id
    }

    mutating func focus(on id: UInt32) {
        isFocusChosen = true
        guard id != attention.focus else { return }
        let old = attention.focus
        attention.focus = id
        focusChanged(from: old)
        settle()
        showFocus()
    }

    private mutating func focusChanged(from old: UInt32?) {
        endGesture(.cancelled)
        for (id, isOn) in [(old, false), (attention.focus, true)] {
            guard let id, let node = tree[id], node.takesText else { continue }
            effects.append(.tell(.focus(isOn), id))
            if isOn { attention.cursor = node.text(.text)?.count ?? 0 }
        }
    }

    /// Scrolls so that the focus is visible.
    mutating func showFocus() {
        guard let focus = attention.focus else { return }
        var next = tree[focus]
        while let node = next, node.id != ViewTree.window {
            let parent = node.parent
            next = tree[parent]
            // The layout has changed with each scroll.
            guard let scroll = layout.scrolls[parent], let frame = layout.box(of: focus)?.frame else { continue }
            guard next?.kind != .table else {
                while let box = layout.box(of: node.id), box.frame.maxY > scroll.frame.maxY,
                    (offsets[parent] ?? 0) < scroll.limit
                {
                    offsets[parent, default: 0] += 1
                    arrange()
                }
                continue
            }
            let (start, end, low, high) =
                scroll.isHorizontal
                ? (frame.x, frame.maxX, scroll.frame.x, scroll.frame.maxX)
                : (frame.y, frame.maxY, scroll.frame.y, scroll.frame.maxY)
            let missing = end > high ? end - high : 0
            let move = start - missing < low ? start - low : missing
            guard move != 0 else { continue }
            offsets[parent, default: 0] += move
            arrange()
        }
        reportRows()
    }

    func row(_ table: UInt32, _ position: Int) -> ViewNode? {
        let children = tree.children(of: table)
        return children.enumerated().first { ($0.element.integer(.position) ?? $0.offset) == position }?.element
    }

    /// Reports the visible rows of tables and one more at each end, which the next key would show.
    private mutating func reportRows() {
        for (id, seen) in layout.tables {
            let count = tree[id]?.integer(.rowCount) ?? 0
            let rows = max(0, seen.lowerBound - 1)..<max(0, min(count, seen.upperBound + 1))
            guard !rows.isEmpty, reportedRows[id] != rows else { continue }
            reportedRows[id] = rows
            effects.append(.tell(.showRows(first: UInt32(rows.lowerBound), count: UInt32(rows.count)), id))
        }
    }

    // MARK: Drawing

    /// Draws the view.
    func draw(on canvas: inout CellCanvas, _ colors: ViewColors, drawsPictures: Bool) {
        var renderer = TerminalRenderer(
            tree: tree, layout: layout, texts: texts, images: images, attention: attention, colors: colors,
            drawsPictures: drawsPictures, canvas: canvas)
        renderer.draw()
        canvas = renderer.canvas
    }
}
