import OpenViewTree

extension TerminalLayout {
    /// Places a screen: its bar at the top, then its content, and its buttons at the bottom.
    mutating func placeScreen(_ node: ViewNode, _ area: CellRect) {
        let mirrored = isMirrored(node, in: isMirrored)
        var body = area
        let children = tree.children(of: node.id).filter { !$0.flag(.isHidden) }
        for bar in children where bar.kind == .navigationBar {
            let height = min(body.height, sizeRequest(of: bar, within: body.width).height)
            let frame = CellRect(x: body.x, y: body.y, width: body.width, height: height)
            place(bar, frame, area, mirrored: mirrored)
            placeBar(bar, frame, area, mirrored)
            body = body.inset(CellInsets(top: height))
        }
        let buttons = children.filter { $0.kind == .barButton }
        let line = CellRect(x: body.x, y: max(body.y, body.maxY - 1), width: body.width, height: 1)
        if !buttons.isEmpty { body.height = max(0, body.height - 2) }
        let padding = CellLength.gaps(node.insets(.padding))
        let content = scrolled(node, body, body, mirrored) { layout, width in
            layout.stack(of: node, within: width - padding.across).growing(by: padding).leastHeight
        }
        placeChildren(of: node, content.inset(padding), body, mirrored)
        placeLine(of: buttons, line, area, mirrored)
    }

    private mutating func placeBar(_ bar: ViewNode, _ frame: CellRect, _ clip: CellRect, _ mirrored: Bool) {
        var line = CellRect(x: frame.x, y: max(frame.y, frame.maxY - 2), width: frame.width, height: 1)
        let children = tree.children(of: bar.id).filter { !$0.flag(.isHidden) }
        func put(_ node: ViewNode, _ x: Int, _ width: Int) {
            let frame = CellRect(x: x, y: line.y, width: width, height: 1)
            place(node, mirrored ? frame.mirrored(in: line) : frame, clip, mirrored: mirrored)
        }
        var start = line.x
        var end = line.maxX
        // The last trailing button is at the edge; the first ones remain if there is too little room.
        for node in children where node.kind == .barButton {
            let isTrailing = node.choice(.placement, as: ViewPlacement.self) == .trailing
            let width = min(sizeRequest(of: node, within: line.width).width, end - start)
            guard width > 2 else { continue }
            put(node, isTrailing ? end - width : start, width)
            if isTrailing { end -= width + 1 } else { start += width + 1 }
        }
        line = CellRect(x: start, y: line.y, width: end - start, height: 1)
        for node in children where node.kind != .barButton {
            let width = min(sizeRequest(of: node, within: max(1, line.width)).width, line.width)
            guard width > 0 else { continue }
            put(node, line.x + (line.width - width) / 2, width)
        }
    }

    /// Places buttons side by side, distributed evenly from edge to edge.
    private mutating func placeLine(of nodes: [ViewNode], _ line: CellRect, _ clip: CellRect, _ mirrored: Bool) {
        let widths = nodes.map { sizeRequest(of: $0, within: line.width).width }
        let free = max(0, line.width - widths.reduce(0, +))
        let gap = nodes.count > 1 ? max(1, free / (nodes.count - 1)) : 0
        var x = nodes.count > 1 ? line.x : line.x + free / 2
        for (node, width) in zip(nodes, widths) {
            let frame = CellRect(x: x, y: line.y, width: min(width, line.maxX - x), height: 1)
            place(node, mirrored ? frame.mirrored(in: line) : frame, clip, mirrored: mirrored)
            x += width + gap
        }
    }

    // MARK: Alerts

    /// Places an alert in the centre, with its actions at the bottom.
    mutating func placeAlert(_ node: ViewNode, _ area: CellRect) {
        let mirrored = isMirrored(node, in: isMirrored)
        let isSheet = node.choice(.presentation, as: ViewPresentation.self) == .actionSheet
        let children = tree.children(of: node.id).filter { !$0.flag(.isHidden) }
        let room = max(1, min(area.width - 4, 56))
        let title = text(of: node, .title)
        let message = text(of: node, .detail)
        let actions = children.filter { $0.kind == .alertAction }
        let widths = actions.map { sizeRequest(of: $0, within: room).width }
        let line = widths.reduce(0, +) + 2 * max(0, widths.count - 1)
        let isLine = !isSheet && line <= room && actions.count <= 3
        let wanted = max(min(room, 24), title.width, message.width, isLine ? line : widths.max() ?? 0)
        let width = min(room, wanted)
        let lines = Self.alertLines(title, message, width)
        let fields = children.filter { $0.kind == .textField }
        let height = lines + fields.count + (fields.isEmpty ? 0 : 1) + (isLine ? min(1, actions.count) : actions.count)
        let box = CellSize(width: width + 4, height: min(area.height, height + 2))
        let frame = CellRect(
            x: area.x + (area.width - box.width) / 2,
            y: isSheet ? area.maxY - box.height : area.y + (area.height - box.height) / 2, width: box.width,
            height: box.height)
        begin(node, .card, frame)
        let inside = frame.inset(CellInsets(top: 1, leading: 2, bottom: 1, trailing: 2))
        let content = scrolled(node, inside, inside, mirrored) { _, _ in height }
        place(node, content, inside, mirrored: mirrored)
        var y = content.y + lines
        for field in fields {
            place(field, CellRect(x: content.x, y: y, width: content.width, height: 1), inside, mirrored: mirrored)
            y += 1
        }
        y += fields.isEmpty ? 0 : 1
        if isLine {
            let start = content.x + (content.width - line) / 2
            let row = CellRect(x: start, y: y, width: line, height: 1)
            placeLine(of: actions, row, inside, mirrored)
        } else {
            for action in actions {
                place(action, CellRect(x: content.x, y: y, width: content.width, height: 1), inside, mirrored: mirrored)
                y += 1
            }
        }
    }

    /// The lines of an alert's texts, with an empty line after each paragraph.
    static func alertLines(_ title: StyledText, _ message: StyledText, _ width: Int) -> Int {
        [title, message].reduce(0) { $0 + ($1.glyphs.isEmpty ? 0 : $1.lines(in: width).count + 1) }
    }
}
