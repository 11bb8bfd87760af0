import OpenViewTree

extension TerminalRenderer {
    /// The middle line of a frame.
    private func line(_ box: ViewLayout.Box) -> CellRect {
        CellRect(x: box.frame.x, y: box.frame.y + (box.frame.height - 1) / 2, width: box.frame.width, height: 1)
    }

    mutating func drawButton(_ node: ViewNode, _ box: ViewLayout.Box) {
        let style = controlStyle(node)
        let hasDetail = node.text(.detail)?.isEmpty == false && box.frame.height > 1
        var line = line(box)
        if hasDetail { line.y = box.frame.y + (box.frame.height - 2) / 2 }
        let text = texts.text(of: node, .text)
        let glyph: Character? = node.hasPicture ? node.glyph ?? "▣" : nil
        let words = text.width + (glyph == nil ? 0 : text.width > 0 ? 2 : 1)
        // As wide as its text, centred in the space it was given.
        let width = min(line.width, words + 4)
        let frame = CellRect(x: line.x + (line.width - width) / 2, y: line.y, width: width, height: 1)
        canvas.fill(frame.intersection(box.clip), style)
        canvas.put("[", frame.x, frame.y, style, in: box.clip)
        canvas.put("]", frame.maxX - 1, frame.y, style, in: box.clip)
        if node.flag(.isSelected) { canvas.put("•", frame.x + 1, frame.y, style, in: box.clip) }
        var x = frame.x + 2
        if let glyph {
            canvas.put(glyph, x, frame.y, style, in: box.clip)
            x += 2
        }
        putLine(
            text, CellRect(x: x, y: frame.y, width: frame.maxX - 2 - x, height: 1), box.clip, style,
            mirrored: box.isMirrored)
        guard hasDetail else { return }
        let below = CellRect(x: box.frame.x, y: line.y + 1, width: box.frame.width, height: 1)
        putLine(texts.text(of: node, .detail), below, box.clip, CellStyle(.standard, .dim), .center)
    }

    /// A button in a bar or an alert.
    mutating func drawSmallButton(_ node: ViewNode, _ box: ViewLayout.Box) {
        let style = controlStyle(node)
        let line = line(box)
        canvas.fill(line.intersection(box.clip), style)
        canvas.put("[", line.x, line.y, style, in: box.clip)
        canvas.put("]", line.maxX - 1, line.y, style, in: box.clip)
        let text = texts.text(of: node, .text)
        var inside = line.inset(CellInsets(leading: 1, trailing: 1))
        if node.leadsBack {
            canvas.put(
                box.isMirrored ? "›" : "‹", box.isMirrored ? inside.maxX - 1 : inside.x, line.y, style, in: box.clip)
            inside = inside.inset(CellInsets(leading: box.isMirrored ? 0 : 2, trailing: box.isMirrored ? 2 : 0))
        }
        if text.glyphs.isEmpty, node.hasPicture {
            canvas.put(node.glyph ?? "▣", inside.x + (inside.width - 1) / 2, line.y, style, in: box.clip)
        } else {
            putLine(text, inside, box.clip, style, .center)
        }
    }

    mutating func drawToggle(_ node: ViewNode, _ box: ViewLayout.Box) {
        let line = line(box)
        let style = controlStyle(node)
        let sign = node.flag(.isOn) ? "[x]" : "[ ]"
        let title = texts.text(of: node, .title)
        let start = box.isMirrored ? line.maxX - 3 : line.x
        canvas.put(sign, start, line.y, style, in: box.clip)
        let room = CellRect(
            x: box.isMirrored ? line.x : line.x + 4, y: line.y, width: line.width - 4, height: 1)
        putLine(title, room, box.clip, textStyle(node), mirrored: box.isMirrored)
    }

    mutating func drawSlider(_ node: ViewNode, _ box: ViewLayout.Box) {
        let line = line(box)
        let track = SliderTrack(node, line, mirrored: box.isMirrored)
        let style = controlStyle(node)
        for step in 0..<track.length {
            let x = track.isMirrored ? track.x + track.length - 1 - step : track.x + step
            let character: Character = step == track.knob ? "●" : step < track.knob ? "━" : "─"
            let part = step > track.knob && !isFocused(node) ? CellStyle(.standard, .dim) : style
            canvas.put(character, x, line.y, part, in: box.clip)
        }
        guard track.length < line.width else { return }
        let value = StyledText(node.text(.accessibilityValue) ?? node.numberText)
        let room = CellRect(
            x: box.isMirrored ? line.x : track.x + track.length + 1, y: line.y,
            width: line.width - track.length - 1, height: 1)
        putLine(value, room, box.clip, CellStyle(.standard, .dim), box.isMirrored ? .left : .right)
    }

    mutating func drawSegments(_ node: ViewNode, _ box: ViewLayout.Box) {
        let line = line(box)
        let style = controlStyle(node)
        let segments = SegmentLine(node, line, mirrored: box.isMirrored)
        for (index, range) in segments.ranges.enumerated() {
            let isChosen = index == node.integer(.selectedIndex)
            let own = isChosen ? style : CellStyle(.standard, node.flag(.isEnabled, default: true) ? [] : .dim)
            let frame = CellRect(x: range.lowerBound, y: line.y, width: range.count, height: 1)
            canvas.fill(frame.intersection(box.clip), own)
            canvas.put(isChosen ? "[" : " ", frame.x, line.y, own, in: box.clip)
            canvas.put(isChosen ? "]" : " ", frame.maxX - 1, line.y, own, in: box.clip)
            putLine(
                StyledText(node.list(.segments)[index]), frame.inset(CellInsets(leading: 1, trailing: 1)), box.clip,
                own,
                .center)
            let divider = box.isMirrored ? range.lowerBound - 1 : range.upperBound
            if index + 1 < segments.ranges.count {
                canvas.put("│", divider, line.y, CellStyle(.standard, .dim), in: box.clip)
            }
        }
        // A control without a selection can still have the focus.
        if isFocused(node), !segments.ranges.indices.contains(node.integer(.selectedIndex) ?? -1) {
            canvas.restyle(line.intersection(box.clip)) { $0.attributes.insert(.reverse) }
        }
    }

    mutating func drawStepper(_ node: ViewNode, _ box: ViewLayout.Box) {
        let line = line(box)
        let style = controlStyle(node)
        let signs = box.isMirrored ? ["[+]", "[-]"] : ["[-]", "[+]"]
        let value = node.numberText
        canvas.put(signs[0], line.x, line.y, style, in: box.clip)
        canvas.put(value, line.x + 4, line.y, .plain, in: box.clip)
        canvas.put(signs[1], line.x + 5 + value.count, line.y, style, in: box.clip)
    }

    mutating func drawProgress(_ node: ViewNode, _ box: ViewLayout.Box) {
        let line = line(box)
        let part = min(1, max(0, node.number(.value) ?? 0))
        let length = max(1, line.width > 10 ? line.width - 6 : line.width)
        let done = Int((part * Double(length)).rounded(.down))
        for step in 0..<length {
            let x = box.isMirrored ? line.maxX - 1 - step : line.x + step
            let style = step < done ? CellStyle(ViewColors.tint) : CellStyle(.standard, .dim)
            canvas.put(step < done ? "█" : "░", x, line.y, style, in: box.clip)
        }
        guard length < line.width else { return }
        let room = CellRect(x: box.isMirrored ? line.x : line.maxX - 5, y: line.y, width: 5, height: 1)
        putLine(StyledText("\(Int(part * 100)) %"), room, box.clip, .plain, box.isMirrored ? .left : .right)
    }

    static let turns: [Character] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

    mutating func drawActivity(_ node: ViewNode, _ box: ViewLayout.Box) {
        guard node.flag(.isAnimating, default: true) else { return }
        let line = line(box)
        let turn = Self.turns[attention.turn % Self.turns.count]
        canvas.put(turn, line.x + max(0, line.width - 1) / 2, line.y, CellStyle(ViewColors.tint), in: box.clip)
    }

    mutating func drawRow(_ node: ViewNode, _ box: ViewLayout.Box) {
        let frame = box.frame
        var style = textStyle(node)
        if (node.choice(.rowKind) ?? ViewRowKind.row) != .row { style = style.adding(.dim) }
        if node.choice(.role, as: ViewRole.self) == .destructive { style.foreground = ViewColors.destructive }
        if node.flag(.isSelected) { style.attributes.insert(.bold) }
        let focused = isFocused(node)
        if focused { style.attributes.formUnion([.reverse, .bold]) }
        let dim = focused ? style : style.adding(.dim)
        var measure = TerminalLayout(tree, texts: texts)
        let parts = measure.rowParts(node, frame.width)
        if focused { canvas.fill(frame.intersection(box.clip), style) }
        func mirrored(_ x: Int, _ width: Int) -> CellRect {
            let rect = CellRect(x: frame.x + x, y: frame.y, width: width, height: 1)
            return box.isMirrored ? rect.mirrored(in: frame) : rect
        }
        if node.flag(.isSelected) || focused {
            let sign: Character = focused ? (box.isMirrored ? "◂" : "▸") : "•"
            canvas.put(sign, mirrored(0, 1).x, frame.y, style, in: box.clip)
        }
        if parts.start > 0 {
            canvas.put(node.glyph ?? "▣", mirrored(TerminalLayout.rowStart, 1).x, frame.y, style, in: box.clip)
        }
        let text = texts.text(of: node, .text)
        let detail = texts.text(of: node, .detail)
        var room = mirrored(parts.inner.x, parts.inner.width)
        putLine(text, room, box.clip, style, mirrored: box.isMirrored)
        if parts.detailIsBelow, !text.glyphs.isEmpty { room.y += 1 }
        let side: ViewTextAlignment = parts.detailIsBelow ? .natural : box.isMirrored ? .left : .right
        if !detail.glyphs.isEmpty { putLine(detail, room, box.clip, dim, side, mirrored: box.isMirrored) }
        let sign: Character? =
            switch node.choice(.accessory) ?? ViewAccessory.none {
            case .none: nil
            case .disclosure: box.isMirrored ? "‹" : "›"
            case .detail: "i"
            case .checkmark: "✓"
            }
        if let sign { canvas.put(sign, mirrored(frame.width - 1, 1).x, frame.y, style, in: box.clip) }
    }
}
