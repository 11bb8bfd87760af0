import Foundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// Tab bars and date pickers.
@MainActor @Suite struct TabTests {
    private final class Page: UIViewController {
        private(set) var calls: [String] = []
        private let name: String

        init(_ name: String) {
            self.name = name
            super.init(nibName: nil, bundle: nil)
            title = name
        }

        required init?(coder: NSCoder) { nil }

        override func loadView() {
            let label = UILabel()
            label.text = name
            view = label
        }

        override func viewWillAppear(_ animated: Bool) { calls.append("appear") }
        override func viewDidDisappear(_ animated: Bool) { calls.append("disappear") }
    }

    @Test func `a tab bar controller shows the selected controller, and calls its methods`() throws {
        let pages = [Page("One"), Page("Two")]
        let tabs = UITabBarController()
        tabs.viewControllers = pages
        let screen = try Screen(tabs)
        try screen.present()
        #expect(screen[tabs.tabBar]?.list(.segments) == ["One", "Two"])
        #expect(screen.all(.label).map { $0.text(.text) } == ["One"])
        try screen.send(.select(1), to: tabs.tabBar)
        #expect(screen.all(.label).map { $0.text(.text) } == ["Two"])
        #expect(tabs.selectedIndex == 1 && tabs.tabBar.selectedItem === pages[1].tabBarItem)
        #expect(pages[0].calls == ["appear", "disappear"] && pages[1].calls == ["appear"])
        pages[0].tabBarItem.badgeValue = "3"
        tabs.viewControllers = [pages[0]]
        try screen.turn()
        #expect(screen[tabs.tabBar]?.list(.segments) == ["One (3)"])
        #expect(screen.all(.label).map { $0.text(.text) } == ["One"])
    }

    @Test func `a delegate can prevent the selection of a tab`() throws {
        final class Watcher: NSObject, UITabBarControllerDelegate {
            func tabBarController(_ controller: UITabBarController, shouldSelect viewController: UIViewController)
                -> Bool
            { false }
        }
        let watcher = Watcher()
        let tabs = UITabBarController()
        tabs.delegate = watcher
        tabs.viewControllers = [Page("One"), Page("Two")]
        let screen = try Screen(tabs)
        try screen.send(.select(1), to: tabs.tabBar)
        #expect(tabs.selectedIndex == 0 && screen[tabs.tabBar]?.integer(.selectedIndex) == 0)
    }

    private func type(_ text: String, into screen: Screen) throws {
        let field = try #require(screen.all(.textField).first).id
        try screen.send(.focus(true), to: field)
        try screen.send(.edit(text: text, selectionStart: 0, selectionEnd: 0), to: field)
        try screen.send(.focus(false), to: field)
    }

    @Test func `a date that the user types is taken if it is one`() throws {
        let picker = UIDatePicker()
        picker.timeZone = .gmt
        picker.date = Date(timeIntervalSince1970: 0)
        var heard: [TimeInterval] = []
        picker.addAction(UIAction { _ in heard.append(picker.date.timeIntervalSince1970) }, for: .valueChanged)
        let screen = try Screen(picker)
        #expect(screen.all(.textField).map { $0.text(.text) } == ["1970-01-01 00:00"])
        try type("1970-01-02 00:01", into: screen)
        for text in ["", "1970-02-30 00:00", "99999999999999999999-1-1 0:0", "1970-01-01", "1970-01-01 24:00"] {
            try type(text, into: screen)
        }
        #expect(heard == [86_460])
        #expect(screen.all(.textField).map { $0.text(.text) } == ["1970-01-02 00:01"])
        picker.maximumDate = Date(timeIntervalSince1970: 60)
        try screen.turn()
        #expect(screen.all(.textField).map { $0.text(.text) } == ["1970-01-01 00:01"])
        picker.datePickerMode = .time
        picker.countDownDuration = 30
        try screen.turn()
        #expect(screen.all(.textField).map { $0.text(.text) } == ["00:00"])
    }
}
