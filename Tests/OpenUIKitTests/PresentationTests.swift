import Foundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// A delegate that writes down what it is told.
private final class PresentationListener: NSObject, UIPopoverPresentationControllerDelegate {
    var allows = true
    var history: [String] = []

    func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool { allows }
    func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {
        history.append("will")
    }
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) { history.append("did") }
    func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {
        history.append("attempt")
    }
}

/// A controller that writes down which of those inside of it have changed their preferred size.
private final class ContainerController: UIViewController {
    var changed: [UIViewController] = []

    override func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {
        if let controller = container as? UIViewController { changed.append(controller) }
    }
}

@MainActor @Suite struct PresentationTests {
    @Test func `the delegate of a presentation is asked before the user closes it`() throws {
        let root = UIViewController()
        let card = UIViewController()
        let listener = PresentationListener()
        card.presentationController?.delegate = listener
        let screen = try Screen(root)
        root.present(card, animated: true)
        try screen.turn()
        let node = try #require(screen.tree.children(of: ViewTree.window).last).id
        listener.allows = false
        try screen.send(.close, to: node)
        #expect(listener.history == ["attempt"] && root.presentedViewController === card)
        listener.allows = true
        card.isModalInPresentation = true
        try screen.turn()
        card.presentationController?.closeByUser()
        #expect(listener.history == ["attempt", "attempt"] && root.presentedViewController === card)
        card.isModalInPresentation = false
        try screen.turn()
        try screen.send(.close, to: node)
        #expect(root.presentedViewController == nil)
        #expect(listener.history == ["attempt", "attempt", "will", "did"])
    }

    @Test func `a delegate stays when the style changes, and the program's own dismissal does not reach it`() throws {
        let root = UIViewController()
        let card = UIViewController()
        let listener = PresentationListener()
        card.presentationController?.delegate = listener
        card.modalPresentationStyle = .popover
        #expect(card.popoverPresentationController?.delegate === listener)
        #expect(card.presentationController === card.popoverPresentationController)
        let screen = try Screen(root)
        root.present(card, animated: true)
        #expect(card.presentationController?.presentingViewController === root)
        try screen.turn()
        root.dismiss(animated: true)
        try screen.turn()
        #expect(listener.history == [])
    }

    @Test func `a container is told when a child prefers another size`() {
        let container = ContainerController()
        let child = UIViewController()
        container.addChild(child)
        child.preferredContentSize = CGSize(width: 1, height: 2)
        child.preferredContentSize = CGSize(width: 1, height: 2)
        #expect(container.changed == [child])
    }

    @Test func `the window of an extension is that of the host's view while it is shown`() throws {
        let controller = UIViewController()
        let label = UILabel()
        controller.view.addSubview(label)
        #expect(label.window == nil)
        let screen = try Screen(controller)
        let window = try #require(label.window)
        #expect(window === controller.view.window && window.rootViewController === controller)
        #expect(window.frame.size == CGSize(width: 400, height: 600) && window.isKeyWindow)
        label.removeFromSuperview()
        #expect(label.window == nil)
        _ = screen
    }

    @Test func `a window does not keep the controller of an extension`() throws {
        weak var controller: UIViewController?
        var window: UIWindow?
        do {
            let made = UIViewController()
            controller = made
            let screen = try Screen(made)
            window = made.view.window
            screen.controller.dismiss()
        }
        #expect(window != nil && controller == nil)
    }
}
