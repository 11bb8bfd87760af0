import Foundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// A controller that keeps what it was told.
private final class Page: UIViewController {
    var history: [String] = []

    convenience init(_ title: String) {
        self.init()
        self.title = title
    }

    override func viewDidLoad() { history.append("load") }
    override func viewWillAppear(_ animated: Bool) { history.append("willAppear") }
    override func viewDidAppear(_ animated: Bool) { history.append("didAppear") }
    override func viewWillDisappear(_ animated: Bool) { history.append("willDisappear") }
    override func viewDidDisappear(_ animated: Bool) { history.append("didDisappear") }
    override func didMove(toParent parent: UIViewController?) { history.append(parent == nil ? "left" : "moved") }
}

/// Screens that lead to one another, lie above one another, or are part of one another.
@MainActor
@Suite struct NavigationTests {
    private let first = Page("First")
    private let second = Page("Second")

    @Test func `the bar has the title and the buttons of the screen on top`() throws {
        var calls: [String] = []
        let navigation = UINavigationController(rootViewController: first)
        first.navigationItem.leftBarButtonItem = UIBarButtonItem(
            systemItem: .cancel, primaryAction: UIAction { _ in calls.append("cancel") })
        first.navigationItem.rightBarButtonItems = [
            UIBarButtonItem(systemItem: .done, primaryAction: UIAction { _ in calls.append("done") }),
            UIBarButtonItem(systemItem: .add), .flexibleSpace(),
        ]
        first.toolbarItems = [UIBarButtonItem(title: "Tool")]
        navigation.isToolbarHidden = false
        let screen = try Screen(navigation)
        #expect(screen.all(.navigationBar).first?.text(.title) == "First")
        let buttons = screen.all(.barButton)
        #expect(buttons.map { $0.text(.text) } == ["Cancel", nil, "Done", "Tool"])
        #expect(buttons.map { $0.text(.symbol) } == [nil, "plus", nil, nil])
        #expect(buttons[1].text(.accessibilityLabel) == "Add")
        #expect(buttons.map { $0.choice(.placement) } == [.leading, .trailing, .trailing, .bottom] as [ViewPlacement?])
        #expect(buttons[2].choice(.role) == ViewRole.primary)
        try screen.send(.activate, to: buttons[0].id)
        try screen.send(.activate, to: buttons[2].id)
        #expect(calls == ["cancel", "done"])
        first.navigationItem.rightBarButtonItem?.isEnabled = false
        try screen.turn()
        try screen.send(.activate, to: buttons[2].id)
        #expect(calls.count == 2)
    }

    @Test func `a screen that is pushed takes the place, and the back button brings the other back`() throws {
        let navigation = UINavigationController(rootViewController: first)
        let screen = try Screen(navigation)
        try screen.present()
        navigation.pushViewController(second, animated: true)
        try screen.turn()
        #expect(first.history == ["moved", "load", "willAppear", "didAppear", "willDisappear", "didDisappear"])
        #expect(second.history == ["moved", "load", "willAppear", "didAppear"])
        let back = try #require(screen.all(.barButton).first)
        #expect(back.choice(.placement) == ViewPlacement.back)
        #expect(back.text(.text) == "First")
        #expect(screen[first.view] == nil)
        try screen.send(.activate, to: back.id)
        #expect(navigation.topViewController === first)
        #expect(screen[first.view] != nil)
        #expect(second.history.suffix(3) == ["left", "willDisappear", "didDisappear"])
        #expect(navigation.popViewController(animated: false) == nil)
    }

    @Test func `a controller stands in the stack once`() throws {
        let navigation = UINavigationController(rootViewController: first)
        navigation.pushViewController(second, animated: false)
        navigation.pushViewController(first, animated: false)
        #expect(navigation.viewControllers == [first, second])
        navigation.setViewControllers([second, first, second, first], animated: false)
        #expect(navigation.viewControllers == [second, first])
        #expect(navigation.popViewController(animated: false) === first)
        #expect(navigation.viewControllers == [second])
    }

    @Test func `a style that replaces the host's is announced to the controllers that inherit it`() throws {
        final class Watcher: UIViewController {
            var history: [String] = []
            override func traitCollectionDidChange(_ previous: UITraitCollection?) {
                history.append("\(previous?.userInterfaceStyle ?? .unspecified) \(traitCollection.userInterfaceStyle)")
            }
        }
        let outer = Watcher()
        let inner = Watcher()
        let stubborn = Watcher()
        stubborn.overrideUserInterfaceStyle = .light
        for child in [inner, stubborn] { outer.addChild(child) }
        let screen = try Screen(outer)
        outer.overrideUserInterfaceStyle = .dark
        outer.overrideUserInterfaceStyle = .dark
        #expect(outer.history == ["light dark"] && inner.history == ["light dark"] && stubborn.history.isEmpty)
        // The host's own style does not count for them.
        outer.change(to: ViewTraits(width: 400, height: 600, colorScheme: .dark))
        #expect(outer.history.count == 1 && inner.history.count == 1 && stubborn.history.isEmpty)
        outer.overrideUserInterfaceStyle = .unspecified
        #expect(outer.history.count == 1)
        outer.change(to: ViewTraits(width: 400, height: 600, colorScheme: .light))
        #expect(outer.history.last == "dark light" && inner.history.last == "dark light" && stubborn.history.isEmpty)
        try screen.turn()
    }

    @Test func `a navigation controller may be a part of another controller`() throws {
        let navigation = UINavigationController(rootViewController: first)
        let outer = Page("Outer")
        outer.addChild(navigation)
        outer.view.addSubview(navigation.view)
        navigation.didMove(toParent: outer)
        let screen = try Screen(outer)
        try screen.present()
        #expect(screen.all(.navigationBar).first?.text(.title) == "First")
        #expect(screen[first.view] != nil)
        #expect(first.history == ["moved", "load", "willAppear", "didAppear"])
        navigation.pushViewController(second, animated: true)
        try screen.turn()
        #expect(screen.all(.navigationBar).first?.text(.title) == "Second")
        #expect(screen[second.view] != nil && screen[first.view] == nil)
    }

    @Test func `a controller knows where it is`() throws {
        let navigation = UINavigationController(rootViewController: first)
        _ = try Screen(navigation)
        first.addChild(second)
        #expect(second.navigationController === navigation)
        #expect(second.extensionContext === navigation.extensionContext)
        #expect(second.extensionContext != nil)
        #expect(second.parent === first)
        navigation.addChild(navigation)
        #expect(navigation.children.count == 1)
    }

    @Test func `a child appears with its parent, or when its view is added`() throws {
        first.addChild(second)
        first.view.addSubview(second.view)
        second.didMove(toParent: first)
        let screen = try Screen(first)
        try screen.present()
        #expect(second.history == ["load", "moved", "willAppear", "didAppear"])
        let third = Page("Third")
        first.addChild(third)
        first.view.addSubview(third.view)
        third.didMove(toParent: first)
        #expect(third.history == ["load", "willAppear", "didAppear", "moved"])
        third.willMove(toParent: nil)
        third.view.removeFromSuperview()
        third.removeFromParent()
        #expect(third.history.suffix(3) == ["willDisappear", "didDisappear", "left"])
    }

    @Test func `what is presented lies above, and below it nothing hears`() throws {
        var presses = 0
        let button = UIButton(primaryAction: UIAction { _ in presses += 1 })
        first.view.addSubview(button)
        let screen = try Screen(first)
        try screen.present()
        var isDone = false
        first.present(second, animated: true) { isDone = true }
        try screen.turn()
        #expect(isDone)
        #expect(second.presentingViewController === first)
        #expect(second.history == ["load", "willAppear", "didAppear"])
        #expect(first.history.last == "didAppear")
        let screens = screen.tree.children(of: ViewTree.window)
        #expect(screens.map { $0.choice(.presentation) } == [nil, .sheet] as [ViewPresentation?])
        try screen.send(.activate, to: button)
        #expect(presses == 0)
        second.isModalInPresentation = true
        try screen.turn()
        try screen.send(.close, to: screens[1].id)
        #expect(first.presentedViewController === second)
        second.isModalInPresentation = false
        try screen.turn()
        try screen.send(.close, to: screens[1].id)
        #expect(first.presentedViewController == nil)
        #expect(second.history.suffix(2) == ["willDisappear", "didDisappear"])
        try screen.send(.activate, to: button)
        #expect(presses == 1)
    }

    @Test func `a screen that covers all makes the one below disappear`() throws {
        let screen = try Screen(first)
        try screen.present()
        second.modalPresentationStyle = .fullScreen
        first.present(second, animated: false)
        try screen.turn()
        #expect(first.history.suffix(2) == ["willDisappear", "didDisappear"])
        second.dismiss(animated: false)
        try screen.turn()
        #expect(first.history.suffix(2) == ["willAppear", "didAppear"])
    }

    @Test func `a screen that covers all and is put away in the same turn leaves the one below where it was`() throws {
        let screen = try Screen(first)
        try screen.present()
        second.modalPresentationStyle = .fullScreen
        first.present(second, animated: false)
        first.dismiss(animated: false)
        try screen.turn()
        #expect(first.history.suffix(3) == ["willDisappear", "willAppear", "didAppear"])
        #expect(second.history.suffix(2) == ["willDisappear", "didDisappear"])
        first.present(second, animated: false)
        try screen.turn()
        #expect(first.history.suffix(2) == ["willDisappear", "didDisappear"])
    }

    @Test func `a child dismisses what its parent presents for it`() throws {
        let navigation = UINavigationController(rootViewController: first)
        let screen = try Screen(navigation)
        try screen.present()
        first.present(second, animated: false)
        #expect(navigation.presentedViewController === second)
        first.dismiss(animated: false)
        try screen.turn()
        #expect(navigation.presentedViewController == nil)
        #expect(second.history.suffix(2) == ["willDisappear", "didDisappear"])
    }

    @Test func `a standard button keeps its symbol when it gets an action without a title`() throws {
        let add = UIBarButtonItem(systemItem: .add)
        add.primaryAction = UIAction { _ in }
        first.navigationItem.rightBarButtonItem = add
        let screen = try Screen(UINavigationController(rootViewController: first))
        #expect(screen.all(.barButton).map { $0.text(.symbol) } == ["plus"])
    }

    @Test func `a controller cannot be presented above itself`() throws {
        let screen = try Screen(first)
        try screen.present()
        first.present(second, animated: false)
        second.present(first, animated: false)
        try screen.turn()
        #expect(screen.tree.children(of: ViewTree.window).count == 2)
        #expect(second.presentedViewController == nil && first.presentingViewController == nil)
    }

    @Test func `an alert asks, is put away, and then calls`() throws {
        let screen = try Screen(first)
        try screen.present()
        let alert = UIAlertController(title: "Name", message: "Which?", preferredStyle: .alert)
        alert.addTextField { $0.placeholder = "Name" }
        var answers: [String] = []
        let field = try #require(alert.textFields?.first)
        alert.addAction(UIAlertAction(title: "Cancel", style: .cancel) { _ in answers.append("cancel") })
        alert.addAction(
            UIAlertAction(title: "OK", style: .default) { [first] _ in
                answers.append("\(field.text ?? "") \(first.presentedViewController == nil)")
            })
        alert.preferredAction = alert.actions.last
        first.present(alert, animated: true)
        try screen.turn()
        let node = try #require(screen.all(.alert).first)
        #expect(node.text(.title) == "Name" && node.text(.detail) == "Which?")
        let choices = screen.all(.alertAction)
        #expect(choices.map { $0.choice(.role) } == [.cancel, .primary] as [ViewRole?])
        try screen.send(.edit(text: "Ada", selectionStart: 3, selectionEnd: 3), to: field)
        try screen.send(.activate, to: choices[1].id)
        #expect(answers == ["Ada true"])
        #expect(screen.all(.alert).isEmpty)
        first.present(alert, animated: true)
        try screen.turn()
        try screen.send(.close, to: node.id)
        #expect(answers == ["Ada true", "cancel"])
    }

    @Test func `the room and the looks may change`() throws {
        final class Watcher: UIViewController {
            var history: [String] = []
            override func traitCollectionDidChange(_ previous: UITraitCollection?) {
                history.append(
                    "\(previous?.userInterfaceStyle.rawValue ?? 0) \(traitCollection.userInterfaceStyle.rawValue)")
            }
            override func viewDidLayoutSubviews() { history.append("layout \(Int(view.bounds.width))") }
        }
        let watcher = Watcher()
        let screen = try Screen(watcher, traits: ViewTraits(width: 390, height: 700))
        #expect(watcher.traitCollection.horizontalSizeClass == .compact)
        watcher.change(to: ViewTraits(width: 1000, height: 700, colorScheme: .dark, textSize: .accessibilityLarge))
        try screen.turn()
        #expect(watcher.traitCollection.horizontalSizeClass == .regular)
        #expect(watcher.traitCollection.preferredContentSizeCategory.isAccessibilityCategory)
        #expect(watcher.history == ["layout 390", "1 2", "layout 1000"])
    }

    @Test func `what a controller would like is told`() throws {
        first.preferredContentSize = CGSize(width: 320, height: 200)
        let screen = try Screen(UINavigationController(rootViewController: first))
        #expect(screen.tree[ViewTree.window]?.number(.preferredHeight) == 200)
        first.preferredContentSize.height = 300
        try screen.turn()
        #expect(screen.tree[ViewTree.window]?.number(.preferredHeight) == 300)
    }

    @Test func `a controller and its views go with the request`() throws {
        weak var controller: UIViewController?
        weak var leaf: UIView?
        try {
            let page = Page("Page")
            let button = UIButton(primaryAction: UIAction { [weak page] _ in page?.title = "x" })
            page.view.addSubview(button)
            button.widthAnchor.constraint(equalTo: page.view.widthAnchor).isActive = true
            let navigation = UINavigationController(rootViewController: page)
            let screen = try Screen(navigation)
            try screen.present()
            page.present(Page("Other"), animated: true)
            try screen.turn()
            navigation.dismiss()
            (controller, leaf) = (page, button)
        }()
        #expect(controller == nil)
        #expect(leaf == nil)
    }
}
