import OpenViewTree

extension TerminalLayout {
    /// The columns before a row's text: the selection mark and a blank.
    static let rowStart = 2
    /// The columns of a row's symbol or picture and a blank.
    static let rowPicture = 3

    mutating func rowRequest(_ node: ViewNode, within room: Int) -> SizeRequest {
        let parts = rowParts(node, room)
        let text = text(of: node)
        let detail = text2(node)
        let below = parts.detailIsBelow ? 1 : 0
        var height = text.glyphs.isEmpty ? below : 1 + below
        let children = visibleChildren(of: node)
        if !children.isEmpty {
            height +=
                stack(of: node, within: parts.inner.width).growing(by: CellLength.gaps(node.insets(.padding))).height
        }
        let wanted = Self.rowStart + parts.start + text.width + (detail.width > 0 ? detail.width + 2 : 0) + parts.end
        return SizeRequest(children.isEmpty ? wanted : room, max(1, height), leastWidth: 8)
    }

    private mutating func text2(_ node: ViewNode) -> StyledText { text(of: node, .detail) }

    /// How a row is divided.
    struct RowParts {
        /// Columns for a picture; `end` for a mark at the end.
        var start = 0
        var end = 0
        /// The area for texts and children, relative to the row.
        var inner = CellRect(width: 0, height: 0)
        /// Whether the second text has a line of its own.
        var detailIsBelow = false
    }

    mutating func rowParts(_ node: ViewNode, _ width: Int) -> RowParts {
        var parts = RowParts()
        parts.start = node[.symbol] != nil || node[.image] != nil ? Self.rowPicture : 0
        parts.end = (node.choice(.accessory) ?? ViewAccessory.none) == .none ? 0 : 2
        let x = Self.rowStart + parts.start
        let text = text(of: node)
        let detail = text2(node)
        parts.detailIsBelow =
            !detail.glyphs.isEmpty && (text.glyphs.isEmpty || x + text.width + 2 + detail.width + parts.end > width)
        let top = text.glyphs.isEmpty ? 0 : 1
        parts.inner = CellRect(
            x: x, y: top + (parts.detailIsBelow ? 1 : 0), width: max(1, width - x - parts.end), height: 0)
        return parts
    }

    mutating func placeRow(_ node: ViewNode, _ frame: CellRect, _ clip: CellRect, _ mirrored: Bool) {
        guard !node.children.isEmpty else { return }
        let parts = rowParts(node, frame.width)
        let room = CellRect(
            x: frame.x + parts.inner.x, y: frame.y + parts.inner.y, width: parts.inner.width,
            height: frame.height - parts.inner.y)
        let placed = mirrored ? room.mirrored(in: frame) : room
        placeChildren(of: node, placed.inset(CellLength.gaps(node.insets(.padding))), clip, mirrored)
    }

    /// The height of all rows; unknown rows count as one line each.
    mutating func tableRequest(_ node: ViewNode, within room: Int) -> SizeRequest {
        let rows = tree.children(of: node.id)
        let known = rows.reduce(0) { $0 + sizeRequest(of: $1, within: room).height }
        let all = known + max(0, (node.integer(.rowCount) ?? rows.count) - rows.count)
        let widest = rows.map { sizeRequest(of: $0, within: room).width }.max() ?? 0
        return SizeRequest(max(widest, min(room, 40)), max(1, all), leastWidth: 12, leastHeight: 3)
    }

    /// Places the visible rows, from the scroll position to the end of the room. If the table is higher than the
    /// screen, only one screen of rows is placed.
    mutating func placeTable(_ node: ViewNode, _ frame: CellRect, _ clip: CellRect, _ mirrored: Bool) {
        var frame = frame
        frame.height = min(frame.height, area.height)
        let children = tree.children(of: node.id)
        var rows: [Int: ViewNode] = [:]
        for (index, row) in children.enumerated() { rows[row.integer(.position) ?? index] = row }
        let count = max(node.integer(.rowCount) ?? children.count, 0)
        let isLong = (tableRequest(node, within: frame.width).height > frame.height)
        let width = isLong && frame.width > 8 ? frame.width - 1 : frame.width
        let x = mirrored ? frame.maxX - width : frame.x
        var height: (Int) -> Int = { _ in 1 }
        let heights = rows.mapValues { sizeRequest(of: $0, within: width).height }
        height = { heights[$0] ?? 1 }
        // The last page is a full one.
        var last = count
        var room = frame.height
        while last > 0, room - height(last - 1) >= 0 {
            last -= 1
            room -= height(last)
        }
        let limit = min(last, max(0, count - 1))
        let first = note(
            ViewLayout.Scroll(
                offset: offsets[node.id] ?? 0, seen: count - limit, all: count, frame: frame, clip: clip), of: node.id)
        let clip = clip.intersection(frame)
        var gaps: [CellRect] = []
        var position = first
        var y = frame.y
        while position < count, y < frame.maxY {
            let place = CellRect(x: x, y: y, width: width, height: height(position))
            if let row = rows[position] {
                self.place(row, place, clip, mirrored: mirrored)
            } else if case let gap = place.intersection(clip), !gap.isEmpty {
                gaps.append(gap)
            }
            y += place.height
            position += 1
        }
        noteTable(node.id, first..<position, gaps: gaps)
    }
}
