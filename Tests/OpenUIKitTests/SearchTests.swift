import Foundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// Search bars, and views beside and around others.
@MainActor @Suite struct SearchTests {
    private final class Watcher: NSObject, UISearchBarDelegate, UISearchResultsUpdating {
        private(set) var told: [String] = []

        func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) { told.append("begin") }
        func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) { told.append(searchText) }
        func searchBarSearchButtonClicked(_ searchBar: UISearchBar) { told.append("search") }
        func searchBarCancelButtonClicked(_ searchBar: UISearchBar) { told.append("cancel") }
        func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {
            told.append("scope \(selectedScope)")
        }
        func updateSearchResults(for searchController: UISearchController) {
            told.append("update \(searchController.searchBar.text ?? "")")
        }
    }

    @Test func `a search bar notifies its delegate of typing, searching, scopes and cancelling`() throws {
        let watcher = Watcher()
        let bar = UISearchBar()
        bar.delegate = watcher
        bar.showsCancelButton = true
        bar.scopeButtonTitles = ["All", "New"]
        bar.showsScopeBar = true
        let screen = try Screen(bar)
        #expect(screen[bar.searchTextField]?.text(.placeholder) == "Search")
        try screen.send(.focus(true), to: bar.searchTextField)
        try screen.send(.edit(text: "kit", selectionStart: 3, selectionEnd: 3), to: bar.searchTextField)
        try screen.send(.submit, to: bar.searchTextField)
        try screen.send(.select(1), to: screen.all(.segmented)[0].id)
        try screen.send(.activate, to: screen.all(.button)[0].id)
        #expect(watcher.told == ["begin", "kit", "search", "scope 1", "cancel"])
        #expect(bar.selectedScopeButtonIndex == 1 && !bar.isFirstResponder)
    }

    @Test func `the search bar of a navigation item is above the view of its controller`() throws {
        let watcher = Watcher()
        let controller = UIViewController()
        controller.view = UITableView()
        let search = UISearchController(searchResultsController: nil)
        search.searchResultsUpdater = watcher
        controller.navigationItem.searchController = search
        let screen = try Screen(UINavigationController(rootViewController: controller))
        let field = search.searchBar.searchTextField
        #expect(screen[field] != nil && screen.all(.table).count == 1)
        try screen.send(.focus(true), to: field)
        #expect(search.isActive && search.searchBar.showsCancelButton)
        try screen.send(.edit(text: "a", selectionStart: 1, selectionEnd: 1), to: field)
        try screen.send(.activate, to: screen.all(.button)[0].id)
        #expect(watcher.told == ["update ", "update a", "update "])
        #expect(!search.isActive && search.searchBar.text == "")
        controller.navigationItem.searchController = nil
        try screen.turn()
        #expect(screen.all(.textField).isEmpty && screen.all(.table).count == 1)
    }

    @Test func `views beside a text field are shown according to their modes`() throws {
        let field = UITextField()
        field.text = "text"
        let left = UILabel()
        left.text = "left"
        let right = UIView(frame: CGRect(x: 0, y: 0, width: 12, height: 5))
        field.leftView = left
        field.rightView = right
        let screen = try Screen(field)
        #expect(screen.all(.label).isEmpty && screen[right] == nil)
        field.leftViewMode = .always
        field.rightViewMode = .unlessEditing
        try screen.turn()
        #expect(screen.all(.label).map { $0.text(.text) } == ["left"] && screen[right]?.number(.width) == 12)
        #expect(screen[field]?.text(.text) == "text")
        field.becomeFirstResponder()
        try screen.turn()
        #expect(screen[left] != nil && screen[right] == nil)
        field.leftView = nil
        try screen.turn()
        #expect(screen.all(.label).isEmpty)
    }

    @Test func `the content of a visual effect view fills it`() throws {
        let view = UIVisualEffectView(effect: UIBlurEffect(style: .systemMaterial))
        let label = UILabel()
        label.text = "content"
        view.contentView.addSubview(label)
        let screen = try Screen(view)
        let content = try #require(screen[view.contentView])
        #expect(content.choice(.horizontalAlignment, as: ViewAlignment.self) == .fill)
        #expect(screen.all(.label).map { $0.text(.text) } == ["content"])
    }

    @Test func `a toolbar shows its items as buttons that perform their actions`() throws {
        var presses = 0
        let item = UIBarButtonItem(title: "Go", primaryAction: UIAction { _ in presses += 1 })
        let toolbar = UIToolbar()
        toolbar.items = [.flexibleSpace(), item, UIBarButtonItem(systemItem: .done)]
        let screen = try Screen(toolbar)
        #expect(screen.all(.button).map { $0.text(.text) } == ["Go", "Done"])
        try screen.send(.activate, to: screen.all(.button)[0].id)
        #expect(presses == 1)
        item.isEnabled = false
        try screen.turn()
        #expect(screen.all(.button)[0].flag(.isEnabled, default: true) == false)
        try screen.send(.activate, to: screen.all(.button)[0].id)
        #expect(presses == 1)
    }

    @Test func `a navigation bar that a program makes shows the topmost item`() throws {
        let bar = UINavigationBar()
        let item = UINavigationItem(title: "Save to")
        var presses = 0
        item.rightBarButtonItem = UIBarButtonItem(title: "Save", primaryAction: UIAction { _ in presses += 1 })
        bar.setItems([UINavigationItem(title: "Below"), item], animated: false)
        let screen = try Screen(bar)
        #expect(screen.all(.label).map { $0.text(.text) } == ["Save to"])
        try screen.send(.activate, to: screen.all(.button)[0].id)
        #expect(presses == 1)
        item.title = "Send to"
        try screen.turn()
        #expect(screen.all(.label).map { $0.text(.text) } == ["Send to"])
        #expect(bar.popItem(animated: false) === item)
        try screen.turn()
        #expect(screen.all(.label).map { $0.text(.text) } == ["Below"] && screen.all(.button).isEmpty)
    }
}
