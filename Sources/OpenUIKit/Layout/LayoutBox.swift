/// The extent of something along one axis.
struct LayoutSpan {
    var start: LinearForm
    var end: LinearForm

    var length: LinearForm { end - start }

    /// The extent of the container.
    static let container = LayoutSpan(start: LinearForm(), end: LinearForm(.container))

    /// The union of several spans.
    init?(_ spans: [LayoutSpan]) {
        guard let start = spans.map(\.start).min(by: { $0.estimate < $1.estimate }),
            let end = spans.map(\.end).max(by: { $0.estimate < $1.estimate })
        else { return nil }
        self.init(start: start, end: end)
    }

    init(start: LinearForm, end: LinearForm) {
        self.start = start
        self.end = end
    }
}

/// The extent of something in its container.
struct LayoutBox {
    var horizontal: LayoutSpan
    var vertical: LayoutSpan

    static let container = LayoutBox(horizontal: .container, vertical: .container)

    subscript(axis: NSLayoutConstraint.Axis) -> LayoutSpan {
        get { axis == .horizontal ? horizontal : vertical }
        set { if axis == .horizontal { horizontal = newValue } else { vertical = newValue } }
    }

    /// The union of several boxes; the container's box when there are none.
    init(around boxes: [LayoutBox]) {
        horizontal = LayoutSpan(boxes.map(\.horizontal)) ?? .container
        vertical = LayoutSpan(boxes.map(\.vertical)) ?? .container
    }

    init(horizontal: LayoutSpan, vertical: LayoutSpan) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    var estimatedArea: Double { horizontal.length.estimate * vertical.length.estimate }
}

/// The arrangement of a container's children.
indirect enum LayoutGroup {
    case child(Int)
    /// A row or a column.
    case line(NSLayoutConstraint.Axis, [LayoutGroup])
    /// A stack of layers, the topmost last.
    case layers([LayoutGroup])

    /// Divides children by straight cuts that cross none of them. Children that cannot be divided become layers.
    init(_ children: [Int], _ boxes: [LayoutBox]) {
        if children.count == 1 {
            self = .child(children[0])
            return
        }
        for axis in [NSLayoutConstraint.Axis.vertical, .horizontal] {
            let bands = Self.bands(children, boxes, along: axis)
            guard bands.count > 1 else { continue }
            self = .line(axis, bands.map { LayoutGroup($0, boxes) })
            return
        }
        guard children.count <= Self.layerLimit else {
            self = .layers(children.map { .child($0) })
            return
        }
        // The largest child is the background of the others or covers them.
        guard let largest = children.max(by: { boxes[$0].estimatedArea < boxes[$1].estimatedArea }) else {
            self = .layers([])
            return
        }
        let others = children.filter { $0 != largest }
        let rest = LayoutGroup(others, boxes)
        var layers = if case .layers(let layers) = rest { layers } else { [rest] }
        layers.insert(.child(largest), at: others.allSatisfy { $0 < largest } ? layers.count : 0)
        self = .layers(layers)
    }

    /// More layers are not sorted, which takes quadratic time.
    private static let layerLimit = 128

    /// The children between cuts across an axis, in order.
    private static func bands(
        _ children: [Int], _ boxes: [LayoutBox], along axis: NSLayoutConstraint.Axis
    ) -> [[Int]] {
        let spans = children.map {
            (child: $0, start: boxes[$0][axis].start.estimate, end: boxes[$0][axis].end.estimate)
        }
        var bands: [[Int]] = []
        var reached = -Double.infinity
        for span in spans.sorted(by: { $0.start < $1.start }) {
            if span.start >= reached - 1e-6 { bands.append([]) }
            bands[bands.count - 1].append(span.child)
            reached = max(reached, span.end)
        }
        // The order in which the children were added is the order from back to front.
        return bands.map { $0.sorted() }
    }

    /// All children in the group.
    var children: [Int] {
        switch self {
        case .child(let child): [child]
        case .line(_, let groups), .layers(let groups): groups.flatMap(\.children)
        }
    }
}
