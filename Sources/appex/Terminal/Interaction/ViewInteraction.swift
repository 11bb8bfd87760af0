import OpenViewTree

/// A view in the hands of a person at a terminal: what is shown, where the focus is, and what keys and the mouse do.
///
/// What a person does is shown at once, and told to the extension, which may change it again.
struct ViewInteraction {
    /// What becomes of a person's deed.
    enum Deed: Equatable {
        case tell(ViewEvent, UInt32)
        /// Everything is to be closed.
        case close
        /// A choice among what can be done with a row.
        case askRowAction(UInt32)
    }

    var tree: ViewTree
    var images = PictureStore()
    var attention = TerminalRenderer.Attention()
    var offsets: [UInt32: Int] = [:]
    var layout = ViewLayout()
    var texts = TextCache()
    var deeds: [Deed] = []
    /// What is under the pressed button of the mouse.
    var pressed: UInt32?
    /// Whether the extension answers; while it does not, Escape is not its business.
    var isResponding = true
    /// When Escape was pressed, if it was the last thing done.
    var escaped: ContinuousClock.Instant?
    var area: CellRect
    private let isRightToLeft: Bool
    /// The focus in each screen that lies below others, for when they go, and its place among those that take it.
    private var focusOfLayer: [UInt32: UInt32] = [:]
    private var focusPlace = 0
    /// What took the focus when it was looked at last.
    private var candidates: Set<UInt32> = []
    /// Whether the person has said where the focus is to be.
    private var isFocusChosen = false
    private var reportedRows: [UInt32: Range<Int>] = [:]
    /// A row that the focus is to go to when it comes.
    var wantedRow: (table: UInt32, position: Int)?
    /// What the person has done, by the numbers of the events, until the extension has come to it: what was set is shown
    /// as long, whatever it said before that.
    private var unheard: [(number: UInt32, node: UInt32, event: ViewEvent)] = []

    init(_ tree: ViewTree, in area: CellRect, isRightToLeft: Bool = false) {
        self.tree = tree
        self.area = area
        self.isRightToLeft = isRightToLeft
        settle()
    }

    /// Takes what has been done since it was asked last.
    mutating func takeDeeds() -> [Deed] {
        defer { deeds = [] }
        return deeds
    }

    // MARK: Changes

    /// Takes a change of the extension.
    ///
    /// - Parameter operations: nil for the whole tree.
    /// - Parameter handled: the number of the last event that it has come to.
    mutating func update(_ operations: [ViewOperation]?, of whole: ViewTree, handled: UInt32) {
        let before = tree
        let wasFocused = Set(tree.nodes.values.lazy.filter { $0.flag(.isFocused) }.map(\.id))
        unheard.removeAll { $0.number <= handled }
        if let operations {
            for operation in operations {
                // A text from before the last letters were typed would take them back.
                if case .set(let id, let attribute, _) = operation, isUnheard(attribute, of: id) { continue }
                // Checked before, against a tree that differs in values only.
                _ = try? tree.apply([operation])
            }
        } else {
            tree = whole
            for done in unheard { tree.note(done.event, of: done.node) }
        }
        forget(before)
        let asks = tree.nodes.values.filter { $0.flag(.isFocused) && !wasFocused.contains($0.id) && $0.takesFocus }
        settle()
        if let node = asks.first, focusable.contains(where: { $0.id == node.id }) { focus(on: node.id) }
    }

    /// Keeps nothing of nodes that have gone.
    private mutating func forget(_ before: ViewTree) {
        images.keep(tree, before: before)
        offsets = offsets.filter { tree[$0.key] != nil }
        focusOfLayer = focusOfLayer.filter { tree[$0.key] != nil }
        reportedRows = reportedRows.filter { tree[$0.key] != nil }
    }

    /// Notes which number an event has got.
    mutating func told(_ event: ViewEvent, _ node: UInt32, number: UInt32?) {
        if event.setting != nil, let number { unheard.append((number, node, event)) }
    }

    private func isUnheard(_ attribute: ViewAttribute, of id: UInt32) -> Bool {
        unheard.contains { $0.node == id && $0.event.setting?.attribute == attribute }
    }

    /// Shows a value as it was before an event that could not be sent.
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

    /// Shows a value as the person has set it.
    mutating func set(_ id: UInt32, _ attribute: ViewAttribute, _ value: ViewValue, telling event: ViewEvent) {
        guard (try? tree.apply([.set(id: id, attribute, value)])) != nil else { return }
        deeds.append(.tell(event, id))
        settle()
    }

    // MARK: Layout and focus

    /// What takes the focus, in the order of reading: of the screen in front only.
    var focusable: [ViewLayout.Box] {
        (layout.layers.last?.boxes ?? []).filter { tree[$0.id]?.takesFocus == true && !$0.frame.isEmpty }
    }

    var focused: ViewNode? { attention.focus.flatMap { tree[$0] } }

    /// Lays out anew, and sees to it that the focus is somewhere.
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
            // The next one in the place of one that has gone; where all is new, as on a new screen, where people begin.
            let isNew = focusOfLayer[front] == nil || candidates.isDisjoint(with: ids)
            if isNew { isFocusChosen = false }
            let next = boxes.isEmpty ? nil : boxes[min(focusPlace, boxes.count - 1)].id
            attention.focus = kept ?? (isNew ? beginning(boxes) : next)
        } else if !isFocusChosen, focused?.kind == .barButton {
            // Where people begin could not be used yet.
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
        for (id, isOn) in [(old, false), (attention.focus, true)] {
            guard let id, let node = tree[id], node.takesText else { continue }
            deeds.append(.tell(.focus(isOn), id))
            if isOn { attention.cursor = node.text(.text)?.count ?? 0 }
        }
    }

    /// Scrolls so far that what has the focus can be seen.
    mutating func showFocus() {
        guard let focus = attention.focus else { return }
        var next = tree[focus]
        while let node = next, node.id != ViewTree.window {
            let parent = node.parent
            next = tree[parent]
            // After a move everything is somewhere else.
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

    /// Tells which rows of tables are seen, and one more at each end, which the next key would show.
    private mutating func reportRows() {
        for (id, seen) in layout.tables {
            let count = tree[id]?.integer(.rowCount) ?? 0
            let rows = max(0, seen.lowerBound - 1)..<max(0, min(count, seen.upperBound + 1))
            guard !rows.isEmpty, reportedRows[id] != rows else { continue }
            reportedRows[id] = rows
            deeds.append(.tell(.showRows(first: UInt32(rows.lowerBound), count: UInt32(rows.count)), id))
        }
    }

    // MARK: Drawing

    /// What it looks like.
    func draw(on canvas: inout CellCanvas, _ colors: ViewColors, drawsPictures: Bool) {
        var renderer = TerminalRenderer(
            tree: tree, layout: layout, texts: texts, images: images, attention: attention, colors: colors,
            drawsPictures: drawsPictures, canvas: canvas)
        renderer.draw()
        canvas = renderer.canvas
    }
}
