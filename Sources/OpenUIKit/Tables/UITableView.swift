public import Foundation
import OpenViewTree

/// A list of rows in sections. The host is sent the rows that a person sees and some around them, and asks for others as
/// the person scrolls.
///
/// Source: https://developer.apple.com/documentation/uikit/uitableview
///
/// ## Difference from Apple
/// Rows are not used again, and keep their place when the host scrolls. There is no editing mode: what can be done with a
/// row is always on offer.
open class UITableView: UIScrollView {
    /// How a table looks.
    public enum Style: Int, Sendable {
        case plain, grouped, insetGrouped
    }

    /// How rows come and go; hosts decide.
    public enum RowAnimation: Int, Sendable {
        case fade, right, left, top, bottom, none, middle
        case automatic = 100
    }

    /// Where a row is scrolled to.
    public enum ScrollPosition: Int, Sendable {
        case none, top, middle, bottom
    }

    /// As high as a row needs.
    public static let automaticDimension: CGFloat = -1

    public let style: Style
    open weak var dataSource: (any UITableViewDataSource)? { didSet { if dataSource !== oldValue { forgetRows() } } }
    open weak var delegate: (any UITableViewDelegate)? { didSet { if delegate !== oldValue { forgetRows() } } }
    /// In points, if all rows are alike.
    open var rowHeight = UITableView.automaticDimension { didSet { setNeedsRendering() } }
    /// What the host reckons with for rows that it does not have yet.
    open var estimatedRowHeight = UITableView.automaticDimension { didSet { setNeedsRendering() } }
    open var sectionHeaderHeight = UITableView.automaticDimension
    open var sectionFooterHeight = UITableView.automaticDimension
    open var allowsSelection = true { didSet { setNeedsRendering() } }
    open var allowsMultipleSelection = false
    /// Above all sections.
    open var tableHeaderView: UIView? { didSet { if tableHeaderView !== oldValue { forgetRows() } } }
    /// Below all sections. An empty view, as is set to hide lines below the last row, is none.
    open var tableFooterView: UIView? { didSet { if tableFooterView !== oldValue { forgetRows() } } }

    private var cellClasses: [String: UITableViewCell.Type] = [:]
    private var headerClasses: [String: UITableViewHeaderFooterView.Type] = [:]
    /// nil when rows have to be counted.
    var places: TablePlaces?
    /// What is shown, by what it is.
    var shown: [TablePlaces.Part: TableRow] = [:]
    var selection: Set<IndexPath> = []
    /// The places that the host sees; what it sees first is not known.
    var seen = 0..<20
    /// The changes of a batch; nil when none is open.
    var changes: TableChanges?
    private var batchDepth = 0
    private var isLoadingRows = false
    /// The cell that is being brought up to date instead of made.
    private var reconfigured: UITableViewCell?

    public init(frame: CGRect, style: Style) {
        self.style = style
        super.init(frame: frame)
    }

    public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }

    public required init?(coder: NSCoder) {
        style = .plain
        super.init(coder: coder)
    }

    // MARK: Cells

    open func register(_ cellClass: UITableViewCell.Type?, forCellReuseIdentifier identifier: String) {
        cellClasses[identifier] = cellClass
    }

    open func register(
        _ aClass: UITableViewHeaderFooterView.Type?, forHeaderFooterViewReuseIdentifier identifier: String
    ) {
        headerClasses[identifier] = aClass
    }

    /// A new cell of the class that was registered; a plain one when none was.
    open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        if let reconfigured, reconfigured.reuseIdentifier == identifier { return reconfigured }
        return dequeueReusableCell(withIdentifier: identifier)
            ?? UITableViewCell(style: .default, reuseIdentifier: identifier)
    }

    /// - Returns: nil when no class was registered: the caller makes a cell.
    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        cellClasses[identifier]?.init(style: .default, reuseIdentifier: identifier)
    }

    open func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
        headerClasses[identifier]?.init(reuseIdentifier: identifier)
    }

    // MARK: What is there

    open var numberOfSections: Int { countedPlaces.sections.count }

    open func numberOfRows(inSection section: Int) -> Int {
        let sections = countedPlaces.sections
        return sections.indices.contains(section) ? sections[section].rowCount : 0
    }

    /// nil for a row that the host does not have.
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
        shown[.row(indexPath)]?.view as? UITableViewCell
    }

    open func indexPath(for cell: UITableViewCell) -> IndexPath? {
        for (part, row) in shown where row.view === cell {
            if case .row(let path) = part { return path }
        }
        return nil
    }

    /// The rows that the host has, in order.
    open var indexPathsForVisibleRows: [IndexPath]? {
        shown.keys.compactMap { if case .row(let path) = $0 { path } else { nil } }.sorted()
    }

    open var visibleCells: [UITableViewCell] { (indexPathsForVisibleRows ?? []).compactMap(cellForRow) }

    /// Counts and makes all rows anew. Nothing is selected afterwards.
    open func reloadData() {
        selection = []
        forgetRows()
        if scene != nil { loadRows() }
    }

    /// Brings changes in `updates` to the host together.
    ///
    /// - Parameter completion: called at once.
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        beginUpdates()
        updates?()
        endUpdates()
        completion?(true)
    }

    open func beginUpdates() {
        batchDepth += 1
        changes = changes ?? TableChanges()
    }

    open func endUpdates() {
        batchDepth = max(batchDepth - 1, 0)
        guard batchDepth == 0, let changes else { return }
        self.changes = nil
        rearrange(section: changes.section, row: changes.row)
    }

    // MARK: Rows

    /// Counts them if that is needed.
    var countedPlaces: TablePlaces {
        if let places { return places }
        let counted = countPlaces()
        places = counted
        return counted
    }

    /// Everything has to be made anew.
    func forgetRows() {
        places = nil
        for (part, row) in shown { takeAway(row, part) }
        shown = [:]
        setNeedsLayout()
    }

    /// Moves what is shown to where it stands now, lets go of what stands nowhere, and makes what is new.
    func rearrange(section: (Int) -> Int?, row: (IndexPath) -> IndexPath?) {
        func moved(_ part: TablePlaces.Part) -> TablePlaces.Part? {
            switch part {
            case .tableHeader, .tableFooter: part
            // A title may say how many rows there are.
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

    /// Makes the rows that are seen, and as many again before and after them, and lets go of the others.
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
            // Made by code of the program, which may have changed the table.
            guard let row = makeRow(part), self.places != nil else { continue }
            // A data source may have one cell for several rows; it stands where it was given last.
            for (other, old) in shown where old.view === row.view { shown[other] = nil }
            if row.view.superview !== self { addSubview(row.view) }
            shown[part] = row
        }
        setNeedsRendering()
    }

    /// Asks for the content of a row again, without making a new cell.
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
        // A screen holds no more; the bound is for hosts that say otherwise.
        let start = min(Int(first), countedPlaces.count)
        seen = start..<start + min(max(Int(count), 1), Self.mostSeen)
        loadRows()
    }

    private static let mostSeen = 100
}
