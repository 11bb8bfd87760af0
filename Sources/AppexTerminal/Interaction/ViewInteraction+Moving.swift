import OpenViewTree

extension ViewInteraction {
    /// Moves the focus forwards or backwards in reading order, wrapping around.
    mutating func advance(_ step: Int) {
        let boxes = focusable
        guard !boxes.isEmpty else { return }
        let place = boxes.firstIndex { $0.id == attention.focus } ?? (step > 0 ? -1 : 0)
        focus(on: boxes[(place + step + boxes.count) % boxes.count].id)
    }

    /// Moves the focus to the nearest node above or below, or scrolls if there is none.
    mutating func move(down: Bool) {
        guard let here = attention.focus.flatMap({ layout.box(of: $0) })?.frame else {
            return scroll(by: down ? 1 : -1)
        }
        let next = focusable.filter { down ? $0.frame.y >= here.maxY : $0.frame.maxY <= here.y }
        let nearest = next.min { first, second in
            func distance(_ frame: CellRect) -> (Int, Int) {
                let along = down ? frame.y - here.maxY : here.y - frame.maxY
                let across = max(0, max(frame.x - here.maxX, here.x - frame.maxX) + 1)
                return (along, across)
            }
            return distance(first.frame) < distance(second.frame)
        }
        if let nearest { focus(on: nearest.id) } else { scroll(by: down ? 1 : -1) }
    }

    mutating func moveAcross(right: Bool) {
        guard let here = attention.focus.flatMap({ layout.box(of: $0) })?.frame else { return }
        let next = focusable.filter {
            $0.frame.y < here.maxY && $0.frame.maxY > here.y
                && (right ? $0.frame.x >= here.maxX : $0.frame.maxX <= here.x)
        }
        let nearest = next.min { right ? $0.frame.x < $1.frame.x : $0.frame.maxX > $1.frame.maxX }
        if let nearest { focus(on: nearest.id) }
    }

    /// Moves the focus to the next row of a table, which may not be visible yet.
    ///
    /// - Returns: false if the focus is not in a table or leaves it.
    mutating func moveInTable(_ step: Int) -> Bool {
        guard let node = focused, node.kind == .row, let scroll = layout.scrolls[node.parent] else { return false }
        let children = tree.children(of: node.parent)
        guard let index = children.firstIndex(where: { $0.id == node.id }) else { return false }
        var position = (node.integer(.position) ?? index) + step
        // Headers and rows that cannot be focused are skipped.
        while (0..<scroll.all).contains(position), let row = row(node.parent, position), !row.takesFocus {
            position += step
        }
        guard (0..<scroll.all).contains(position) else {
            // Content above the first row becomes visible too.
            if step < 0, scroll.offset > 0 {
                offsets[node.parent] = 0
                settle()
                return true
            }
            return false
        }
        goToRow(node.parent, position, scroll)
        return true
    }

    /// Moves the focus to a row, once the row has been loaded.
    mutating func goToRow(_ table: UInt32, _ position: Int, _ scroll: ViewLayout.Scroll) {
        let seen = layout.tables[table] ?? 0..<0
        if position < seen.lowerBound { offsets[table] = position }
        if position >= seen.upperBound { offsets[table] = position - max(0, seen.count - 1) }
        wantedRow = (table, position)
        settle()
        showFocus()
    }

    /// Scrolls by a page what contains the focus, otherwise the first scrollable node.
    mutating func page(_ down: Bool) {
        guard let id = scrollable(from: attention.focus), let scroll = layout.scrolls[id] else { return }
        let step = max(1, scroll.isHorizontal ? scroll.seen - 2 : scroll.frame.height - 1)
        self.scroll(id, by: down ? step : -step)
    }

    private mutating func scroll(by lines: Int) {
        if let id = scrollable(from: attention.focus) { scroll(id, by: lines) }
    }

    /// Scrolls; if the focus is no longer visible, it moves to the nearest visible node.
    mutating func scroll(_ id: UInt32, by lines: Int) {
        guard let scroll = layout.scrolls[id] else { return }
        let wasSeen = attention.focus.flatMap { layout.box(of: $0) }?.clip.isEmpty == false
        offsets[id] = min(scroll.limit, max(0, scroll.offset + lines))
        wantedRow = nil
        settle()
        guard wasSeen, attention.focus.flatMap({ layout.box(of: $0) })?.clip.isEmpty != false else { return }
        let seen = focusable.filter { !$0.clip.isEmpty }
        if let next = lines > 0 ? seen.first : seen.last { focus(on: next.id) }
    }

    private func scrollable(from focus: UInt32?) -> UInt32? {
        var next = focus.flatMap { tree[$0] }
        while let node = next, node.id != ViewTree.window {
            if let scroll = layout.scrolls[node.id], scroll.limit > 0 { return node.id }
            next = tree[node.parent]
        }
        guard let front = layout.layers.last else { return nil }
        return ([front.id] + front.boxes.map(\.id)).first { (layout.scrolls[$0]?.limit ?? 0) > 0 }
    }

    // MARK: The mouse

    mutating func point(_ mouse: TerminalInput.Mouse, _ place: CellPoint) {
        switch mouse {
        case .wheelUp, .wheelDown:
            guard let front = layout.layers.last else { return }
            let under = ([front.id] + front.boxes.map(\.id)).last {
                guard let scroll = layout.scrolls[$0] else { return false }
                return scroll.limit > 0 && scroll.clip.contains(place)
            }
            if let under { scroll(under, by: mouse == .wheelDown ? 3 : -3) }
        case .press:
            let under = focusable.last { $0.clip.contains(place) }
            pressed = under?.id
            guard let under, let node = tree[under.id] else { return }
            focus(on: under.id)
            pressGesture(node, place)
            if node.kind == .slider { drag(node, place, isFinal: false) }
            if node.kind == .textField { putCursor(node, place) }
        case .drag:
            guard let node = pressed.flatMap({ tree[$0] }) else { return }
            if node.kind == .slider { drag(node, place, isFinal: false) } else { dragGesture(node, place) }
        case .release:
            defer { pressed = nil }
            if ongoing != nil { return endGesture(.ended) }
            guard let node = pressed.flatMap({ tree[$0] }), let box = layout.box(of: node.id) else { return }
            if node.kind == .slider { return drag(node, place, isFinal: true) }
            guard box.clip.contains(place) else { return }
            switch node.kind {
            case .segmented:
                let segments = SegmentLine(node, box.frame, mirrored: box.isMirrored)
                if let index = segments.ranges.firstIndex(where: { $0.contains(place.x) }) { select(node, index) }
            case .stepper:
                let isFirst = place.x < box.frame.x + 4
                step(node, isFirst != box.isMirrored ? -1 : 1)
            default: activate(node)
            }
        }
    }

    private mutating func drag(_ node: ViewNode, _ place: CellPoint, isFinal: Bool) {
        guard let value = track(node)?.value(at: place.x) else { return }
        if isFinal || value != node.number(.value) { setNumber(node, value, isFinal: isFinal) }
    }

    private mutating func putCursor(_ node: ViewNode, _ place: CellPoint) {
        guard let frame = layout.box(of: node.id)?.frame else { return }
        let text = texts.text(of: node, .text)
        // A text that is scrolled to its end has its cursor there already.
        guard text.width < frame.width else { return }
        var x = frame.x
        attention.cursor =
            text.glyphs.prefix { glyph in
                x += glyph.width
                return x <= place.x
            }.count
    }
}
