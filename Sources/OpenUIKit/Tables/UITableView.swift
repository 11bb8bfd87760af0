public import Foundation
import OpenViewTree

/// A list of rows in sections. The host receives the visible rows and some around them, and asks for others while the
/// user scrolls.
///
/// Source: https://developer.apple.com/documentation/uikit/uitableview
///
/// ## Difference from Apple
/// Cells are not reused, and there is no editing mode: the actions of rows are always available.
open class UITableView: UIScrollView {
    /// The appearance of a table.
    public enum Style: Int, Sendable {
        case plain, grouped, insetGrouped
    }

    /// The animation of a change; hosts decide.
    public enum RowAnimation: Int, Sendable {
        case fade, right, left, top, bottom, none, middle
        case automatic = 100
    }

    /// The position to which a row is scrolled; it has no effect, because the host scrolls.
    public enum ScrollPosition: Int, Sendable {
        case none, top, middle, bottom
    }

    /// The height of a row's content.
    public static let automaticDimension: CGFloat = -1

    /// The appearance of the table.
    public let style: Style
    /// The object that provides sections, rows and cells. Setting another one makes all rows again.
    open weak var dataSource: (any UITableViewDataSource)? { didSet { if dataSource !== oldValue { forgetRows() } } }
    /// The object that configures rows and is notified of selections. Setting another one makes all rows again.
    open weak var delegate: (any UITableViewDelegate)? { didSet { if delegate !== oldValue { forgetRows() } } }
    /// The height of rows in points, or ``automaticDimension``, the default, for the height of their content. A delegate
    /// can give each row another height. Rows that the host has keep theirs until ``reloadData()``.
    open var rowHeight = UITableView.automaticDimension { didSet { setNeedsRendering() } }
    /// The height in points that hosts assume for rows that they do not have, if ``rowHeight`` is not set.
    open var estimatedRowHeight = UITableView.automaticDimension { didSet { setNeedsRendering() } }
    /// The lines between rows. They have no effect; hosts decide.
    open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine
    /// The insets of the lines between rows in points. They have no effect; hosts decide.
    open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
    /// The colour of the lines between rows. It has no effect; hosts decide.
    open var separatorColor: UIColor?
    /// The space above headers in points. It has no effect; hosts decide.
    open var sectionHeaderTopPadding = UITableView.automaticDimension
    /// The expected height of headers in points. It has no effect.
    open var estimatedSectionHeaderHeight = UITableView.automaticDimension
    /// The expected height of footers in points. It has no effect.
    open var estimatedSectionFooterHeight = UITableView.automaticDimension
    /// A view behind the rows, which is not shown.
    open var backgroundView: UIView?
    /// Whether rows are narrow enough to be read easily. It has no effect; hosts decide.
    open var cellLayoutMarginsFollowReadableWidth = false
    /// Has no effect: headers are as high as their content.
    open var sectionHeaderHeight = UITableView.automaticDimension
    /// Has no effect: footers are as high as their content.
    open var sectionFooterHeight = UITableView.automaticDimension
    /// Whether the user can select rows; `true` by default.
    open var allowsSelection = true { didSet { setNeedsRendering() } }
    /// Whether several rows can be selected; `false` by default.
    open var allowsMultipleSelection = false
    /// The view above all sections; `nil` for none.
    open var tableHeaderView: UIView? { didSet { if tableHeaderView !== oldValue { forgetRows() } } }
    /// The view below all sections; `nil` for none. A plain `UIView` without subviews, as programs set to hide
    /// separators, is not shown.
    open var tableFooterView: UIView? { didSet { if tableFooterView !== oldValue { forgetRows() } } }

    private var cellClasses: [String: UITableViewCell.Type] = [:]
    private var headerClasses: [String: UITableViewHeaderFooterView.Type] = [:]
    private var cellNibs: [String: UINib] = [:]
    private var headerNibs: [String: UINib] = [:]
    /// The functions that make the prototype cells of a storyboard, by their identifiers.
    var prototypes: [String: @MainActor () -> UIView?] = [:]
    /// The sections of a table whose cells are in a storyboard; empty for other tables.
    var staticSections: [StaticSection] = []
    /// `nil` when rows have to be counted.
    var places: TablePlaces?
    /// The rows that the host has.
    var shown: [TablePlaces.Part: TableRow] = [:]
    var selection: Set<IndexPath> = []
    /// The parts that are visible on the host; an assumption until the host has reported them.
    var seen = 0..<20
    /// The changes of the present batch; `nil` outside of a batch.
    var changes: TableChanges?
    private var batchDepth = 0
    private var isLoadingRows = false
    /// The cell that is being configured again.
    private var reconfigured: UITableViewCell?

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - frame: the rectangle in the superview, in points.
    ///   - style: whether sections are drawn as a plain list or as groups.
    public init(frame: CGRect, style: Style) {
        self.style = style
        super.init(frame: frame)
    }

    public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }

    public required init?(coder: NSCoder) {
        style =
            switch (coder as? InterfaceCoder)?.string("style") {
            case "grouped": .grouped
            case "insetGrouped": .insetGrouped
            default: .plain
            }
        super.init(coder: coder)
    }

    /// The size of all rows in points, as far as the extension can estimate it: that of ``rowHeight``,
    /// ``estimatedRowHeight`` or 44 points for each row, header and footer. Setting it has no effect.
    open override var contentSize: CGSize {
        get { CGSize(width: frame.width, height: CGFloat(countedPlaces.count) * assumedRowHeight) }
        set { super.contentSize = newValue }
    }

    override var scrollObserver: (any UIScrollViewDelegate)? { delegate ?? scrollDelegate }

    private var assumedRowHeight: CGFloat { [rowHeight, estimatedRowHeight].first { $0 > 0 } ?? 44 }

    // MARK: Cells

    /// Registers the class of cells for an identifier; `nil` removes the registration.
    open func register(_ cellClass: UITableViewCell.Type?, forCellReuseIdentifier identifier: String) {
        cellClasses[identifier] = cellClass
        cellNibs[identifier] = nil
    }

    /// Registers a nib file with one cell for an identifier; `nil` removes the registration.
    open func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
        cellNibs[identifier] = nib
        cellClasses[identifier] = nil
    }

    /// Registers the class of headers and footers for an identifier; `nil` removes the registration.
    open func register(
        _ aClass: UITableViewHeaderFooterView.Type?, forHeaderFooterViewReuseIdentifier identifier: String
    ) {
        headerClasses[identifier] = aClass
        headerNibs[identifier] = nil
    }

    /// Registers a nib file with one header or footer for an identifier; `nil` removes the registration.
    open func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {
        headerNibs[identifier] = nib
        headerClasses[identifier] = nil
    }

    /// Returns a new cell of the registered class; a `UITableViewCell` when no class is registered.
    ///
    /// When the row is being configured again, it returns the present cell of the row.
    open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        if let reconfigured, reconfigured.reuseIdentifier == identifier { return reconfigured }
        return dequeueReusableCell(withIdentifier: identifier)
            ?? UITableViewCell(style: .default, reuseIdentifier: identifier)
    }

    /// Returns a new cell of the registered class or nib file, or of the prototype in the storyboard.
    ///
    /// - Returns: `nil` if neither provides a cell; the caller then makes the cell.
    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        if let type = cellClasses[identifier] { return type.init(style: .default, reuseIdentifier: identifier) }
        if let nib = cellNibs[identifier] { return nib.first(identifier) }
        return prototypes[identifier]?() as? UITableViewCell
    }

    /// Returns a new header or footer of the registered class or nib file; `nil` when none is registered.
    open func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
        if let nib = headerNibs[identifier] { return nib.first(identifier) }
        return headerClasses[identifier]?.init(reuseIdentifier: identifier)
    }

    // MARK: Sections and rows

    /// The number of sections.
    open var numberOfSections: Int { countedPlaces.sections.count }

    /// Returns the number of rows in a section; 0 when the section does not exist.
    open func numberOfRows(inSection section: Int) -> Int {
        let sections = countedPlaces.sections
        return sections.indices.contains(section) ? sections[section].rowCount : 0
    }

    /// Returns the cell of a row; `nil` when the host does not have the row.
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
        shown[.row(indexPath)]?.view as? UITableViewCell
    }

    /// Returns the path of a cell; `nil` when the cell is not shown.
    open func indexPath(for cell: UITableViewCell) -> IndexPath? {
        for (part, row) in shown where row.view === cell {
            if case .row(let path) = part { return path }
        }
        return nil
    }

    /// The rows that the host has, in order. These are the visible ones and some around them; never `nil`.
    open var indexPathsForVisibleRows: [IndexPath]? {
        shown.keys.compactMap { if case .row(let path) = $0 { path } else { nil } }.sorted()
    }

    /// The cells of the rows that the host has, in order.
    open var visibleCells: [UITableViewCell] { (indexPathsForVisibleRows ?? []).compactMap(cellForRow) }

    /// Counts and makes all rows again, and removes the selection.
    open func reloadData() {
        selection = []
        forgetRows()
        if scene != nil { loadRows() }
    }

    /// Makes several changes together.
    ///
    /// - Parameters:
    ///   - updates: inserts, deletes, moves and reloads rows and sections.
    ///   - completion: called with `true` before this method returns.
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        beginUpdates()
        updates?()
        endUpdates()
        completion?(true)
    }

    /// Begins a batch of changes. Batches can be nested.
    open func beginUpdates() {
        batchDepth += 1
        changes = changes ?? TableChanges()
    }

    /// Ends a batch of changes. The table changes when the outermost batch ends.
    open func endUpdates() {
        batchDepth = max(batchDepth - 1, 0)
        guard batchDepth == 0, let changes else { return }
        self.changes = nil
        rearrange(section: changes.section, row: changes.row)
    }

    // MARK: Rows

    /// The parts of the table, counted if necessary.
    var countedPlaces: TablePlaces {
        if let places { return places }
        let counted = countPlaces()
        places = counted
        return counted
    }

    /// Removes all rows, so that they are made again.
    func forgetRows() {
        places = nil
        for (part, row) in shown { takeAway(row, part) }
        shown = [:]
        setNeedsLayout()
    }

    /// Moves the rows that are shown to their new paths, removes those without one, and makes missing ones.
    func rearrange(section: (Int) -> Int?, row: (IndexPath) -> IndexPath?) {
        func moved(_ part: TablePlaces.Part) -> TablePlaces.Part? {
            switch part {
            case .tableHeader, .tableFooter: part
            // A title may contain the number of rows.
            case .header, .footer: nil
            case .row(let path): row(path).map { .row($0) }
            }
        }
        var kept: [TablePlaces.Part: TableRow] = [:]
        for (part, row) in shown {
            if let target = moved(part), kept[target] == nil { kept[target] = row } else { takeAway(row, part) }
        }
        shown = kept
        selection = Set(selection.compactMap(row))
        places = nil
        setNeedsLayout()
        if scene != nil { loadRows() }
    }

    /// Makes the visible rows and as many before and after them, and removes all others.
    func loadRows() {
        guard !isLoadingRows else { return }
        isLoadingRows = true
        defer { isLoadingRows = false }
        let places = countedPlaces
        let wanted = (seen.lowerBound - seen.count..<seen.upperBound + seen.count).clamped(to: 0..<places.count)
        let parts = wanted.compactMap { places[$0] }
        let kept = Set(parts)
        for (part, row) in shown where !kept.contains(part) {
            takeAway(row, part)
            shown[part] = nil
        }
        for part in parts where shown[part] == nil {
            // The data source makes the row, and may have changed the table meanwhile.
            guard let row = makeRow(part), self.places != nil else { continue }
            // A data source may return one cell for several rows; it is shown in the last one.
            for (other, old) in shown where old.view === row.view { shown[other] = nil }
            if row.view.superview !== self { addSubview(row.view) }
            shown[part] = row
        }
        setNeedsRendering()
    }

    /// Configures the cell of a row again.
    func reconfigure(_ path: IndexPath) {
        guard let row = shown[.row(path)], let cell = row.view as? UITableViewCell else { return }
        reconfigured = cell
        defer { reconfigured = nil }
        guard let new = dataSource?.tableView(self, cellForRowAt: path), new !== cell else { return }
        takeAway(row, .row(path))
        shown[.row(path)] = nil
        loadRows()
    }

    private func takeAway(_ row: TableRow, _ part: TablePlaces.Part) {
        if row.view.superview === self { row.view.removeFromSuperview() }
        guard case .row(let path) = part, let cell = row.view as? UITableViewCell else { return }
        delegate?.tableView(self, didEndDisplaying: cell, forRowAt: path)
    }

    // MARK: The tree

    open override func layoutSubviews() {
        super.layoutSubviews()
        loadRows()
    }

    override var nodeKind: ViewKind { .table }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        node.set(.rowCount, countedPlaces.count)
        if let height = [rowHeight, estimatedRowHeight].first(where: { $0 > 0 }) {
            node.set(.rowHeight, Double(height))
        }
        switch style {
        case .plain: break
        case .grouped: node.set(.tableStyle, ViewTableStyle.grouped)
        case .insetGrouped: node.set(.tableStyle, ViewTableStyle.insetGrouped)
        }
    }

    override func renderChildren(_ node: inout NodeAttributes) -> [RenderedNode] {
        let places = countedPlaces
        return shown.compactMap { part, row in places.place(of: part).map { ($0, part, row) } }
            .sorted { $0.0 < $1.0 }
            .map { place, part, row in row.render(at: place, part, in: self) }
    }

    override func handle(_ event: ViewEvent) {
        guard case .showRows(let first, let count) = event else { return super.handle(event) }
        // The limit is for hosts that ask for more than a screen holds.
        let start = min(Int(first), countedPlaces.count)
        seen = start..<start + min(max(Int(count), 1), Self.mostSeen)
        loadRows()
        hostHasScrolled(to: CGPoint(x: 0, y: CGFloat(start) * assumedRowHeight))
    }

    private static let mostSeen = 100
}

extension UITableViewCell {
    /// The line below a cell; hosts decide.
    public enum SeparatorStyle: Int, Sendable {
        case none, singleLine, singleLineEtched
    }
}
