import Foundation
import OpenExtensionFoundation
import OpenUIKit
import OpenViewTree
import Testing

/// What an extension writes, keeping a history of what it was told.
private final class HistoryController: UIViewController {
    var history: [String] = []
    var hadContextInInit = true
    let label = UILabel()

    override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        hadContextInInit = extensionContext != nil
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    override func beginRequest(with context: NSExtensionContext) {
        super.beginRequest(with: context)
        history.append("begin \(extensionContext === context)")
    }

    override func loadView() {
        history.append("load \(extensionContext != nil)")
        super.loadView()
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        history.append("didLoad \(extensionContext != nil)")
        label.text = "Hello"
        view.addSubview(label)
    }

    override func viewWillAppear(_ animated: Bool) { history.append("willAppear") }
    override func viewWillLayoutSubviews() { history.append("willLayout") }
    override func viewDidLayoutSubviews() { history.append("didLayout") }
    override func viewDidAppear(_ animated: Bool) { history.append("didAppear") }
    override func viewWillDisappear(_ animated: Bool) { history.append("willDisappear") }
    override func viewDidDisappear(_ animated: Bool) { history.append("didDisappear") }
}

@MainActor
@Suite struct LifeCycleTests {
    @Test func `AT-19: the context is nil in init and there from beginRequest on`() throws {
        let controller = HistoryController()
        #expect(!controller.hadContextInInit)
        #expect(controller.extensionContext == nil)
        _ = try Screen(controller)
        #expect(controller.history.prefix(3) == ["begin true", "load true", "didLoad true"])
    }

    @Test func `a view is loaded, appears when it was drawn, and disappears when it is dismissed`() throws {
        let controller = HistoryController()
        let screen = try Screen(controller)
        let begun = ["begin true", "load true", "didLoad true", "willAppear", "willLayout", "didLayout"]
        #expect(controller.history == begun)
        #expect(screen[controller.label]?.text(.text) == "Hello")
        try screen.present()
        #expect(controller.history == begun + ["didAppear"])
        controller.dismiss()
        #expect(controller.history == begun + ["didAppear", "willDisappear", "didDisappear"])
    }

    @Test func `a controller updates the constraints of its view before it is shown and when they are due`() throws {
        final class Content: UIView {
            var updates = 0
            override func updateConstraints() { updates += 1 }
        }
        final class Controller: UIViewController {
            let content = Content()
            let inner = Content()
            var calls = 0
            override func loadView() {
                view = content
                content.addSubview(inner)
            }
            override func updateViewConstraints() {
                calls += 1
                super.updateViewConstraints()
            }
        }
        let controller = Controller()
        let screen = try Screen(controller)
        #expect((controller.calls, controller.content.updates, controller.inner.updates) == (1, 1, 1))
        controller.view.setNeedsUpdateConstraints()
        controller.inner.setNeedsUpdateConstraints()
        try screen.turn()
        #expect((controller.calls, controller.content.updates, controller.inner.updates) == (2, 2, 2))
        controller.inner.setNeedsUpdateConstraints()
        try screen.turn()
        #expect((controller.calls, controller.content.updates, controller.inner.updates) == (2, 2, 3))
    }

    @Test func `AT-20: a controller that is given nothing has an empty array of items`() throws {
        let controller = HistoryController()
        _ = try Screen(controller)
        #expect(controller.extensionContext?.inputItems.isEmpty == true)
    }

    @Test func `AT-32: a view that leaves the screen disappears, with all that was presented`() throws {
        let controller = HistoryController()
        let other = HistoryController()
        let screen = try Screen(controller)
        try screen.present()
        controller.present(other, animated: true)
        try screen.turn()
        controller.extensionContext?.completeRequest(returningItems: [])
        #expect(controller.history.last == "didAppear")
        controller.dismiss()
        #expect(controller.history.suffix(2) == ["willDisappear", "didDisappear"])
        #expect(other.history.suffix(2) == ["willDisappear", "didDisappear"])
        controller.label.text = "late"
        try screen.turn()
        #expect(screen[controller.label]?.text(.text) == "Hello")
    }

    @Test func `a controller may be presented before it is seen that the first one is`() throws {
        final class Eager: UIViewController {
            let other = HistoryController()
            var isTold = false
            override func viewDidLoad() { present(other, animated: false) { [weak self] in self?.isTold = true } }
        }
        let controller = Eager()
        let screen = try Screen(controller)
        try screen.present()
        #expect(controller.isTold)
        #expect(controller.other.history.suffix(4) == ["willAppear", "willLayout", "didLayout", "didAppear"])
        #expect(screen.tree.children(of: ViewTree.window).count == 2)
    }

    @Test func `a memory warning reaches the controller, what is in it and what is above it`() {
        final class Careful: UIViewController {
            var warnings = 0
            override func didReceiveMemoryWarning() { warnings += 1 }
        }
        let (controller, child, other) = (Careful(), Careful(), Careful())
        controller.addChild(child)
        controller.present(other, animated: false)
        controller.memoryIsLow()
        #expect([controller, child, other].map(\.warnings) == [1, 1, 1])
    }
}
