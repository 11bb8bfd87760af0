import OpenViewTree

/// Draws a view tree after layout.
struct TerminalRenderer {
    /// State of the interaction that is drawn in addition to the tree.
    struct Attention: Equatable {
        /// The node with the keyboard focus.
        var focus: UInt32?
        /// The number of characters before the cursor of the text that is being edited.
        var cursor = 0
        /// The phase of activity indicators.
        var turn = 0
    }

    let tree: ViewTree
    let layout: ViewLayout
    var texts: TextCache
    let images: PictureStore
    let attention: Attention
    let colors: ViewColors
    /// Whether there are enough colours for pictures.
    let drawsPictures: Bool
    var canvas: CellCanvas

    /// Draws all screens, the front one last.
    mutating func draw() {
        for (index, layer) in layout.layers.enumerated() {
            if index > 0, index == layout.layers.count - 1 {
                canvas.restyle(canvas.bounds) { $0.attributes.insert(.dim) }
            }
            if index > 0 || layer.form == .card { canvas.fill(layer.frame) }
            if layer.form == .card { drawEdge(layer.frame, CellStyle(.standard, .dim), layer.frame) }
            for box in layer.boxes where !box.clip.isEmpty {
                if let node = tree[box.id] { draw(node, box) }
            }
            for gap in layer.gaps {
                canvas.put("…", gap.x + TerminalLayout.rowStart, gap.y, CellStyle(.standard, .dim), in: gap)
            }
            let ids = Set(layer.boxes.map(\.id)).union([layer.id])
            for (id, scroll) in layout.scrolls where ids.contains(id) {
                drawPosition(scroll, isMirrored: layer.boxes.first?.isMirrored == true)
            }
        }
    }

    private mutating func draw(_ node: ViewNode, _ box: ViewLayout.Box) {
        guard (node.number(.opacity) ?? 1) > 0.04 else { return }
        switch node.kind {
        case .container: drawContainer(node, box)
        case .label: drawLabel(node, box)
        case .image: drawImage(node, box)
        case .button: drawButton(node, box)
        case .barButton, .alertAction: drawSmallButton(node, box)
        case .textField: drawField(node, box)
        case .textView: drawTextView(node, box)
        case .toggle: drawToggle(node, box)
        case .slider: drawSlider(node, box)
        case .segmented: drawSegments(node, box)
        case .stepper: drawStepper(node, box)
        case .progress: drawProgress(node, box)
        case .activity: drawActivity(node, box)
        case .row: drawRow(node, box)
        case .navigationBar: drawBar(node, box)
        case .alert: drawAlert(node, box)
        case .window, .screen, .scroll, .table: break
        }
    }

    // MARK: Styles

    func isFocused(_ node: ViewNode) -> Bool { attention.focus == node.id }

    /// The style of a control: tinted, dim if disabled, reversed if focused. Nothing else on the screen is reversed.
    func controlStyle(_ node: ViewNode) -> CellStyle {
        var style = CellStyle(tint(of: node))
        switch node.choice(.role) ?? ViewRole.normal {
        case .destructive: style.foreground = ViewColors.destructive
        case .primary: style.attributes.insert(.bold)
        case .normal, .cancel: break
        }
        if node.choice(.buttonStyle, as: ViewButtonStyle.self) == .filled { style.attributes.insert(.bold) }
        if !node.flag(.isEnabled, default: true) { style = CellStyle(.standard, .dim) }
        if isFocused(node) { style = CellStyle(.standard, [.reverse, .bold]) }
        return style
    }

    /// The tint of the nearest ancestor that has one, otherwise the host's.
    private func tint(of node: ViewNode) -> CellColor {
        var next: ViewNode? = node
        while let node = next {
            if let color = node.color(.tintColor) {
                let own = colors.style(color).foreground
                return own == .standard ? ViewColors.tint : own
            }
            next = node.id == ViewTree.window ? nil : tree[node.parent]
        }
        return ViewColors.tint
    }

    /// The style of a text: its role, weight and colour, as far as a terminal supports them.
    func textStyle(_ node: ViewNode) -> CellStyle {
        var style = colors.style(node.color(.textColor))
        switch node.choice(.textStyle) ?? ViewTextStyle.body {
        case .largeTitle, .title1, .title2, .title3, .headline: style.attributes.insert(.bold)
        case .footnote, .caption1, .caption2: style.attributes.insert(.dim)
        case .body, .subheadline, .callout: break
        }
        switch node.choice(.fontWeight) ?? ViewFontWeight.regular {
        case .semibold, .bold, .heavy, .black: style.attributes.insert(.bold)
        case .regular, .ultraLight, .thin, .light, .medium: break
        }
        if (node.number(.fontSize) ?? 17) >= 20 { style.attributes.insert(.bold) }
        if node.flag(.isItalic) { style.attributes.insert(.italic) }
        if !node.flag(.isEnabled, default: true) || (node.number(.opacity) ?? 1) < 0.6 { style.attributes.insert(.dim) }
        return style
    }

    // MARK: Texts

    /// The column at which an aligned line starts.
    static func start(_ width: Int, in room: Int, _ alignment: ViewTextAlignment, mirrored: Bool) -> Int {
        switch alignment {
        case .natural, .justified: mirrored ? max(0, room - width) : 0
        case .left: 0
        case .center: max(0, (room - width) / 2)
        case .right: max(0, room - width)
        }
    }

    /// Draws lines of a text, with an ellipsis if more follows.
    mutating func put(
        _ text: StyledText, in frame: CellRect, _ clip: CellRect, _ style: CellStyle,
        _ alignment: ViewTextAlignment = .natural, mirrored: Bool = false
    ) {
        let lines = text.lines(in: frame.width)
        for (index, line) in lines.prefix(frame.height).enumerated() {
            let y = frame.y + index
            guard y >= clip.y else { continue }
            guard y < clip.maxY else { break }
            let isCut = index == frame.height - 1 && lines.count > frame.height
            // A truncated line shows as much of its paragraph as fits before the ellipsis.
            let shown = isCut ? text.truncated(line.lowerBound..<text.lineEnd(line.lowerBound), to: frame.width) : line
            let width = text.width(of: shown) + (isCut ? 1 : 0)
            var x = frame.x + Self.start(width, in: frame.width, alignment, mirrored: mirrored)
            for glyph in text.glyphs[shown] {
                canvas.put(glyph.character, x, y, merged(style, text.styles[glyph.style]), in: clip)
                x += glyph.width
            }
            if isCut { canvas.put("…", x, y, style, in: clip) }
        }
    }

    private func merged(_ style: CellStyle, _ run: TextRun) -> CellStyle {
        guard run.style != [] || run.color != nil else { return style }
        var result = style
        if let color = run.color, !style.attributes.contains(.reverse) {
            let own = colors.style(color)
            result.foreground = own.foreground
            result.attributes.formUnion(own.attributes)
        }
        if run.style.contains(.bold) { result.attributes.insert(.bold) }
        if run.style.contains(.italic) { result.attributes.insert(.italic) }
        if run.style.contains(.underline) { result.attributes.insert(.underline) }
        if run.style.contains(.strikethrough) { result.attributes.insert(.strikethrough) }
        return result
    }

    /// Draws one line in a frame, truncated if it does not fit.
    mutating func putLine(
        _ text: StyledText, _ frame: CellRect, _ clip: CellRect, _ style: CellStyle,
        _ alignment: ViewTextAlignment = .natural, mirrored: Bool = false
    ) {
        guard frame.width > 0 else { return }
        put(
            text, in: CellRect(x: frame.x, y: frame.y, width: frame.width, height: 1), clip, style, alignment,
            mirrored: mirrored)
    }

    // MARK: Lines

    /// Draws a border with round corners.
    mutating func drawEdge(_ frame: CellRect, _ style: CellStyle, _ clip: CellRect) {
        guard frame.width >= 2, frame.height >= 2 else { return }
        let (right, bottom) = (frame.maxX - 1, frame.maxY - 1)
        // Only the visible part of a very tall box.
        let seen = frame.intersection(clip)
        for x in seen.columns {
            canvas.put("─", x, frame.y, style, in: clip)
            canvas.put("─", x, bottom, style, in: clip)
        }
        for y in seen.rows {
            canvas.put("│", frame.x, y, style, in: clip)
            canvas.put("│", right, y, style, in: clip)
        }
        for (corner, x, y) in [
            ("╭", frame.x, frame.y), ("╮", right, frame.y), ("╰", frame.x, bottom), ("╯", right, bottom),
        ] { canvas.put(corner, x, y, style, in: clip) }
    }

    mutating func drawRule(_ frame: CellRect, _ clip: CellRect, _ style: CellStyle = CellStyle(.standard, .dim)) {
        for x in frame.intersection(clip).columns { canvas.put("─", x, frame.y, style, in: clip) }
    }

    /// Draws the scroll position at the edge.
    private mutating func drawPosition(_ scroll: ViewLayout.Scroll, isMirrored: Bool) {
        guard scroll.limit > 0, !scroll.clip.isEmpty else { return }
        let style = CellStyle(.standard, .dim)
        let frame = scroll.frame
        if scroll.isHorizontal {
            if scroll.offset > 0 { canvas.put("‹", frame.x, frame.y, style, in: scroll.clip) }
            if scroll.offset < scroll.limit { canvas.put("›", frame.maxX - 1, frame.y, style, in: scroll.clip) }
            return
        }
        guard frame.width > 8 else { return }
        let length = max(1, frame.height * scroll.seen / max(1, scroll.all))
        let start = (frame.height - length) * scroll.offset / scroll.limit
        let x = isMirrored ? frame.x : frame.maxX - 1
        for y in scroll.clip.rows {
            let isThumb = (start..<start + length).contains(y - frame.y)
            canvas.put(isThumb ? "┃" : "│", x, y, style, in: scroll.clip)
        }
    }
}
