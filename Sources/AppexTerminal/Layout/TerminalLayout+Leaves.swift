import OpenViewTree

extension TerminalLayout {
    /// The size request of a node without children.
    mutating func leaf(_ node: ViewNode, within room: Int) -> SizeRequest {
        switch node.kind {
        case .label:
            let styled = text(of: node)
            guard !styled.glyphs.isEmpty else { return SizeRequest() }
            let lines = styled.lines(in: room)
            let width = lines.map { styled.width(of: $0) }.max() ?? 0
            let limit = node.integer(.lineLimit) ?? 0
            return SizeRequest(width, limit > 0 ? min(limit, lines.count) : lines.count, leastWidth: min(width, 6))
        case .image: return picture(node, within: room)
        case .button:
            let words = max(text(of: node).width, text(of: node, .detail).width)
            let symbol = node.hasPicture ? (words > 0 ? 2 : 1) : 0
            return SizeRequest(words + symbol + 4, node.text(.detail)?.isEmpty == false ? 2 : 1, leastWidth: 5)
        case .barButton, .alertAction:
            let words = text(of: node).width + (node.leadsBack ? 2 : 0)
            return SizeRequest((words > 0 ? words : node.hasPicture ? 1 : 0) + (node.kind == .barButton ? 2 : 4), 1)
        case .textField: return SizeRequest(max(24, min(40, text(of: node).width + 2)), 1, leastWidth: 8)
        case .textView:
            let lines = text(of: node).lines(in: max(1, room - 4)).count
            return SizeRequest(min(room, 60), max(5, min(12, lines + 2)), leastWidth: 12, leastHeight: 3)
        case .toggle:
            let title = text(of: node, .title).width
            return SizeRequest(title > 0 ? title + 4 : 3, 1, leastWidth: 3)
        case .slider: return SizeRequest(28, 1, leastWidth: 10)
        case .segmented:
            let widths = node.list(.segments).map { StyledText($0).width + 2 }
            return SizeRequest(widths.reduce(0, +) + max(0, widths.count - 1), 1, leastWidth: 8)
        case .stepper: return SizeRequest(8 + node.numberText.count, 1)
        case .progress: return SizeRequest(24, 1, leastWidth: 8)
        case .activity: return SizeRequest(1, 1)
        default: return SizeRequest()
        }
    }

    /// A picture in its aspect ratio, as wide as the room allows and no higher than the screen.
    private func picture(_ node: ViewNode, within room: Int) -> SizeRequest {
        if node[.symbol] != nil, node[.image] == nil { return SizeRequest(2, 1) }
        let size = images.picture(of: node)?.size
        let ratio = node.number(.aspectRatio) ?? size.map { Double($0.width) / Double(max(1, $0.height)) } ?? 1.5
        let natural = node.number(.width).map(CellLength.columns) ?? size.map { max(4, $0.width / 8) } ?? 16
        let width = max(1, min(room, natural))
        let height = Double(width) * CellLength.pointsAcross / ratio / CellLength.pointsAlong
        let rows = max(1, Int(min(height, 200).rounded()))
        return SizeRequest(width, min(rows, 24), leastWidth: min(width, 8), leastHeight: min(rows, 4))
    }
}

extension ViewNode {
    /// Whether it is the back button.
    var leadsBack: Bool { kind == .barButton && choice(.placement, as: ViewPlacement.self) == .back }

    var hasPicture: Bool { self[.symbol] != nil || self[.image] != nil }

    /// Its value as people write it, with decimals only where needed.
    var numberText: String {
        let value = number(.value) ?? 0
        let step = number(.step) ?? 0
        let least = number(.minimum) ?? 0
        let most = number(.maximum) ?? (kind == .stepper ? 100 : 1)
        let isWhole = kind == .stepper && [value, step, least].allSatisfy { $0 == $0.rounded() }
        if isWhole, let whole = Int(exactly: value.rounded()) { return "\(whole)" }
        let decimals = most - least > 20 ? 0 : most - least > 2 ? 1 : 2
        return value.text(decimals: decimals)
    }
}

extension Double {
    /// The number without an exponent and with few digits.
    func text(decimals: Int) -> String {
        guard abs(self) < 1e9 else { return self < 0 ? "−∞" : "∞" }
        let power = [1.0, 10, 100][min(decimals, 2)]
        let scaled = (abs(self) * power).rounded()
        let digits = "\(Int(scaled) % Int(power))"
        let whole = Int(scaled) / Int(power)
        let sign = self < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return "\(sign)\(whole)" }
        return "\(sign)\(whole)." + String(repeating: "0", count: decimals - digits.count) + digits
    }
}
