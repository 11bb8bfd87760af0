import OpenViewTree

/// Lays a view tree out on cells.
///
/// A node is asked what it wants in a given width, then given its place. Answers are kept, and each node is asked for a few
/// widths only, so that the work grows with the number of nodes and not with what is nested in what.
struct TerminalLayout {
    let tree: ViewTree
    /// How far each scroll view, screen or alert has been scrolled, and the first row that is seen of a table.
    let offsets: [UInt32: Int]
    let images: PictureStore
    private(set) var texts: TextCache
    private(set) var result = ViewLayout()
    /// What each node wants, by the room it was asked for.
    private var wishes: [UInt32: [Int: CellWish]] = [:]
    private let isRightToLeft: Bool
    /// The whole room there is.
    private(set) var area = CellRect(width: 0, height: 0)

    /// Of more screens and alerts on top of each other the lower ones could not be told apart anyway.
    private static let mostLayers = 6

    /// A row asks for two widths, rows in rows for two of each: after this many the answer to another one will do.
    private static let mostRooms = 16

    /// - Parameter texts: those of the last layout, of which most will be the same.
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

    /// Lays out what can be seen of the tree.
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

    // MARK: What a node wants

    /// The room for a node with its margin.
    ///
    /// - Parameter room: columns there are at most.
    mutating func wish(of node: ViewNode, within room: Int) -> CellWish {
        guard !node.flag(.isHidden) else { return CellWish() }
        let room = max(1, room)
        if let known = knownWish(of: node, within: room) { return known }
        let margin = CellLength.gaps(node.insets(.margin))
        let inner = max(1, room - margin.across)
        let most = node.number(.maximumWidth).map { min(inner, CellLength.columns($0)) } ?? inner
        let fixed = node.number(.width).map { min(inner, CellLength.columns($0)) }
        var wish = content(of: node, within: fixed ?? most)
        let narrowest = min(inner, node.number(.minimumWidth).map(CellLength.columns) ?? 0)
        wish.width = fixed ?? max(min(wish.width, most), narrowest)
        wish.leastWidth = fixed ?? max(min(wish.leastWidth, wish.width), narrowest)
        // A height is kept by what can use it; a control is one line however high a finger wants it.
        if node.kind.usesHeight {
            if let height = node.number(.height) {
                let rows = CellLength.rows(height)
                wish = CellWish(
                    wish.width, max(rows, min(wish.leastHeight, wish.height)), leastWidth: wish.leastWidth,
                    leastHeight: node.kind.scrolls ? min(rows, wish.leastHeight) : nil)
            }
            if let most = node.number(.maximumHeight) { wish.height = min(wish.height, max(1, CellLength.rows(most))) }
            if let least = node.number(.minimumHeight) { wish.height = max(wish.height, CellLength.rows(least)) }
            // A table scrolls by itself, and may have a million rows.
            if node.kind == .table { wish.height = min(wish.height, max(1, area.height)) }
            wish.leastHeight = min(wish.leastHeight, wish.height)
        }
        wish = wish.growing(by: margin)
        wishes[node.id, default: [:]][room] = wish
        return wish
    }

    /// What it wanted before; in a room that it was not asked for when it has been asked for enough of them, that of the
    /// next smaller one.
    private func knownWish(of node: ViewNode, within room: Int) -> CellWish? {
        guard let known = wishes[node.id] else { return nil }
        if let wish = known[room] { return wish }
        guard known.count >= Self.mostRooms, let near = known.keys.filter({ $0 < room }).max() ?? known.keys.min()
        else { return nil }
        return known[near].map {
            CellWish(min($0.width, room), $0.height, leastWidth: $0.leastWidth, leastHeight: $0.leastHeight)
        }
    }

    /// What is in a container, with its padding.
    private mutating func content(of node: ViewNode, within room: Int) -> CellWish {
        switch node.kind {
        case .container, .scroll:
            if node.isRule { return CellWish(1, 1) }
            let padding = node.contentInsets
            let isWide = node.kind == .scroll && node.flag(.isHorizontal)
            var wish = stack(of: node, within: isWide ? 4096 : room - padding.across).growing(by: padding)
            if node.kind == .scroll {
                wish.leastHeight = min(wish.height, isWide ? wish.height : 3)
                if isWide { wish = CellWish(min(room, wish.width), wish.height, leastWidth: 8) }
            }
            return wish
        case .row: return rowWish(node, within: room)
        case .table: return tableWish(node, within: room)
        case .navigationBar: return CellWish(room, node.text(.detail) == nil ? 2 : 3, leastWidth: 1)
        default: return leaf(node, within: room)
        }
    }

    /// What the children of a container want together.
    mutating func stack(of node: ViewNode, within room: Int) -> CellWish {
        let children = visibleChildren(of: node)
        guard !children.isEmpty else { return CellWish() }
        switch node.choice(.arrangement) ?? ViewArrangement.overlay {
        case .overlay:
            var result = CellWish()
            for child in children {
                let wish = wish(of: child, within: room)
                result = CellWish(
                    max(result.width, wish.width), max(result.height, wish.height),
                    leastWidth: max(result.leastWidth, wish.leastWidth),
                    leastHeight: max(result.leastHeight, wish.leastHeight))
            }
            return result
        case .column:
            let gaps = CellLength.rowGap(node.number(.spacing) ?? 0) * (children.count - 1)
            var result = CellWish(0, gaps)
            for child in children {
                let wish = wish(of: child, within: room)
                result = CellWish(
                    max(result.width, wish.width), result.height + wish.height,
                    leastWidth: max(result.leastWidth, wish.leastWidth),
                    leastHeight: result.leastHeight + wish.leastHeight)
            }
            return result
        case .row:
            let gaps = CellLength.columnGap(node.number(.spacing) ?? 0) * (children.count - 1)
            let wanted = children.map { wish(of: $0, within: room) }
            let widths = CellWish.share(
                room - gaps, wanted: wanted.map(\.width), least: wanted.map(\.leastWidth),
                grow: wanted.map { _ in 0 })
            var result = CellWish(gaps, 1, leastWidth: gaps, leastHeight: 1)
            for (child, width) in zip(children, widths) {
                let wish = wish(of: child, within: width)
                result = CellWish(
                    result.width + width, max(result.height, wish.height),
                    leastWidth: result.leastWidth + wish.leastWidth,
                    leastHeight: max(result.leastHeight, wish.leastHeight))
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

    /// Whether what is in a node is read from right to left.
    func isMirrored(_ node: ViewNode, in parent: Bool) -> Bool {
        switch node.choice(.direction) ?? ViewDirection.natural {
        case .natural: parent
        case .leftToRight: false
        case .rightToLeft: true
        }
    }

    var isMirrored: Bool { isRightToLeft }

    // MARK: What a node is given

    /// Notes the place of a node, and of what is in it.
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

    /// Notes that something is scrolled, and by how much at most.
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
    /// Whether it can use a height of its own.
    fileprivate var usesHeight: Bool {
        switch self {
        case .container, .scroll, .image, .textView, .table, .label, .row: true
        default: false
        }
    }

    /// Whether it shows a part of what it has when there is little room.
    fileprivate var scrolls: Bool { self == .scroll || self == .table || self == .textView || self == .image }
}

extension ViewNode {
    /// Room between its edges and what is in it, of which a drawn edge takes some.
    var contentInsets: CellInsets {
        var insets = CellLength.gaps(insets(.padding))
        guard hasEdge else { return insets }
        insets.top = max(1, insets.top)
        insets.bottom = max(1, insets.bottom)
        insets.leading = max(2, insets.leading)
        insets.trailing = max(2, insets.trailing)
        return insets
    }

    /// Whether it is a line between other things: a filled container too thin for anything else.
    var isRule: Bool {
        guard kind == .container, children.isEmpty else { return false }
        return (number(.height) ?? 100) <= 4 || (number(.width) ?? 100) <= 4
    }
}
