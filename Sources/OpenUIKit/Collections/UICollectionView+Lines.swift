import Foundation
import OpenViewTree

extension UICollectionView {
    /// The size of the view in points, as far as it is known: its frame, that of the closest superview with one, or the
    /// host's view.
    var room: CGSize {
        let traits = scene?.traits
        func length(_ path: KeyPath<CGSize, CGFloat>, _ host: Double?) -> CGFloat {
            ancestors.lazy.map { $0.frame.size[keyPath: path] }.first { $0 > 0 } ?? host.map { CGFloat($0) } ?? 320
        }
        return CGSize(width: length(\.width, traits?.width), height: length(\.height, traits?.height))
    }

    func countItems() -> Counted {
        let layout = collectionViewLayout
        layout.collectionView = self
        layout.prepare()
        let room = room
        let count = min(max(dataSource?.numberOfSections(in: self) ?? 0, 0), ViewLimits.rows)
        let sections = (0..<count).map { index in
            let items = dataSource?.collectionView(self, numberOfItemsInSection: index) ?? 0
            return layout.section(index, itemCount: min(max(items, 0), ViewLimits.rows), room: room)
        }
        let places = TablePlaces(
            sections.map {
                TablePlaces.Section(
                    rowCount: $0.division.lineCount, hasHeader: $0.header != nil, hasFooter: $0.footer != nil)
            }, hasHeader: false, hasFooter: false)
        return Counted(room: room, sections: sections, places: places)
    }

    /// The height in points that is assumed for lines that the host does not have.
    var assumedLineHeight: CGFloat {
        guard let section = countedItems.sections.first(where: { $0.division.itemCount > 0 }),
            let height = section.size(0).height.points(of: countedItems.room.width)
        else { return 44 }
        return height + section.lineSpacing
    }

    /// Makes the cell of an item.
    func makeCell(_ path: IndexPath) {
        guard path.item < numberOfItems(inSection: path.section),
            let cell = dataSource?.collectionView(self, cellForItemAt: path),
            // The data source may have changed the sections while it made the cell.
            let section = countedSection(path.section)
        else { return }
        // A data source may return one cell for several items; it is shown in the last one.
        for (other, old) in cells where old === cell { cells[other] = nil }
        cell.isListed = section.isList
        cell.isSelected = selection.contains(path)
        if cell.superview !== self { addSubview(cell) }
        cells[path] = cell
        if delegate?.collectionView(self, shouldHighlightItemAt: path) ?? true {
            pressable.insert(ObjectIdentifier(cell))
        }
        itemActions[path] = actions(of: path, in: section)
        delegate?.collectionView(self, willDisplay: cell, forItemAt: path)
    }

    /// Makes the header or footer of a section.
    func makeSupplement(_ part: TablePlaces.Part) {
        let view: UICollectionReusableView?
        switch part {
        case .header(let section): view = supplement(countedSection(section)?.header, section)
        case .footer(let section): view = supplement(countedSection(section)?.footer, section)
        case .row, .tableHeader, .tableFooter: view = nil
        }
        guard let view else { return }
        view.isListed = view is UICollectionViewListCell && !collectionViewLayout.scrollsAcross
        for (other, old) in supplements where old === view { supplements[other] = nil }
        if view.superview !== self { addSubview(view) }
        supplements[part] = view
    }

    private func supplement(_ supplement: CollectionSection.Supplement?, _ section: Int) -> UICollectionReusableView? {
        guard let supplement else { return nil }
        return dataSource?.collectionView(
            self, viewForSupplementaryElementOfKind: supplement.kind, at: IndexPath(item: 0, section: section))
    }

    // MARK: Nodes

    /// The nodes of the lines that the host has, in order.
    func renderLines(_ node: inout NodeAttributes) -> [RenderedNode] {
        if collectionViewLayout.scrollsAcross { node.set(.arrangement, ViewArrangement.row) }
        let counted = countedItems
        return shown.compactMap { part in counted.places.place(of: part).map { ($0, part) } }
            .sorted { $0.0 < $1.0 }
            .compactMap { place, part in render(part, at: place, counted) }
    }

    private func render(_ part: TablePlaces.Part, at place: Int, _ counted: Counted) -> RenderedNode? {
        switch part {
        case .header(let section): render(supplements[part], part, at: place, counted.sections[section].header)
        case .footer(let section): render(supplements[part], part, at: place, counted.sections[section].footer)
        case .row(let line):
            counted.sections[line.section].isList
                ? renderListItem(line, at: place, counted.sections[line.section])
                : renderLine(line, at: place, counted.sections[line.section])
        case .tableHeader, .tableFooter: nil
        }
    }

    private func render(
        _ view: UICollectionReusableView?, _ part: TablePlaces.Part, at place: Int,
        _ supplement: CollectionSection.Supplement?
    ) -> RenderedNode? {
        guard let view else { return nil }
        if collectionViewLayout.scrollsAcross { return view.render(at: [:]) }
        var row = NodeAttributes()
        row.set(.position, place)
        if case .header = part { row.set(.rowKind, ViewRowKind.header) } else { row.set(.rowKind, ViewRowKind.footer) }
        if let height = supplement?.height { row.set(.height, Double(height)) }
        if view.isListed { return view.render(at: row.values) }
        return RenderedNode(
            id: ids(of: part).line, .row, row, children: [view.render(at: [.grow: .number(1)])], owner: nil)
    }

    private func renderListItem(_ line: IndexPath, at place: Int, _ section: CollectionSection) -> RenderedNode? {
        guard let cell = cells[line] else { return nil }
        var row = NodeAttributes()
        row.set(.position, place)
        if section.isFirstItemHeader, line.item == 0 {
            row.set(.rowKind, ViewRowKind.header)
        } else {
            row.set(.isSelectable, canPress(cell))
            if let actions = itemActions[line], !actions.isEmpty { row.set(.rowActions, actions.map(\.title)) }
        }
        return cell.render(at: row.values)
    }

    private func renderLine(_ line: IndexPath, at place: Int, _ section: CollectionSection) -> RenderedNode {
        let items = section.division.items(ofLine: line.row)
        let isFirst = line.row == 0
        let isLast = line.row == section.division.lineCount - 1
        var attributes = NodeAttributes()
        let children = renderItems(items, of: line, section)
        if section.itemSpacing > 0 { attributes.set(.spacing, Double(section.itemSpacing)) }
        if collectionViewLayout.scrollsAcross {
            attributes.set(.arrangement, ViewArrangement.column)
            attributes.set(
                .padding,
                ViewInsets(
                    top: section.insets.top, leading: isFirst ? section.insets.leading : section.lineSpacing,
                    bottom: section.insets.bottom, trailing: isLast ? section.insets.trailing : 0))
            return RenderedNode(id: ids(of: .row(line)).line, .container, attributes, children: children, owner: nil)
        }
        attributes.set(.arrangement, ViewArrangement.row)
        if children.count > 1 { attributes.set(.alignment, ViewAlignment.center) }
        var row = NodeAttributes()
        row.set(.position, place)
        row.set(.isSelectable, false)
        row.set(
            .padding,
            ViewInsets(
                top: isFirst ? section.insets.top : section.lineSpacing, leading: section.insets.leading,
                bottom: isLast ? section.insets.bottom : 0, trailing: section.insets.trailing))
        guard section.scrollsLines else {
            row.merge(attributes.values)
            return RenderedNode(id: ids(of: .row(line)).line, .row, row, children: children, owner: nil)
        }
        attributes.set(.isHorizontal, true)
        attributes.set(.grow, 1)
        let scroll = RenderedNode(id: ids(of: .row(line)).rest, .scroll, attributes, children: children, owner: nil)
        return RenderedNode(id: ids(of: .row(line)).line, .row, row, children: [scroll], owner: nil)
    }

    /// The nodes of the items of a line, with space after the last one if the line is short.
    private func renderItems(_ items: Range<Int>, of line: IndexPath, _ section: CollectionSection) -> [RenderedNode] {
        var used: CGFloat = 0
        var usesShares = false
        let roomAcross = countedItems.room.width - section.insets.leading - section.insets.trailing
        var children = items.compactMap { item -> RenderedNode? in
            let size = section.size(item)
            var place = NodeAttributes()
            switch size.width {
            case .points(let width): place.set(.width, Double(width))
            case .content: break
            case .share(let fraction) where section.scrollsLines: place.set(.width, Double(fraction * roomAcross))
            case .share(let fraction):
                usesShares = true
                used += fraction
                place.set(.grow, Double(fraction))
            }
            if let height = size.height.points(of: roomAcross) { place.set(.height, Double(height)) }
            return cells[IndexPath(item: item, section: line.section)]?.render(at: place.values)
        }
        // Without the space, the items of a short line would grow beyond their shares.
        if usesShares, used < 0.99 {
            var rest = NodeAttributes()
            rest.set(.grow, Double(1 - used))
            children.append(RenderedNode(id: ids(of: .row(line)).rest, .container, rest, owner: nil))
        }
        return children
    }

    private func ids(of part: TablePlaces.Part) -> (line: UInt32, rest: UInt32) {
        if let ids = lineIDs[part] { return ids }
        let ids = (line: RenderedNode.newID(), rest: RenderedNode.newID())
        lineIDs[part] = ids
        return ids
    }
}
