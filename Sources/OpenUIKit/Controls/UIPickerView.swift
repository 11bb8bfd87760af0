public import Foundation
import OpenViewTree

/// A view with one or more columns of which the user selects a row each.
///
/// Source: https://developer.apple.com/documentation/uikit/uipickerview
///
/// ## Difference from Apple
/// A column is a list of rows that the user presses, instead of a wheel. The host receives only the rows near the
/// visible ones.
@preconcurrency @MainActor
open class UIPickerView: UIView {
    /// The object that provides the numbers of columns and rows. Setting another one counts them again.
    open weak var dataSource: (any UIPickerViewDataSource)? {
        didSet { if dataSource !== oldValue { forgetComponents() } }
    }
    /// The object that provides titles and is notified of selections. Setting another one makes the rows again.
    open weak var delegate: (any UIPickerViewDelegate)? {
        didSet { if delegate !== oldValue { reloadAllComponents() } }
    }
    /// The columns; `nil` when they have to be counted.
    private var components: [PickerComponent]?
    /// The largest number of columns: more than fit on any screen.
    private static let mostComponents = 16

    open override var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: 216) }

    /// The number of columns; at most 16.
    open var numberOfComponents: Int { countedComponents.count }

    /// Returns the number of rows in a column; 0 when the column does not exist.
    open func numberOfRows(inComponent component: Int) -> Int { self[component]?.rowCount ?? 0 }

    /// Returns the size of a row in points. Hosts decide on the width if the delegate does not.
    open func rowSize(forComponent component: Int) -> CGSize {
        CGSize(
            width: delegate?.pickerView(self, widthForComponent: component) ?? 0,
            height: delegate?.pickerView(self, rowHeightForComponent: component) ?? 0)
    }

    /// Returns the view that the delegate made for a row; `nil` when it made none or the host does not have the row.
    open func view(forRow row: Int, forComponent component: Int) -> UIView? { self[component]?.ownView(of: row) }

    /// Counts and makes the rows of all columns again. The selected rows stay selected if they still exist.
    open func reloadAllComponents() {
        guard let components else { return }
        let count = dataSource?.numberOfComponents(in: self) ?? 0
        guard min(max(count, 0), Self.mostComponents) == components.count else { return forgetComponents() }
        for component in components { component.reload() }
    }

    /// Counts and makes the rows of a column again. The selected row stays selected if it still exists.
    open func reloadComponent(_ component: Int) { self[component]?.reload() }

    /// Selects a row without notifying the delegate. Does nothing when the row does not exist.
    ///
    /// - Parameters:
    ///   - row: the index of the row.
    ///   - component: the index of the column.
    ///   - animated: has no effect.
    open func selectRow(_ row: Int, inComponent component: Int, animated: Bool) { self[component]?.select(row) }

    /// Returns the index of the selected row of a column; -1 when the column has no rows or does not exist.
    open func selectedRow(inComponent component: Int) -> Int { self[component]?.selectedRow ?? -1 }

    private subscript(index: Int) -> PickerComponent? {
        // The data source may change the columns while they are counted.
        let components = countedComponents
        return components.indices.contains(index) ? components[index] : nil
    }

    private var countedComponents: [PickerComponent] {
        if let components { return components }
        let count = min(max(dataSource?.numberOfComponents(in: self) ?? 0, 0), Self.mostComponents)
        let made = (0..<count).map { PickerComponent($0, of: self) }
        components = made
        for component in made { addSubview(component.table) }
        for component in made { component.reload() }
        return made
    }

    private func forgetComponents() {
        for component in components ?? [] { component.table.removeFromSuperview() }
        components = nil
        setNeedsLayout()
    }

    // MARK: The tree

    open override func layoutSubviews() {
        super.layoutSubviews()
        _ = countedComponents
    }

    override func renderChildren(_ node: inout NodeAttributes) -> [RenderedNode] {
        node.set(.arrangement, ViewArrangement.row)
        return (components ?? []).map { component in
            let width = delegate?.pickerView(self, widthForComponent: component.index) ?? 0
            return component.table.render(at: width > 0 ? [.width: .number(Double(width))] : [.grow: .number(1)])
        }
    }
}

/// A column of a picker: a list of rows, one of which is selected.
@MainActor
final class PickerComponent: NSObject {
    let index: Int
    let table = UITableView(frame: .zero, style: .plain)
    private(set) var rowCount = 0
    private(set) var selectedRow = -1
    private weak var picker: UIPickerView?

    init(_ index: Int, of picker: UIPickerView) {
        self.index = index
        self.picker = picker
        super.init()
        table.dataSource = self
        table.delegate = self
    }

    func reload() {
        guard let picker else { return }
        rowCount = max(picker.dataSource?.pickerView(picker, numberOfRowsInComponent: index) ?? 0, 0)
        table.reloadData()
        let row = min(max(selectedRow, 0), rowCount - 1)
        selectedRow = -1
        select(row)
    }

    func select(_ row: Int) {
        guard (0..<rowCount).contains(row) else { return }
        selectedRow = row
        table.selectRow(at: IndexPath(row: row, section: 0), animated: false, scrollPosition: .middle)
    }

    func ownView(of row: Int) -> UIView? {
        table.cellForRow(at: IndexPath(row: row, section: 0))?.contentView.subviews.first
    }
}

extension PickerComponent: UITableViewDataSource, UITableViewDelegate {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rowCount }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        guard let picker, let delegate = picker.delegate else { return cell }
        let view = delegate.pickerView(picker, viewForRow: indexPath.row, forComponent: index, reusing: nil)
        if let title = view as? PickerTitleLabel {
            cell.textLabel?.attributedText = title.attributedText
        } else {
            view.translatesAutoresizingMaskIntoConstraints = true
            view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            cell.contentView.addSubview(view)
        }
        return cell
    }

    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
        guard let picker, let delegate = picker.delegate else { return UITableView.automaticDimension }
        let height = delegate.pickerView(picker, rowHeightForComponent: index)
        return height > 0 ? height : UITableView.automaticDimension
    }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        guard let picker, indexPath.row != selectedRow else { return }
        selectedRow = indexPath.row
        picker.delegate?.pickerView(picker, didSelectRow: indexPath.row, inComponent: index)
    }
}

/// The view of a row for which the delegate provides only a title.
final class PickerTitleLabel: UILabel {}
