public import Foundation

/// Provides the sections, rows and cells of a table.
///
/// Source: https://developer.apple.com/documentation/uikit/uitableviewdatasource
///
/// ## Difference from Apple
/// Without Objective-C, a table cannot find out whether a method is implemented. Rows can be deleted only if
/// `tableView(_:canEditRowAt:)` is implemented too, not just `tableView(_:commit:forRowAt:)`.
@preconcurrency @MainActor
public protocol UITableViewDataSource: AnyObject {
    /// Returns the number of rows in a section. A negative number counts as 0.
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    /// Returns the cell of a row, which the table keeps while the row is near the visible ones.
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell

    /// Returns the number of sections. The default is 1.
    func numberOfSections(in tableView: UITableView) -> Int
    /// Returns the title of a section's header; `nil` or an empty title for no header. The default is `nil`.
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
    /// Returns the title of a section's footer; `nil` or an empty title for no footer. The default is `nil`.
    func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String?
    /// Returns whether the user can delete a row. The default is `false`.
    func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool
    /// Called when the user wants to delete a row. The data source deletes it and then calls `deleteRows(at:with:)` of
    /// the table.
    ///
    /// - Parameters:
    ///   - tableView: the table that asks.
    ///   - editingStyle: always ``UITableViewCell/EditingStyle/delete``.
    ///   - indexPath: the row.
    func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath)
}

extension UITableViewDataSource {
    /// Returns 1.
    public func numberOfSections(in tableView: UITableView) -> Int { 1 }
    /// Returns no title.
    public func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
    /// Returns no title.
    public func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
    /// Returns `false`: the row cannot be deleted.
    public func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
    /// Does nothing.
    public func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {}
}
