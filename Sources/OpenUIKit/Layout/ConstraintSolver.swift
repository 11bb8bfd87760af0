import OpenViewTree

/// Determines the positions of a container's children, as far as constraints and frames define them.
@MainActor
struct ConstraintSolver {
    /// What is known about the children, by index.
    struct Solution {
        var boxes: [LayoutBox]
        /// The least distances of children from the edges of the container.
        var minimumInsets: [ViewInsets]
        /// Children that share a baseline with others.
        var onBaseline: Set<Int> = []
    }

    private struct Equation {
        let priority: Float
        let edges: EdgeSystem.Edges
        let sum: LinearForm
    }

    /// One side of a constraint: edges of children and a known length.
    private struct Side {
        var edges: EdgeSystem.Edges = [:]
        var known = LinearForm()
    }

    private let container: UIView
    private let children: [UIView]
    private let places: [ObjectIdentifier: Int]
    private var equations: [NSLayoutConstraint.Axis: [Equation]] = [.horizontal: [], .vertical: []]
    private var minimumInsets: [ViewInsets]
    private var onBaseline: Set<Int> = []

    /// Content sizes that nothing protects have the lowest priorities, and assumed positions the very lowest.
    private static let inequality: Float = -1000
    private static let noContent: Float = -3000
    private static let beginning: Float = -4000

    static func solve(_ container: UIView, _ children: [UIView]) -> Solution {
        var solver = ConstraintSolver(container, children)
        for constraint in container.constraints { solver.read(constraint) }
        for (index, child) in children.enumerated() { solver.readLengths(of: child, index) }
        let systems = solver.equations.mapValues(solve)
        let boxes = children.indices.map { index in
            LayoutBox(
                horizontal: span(index, in: systems[.horizontal]), vertical: span(index, in: systems[.vertical]))
        }
        return Solution(boxes: boxes, minimumInsets: solver.minimumInsets, onBaseline: solver.onBaseline)
    }

    private init(_ container: UIView, _ children: [UIView]) {
        self.container = container
        self.children = children
        places = Dictionary(
            children.enumerated().map { (ObjectIdentifier($0.element), $0.offset) },
            uniquingKeysWith: { first, _ in first })
        minimumInsets = children.map { _ in ViewInsets() }
    }

    private static func solve(_ equations: [Equation]) -> EdgeSystem {
        var system = EdgeSystem()
        let sorted = equations.enumerated().sorted {
            ($0.element.priority, -$0.offset) > ($1.element.priority, -$1.offset)
        }
        for (_, equation) in sorted { system.add(equation.edges, equal: equation.sum) }
        return system
    }

    private static func span(_ child: Int, in system: EdgeSystem?) -> LayoutSpan {
        let start = system?.value(of: 2 * child) ?? LinearForm()
        return LayoutSpan(start: start, end: system?.value(of: 2 * child + 1) ?? start + LinearForm(.content(child)))
    }

    // MARK: Constraints

    private mutating func read(_ constraint: NSLayoutConstraint) {
        guard let axis = constraint.firstAttribute.axis,
            let first = side(constraint.firstItem, constraint.firstAttribute)
        else { return }
        var second = Side()
        if constraint.secondAttribute != .notAnAttribute {
            guard constraint.secondAttribute.axis == axis,
                let side = side(constraint.secondItem, constraint.secondAttribute)
            else { return }
            second = side
        }
        var edges = first.edges
        let multiplier = Double(constraint.multiplier)
        for (edge, factor) in second.edges { edges[edge, default: 0] -= factor * multiplier }
        edges = edges.filter { $0.value != 0 }
        var sum = second.known * multiplier - first.known
        sum.constant += Double(constraint.constant)
        guard sum.constant.isFinite else { return }
        let priority = constraint.priority.rawValue
        let isEquation = constraint.relation == .equal
        add(Equation(priority: isEquation ? priority : priority + Self.inequality - 1000, edges: edges, sum: sum), axis)
        if !isEquation { readMinimumInset(edges, sum, axis) }
        if constraint.isBaselineAlignment, isEquation { onBaseline.formUnion(edges.keys.map { $0 / 2 }) }
    }

    private mutating func add(_ equation: Equation, _ axis: NSLayoutConstraint.Axis) {
        if !equation.edges.isEmpty { equations[axis]?.append(equation) }
    }

    /// The edges and known length of one side; `nil` when its item is not a child or no longer exists.
    private func side(_ item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute) -> Side? {
        guard let view = NSLayoutConstraint.view(of: item) else { return nil }
        let margins =
            (item as? UILayoutGuide)?.kind == .margins || attribute.isWithinMargins
            ? view.directionalLayoutMargins : .zero
        let isHorizontal = attribute.axis == .horizontal
        let before = Double(isHorizontal ? margins.leading : margins.top)
        let after = Double(isHorizontal ? margins.trailing : margins.bottom)
        let start: Side
        let end: Side
        if view === container {
            start = Side(known: LinearForm(before))
            end = Side(known: LinearForm(.container) - LinearForm(after))
        } else if let place = places[ObjectIdentifier(view)] {
            start = Side(edges: [2 * place: 1], known: LinearForm(before))
            end = Side(edges: [2 * place + 1: 1], known: LinearForm(-after))
        } else {
            return nil
        }
        switch attribute.part {
        case .start: return start
        case .end: return end
        case .middle: return Self.sum(start, end, 0.5, 0.5)
        case .length: return Self.sum(start, end, -1, 1)
        }
    }

    private static func sum(_ start: Side, _ end: Side, _ first: Double, _ second: Double) -> Side {
        var edges = start.edges.mapValues { $0 * first }
        for (edge, factor) in end.edges { edges[edge, default: 0] += factor * second }
        return Side(edges: edges, known: start.known * first + end.known * second)
    }

    /// Whether an inequality limits the distance of a child from an edge of the container.
    private mutating func readMinimumInset(
        _ edges: EdgeSystem.Edges, _ sum: LinearForm, _ axis: NSLayoutConstraint.Axis
    ) {
        guard edges.count == 1, let (edge, factor) = edges.first else { return }
        let value = sum * (1 / factor)
        let inset = edge % 2 == 0 ? value : LinearForm(.container) - value
        guard inset.isConstant else { return }
        switch (axis, edge % 2 == 0) {
        case (.horizontal, true): minimumInsets[edge / 2].leading = inset.constant
        case (.horizontal, false): minimumInsets[edge / 2].trailing = inset.constant
        case (_, true): minimumInsets[edge / 2].top = inset.constant
        case (_, false): minimumInsets[edge / 2].bottom = inset.constant
        }
    }

    // MARK: Lengths and frames

    private mutating func readLengths(of child: UIView, _ index: Int) {
        let isFramed =
            child.translatesAutoresizingMaskIntoConstraints
            && !container.constraints.contains { $0.reaches(into: child) }
        let own = child.ownSizePlace()
        for axis in [NSLayoutConstraint.Axis.horizontal, .vertical] {
            if isFramed { readFrame(of: child, index, axis) }
            let length: EdgeSystem.Edges = [2 * index + 1: 1, 2 * index: -1]
            if case .number(let number) = own[axis == .horizontal ? .width : .height] {
                add(Equation(priority: 1000, edges: length, sum: LinearForm(number)), axis)
            }
            var priority = Self.noContent
            if child.hasContentLength(along: axis) {
                // At equal priorities, texts are resized before other views, and views with subviews before texts.
                priority = child.contentHuggingPriority(for: axis).rawValue
                if child is UILabel { priority -= 0.25 }
                if !child.subviews.isEmpty { priority -= 0.5 }
            }
            add(Equation(priority: priority, edges: length, sum: LinearForm(.content(index))), axis)
            add(Equation(priority: Self.beginning, edges: [2 * index: 1], sum: LinearForm()), axis)
        }
    }

    /// A frame defines as much as its mask fixes.
    private mutating func readFrame(of child: UIView, _ index: Int, _ axis: NSLayoutConstraint.Axis) {
        let isHorizontal = axis == .horizontal
        let frame = child.frame
        let room = Double(isHorizontal ? container.frame.width : container.frame.height)
        let start = Double(isHorizontal ? frame.minX : frame.minY)
        let length = Double(isHorizontal ? frame.width : frame.height)
        let mask = child.autoresizingMask
        let follows = mask.contains(isHorizontal ? .flexibleWidth : .flexibleHeight) || (room > 0 && length == room)
        let beginsLate = mask.contains(isHorizontal ? .flexibleLeftMargin : .flexibleTopMargin)
        let endsEarly = mask.contains(isHorizontal ? .flexibleRightMargin : .flexibleBottomMargin)
        let first: EdgeSystem.Edges = [2 * index: 1]
        let last: EdgeSystem.Edges = [2 * index + 1: 1]
        let inset = LinearForm(.container) - LinearForm(room > 0 ? room - start - length : 0)
        func add(_ edges: EdgeSystem.Edges, _ sum: LinearForm) {
            self.add(Equation(priority: 1000, edges: edges, sum: sum), axis)
        }
        if follows {
            add(first, LinearForm(start))
            add(last, inset)
        } else if beginsLate, endsEarly {
            add(first, LinearForm(.container, 0.5) + LinearForm(start - room / 2))
        } else if beginsLate {
            add(last, inset)
        } else {
            add(first, LinearForm(start))
        }
        if length > 0, !follows { add([2 * index + 1: 1, 2 * index: -1], LinearForm(length)) }
    }
}

extension NSLayoutConstraint {
    /// Whether the constraint aligns the baselines of two views.
    fileprivate var isBaselineAlignment: Bool {
        firstAttribute == secondAttribute && (firstAttribute == .firstBaseline || firstAttribute == .lastBaseline)
    }
}

extension NSLayoutConstraint.Attribute {
    fileprivate enum Part {
        case start, end, middle, length
    }

    fileprivate var axis: NSLayoutConstraint.Axis? {
        switch self {
        case .notAnAttribute: nil
        case .left, .right, .leading, .trailing, .width, .centerX, .leftMargin, .rightMargin, .leadingMargin,
            .trailingMargin, .centerXWithinMargins:
            .horizontal
        case .top, .bottom, .height, .centerY, .lastBaseline, .firstBaseline, .topMargin, .bottomMargin,
            .centerYWithinMargins:
            .vertical
        }
    }

    /// A baseline counts as the edge that is nearer to it.
    fileprivate var part: Part {
        switch self {
        case .left, .leading, .leftMargin, .leadingMargin, .top, .topMargin, .firstBaseline: .start
        case .right, .trailing, .rightMargin, .trailingMargin, .bottom, .bottomMargin, .lastBaseline: .end
        case .centerX, .centerY, .centerXWithinMargins, .centerYWithinMargins: .middle
        case .width, .height, .notAnAttribute: .length
        }
    }

    fileprivate var isWithinMargins: Bool {
        switch self {
        case .leftMargin, .rightMargin, .topMargin, .bottomMargin, .leadingMargin, .trailingMargin,
            .centerXWithinMargins, .centerYWithinMargins:
            true
        default: false
        }
    }
}
