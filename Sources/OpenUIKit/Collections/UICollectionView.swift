public import Foundation
import OpenViewTree

/// A grid or list of items in sections. The host receives the visible items and some around them, and asks for others
/// while the user scrolls.
///
/// Source: https://developer.apple.com/documentation/uikit/uicollectionview
///
/// ## Difference from Apple
/// The items of a line form a row of a table, or a column of a scroll view if the layout scrolls horizontally. Cells are
/// not reused, and there is no editing mode.
@preconcurrency @MainActor
open class UICollectionView: UIScrollView {
    /// The direction in which a layout scrolls.
    public enum ScrollDirection: Int, Sendable {
        case vertical, horizontal
    }

    /// The position to which an item is scrolled; it has no effect, because the host scrolls.
    public struct ScrollPosition: OptionSet, Sendable {
        /// The bits of the position.
        public let rawValue: UInt
        /// Makes a position from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The item is at the top.
        public static let top = ScrollPosition(rawValue: 1)
        /// The item is centred vertically.
        public static let centeredVertically = ScrollPosition(rawValue: 2)
        /// The item is at the bottom.
        public static let bottom = ScrollPosition(rawValue: 4)
        /// The item is at the left edge.
        public static let left = ScrollPosition(rawValue: 8)
        /// The item is centred horizontally.
        public static let centeredHorizontally = ScrollPosition(rawValue: 16)
        /// The item is at the right edge.
        public static let right = ScrollPosition(rawValue: 32)
    }

    /// The kind of the headers of sections.
    public nonisolated static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
    /// The kind of the footers of sections.
    public nonisolated static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

    /// The arrangement of the items. Setting another one makes all items again.
    open var collectionViewLayout: UICollectionViewLayout {
        didSet {
            guard collectionViewLayout !== oldValue else { return }
            oldValue.collectionView = nil
            collectionViewLayout.collectionView = self
            forgetItems()
        }
    }
    /// The object that provides sections, items and cells. Setting another one makes all items again.
    open weak var dataSource: (any UICollectionViewDataSource)? {
        didSet { if dataSource !== oldValue { forgetItems() } }
    }
    /// The object that is notified of selections. Setting another one makes all items again.
    open weak var delegate: (any UICollectionViewDelegate)? {
        didSet { if delegate !== oldValue { forgetItems() } }
    }
    /// Whether the user can select items; `true` by default.
    open var allowsSelection = true { didSet { itemsHaveChanged() } }
    /// Whether several items can be selected; `false` by default.
    open var allowsMultipleSelection = false
    /// Has no effect: items are made when they are needed.
    open var isPrefetchingEnabled = true

    var cellClasses: [String: UICollectionViewCell.Type] = [:]
    var cellNibs: [String: UINib] = [:]
    /// The functions that make the prototype cells of a storyboard, by their identifiers.
    var prototypes: [String: @MainActor () -> UIView?] = [:]
    /// The functions that make the headers and footers of a storyboard, by their kinds and identifiers.
    var supplementPrototypes: [String: [String: @MainActor () -> UIView?]] = [:]
    /// The classes of headers and footers by kind and identifier.
    var supplementClasses: [String: [String: UICollectionReusableView.Type]] = [:]
    var selection: Set<IndexPath> = []
    /// The cells of the items that the host has.
    var cells: [IndexPath: UICollectionViewCell] = [:]
    /// The headers and footers that the host has.
    var supplements: [TablePlaces.Part: UICollectionReusableView] = [:]
    /// The swipe actions that the host offers for items of lists.
    var itemActions: [IndexPath: [TableRow.RowAction]] = [:]
    /// The cells that the user can press.
    var pressable: Set<ObjectIdentifier> = []
    /// The lines that the host has; a row of `places` is a line.
    var shown: Set<TablePlaces.Part> = []
    /// The nodes of lines and of the space after a short line.
    var lineIDs: [TablePlaces.Part: (line: UInt32, rest: UInt32)] = [:]
    /// The changes of the present batch; `nil` outside of a batch.
    var changes: TableChanges?
    private var batchDepth = 0
    private var isLoading = false
    /// The cell that is being configured again.
    var reconfigured: UICollectionViewCell?
    /// The lines that are visible on the host; an assumption until the host has reported them.
    private var seen = 0..<20
    /// The number of lines that are shown of a collection that scrolls horizontally.
    private var columnLimit = UICollectionView.columnsAtOnce
    private var counted: Counted?
    private lazy var moreButton = UIButton(
        type: .system,
        primaryAction: UIAction(title: "More") { [weak self] _ in self?.showMoreColumns() })

    /// The sections as they were counted.
    struct Counted {
        let room: CGSize
        let sections: [CollectionSection]
        let places: TablePlaces
    }

    private static let columnsAtOnce = 50
    private static let mostSeen = 100
    /// The largest number of cells at a time, which keeps the tree far below the limit of its nodes.
    private static let mostCells = 1000

    /// Makes a collection view.
    ///
    /// - Parameters:
    ///   - frame: the rectangle in the superview, in points.
    ///   - layout: the arrangement of the items.
    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        collectionViewLayout = layout
        super.init(frame: frame)
        layout.collectionView = self
    }

    /// Makes a collection view with a flow layout, as if from an archive.
    public required init?(coder: NSCoder) {
        collectionViewLayout = UICollectionViewFlowLayout()
        super.init(coder: coder)
        collectionViewLayout.collectionView = self
    }

    /// Replaces the layout. `animated` has no effect.
    open func setCollectionViewLayout(_ layout: UICollectionViewLayout, animated: Bool) {
        collectionViewLayout = layout
    }

    /// Replaces the layout.
    ///
    /// - Parameters:
    ///   - layout: the arrangement of the items.
    ///   - animated: has no effect.
    ///   - completion: called with `true` before this method returns.
    open func setCollectionViewLayout(
        _ layout: UICollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)?
    ) {
        collectionViewLayout = layout
        completion?(true)
    }

    /// Counts and makes all items again, and removes the selection.
    open func reloadData() {
        selection = []
        forgetItems()
        if scene != nil { loadItems() }
    }

    /// Makes several changes together.
    ///
    /// - Parameters:
    ///   - updates: inserts, deletes, moves and reloads items and sections.
    ///   - completion: called with `true` before this method returns.
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        beginChanges()
        updates?()
        endChanges()
        completion?(true)
    }

    func beginChanges() {
        batchDepth += 1
        changes = changes ?? TableChanges()
    }

    /// Changes the collection view when the outermost batch ends.
    func endChanges() {
        batchDepth -= 1
        guard batchDepth == 0, let changes else { return }
        self.changes = nil
        rearrange(section: changes.section, item: changes.row)
    }

    // MARK: Items

    /// The sections, counted if necessary.
    var countedItems: Counted {
        if let counted { return counted }
        let new = countItems()
        counted = new
        return new
    }

    /// Removes all items, so that they are made again.
    func forgetItems() {
        counted = nil
        for (path, cell) in cells { takeAway(cell, path) }
        for view in supplements.values { view.removeFromSuperview() }
        (cells, supplements, itemActions, pressable, shown, lineIDs) = ([:], [:], [:], [], [], [:])
        columnLimit = Self.columnsAtOnce
        setNeedsLayout()
    }

    /// Arranges the items again, without making them again.
    func layoutHasChanged() {
        counted = nil
        lineIDs = [:]
        setNeedsLayout()
    }

    func itemsHaveChanged() {
        for cell in cells.values { cell.setNeedsRendering() }
        setNeedsRendering()
    }

    /// Moves the cells to their new paths, removes those without one, and makes missing ones.
    func rearrange(section: (Int) -> Int?, item: (IndexPath) -> IndexPath?) {
        var kept: [IndexPath: UICollectionViewCell] = [:]
        var actions: [IndexPath: [TableRow.RowAction]] = [:]
        for (path, cell) in cells {
            if let target = item(path), kept[target] == nil {
                kept[target] = cell
                actions[target] = itemActions[path]
            } else {
                takeAway(cell, path)
            }
        }
        cells = kept
        itemActions = actions
        selection = Set(selection.compactMap(item))
        // A header may show the number of items.
        for view in supplements.values { view.removeFromSuperview() }
        supplements = [:]
        layoutHasChanged()
        if scene != nil { loadItems() }
    }

    /// Makes the visible lines and as many before and after them, and removes all others.
    func loadItems() {
        guard !isLoading else { return }
        isLoading = true
        defer { isLoading = false }
        let (paths, parts) = wantedItems()
        for (path, cell) in cells where !paths.contains(path) {
            takeAway(cell, path)
            (cells[path], itemActions[path]) = (nil, nil)
        }
        for (part, view) in supplements where !parts.contains(part) {
            view.removeFromSuperview()
            supplements[part] = nil
        }
        // The data source may change the collection while it makes a view.
        for path in paths.sorted() where cells[path] == nil && counted != nil { makeCell(path) }
        for part in parts where supplements[part] == nil && counted != nil { makeSupplement(part) }
        shown = parts
        lineIDs = lineIDs.filter { parts.contains($0.key) }
        showMoreButton(countedItems.places.count > columnLimit && collectionViewLayout.scrollsAcross)
        setNeedsRendering()
    }

    private func wantedItems() -> (Set<IndexPath>, Set<TablePlaces.Part>) {
        let counted = countedItems
        let all = 0..<counted.places.count
        let wanted =
            collectionViewLayout.scrollsAcross
            ? (0..<columnLimit).clamped(to: all)
            : (seen.lowerBound - seen.count..<seen.upperBound + seen.count).clamped(to: all)
        let order = Array(wanted.filter(seen.contains)) + wanted.filter { !seen.contains($0) }
        var paths: Set<IndexPath> = []
        var parts: Set<TablePlaces.Part> = []
        for part in order.compactMap({ counted.places[$0] }) where paths.count < Self.mostCells {
            parts.insert(part)
            guard case .row(let line) = part else { continue }
            for item in counted.sections[line.section].division.items(ofLine: line.row) {
                paths.insert(IndexPath(item: item, section: line.section))
            }
        }
        return (paths, parts)
    }

    private func takeAway(_ cell: UICollectionViewCell, _ path: IndexPath) {
        if cell.superview === self { cell.removeFromSuperview() }
        pressable.remove(ObjectIdentifier(cell))
        delegate?.collectionView(self, didEndDisplaying: cell, forItemAt: path)
    }

    private func showMoreButton(_ isNeeded: Bool) {
        if !isNeeded {
            if moreButton.superview === self { moreButton.removeFromSuperview() }
        } else if moreButton.superview !== self {
            addSubview(moreButton)
        }
    }

    private func showMoreColumns() {
        columnLimit = min(columnLimit + Self.columnsAtOnce, Self.mostCells)
        loadItems()
    }

    // MARK: The tree

    open override func layoutSubviews() {
        super.layoutSubviews()
        // Lines depend on the size of the collection view.
        if let counted, counted.room != room { layoutHasChanged() }
        loadItems()
    }

    override func surroundingsHaveChanged() {
        super.surroundingsHaveChanged()
        setNeedsLayout()
    }

    override var nodeKind: ViewKind { collectionViewLayout.scrollsAcross ? .scroll : .table }

    override var scrollObserver: (any UIScrollViewDelegate)? { delegate ?? scrollDelegate }

    override func renderChildren(_ node: inout NodeAttributes) -> [RenderedNode] {
        var children = renderLines(&node)
        if moreButton.superview === self { children.append(moreButton.render(at: [:])) }
        return children
    }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        if collectionViewLayout.scrollsAcross {
            node.set(.isHorizontal, true)
        } else {
            node.set(.rowCount, countedItems.places.count)
            node.set(.rowHeight, Double(assumedLineHeight))
            if let style = collectionViewLayout.tableStyle, style != .plain { node.set(.tableStyle, style) }
        }
    }

    override func handle(_ event: ViewEvent) {
        guard case .showRows(let first, let count) = event else { return super.handle(event) }
        // The limit is for hosts that ask for more than a screen holds.
        let start = min(Int(first), countedItems.places.count)
        seen = start..<start + min(max(Int(count), 1), Self.mostSeen)
        loadItems()
        hostHasScrolled(to: CGPoint(x: 0, y: CGFloat(start) * assumedLineHeight))
    }
}
