public import Foundation

/// Provides the numbers of columns and rows of a picker.
///
/// Source: https://developer.apple.com/documentation/uikit/uipickerviewdatasource
@preconcurrency @MainActor
public protocol UIPickerViewDataSource: AnyObject {
    /// Returns the number of columns. A negative number counts as 0, a number above 16 as 16.
    func numberOfComponents(in pickerView: UIPickerView) -> Int
    /// Returns the number of rows in a column. A negative number counts as 0.
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int
}

/// Provides the rows of a picker and is notified of selections. All methods are optional.
///
/// Source: https://developer.apple.com/documentation/uikit/uipickerviewdelegate
@preconcurrency @MainActor
public protocol UIPickerViewDelegate: AnyObject {
    /// Returns the title of a row. The default is `nil`.
    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String?
    /// Returns the styled title of a row, which replaces the plain title. The default is `nil`.
    func pickerView(_ pickerView: UIPickerView, attributedTitleForRow row: Int, forComponent component: Int)
        -> NSAttributedString?
    /// Returns a view for a row, which replaces the titles. The default is a label with the title.
    ///
    /// - Parameters:
    ///   - pickerView: the picker that asks.
    ///   - row: the index of the row.
    ///   - component: the index of the column.
    ///   - view: always `nil`, because views are not reused.
    func pickerView(_ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?)
        -> UIView
    /// Returns the width of a column in points; 0, the default, for an equal share of the picker.
    func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat
    /// Returns the height of the rows of a column in points; 0, the default, for the height of their content.
    func pickerView(_ pickerView: UIPickerView, rowHeightForComponent component: Int) -> CGFloat
    /// Called after the user has selected a row that was not selected before.
    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int)
}

extension UIPickerViewDelegate {
    /// Returns no title.
    public func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
        nil
    }
    /// Returns no styled title, so that the plain title is shown.
    public func pickerView(
        _ pickerView: UIPickerView, attributedTitleForRow row: Int, forComponent component: Int
    ) -> NSAttributedString? { nil }
    /// Returns a label with the title of the row.
    public func pickerView(
        _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
    ) -> UIView {
        let label = PickerTitleLabel()
        if let title = self.pickerView(pickerView, attributedTitleForRow: row, forComponent: component) {
            label.attributedText = title
        } else {
            label.text = self.pickerView(pickerView, titleForRow: row, forComponent: component)
        }
        return label
    }
    /// Returns 0, so that the columns have equal widths.
    public func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat { 0 }
    /// Returns 0, so that rows are as high as their content.
    public func pickerView(_ pickerView: UIPickerView, rowHeightForComponent component: Int) -> CGFloat { 0 }
    /// Does nothing.
    public func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {}
}
