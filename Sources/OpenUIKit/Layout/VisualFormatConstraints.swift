import Foundation

/// The constraints of a visual format.
@MainActor
struct VisualFormatConstraints {
    private let format: VisualFormat
    private let options: NSLayoutConstraint.FormatOptions
    private let metrics: [String: Any]
    private let views: [String: Any]
    private var constraints: [NSLayoutConstraint] = []

    /// The distance between neighbours that have no number, in points.
    private static let standardDistance: CGFloat = 8

    init(
        _ format: VisualFormat, _ options: NSLayoutConstraint.FormatOptions, _ metrics: [String: Any],
        _ views: [String: Any]
    ) {
        self.format = format
        self.options = options
        self.metrics = metrics
        self.views = views
    }

    /// Makes the constraints, in the order of the format.
    ///
    /// - Throws: ``VisualFormatError`` for names that are not known, and for views without a superview.
    consuming func made() throws(VisualFormatError) -> [NSLayoutConstraint] {
        for (index, item) in format.items.enumerated() {
            if case .view(let name, let conditions) = item { try addLengths(of: try view(name), conditions) }
            if index > 0 { try addDistance(before: index) }
        }
        try addAlignments()
        return constraints
    }

    // MARK: Lengths

    private mutating func addLengths(
        of view: AnyObject, _ conditions: [VisualFormat.Condition]
    ) throws(VisualFormatError) {
        let length: NSLayoutConstraint.Attribute = format.axis == .horizontal ? .width : .height
        for condition in conditions {
            // A name is that of a number, or of a view with the same length.
            if case .name(let name) = condition.value, metrics[name] == nil, views[name] != nil {
                let other = try self.view(name)
                try add(view, length, condition, other, length, 0)
            } else {
                try add(view, length, condition, nil, .notAnAttribute, try number(condition.value))
            }
        }
    }

    // MARK: Distances

    private mutating func addDistance(before index: Int) throws(VisualFormatError) {
        let (first, second) = (format.items[index - 1], format.items[index])
        var start = try end(of: first, isFirst: true)
        var end = try end(of: second, isFirst: false)
        let conditions: [(VisualFormat.Condition, CGFloat)]
        switch format.distances[index - 1] {
        case .none: conditions = [(VisualFormat.Condition(value: .number(0)), 0)]
        case .standard:
            let isAtEdge = isSuperview(first) || isSuperview(second)
            if isSuperview(first) { start.attribute = start.attribute.atMargin }
            if isSuperview(second) { end.attribute = end.attribute.atMargin }
            let distance = isAtEdge ? 0 : Self.standardDistance
            conditions = [(VisualFormat.Condition(value: .number(Double(distance))), distance)]
        case .conditions(let given):
            var measured: [(VisualFormat.Condition, CGFloat)] = []
            for condition in given { measured.append((condition, try number(condition.value))) }
            conditions = measured
        }
        for (condition, distance) in conditions {
            if isFromRight {
                try add(start.item, start.attribute, condition, end.item, end.attribute, distance)
            } else {
                try add(end.item, end.attribute, condition, start.item, start.attribute, distance)
            }
        }
    }

    /// The edge of an item at which a distance begins or ends.
    private func end(
        of item: VisualFormat.Item, isFirst: Bool
    ) throws(VisualFormatError) -> (item: AnyObject, attribute: NSLayoutConstraint.Attribute) {
        let edges = edges
        switch item {
        case .superview: return (try superview, isFirst ? edges.start : edges.end)
        case .view(let name, _): return (try view(name), isFirst ? edges.end : edges.start)
        }
    }

    private var isFromRight: Bool {
        format.axis == .horizontal && options.intersection(.directionMask) == .directionRightToLeft
    }

    private var edges: (start: NSLayoutConstraint.Attribute, end: NSLayoutConstraint.Attribute) {
        guard format.axis == .horizontal else { return (.top, .bottom) }
        switch options.intersection(.directionMask) {
        case .directionLeftToRight: return (.left, .right)
        case .directionRightToLeft: return (.right, .left)
        default: return (.leading, .trailing)
        }
    }

    private func isSuperview(_ item: VisualFormat.Item) -> Bool {
        if case .superview = item { true } else { false }
    }

    // MARK: Alignments

    private mutating func addAlignments() throws(VisualFormatError) {
        let alignments = options.alignments
        guard !alignments.isEmpty else { return }
        let isAcross = alignments.allSatisfy { $0.isVertical == (format.axis == .horizontal) }
        guard isAcross else {
            throw VisualFormatError(reason: "its options align views along its direction instead of across it")
        }
        var previous: AnyObject?
        for case .view(let name, _) in format.items {
            let view = try view(name)
            for attribute in alignments {
                guard let previous else { break }
                constraints.append(
                    NSLayoutConstraint(
                        item: view, attribute: attribute, relatedBy: .equal, toItem: previous, attribute: attribute,
                        multiplier: 1, constant: 0))
            }
            previous = view
        }
    }

    // MARK: Names

    private mutating func add(
        _ first: AnyObject, _ attribute: NSLayoutConstraint.Attribute, _ condition: VisualFormat.Condition,
        _ second: AnyObject?, _ other: NSLayoutConstraint.Attribute, _ constant: CGFloat
    ) throws(VisualFormatError) {
        let constraint = NSLayoutConstraint(
            item: first, attribute: attribute, relatedBy: condition.relation, toItem: second, attribute: other,
            multiplier: 1, constant: constant)
        if let priority = condition.priority { constraint.priority = UILayoutPriority(Float(try number(priority))) }
        constraints.append(constraint)
    }

    private func number(_ value: VisualFormat.Value) throws(VisualFormatError) -> CGFloat {
        switch value {
        case .number(let number): return CGFloat(number)
        case .name(let name):
            switch metrics[name] {
            case let number as NSNumber: return CGFloat(number.doubleValue)
            case let number as CGFloat: return number
            case let number as Double: return CGFloat(number)
            case let number as Float: return CGFloat(number)
            case let number as Int: return CGFloat(number)
            default: throw VisualFormatError(reason: "\"\(name)\" is not the name of a number")
            }
        }
    }

    private func view(_ name: String) throws(VisualFormatError) -> AnyObject {
        switch views[name] {
        case let view as UIView: return view
        case let guide as UILayoutGuide: return guide
        default: throw VisualFormatError(reason: "\"\(name)\" is not the name of a view")
        }
    }

    /// The view around the views of the format.
    private var superview: UIView {
        get throws(VisualFormatError) {
            for case .view(let name, _) in format.items {
                let item = try view(name)
                if let around = (item as? UIView)?.superview ?? (item as? UILayoutGuide)?.owningView { return around }
            }
            throw VisualFormatError(reason: "no view of it has a superview")
        }
    }
}

extension NSLayoutConstraint.Attribute {
    /// The edge moved inwards by the margin of a view.
    fileprivate var atMargin: NSLayoutConstraint.Attribute {
        switch self {
        case .left: .leftMargin
        case .right: .rightMargin
        case .top: .topMargin
        case .bottom: .bottomMargin
        case .leading: .leadingMargin
        case .trailing: .trailingMargin
        default: self
        }
    }

    /// Whether the attribute is the height of a line, and not that of a column.
    fileprivate var isVertical: Bool {
        switch self {
        case .top, .bottom, .centerY, .lastBaseline, .firstBaseline: true
        default: false
        }
    }
}
