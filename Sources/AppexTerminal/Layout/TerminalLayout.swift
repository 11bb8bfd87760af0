import OpenViewTree

/// Lays a view tree out on cells.
///
/// Each node is asked for its size request in a given width, and then placed. Requests are cached, and each node is
/// asked for few widths, so the work grows with the number of nodes and not with their nesting.
struct TerminalLayout {
    let tree: ViewTree
    /// The scroll offset of each scroll view, screen or alert, and the first visible row of each table.
    let offsets: [UInt32: Int]
    let images: PictureStore
    private(set) var texts: TextCache
    private(set) var result = ViewLayout()
    /// The size requests of each node, by the width that was offered.
    private var requests: [UInt32: [Int: SizeRequest]] = [:]
    private let isRightToLeft: Bool
    /// The whole area.
    private(set) var area = CellRect(width: 0, height: 0)

    /// Of more screens and alerts on top of each other, the lower ones would be indistinguishable.
    private static let mostLayers = 6

    /// A row asks for two widths, nested rows for two of each; after this many the nearest known answer suffices.
    private static let mostRooms = 16

    /// - Parameter texts: the cache of the last layout, most of which still applies.
    init(
        _ tree: ViewTree, offsets: [UInt32: Int] = [:], images: PictureStore = PictureStore(),
        texts: TextCache = TextCache(), isRightToLeft: Bool = false
    ) {
        self.tree = tree
        self.offsets = offsets
        self.images = images
        self.texts = texts
        self.isRightToLeft = isRightToLeft
    }

    /// Lays out the visible part of the tree.
    mutating func run(in area: CellRect) -> ViewLayout {
        self.area = area
        let all = tree.children(of: ViewTree.window).filter { !$0.flag(.isHidden) }
        let first = all.lastIndex { $0.kind == .screen && ($0.choice(.presentation) ?? .full) == ViewPresentation.full }
        for node in all[(first ?? 0)...].suffix(Self.mostLayers) {
            switch node.kind {
            case .alert: placeAlert(node, area)
            case _ where (node.choice(.presentation) ?? .full) == ViewPresentation.full:
                begin(node, .full, area)
                placeScreen(node, area)
            default:
                let card = CellRect(
                    x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height - 1)
                begin(node, .card, card)
                placeScreen(node, card.inset(CellInsets(top: 1, leading: 2, bottom: 1, trailing: 2)))
            }
        }
        return result
    }

    mutating func begin(_ node: ViewNode, _ form: ViewLayout.Layer.Form, _ frame: CellRect) {
        result.layers.append(ViewLayout.Layer(id: node.id, form: form, frame: frame))
    }

    // MARK: Size requests

    /// The size request of a node including its margin.
    ///
    /// - Parameter room: the columns available.
    mutating func sizeRequest(of node: ViewNode, within room: Int) -> SizeRequest {
        guard !node.flag(.isHidden) else { return SizeRequest() }
        let room = max(1, room)
        if let known = knownRequest(of: node, within: room) { return known }
        let margin = CellLength.gaps(node.insets(.margin))
        let inner = max(1, room - margin.across)
        let most = node.number(.maximumWidth).map { min(inner, CellLength.columns($0)) } ?? inner
        let fixed = node.number(.width).map { min(inner, CellLength.columns($0)) }
        var request = content(of: node, within: fixed ?? most)
        let narrowest = min(inner, node.number(.minimumWidth).map(CellLength.columns) ?? 0)
        request.width = fixed ?? max(min(request.width, most), narrowest)
        request.leastWidth = fixed ?? max(min(request.leastWidth, request.width), narrowest)
        // Only nodes that can use a height keep it; a control is one line, however high its touch area is.
        if node.kind.usesHeight {
            if let height = node.number(.height) {
                let rows = CellLength.rows(height)
                request = SizeRequest(
                    request.width, max(rows, min(request.leastHeight, request.height)), leastWidth: request.leastWidth,
                    leastHeight: node.kind.scrolls ? min(rows, request.leastHeight) : nil)
            }
            if let most = node.number(.maximumHeight) {
                request.height = min(request.height, max(1, CellLength.rows(most)))
            }
            if let least = node.number(.minimumHeight) { request.height = max(request.height, CellLength.rows(least)) }
            // A table scrolls by itself, and may have a million rows.
            if node.kind == .table { request.height = min(request.height, max(1, area.height)) }
            request.leastHeight = min(request.leastHeight, request.height)
        }
        request = request.growing(by: margin)
        requests[node.id, default: [:]][room] = request
        return request
    }

    /// The cached request; once enough widths were asked for, that of the next smaller width.
    private func knownRequest(of node: ViewNode, within room: Int) -> SizeRequest? {
        guard let known = requests[node.id] else { return nil }
        if let request = known[room] { return request }
        guard known.count >= Self.mostRooms, let near = known.keys.filter({ $0 < room }).max() ?? known.keys.min()
        else { return nil }
        return known[near].map {
            SizeRequest(min($0.width, room), $0.height, leastWidth: $0.leastWidth, leastHeight: $0.leastHeight)
        }
    }

    /// The size request of a node's content including its padding.
    private mutating func content(of node: ViewNode, within room: Int) -> SizeRequest {
        switch node.kind {
        case .container, .scroll:
            if node.isRule { return SizeRequest(1, 1) }
            let padding = node.contentInsets
            let isWide = node.kind == .scroll && node.flag(.isHorizontal)
            var request = stack(of: node, within: isWide ? 4096 : room - padding.across).growing(by: padding)
            if node.kind == .scroll {
                request.leastHeight = min(request.height, isWide ? request.height : 3)
                if isWide { request = SizeRequest(min(room, request.width), request.height, leastWidth: 8) }
            }
            return request
        case .row: return rowRequest(node, within: room)
        case .table: return tableRequest(node, within: room)
        case .navigationBar: return SizeRequest(room, node.text(.detail) == nil ? 2 : 3, leastWidth: 1)
        default: return leaf(node, within: room)
        }
    }

    /// The combined size request of a container's children.
    mutating func stack(of node: ViewNode, within room: Int) -> SizeRequest {
        let children = visibleChildren(of: node)
        guard !children.isEmpty else { return SizeRequest() }
        switch node.choice(.arrangement) ?? ViewArrangement.overlay {
        case .overlay:
            var result = SizeRequest()
            for child in children {
                let request = sizeRequest(of: child, within: room)
                result = SizeRequest(
                    max(result.width, request.width), max(result.height, request.height),
                    leastWidth: max(result.leastWidth, request.leastWidth),
                    leastHeight: max(result.leastHeight, request.leastHeight))
            }
            return result
        case .column:
            let gaps = CellLength.rowGap(node.number(.spacing) ?? 0) * (children.count - 1)
            var result = SizeRequest(0, gaps)
            for child in children {
                let request = sizeRequest(of: child, within: room)
                result = SizeRequest(
                    max(result.width, request.width), result.height + request.height,
                    leastWidth: max(result.leastWidth, request.leastWidth),
                    leastHeight: result.leastHeight + request.leastHeight)
            }
            return result
        case .row:
            let gaps = CellLength.columnGap(node.number(.spacing) ?? 0) * (children.count - 1)
            let wanted = children.map { sizeRequest(of: $0, within: room) }
            let widths = SizeRequest.share(
                room - gaps, wanted: wanted.map(\.width), least: wanted.map(\.leastWidth),
                grow: wanted.map { _ in 0 })
            var result = SizeRequest(gaps, 1, leastWidth: gaps, leastHeight: 1)
            for (child, width) in zip(children, widths) {
                let request = sizeRequest(of: child, within: width)
                result = SizeRequest(
                    result.width + width, max(result.height, request.height),
                    leastWidth: result.leastWidth + request.leastWidth,
                    leastHeight: max(result.leastHeight, request.leastHeight))
            }
            return result
        }
    }

    func visibleChildren(of node: ViewNode) -> [ViewNode] {
        tree.children(of: node.id).filter { !$0.flag(.isHidden) && $0.kind != .navigationBar && $0.kind != .barButton }
    }

    mutating func text(of node: ViewNode, _ attribute: ViewAttribute = .text) -> StyledText {
        texts.text(of: node, attribute)
    }

    /// Whether the node's content is laid out from right to left.
    func isMirrored(_ node: ViewNode, in parent: Bool) -> Bool {
        switch node.choice(.direction) ?? ViewDirection.natural {
        case .natural: parent
        case .leftToRight: false
        case .rightToLeft: true
        }
    }

    var isMirrored: Bool { isRightToLeft }

    // MARK: Placement

    /// Records the position of a node and its content.
    mutating func place(_ node: ViewNode, _ frame: CellRect, _ clip: CellRect, mirrored parent: Bool) {
        guard !node.flag(.isHidden), !result.layers.isEmpty else { return }
        let mirrored = isMirrored(node, in: parent)
        let box = ViewLayout.Box(id: node.id, frame: frame, clip: clip.intersection(frame), isMirrored: mirrored)
        result.layers[result.layers.count - 1].boxes.append(box)
        switch node.kind {
        case .container where !node.isRule:
            placeChildren(of: node, frame.inset(node.contentInsets), clip, mirrored)
        case .scroll: placeScroll(node, frame, clip, mirrored)
        case .row: placeRow(node, frame, clip, mirrored)
        case .table: placeTable(node, frame, clip, mirrored)
        default: break
        }
    }

    /// Records a scroll area, and returns its offset clamped to its range.
    mutating func note(_ scroll: ViewLayout.Scroll, of id: UInt32) -> Int {
        var scroll = scroll
        scroll.clip = scroll.clip.intersection(scroll.frame)
        scroll.offset = min(max(0, scroll.offset), scroll.limit)
        result.scrolls[id] = scroll
        return scroll.offset
    }

    mutating func noteTable(_ id: UInt32, _ rows: Range<Int>, gaps: [CellRect]) {
        result.tables[id] = rows
        result.layers[result.layers.count - 1].gaps += gaps
    }
}

extension ViewKind {
    /// Whether it can use more than its natural height.
    fileprivate var usesHeight: Bool {
        switch self {
        case .container, .scroll, .image, .textView, .table, .label, .row: true
        default: false
        }
    }

    /// Whether it shows only a part of its content if there is little room.
    fileprivate var scrolls: Bool { self == .scroll || self == .table || self == .textView || self == .image }
}

extension ViewNode {
    /// The space between its edges and its content, part of which a border takes.
    var contentInsets: CellInsets {
        var insets = CellLength.gaps(insets(.padding))
        guard hasEdge else { return insets }
        insets.top = max(1, insets.top)
        insets.bottom = max(1, insets.bottom)
        insets.leading = max(2, insets.leading)
        insets.trailing = max(2, insets.trailing)
        return insets
    }

    /// Whether it is a separator line: a filled container too thin for anything else.
    var isRule: Bool {
        guard kind == .container, children.isEmpty else { return false }
        return (number(.height) ?? 100) <= 4 || (number(.width) ?? 100) <= 4
    }
}
