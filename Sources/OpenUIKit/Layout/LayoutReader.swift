import OpenViewTree

/// Turns the constraints and frames of a container's views into rows, columns and layers.
///
/// First, the positions of the views are determined as far as possible without their sizes. Then straight cuts divide
/// the container into rows and columns, as in the analysis of a printed page. The known distances become margins,
/// alignments and growth.
@MainActor
struct LayoutReader {
    private let container: UIView
    private let children: [UIView]
    private let solution: ConstraintSolver.Solution

    static func read(_ container: UIView) -> LayoutReading {
        let children = container.laidOutSubviews
        var reading = LayoutReading()
        guard !children.isEmpty else { return reading }
        let reader = LayoutReader(
            container: container, children: children, solution: ConstraintSolver.solve(container, children))
        let group = LayoutGroup(Array(children.indices), reader.solution.boxes)
        let (attributes, content) = reader.content(of: group, in: .container, level: 0)
        reading.container = attributes
        reading.children = content
        return reading
    }

    /// The attributes and children of a node that holds a group and fills a region.
    private func content(
        of group: LayoutGroup, in region: LayoutBox, level: Int
    ) -> ([ViewAttribute: ViewValue], [LayoutReading.Child]) {
        switch group {
        case .child: ([:], [layer(group, in: region, level)])
        case .layers(let groups): ([:], groups.map { layer($0, in: region, level) })
        case .line(let axis, let groups): line(groups, along: axis, in: region, level)
        }
    }

    private func box(of group: LayoutGroup) -> LayoutBox {
        LayoutBox(around: group.children.map { solution.boxes[$0] })
    }

    /// The node of a group, with the attributes of its position.
    private func child(_ group: LayoutGroup, _ place: NodeAttributes, _ level: Int) -> LayoutReading.Child {
        var place = place
        if case .child(let index) = group {
            let view = children[index]
            for (attribute, value) in view.ownSizePlace() { place[attribute] = value }
            return .view(view, place.values)
        }
        let (attributes, content) = content(of: group, in: box(of: group), level: level + 1)
        place.merge(attributes)
        return .group(id: id(of: group, level), place.values, content)
    }

    private func id(of group: LayoutGroup, _ level: Int) -> UInt32 {
        container.groupID(GroupKey(first: ObjectIdentifier(children[group.children[0]]), level: level))
    }

    // MARK: Layers

    private func layer(_ group: LayoutGroup, in region: LayoutBox, _ level: Int) -> LayoutReading.Child {
        var place = NodeAttributes()
        var margin = ViewInsets()
        for axis in [NSLayoutConstraint.Axis.horizontal, .vertical] {
            align(group, along: axis, in: region, .leading, &place, &margin)
        }
        place.set(.margin, margin)
        return child(group, place, level)
    }

    /// Aligns a group along an axis along which it has no neighbours.
    ///
    /// - Parameter usual: the alignment when the group determines the size of the region.
    private func align(
        _ group: LayoutGroup, along axis: NSLayoutConstraint.Axis, in region: LayoutBox, _ usual: ViewAlignment,
        _ place: inout NodeAttributes, _ margin: inout ViewInsets
    ) {
        let span = box(of: group)[axis]
        let before = span.start - region[axis].start
        let after = region[axis].end - span.end
        var alignment = Self.alignment(before, after, region[axis], usual)
        if case .child(let index) = group, axis == .vertical, solution.onBaseline.contains(index) {
            alignment = .firstBaseline
        }
        let offset = (before - after).constant
        let least = minimumInsets(of: group, along: axis, in: region)
        switch alignment {
        case .fill: margin.set(axis, before.constant, after.constant)
        case .leading: margin.set(axis, before.isConstant ? before.constant : 0, least.after)
        case .trailing: margin.set(axis, least.before, after.isConstant ? after.constant : 0)
        case .center: margin.set(axis, max(offset, least.before), max(-offset, least.after))
        case .firstBaseline: break
        }
        if alignment != .fill {
            place.set(axis == .horizontal ? .horizontalAlignment : .verticalAlignment, alignment)
            setLength(span, axis, &place)
        }
    }

    private static func alignment(
        _ before: LinearForm, _ after: LinearForm, _ region: LayoutSpan, _ usual: ViewAlignment
    ) -> ViewAlignment {
        if before.isConstant, after.isConstant { return region.length.containerFactor > 0 ? .fill : usual }
        if before.isConstant { return .leading }
        if after.isConstant { return .trailing }
        if (before - after).isConstant { return .center }
        switch before.containerFactor {
        case ..<0.25: return .leading
        case ...0.75: return .center
        default: return .trailing
        }
    }

    /// Sets a length that is a number, or a fraction of a container of known length.
    private func setLength(_ span: LayoutSpan, _ axis: NSLayoutConstraint.Axis, _ place: inout NodeAttributes) {
        let length = span.length
        let attribute: ViewAttribute = axis == .horizontal ? .width : .height
        if length.isConstant {
            place.set(attribute, length.constant)
        } else if length == LinearForm(.container, length.containerFactor) + LinearForm(length.constant),
            let room = container.knownLength(along: axis)
        {
            place.set(attribute, length.containerFactor * room + length.constant)
        }
    }

    /// The least distances of a group from the edges of a region.
    private func minimumInsets(
        of group: LayoutGroup, along axis: NSLayoutConstraint.Axis, in region: LayoutBox
    ) -> (before: Double, after: Double) {
        guard case .child(let index) = group else { return (0, 0) }
        let insets = solution.minimumInsets[index]
        let start = region[axis].start
        let end = LinearForm(.container) - region[axis].end
        let (before, after) = axis == .horizontal ? (insets.leading, insets.trailing) : (insets.top, insets.bottom)
        return (
            start.isConstant ? max(before - start.constant, 0) : 0, end.isConstant ? max(after - end.constant, 0) : 0
        )
    }

    // MARK: Rows and columns

    private func line(
        _ groups: [LayoutGroup], along axis: NSLayoutConstraint.Axis, in region: LayoutBox, _ level: Int
    ) -> ([ViewAttribute: ViewValue], [LayoutReading.Child]) {
        let across: NSLayoutConstraint.Axis = axis == .horizontal ? .vertical : .horizontal
        let usual = usualAlignment(groups, along: across, in: region)
        let gaps = gaps(groups, along: axis, in: region)
        let grows = groups.map { Self.growth(box(of: $0)[axis].length) }
        let isFlexible = grows.contains { $0 > 0 } || gaps.dropLast().contains { Self.growth($0) > 0 }
        let hasRoom = isFlexible && gaps.contains { Self.growth($0) > 0 }
        // Flexible space is a child like a view, and would get the spacing on both sides.
        let spacing = hasRoom ? 0 : Self.spacing(gaps.dropFirst().dropLast())
        let sharesEqually = !hasRoom && groups.count > 1 && grows[0] > 0 && Set(grows).count == 1
        var result: [LayoutReading.Child] = []
        for (index, group) in groups.enumerated() {
            var place = NodeAttributes()
            var margin = ViewInsets()
            let isFirst = index == 0
            if Self.growth(gaps[index]) > 0 {
                result.append(room(before: group, Self.growth(gaps[index]), level))
            } else if gaps[index].isConstant {
                margin.setBefore(axis, gaps[index].constant - (isFirst ? 0 : spacing))
            }
            if index == groups.count - 1, gaps[index + 1].isConstant {
                margin.setAfter(axis, gaps[index + 1].constant)
            }
            align(group, along: across, in: region, usual, &place, &margin)
            if sharesEqually {
                // The container's alignment applies.
            } else if grows[index] > 0 {
                place.set(.grow, grows[index])
            } else {
                let length = box(of: group)[axis].length
                if length.isConstant { place.set(axis == .horizontal ? .width : .height, length.constant) }
            }
            place.set(.margin, margin)
            result.append(child(group, place, level))
        }
        if isFlexible, let last = groups.last, Self.growth(gaps[groups.count]) > 0 {
            result.append(room(before: last, Self.growth(gaps[groups.count]), level, isAfter: true))
        }
        var attributes = NodeAttributes()
        attributes.set(.arrangement, axis == .horizontal ? ViewArrangement.row : ViewArrangement.column)
        if spacing > 0 { attributes.set(.spacing, spacing) }
        if sharesEqually { attributes.set(.distribution, ViewDistribution.fillEqually) }
        return (attributes.values, result)
    }

    /// The distances before each group, and after the last one.
    private func gaps(
        _ groups: [LayoutGroup], along axis: NSLayoutConstraint.Axis, in region: LayoutBox
    ) -> [LinearForm] {
        var gaps: [LinearForm] = []
        var end = region[axis].start
        for group in groups {
            let span = box(of: group)[axis]
            gaps.append(span.start - end)
            end = span.end
        }
        return gaps + [region[axis].end - end]
    }

    /// The common distance, or 0 when distances differ.
    private static func spacing(_ gaps: some Collection<LinearForm>) -> Double {
        guard let first = gaps.first, first.isConstant, gaps.allSatisfy({ $0 == first }) else { return 0 }
        return max(first.constant, 0)
    }

    /// The share of the container's additional length that goes to a length.
    private static func growth(_ length: LinearForm) -> Double { max(length.containerFactor, 0) }

    /// The alignment of the groups that determine the height of a row or the width of a column: that of the others.
    private func usualAlignment(
        _ groups: [LayoutGroup], along axis: NSLayoutConstraint.Axis, in region: LayoutBox
    ) -> ViewAlignment {
        let others = groups.map { group in
            let span = box(of: group)[axis]
            return Self.alignment(span.start - region[axis].start, region[axis].end - span.end, region[axis], .fill)
        }
        return others.first { $0 != .fill } ?? (axis == .vertical ? .fill : .leading)
    }

    private func room(
        before group: LayoutGroup, _ growth: Double, _ level: Int, isAfter: Bool = false
    ) -> LayoutReading.Child {
        var attributes = NodeAttributes()
        attributes.set(.grow, growth)
        let first = ObjectIdentifier(children[group.children[0]])
        // Levels of real groups are not negative.
        let id = container.groupID(GroupKey(first: first, level: -1 - 2 * level - (isAfter ? 1 : 0)))
        return .group(id: id, attributes.values, [])
    }
}

extension ViewInsets {
    fileprivate mutating func set(_ axis: NSLayoutConstraint.Axis, _ before: Double, _ after: Double) {
        setBefore(axis, before)
        setAfter(axis, after)
    }

    fileprivate mutating func setBefore(_ axis: NSLayoutConstraint.Axis, _ length: Double) {
        if axis == .horizontal { leading = length } else { top = length }
    }

    fileprivate mutating func setAfter(_ axis: NSLayoutConstraint.Axis, _ length: Double) {
        if axis == .horizontal { trailing = length } else { bottom = length }
    }
}

extension UIView {
    fileprivate func groupID(_ key: GroupKey) -> UInt32 {
        if let id = layoutState.groupIDs[key] { return id }
        let id = RenderedNode.newID()
        layoutState.groupIDs[key] = id
        return id
    }

    /// The length of a view that fills the host's view; `nil` for other views.
    fileprivate func knownLength(along axis: NSLayoutConstraint.Axis) -> Double? {
        guard superview == nil, let traits = scene?.traits else { return nil }
        return axis == .horizontal ? traits.width : traits.height
    }
}
