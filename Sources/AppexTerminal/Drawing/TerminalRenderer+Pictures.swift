import OpenViewTree

extension TerminalRenderer {
    mutating func drawImage(_ node: ViewNode, _ box: ViewLayout.Box) {
        let style = isFocused(node) ? CellStyle(.standard, [.reverse, .bold]) : colors.style(node.color(.tintColor))
        if node[.image] == nil {
            guard let glyph = node.glyph else { return }
            canvas.put(
                glyph, box.frame.x + (box.frame.width - 1) / 2, box.frame.y + (box.frame.height - 1) / 2, style,
                in: box.clip)
            return
        }
        let picture = images.picture(of: node)
        if drawsPictures, let picture, !picture.pixels.isEmpty {
            draw(picture, node.choice(.contentMode) ?? .scaleToFill, box)
            if isFocused(node) { canvas.put("▸", box.frame.x, box.frame.y, style, in: box.clip) }
        } else {
            drawPlaceholder(node, picture?.size, box, style)
        }
    }

    /// Draws two pixels per cell, one above the other: an upper half block in one colour over the other.
    private mutating func draw(_ picture: TerminalPicture, _ mode: ViewContentMode, _ box: ViewLayout.Box) {
        let frame = box.frame
        guard !frame.isEmpty else { return }
        let fit = PictureFit(picture, in: CellSize(width: frame.width, height: frame.height * 2), mode)
        for y in box.clip.rows {
            for x in box.clip.columns {
                let column = x - frame.x
                let row = (y - frame.y) * 2
                let upper = fit.pixel(of: picture, column, row)
                let lower = fit.pixel(of: picture, column, row + 1)
                switch (upper, lower) {
                case (nil, nil): break
                case (let upper?, let lower?):
                    canvas.put("▀", x, y, CellStyle(upper.color, on: lower.color), in: box.clip)
                case (let upper?, nil): canvas.put("▀", x, y, CellStyle(upper.color), in: box.clip)
                case (nil, let lower?): canvas.put("▄", x, y, CellStyle(lower.color), in: box.clip)
                }
            }
        }
    }

    /// A frame with a description of the picture.
    private mutating func drawPlaceholder(
        _ node: ViewNode, _ size: CellSize?, _ box: ViewLayout.Box, _ style: CellStyle
    ) {
        let name = node.text(.accessibilityLabel) ?? "image"
        let words = StyledText(size.map { "\(name), \($0.width) × \($0.height)" } ?? name)
        guard box.frame.height >= 3, box.frame.width >= 4 else {
            return putLine(words, box.frame, box.clip, style.adding(.dim), .center)
        }
        drawEdge(box.frame, style.adding(.dim), box.clip)
        let inside = box.frame.inset(CellInsets(top: 1, leading: 1, bottom: 1, trailing: 1))
        let lines = min(inside.height, words.lines(in: inside.width).count)
        let middle = CellRect(
            x: inside.x, y: inside.y + (inside.height - lines) / 2, width: inside.width, height: lines)
        put(words, in: middle, box.clip, style.adding(.dim), .center)
    }
}

/// How a picture is placed in a frame of square pixels.
struct PictureFit {
    private let scaleX: Double
    private let scaleY: Double
    /// The rectangle of the whole picture in the frame, in pixels.
    let left: Double, top: Double, width: Double, height: Double

    init(_ source: TerminalPicture, in frame: CellSize, _ mode: ViewContentMode) {
        let picture = source.pixelSize
        // Its own size: eight of its pixels for each cell.
        let own = Double(source.size.width) / Double(max(1, picture.width)) / 8
        let across = Double(frame.width) / Double(max(1, picture.width))
        let along = Double(frame.height) / Double(max(1, picture.height))
        let scale: (Double, Double) =
            switch mode {
            case .scaleToFill: (across, along)
            case .scaleAspectFit: (min(across, along), min(across, along))
            case .scaleAspectFill: (max(across, along), max(across, along))
            // If its own size does not fit, as large as possible.
            case .center: (min(across, along, own), min(across, along, own))
            }
        (scaleX, scaleY) = scale
        width = Double(picture.width) * scaleX
        height = Double(picture.height) * scaleY
        left = (Double(frame.width) - width) / 2
        top = (Double(frame.height) - height) / 2
    }

    /// The colour of a pixel of the frame: the mean of the picture's pixels that it covers; nil outside the picture and
    /// where that is transparent.
    func pixel(of picture: TerminalPicture, _ x: Int, _ y: Int) -> TerminalPicture.Pixel? {
        let columns = Self.range(Double(x) - left, scaleX, picture.pixelSize.width)
        let rows = Self.range(Double(y) - top, scaleY, picture.pixelSize.height)
        guard !columns.isEmpty, !rows.isEmpty else { return nil }
        var sum = (red: 0, green: 0, blue: 0, alpha: 0)
        // Of very many pixels, a sample suffices.
        let stepX = max(1, columns.count / 4)
        let stepY = max(1, rows.count / 4)
        var count = 0
        for row in stride(from: rows.lowerBound, to: rows.upperBound, by: stepY) {
            for column in stride(from: columns.lowerBound, to: columns.upperBound, by: stepX) {
                let pixel = picture.pixels[row * picture.pixelSize.width + column]
                sum.red += Int(pixel.red)
                sum.green += Int(pixel.green)
                sum.blue += Int(pixel.blue)
                sum.alpha += Int(pixel.alpha)
                count += 1
            }
        }
        guard count > 0, sum.alpha / count > 127 else { return nil }
        return TerminalPicture.Pixel(
            red: UInt8(sum.red / count), green: UInt8(sum.green / count), blue: UInt8(sum.blue / count))
    }

    private static func range(_ place: Double, _ scale: Double, _ limit: Int) -> Range<Int> {
        guard scale > 0, place > -1, place + 1 > 0 else { return 0..<0 }
        let start = Int((place / scale).rounded(.down))
        let end = Int(((place + 1) / scale).rounded(.up))
        guard place + 0.5 >= 0, start < limit else { return 0..<0 }
        return max(0, start)..<min(limit, max(end, start + 1))
    }
}

extension TerminalPicture.Pixel {
    fileprivate var color: CellColor { .rgb(red, green, blue) }
}
