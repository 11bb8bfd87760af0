import OpenViewTree

extension TerminalRenderer {
    mutating func drawContainer(_ node: ViewNode, _ box: ViewLayout.Box) {
        if node.isRule {
            let color = colors.swatch(node.color(.backgroundColor))
            let style = color.map { CellStyle($0) } ?? CellStyle(.standard, .dim)
            if (node.number(.height) ?? 100) <= 4 { return drawRule(box.frame, box.clip, style) }
            for y in box.clip.rows { canvas.put("│", box.frame.x, y, style, in: box.clip) }
            return
        }
        // A filled container would hide text in the terminal's own colours; an empty one only consists of its colour.
        if node.children.isEmpty, let color = colors.swatch(node.color(.backgroundColor)) {
            canvas.fill(box.clip, CellStyle(.standard, on: color))
        }
        if node.hasEdge {
            let own = colors.style(node.color(.borderColor))
            drawEdge(box.frame, own == .plain ? CellStyle(.standard, .dim) : own, box.clip)
        }
        if isFocused(node) {
            canvas.put("▸", box.frame.x, box.frame.y, CellStyle(.standard, [.reverse, .bold]), in: box.clip)
        }
    }

    mutating func drawLabel(_ node: ViewNode, _ box: ViewLayout.Box) {
        let text = texts.text(of: node, .text)
        var style = textStyle(node)
        if let color = colors.swatch(node.color(.backgroundColor)) {
            canvas.fill(box.clip, CellStyle(.standard, on: color))
            style = CellStyle(color.contrast, on: color, style.attributes.subtracting(.dim))
        }
        if isFocused(node) { style = style.adding(.reverse) }
        let limit = node.integer(.lineLimit).flatMap { $0 > 0 ? $0 : nil } ?? Int.max
        let lines = min(limit, text.lines(in: box.frame.width).count)
        // In a taller frame the text is centred vertically.
        let above = max(0, box.frame.height - lines) / 2
        let frame = CellRect(
            x: box.frame.x, y: box.frame.y + above, width: box.frame.width, height: min(lines, box.frame.height))
        put(
            text, in: frame, box.clip, style, node.choice(.textAlignment) ?? .natural, mirrored: box.isMirrored)
    }

    mutating func drawField(_ node: ViewNode, _ box: ViewLayout.Box) {
        let line = CellRect(
            x: box.frame.x, y: box.frame.y + (box.frame.height - 1) / 2, width: box.frame.width, height: 1)
        var style = textStyle(node).adding(.underline)
        canvas.fill(line.intersection(box.clip), style)
        let text = texts.text(of: node, .text)
        let focused = isFocused(node)
        if text.glyphs.isEmpty {
            let placeholder = texts.text(of: node, .placeholder)
            putLine(placeholder, line, box.clip, style.adding(.dim), mirrored: box.isMirrored)
        }
        if focused { style.attributes.insert(.bold) }
        // The text is scrolled so that the cursor is visible.
        let cursor = focused ? min(attention.cursor, text.glyphs.count) : 0
        var before = text.width(of: 0..<cursor)
        var first = 0
        while before >= line.width, first < cursor {
            before -= text.glyphs[first].width
            first += 1
        }
        var x = line.x
        for glyph in text.glyphs[first...] where x + glyph.width <= line.maxX {
            canvas.put(glyph.character == "\n" ? " " : glyph.character, x, line.y, style, in: box.clip)
            x += glyph.width
        }
        let place = CellPoint(x: line.x + before, y: line.y)
        if focused, box.clip.contains(place) { canvas.cursor = place }
    }

    mutating func drawTextView(_ node: ViewNode, _ box: ViewLayout.Box) {
        let focused = isFocused(node)
        var inside = box.frame
        if inside.height >= 3, inside.width >= 6 {
            drawEdge(box.frame, focused ? CellStyle(ViewColors.tint, .bold) : CellStyle(.standard, .dim), box.clip)
            inside = inside.inset(CellInsets(top: 1, leading: 2, bottom: 1, trailing: 2))
        }
        let clip = inside.intersection(box.clip)
        let text = texts.text(of: node, .text)
        let style = textStyle(node)
        if text.glyphs.isEmpty {
            put(
                texts.text(of: node, .placeholder), in: inside, clip, style.adding(.dim), mirrored: box.isMirrored)
        }
        let lines = text.lines(in: inside.width)
        let cursor = min(attention.cursor, text.glyphs.count)
        let line = lines.lastIndex { $0.lowerBound <= cursor } ?? 0
        let first = focused ? max(0, line - inside.height + 1) : 0
        for (row, range) in lines[min(first, lines.count)...].prefix(inside.height).enumerated() {
            let width = text.width(of: range)
            var x = inside.x + Self.start(width, in: inside.width, .natural, mirrored: box.isMirrored)
            if focused, first + row == line {
                let before = text.width(of: range.lowerBound..<max(range.lowerBound, min(cursor, range.upperBound)))
                let place = CellPoint(x: min(x + before, inside.maxX - 1), y: inside.y + row)
                if clip.contains(place) { canvas.cursor = place }
            }
            for glyph in text.glyphs[range] {
                canvas.put(glyph.character, x, inside.y + row, style, in: clip)
                x += glyph.width
            }
        }
    }

    mutating func drawBar(_ node: ViewNode, _ box: ViewLayout.Box) {
        let line = max(box.frame.y, box.frame.maxY - 2)
        if box.frame.height > 2 {
            let prompt = texts.text(of: node, .detail)
            putLine(prompt, box.frame, box.clip, CellStyle(.standard, .dim), .center)
        }
        // The title is centred in the whole bar, or in the space between the buttons.
        var free = box.frame.x..<box.frame.maxX
        for child in tree.children(of: node.id) {
            guard let frame = layout.box(of: child.id)?.frame else { continue }
            if frame.x - box.frame.x < box.frame.maxX - frame.maxX {
                free = min(max(free.lowerBound, frame.maxX + 1), free.upperBound)..<free.upperBound
            } else {
                free = free.lowerBound..<max(min(free.upperBound, frame.x - 1), free.lowerBound)
            }
        }
        let title = texts.text(of: node, .title)
        let middle = box.frame.x + max(0, box.frame.width - title.width) / 2
        let fits = middle >= free.lowerBound && middle + title.width <= free.upperBound
        let room = fits ? middle..<middle + title.width : free
        putLine(
            title, CellRect(x: room.lowerBound, y: line, width: room.count, height: 1), box.clip,
            CellStyle(.standard, .bold), .center)
        if box.frame.height > 1 {
            drawRule(CellRect(x: box.frame.x, y: box.frame.maxY - 1, width: box.frame.width, height: 1), box.clip)
        }
    }

    mutating func drawAlert(_ node: ViewNode, _ box: ViewLayout.Box) {
        var y = box.frame.y
        for (attribute, style) in [(ViewAttribute.title, CellStyle(.standard, .bold)), (.detail, .plain)] {
            let text = texts.text(of: node, attribute)
            guard !text.glyphs.isEmpty else { continue }
            let lines = text.lines(in: box.frame.width).count
            put(
                text, in: CellRect(x: box.frame.x, y: y, width: box.frame.width, height: lines), box.clip, style,
                .center)
            y += lines + 1
        }
    }
}

extension ViewNode {
    /// Whether it is drawn with a border.
    var hasEdge: Bool { kind == .container && (number(.borderWidth) ?? 0) > 0 && !isRule }
}

extension CellColor {
    /// A text colour that is readable on it.
    var contrast: CellColor {
        guard case .rgb(let red, let green, let blue) = self else { return .palette(0) }
        let brightness = Int(red) * 30 + Int(green) * 59 + Int(blue) * 11
        return brightness > 12_800 ? .palette(0) : .palette(15)
    }
}
