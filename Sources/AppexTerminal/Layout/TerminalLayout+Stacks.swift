import OpenViewTree

extension TerminalLayout {
    /// Places the children of a container.
    mutating func placeChildren(of node: ViewNode, _ room: CellRect, _ clip: CellRect, _ mirrored: Bool) {
        switch node.choice(.arrangement) ?? ViewArrangement.overlay {
        case .overlay:
            for child in visibleChildren(of: node) {
                let frame = overlayFrame(of: child, in: node, room)
                place(child, mirrored ? frame.mirrored(in: room) : frame, clip, mirrored: mirrored)
            }
        case .row: placeRow(of: node, room, clip, mirrored)
        case .column: placeColumn(of: node, room, clip, mirrored)
        }
    }

    private mutating func overlayFrame(of child: ViewNode, in node: ViewNode, _ room: CellRect) -> CellRect {
        let margin = CellLength.gaps(child.insets(.margin))
        let request = sizeRequest(of: child, within: room.width)
        let alignment: ViewAlignment = node.choice(.alignment) ?? .fill
        let across = Self.span(
            request.width - margin.across, in: room.width - margin.across,
            child.choice(.horizontalAlignment) ?? alignment,
            isFixed: child[.width] != nil)
        let along = Self.span(
            request.height - margin.along, in: room.height - margin.along,
            child.choice(.verticalAlignment) ?? alignment,
            isFixed: child[.height] != nil && !child.isRule)
        return CellRect(
            x: room.x + margin.leading + across.start, y: room.y + margin.top + along.start, width: across.length,
            height: along.length)
    }

    /// The position and length of a child along a line.
    private static func span(
        _ wanted: Int, in room: Int, _ alignment: ViewAlignment, isFixed: Bool
    ) -> (start: Int, length: Int) {
        let length = max(0, min(wanted, room))
        return switch alignment {
        case .fill: (0, isFixed ? length : max(0, room))
        case .leading, .firstBaseline: (0, length)
        case .center: (max(0, room - length) / 2, length)
        case .trailing: (max(0, room - length), length)
        }
    }

    private mutating func placeColumn(of node: ViewNode, _ room: CellRect, _ clip: CellRect, _ mirrored: Bool) {
        let children = visibleChildren(of: node)
        let requests = children.map { sizeRequest(of: $0, within: room.width) }
        let spacing = CellLength.rowGap(node.number(.spacing) ?? 0)
        let growing = children.map { $0.number(.grow) ?? 0 }
        let stretching = growing.contains { $0 > 0 } ? growing : children.map { $0.kind.stretchesAlong ? 1 : 0 }
        let heights = Self.lengths(
            node, room.height, spacing, wanted: requests.map(\.height), least: requests.map(\.leastHeight),
            grow: stretching
        )
        let alignment: ViewAlignment = node.choice(.alignment) ?? .fill
        var y = room.y
        for (index, child) in children.enumerated() {
            let margin = CellLength.gaps(child.insets(.margin))
            let across = Self.span(
                requests[index].width - margin.across, in: room.width - margin.across,
                child.choice(.horizontalAlignment) ?? alignment, isFixed: child[.width] != nil)
            let frame = CellRect(
                x: room.x + margin.leading + across.start, y: y + margin.top, width: across.length,
                height: heights.lengths[index] - margin.along)
            place(child, mirrored ? frame.mirrored(in: room) : frame, clip, mirrored: mirrored)
            y += heights.lengths[index] + heights.spacing(after: index)
        }
    }

    private mutating func placeRow(of node: ViewNode, _ room: CellRect, _ clip: CellRect, _ mirrored: Bool) {
        let children = visibleChildren(of: node)
        let requests = children.map { sizeRequest(of: $0, within: room.width) }
        let spacing = CellLength.columnGap(node.number(.spacing) ?? 0)
        let widths = Self.lengths(
            node, room.width, spacing, wanted: requests.map(\.width), least: requests.map(\.leastWidth),
            grow: Self.growth(across: children))
        let alignment: ViewAlignment = node.choice(.alignment) ?? .fill
        var x = room.x
        for (index, child) in children.enumerated() {
            let margin = CellLength.gaps(child.insets(.margin))
            // A child pushed out of the room would not be visible at all.
            let width = min(widths.lengths[index], max(1, room.maxX - x))
            let request = sizeRequest(of: child, within: width)
            let along = Self.span(
                request.height - margin.along, in: room.height - margin.along,
                child.choice(.verticalAlignment) ?? alignment, isFixed: child[.height] != nil && !child.isRule)
            let frame = CellRect(
                x: x + margin.leading, y: room.y + margin.top + along.start, width: width - margin.across,
                height: along.length)
            place(child, mirrored ? frame.mirrored(in: room) : frame, clip, mirrored: mirrored)
            x += width + widths.spacing(after: index)
        }
    }

    /// Who receives the surplus of a row: the children that say so, otherwise the controls that benefit, otherwise the
    /// first text, as in a stack view.
    private static func growth(across children: [ViewNode]) -> [Double] {
        let growing = children.map { $0.number(.grow) ?? 0 }
        if growing.contains(where: { $0 > 0 }) { return growing }
        let stretching = children.map { $0.kind.stretchesAcross && $0[.width] == nil ? 1.0 : 0 }
        if stretching.contains(1) { return stretching }
        let text = children.firstIndex { $0.kind == .label } ?? children.lastIndex { $0.kind == .container }
        return children.indices.map { $0 == text ? 1 : 0 }
    }

    private struct Lengths {
        var lengths: [Int]
        var spacing: Int
        /// Surplus cells, one for each of the first gaps.
        var odd = 0

        func spacing(after index: Int) -> Int { spacing + (index < odd ? 1 : 0) }
    }

    /// The lengths of a container's children along its axis.
    private static func lengths(
        _ node: ViewNode, _ room: Int, _ spacing: Int, wanted: [Int], least: [Int], grow: [Double]
    ) -> Lengths {
        let count = wanted.count
        let gaps = spacing * max(0, count - 1)
        let total = wanted.reduce(0, +)
        let free = room - gaps
        switch node.choice(.distribution) ?? ViewDistribution.fill {
        case .fillEqually where count > 0 && free >= least.reduce(0, +):
            let even = SizeRequest.share(
                free, wanted: wanted.map { _ in 0 }, least: wanted.map { _ in 0 }, grow: wanted.map { _ in 1 })
            if zip(even, least).allSatisfy({ $0 >= $1 }) { return Lengths(lengths: even, spacing: spacing) }
        case .fillProportionally where total > 0 && free >= total:
            let parts = SizeRequest.share(free, wanted: wanted, least: least, grow: wanted.map(Double.init))
            return Lengths(lengths: parts, spacing: spacing)
        case .equalSpacing where count > 1 && total + gaps < room,
            .equalCentering where count > 1 && total + gaps < room:
            let rest = room - total
            return Lengths(lengths: wanted, spacing: rest / (count - 1), odd: rest % (count - 1))
        default: break
        }
        return Lengths(lengths: SizeRequest.share(free, wanted: wanted, least: least, grow: grow), spacing: spacing)
    }

    /// Places the content of a scroll view, moved by its offset.
    mutating func placeScroll(_ node: ViewNode, _ frame: CellRect, _ clip: CellRect, _ mirrored: Bool) {
        let padding = CellLength.gaps(node.insets(.padding))
        if node.flag(.isHorizontal) {
            let request = stack(of: node, within: 4096).growing(by: padding)
            let all = max(frame.width, request.width)
            let offset = note(
                ViewLayout.Scroll(
                    offset: offsets[node.id] ?? 0, seen: frame.width, all: all, isHorizontal: true, frame: frame,
                    clip: clip),
                of: node.id)
            let content = CellRect(
                x: mirrored ? frame.maxX - all + offset : frame.x - offset, y: frame.y, width: all, height: frame.height
            )
            placeChildren(of: node, content.inset(padding), clip.intersection(frame), mirrored)
        } else {
            let content = scrolled(node, frame, clip, mirrored) { layout, width in
                layout.stack(of: node, within: width - padding.across).growing(by: padding).height
            }
            placeChildren(of: node, content.inset(padding), clip.intersection(frame), mirrored)
        }
    }

    /// The rectangle of content that may be higher than its visible part.
    ///
    /// - Parameter height: the height of the content for a width.
    mutating func scrolled(
        _ node: ViewNode, _ frame: CellRect, _ clip: CellRect, _ mirrored: Bool,
        height: (inout TerminalLayout, Int) -> Int
    ) -> CellRect {
        var width = frame.width
        var all = height(&self, width)
        if all > frame.height, width > 8 {
            // One column for the scroll position.
            width -= 1
            all = height(&self, width)
        }
        let offset = note(
            ViewLayout.Scroll(
                offset: offsets[node.id] ?? 0, seen: frame.height, all: max(all, frame.height), frame: frame,
                clip: clip),
            of: node.id)
        return CellRect(
            x: mirrored ? frame.maxX - width : frame.x, y: frame.y - offset, width: width,
            height: max(all, frame.height))
    }
}

extension ViewKind {
    fileprivate var stretchesAlong: Bool { self == .scroll || self == .table || self == .textView }

    fileprivate var stretchesAcross: Bool {
        switch self {
        case .slider, .textField, .textView, .progress, .scroll, .table: true
        default: false
        }
    }
}
