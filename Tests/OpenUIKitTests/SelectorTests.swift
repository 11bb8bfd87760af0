import Foundation
import OpenExtensionFoundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// A controller with the methods that a program for Apple's systems names in `#selector`.
private final class Desk: UIViewController {
    var calls: [String] = []

    func plain() { calls.append("plain") }
    func tap(_ sender: Any?) { calls.append("tap \(sender.map { "\(type(of: $0))" } ?? "nothing")") }
    func touch(_ sender: UIControl, event: UIEvent?) { calls.append("touch \(event == nil)") }
}

/// A view that passes on some methods only.
private final class Gate: UIView {
    override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { action == "deskOther" }
}

@MainActor
private let members: Void = {
    ObjectiveCMembers.addMethod("deskPlain", of: Desk.self) { it, _ in it.plain() }
    ObjectiveCMembers.addMethod("deskTap:", of: Desk.self) { it, arguments in it.tap(try arguments.value(at: 0)) }
    ObjectiveCMembers.addMethod("deskTouch:event:", of: Desk.self) { it, arguments in
        it.touch(try arguments.value(at: 0), event: try arguments.value(at: 1))
    }
}()

/// Methods that are called by their Objective-C names.
@MainActor
@Suite struct SelectorTests {
    private let desk = Desk()

    init() { members }

    @Test func `a pressed button calls the method with the selector`() throws {
        let button = UIButton(type: .system)
        button.addTarget(desk, action: "deskTap:", for: .touchUpInside)
        let screen = try Screen(button)
        try screen.send(.activate, to: button)
        #expect(desk.calls == ["tap UIButton"])
    }

    @Test func `a method gets as many arguments as its selector has colons`() {
        let toggle = UISwitch()
        toggle.addTarget(desk, action: "deskPlain", for: .valueChanged)
        toggle.addTarget(desk, action: "deskTap:", for: .valueChanged)
        toggle.addTarget(desk, action: "deskTouch:event:", for: .valueChanged)
        toggle.sendActions(for: .valueChanged)
        #expect(desk.calls == ["plain", "tap UISwitch", "touch true"])
    }

    @Test func `a method that was added twice is called once`() {
        let button = UIButton()
        for event in [UIControl.Event.touchUpInside, .touchUpInside, .valueChanged] {
            button.addTarget(desk, action: "deskPlain", for: event)
        }
        button.sendActions(for: [.touchUpInside, .valueChanged])
        #expect(desk.calls == ["plain"] && button.allControlEvents == [.touchUpInside, .valueChanged])
    }

    @Test func `a method is removed for a target, an action and events`() {
        let (button, other) = (UIButton(), Desk())
        let fill = {
            for target in [desk, other] {
                button.addTarget(target, action: "deskPlain", for: [.touchUpInside, .valueChanged])
                button.addTarget(target, action: "deskTap:", for: .touchUpInside)
            }
        }
        fill()
        button.removeTarget(desk, action: "deskPlain", for: .touchUpInside)
        #expect(button.actions(forTarget: desk, forControlEvent: .touchUpInside) == ["deskTap:"])
        #expect(button.actions(forTarget: desk, forControlEvent: .valueChanged) == ["deskPlain"])
        button.removeTarget(desk, action: nil, for: .allEvents)
        #expect(button.actions(forTarget: desk, forControlEvent: .allEvents) == nil)
        #expect(button.allTargets == [other])
        button.removeTarget(nil, action: nil, for: .allEvents)
        #expect(button.allTargets.isEmpty && button.allControlEvents.isEmpty)
    }

    @Test func `a control does not keep its target`() {
        let button = UIButton()
        weak var target: Desk?
        do {
            let desk = Desk()
            target = desk
            button.addTarget(desk, action: "deskPlain", for: .touchUpInside)
        }
        #expect(target == nil)
        button.sendActions(for: .touchUpInside)
        #expect(button.allTargets.isEmpty)
        button.addTarget(desk, action: "deskPlain", for: .touchUpInside)
        button.sendActions(for: .touchUpInside)
        #expect(desk.calls == ["plain"])
    }

    @Test func `without a target the responder chain is searched`() throws {
        let (button, gate) = (UIButton(), Gate())
        gate.addSubview(button)
        desk.view.addSubview(gate)
        button.addTarget(nil, action: "deskPlain", for: .touchUpInside)
        button.addTarget(nil, action: "deskOther", for: .touchUpInside)
        #expect(button.allTargets.count == 1 && button.allTargets.first?.base is NSNull)
        #expect(button.actions(forTarget: nil, forControlEvent: .touchUpInside) == ["deskPlain", "deskOther"])
        let screen = try Screen(desk)
        try screen.send(.activate, to: button)
        #expect(desk.calls == ["plain"])
        #expect(button.target(forAction: "deskOther", withSender: nil) as? UIView === gate)
        #expect(button.target(forAction: "deskNothing", withSender: nil) == nil)
        #expect(!UIApplication.shared.sendAction("deskNothing", to: nil, from: button, for: nil))
    }

    @Test func `an override of sendAction sees each call`() {
        final class Counter: UIButton {
            var sent: [Selector] = []
            override func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) { sent.append(action) }
        }
        let button = Counter()
        button.addTarget(desk, action: "deskPlain", for: .touchUpInside)
        button.sendActions(for: .touchUpInside)
        #expect(button.sent == ["deskPlain"] && desk.calls.isEmpty)
    }

    @Test func `a selector without a method is reported and does nothing`() {
        let button = UIButton()
        button.addTarget(desk, action: "deskMissing:", for: .touchUpInside)
        button.addTarget(desk, action: "deskPlain", for: .touchUpInside)
        button.sendActions(for: .touchUpInside)
        #expect(desk.calls == ["plain"])
    }

    @Test func `actions and methods are enumerated together`() {
        let button = UIButton()
        button.addAction(UIAction(title: "Go") { _ in }, for: .touchDown)
        button.addTarget(desk, action: "deskPlain", for: .touchUpInside)
        var found: [String] = []
        button.enumerateEventHandlers { action, target, events, _ in
            found.append("\(action?.title ?? "") \(target?.1.description ?? "") \(events.rawValue)")
        }
        #expect(found == ["Go  1", " deskPlain 64"])
    }

    @Test(arguments: 0...3) func `a bar button calls its method`(form: Int) throws {
        let item =
            switch form {
            case 0: UIBarButtonItem(title: "Post", style: .done, target: desk, action: "deskTap:")
            case 1: UIBarButtonItem(image: UIImage(systemName: "star"), style: .plain, target: desk, action: "deskTap:")
            case 2: UIBarButtonItem(barButtonSystemItem: .done, target: desk, action: "deskTap:")
            default: UIBarButtonItem(title: "Post", style: .plain, target: nil, action: "deskTap:")
            }
        desk.navigationItem.rightBarButtonItem = item
        let screen = try Screen(UINavigationController(rootViewController: desk))
        try screen.present()
        try screen.send(.activate, to: item.nodeID)
        #expect(desk.calls == ["tap UIBarButtonItem"])
    }

    @Test func `a gesture recognizer calls its methods until they are removed`() throws {
        let label = UILabel()
        label.isUserInteractionEnabled = true
        let recognizer = UITapGestureRecognizer(target: desk, action: "deskTap:")
        recognizer.addTarget(desk, action: "deskPlain")
        label.addGestureRecognizer(recognizer)
        let screen = try Screen(label)
        try screen.send(.activate, to: label)
        #expect(desk.calls == ["tap UITapGestureRecognizer", "plain"])
        recognizer.removeTarget(desk, action: "deskTap:")
        try screen.send(.activate, to: label)
        #expect(desk.calls.last == "plain" && desk.calls.count == 3)
        recognizer.removeTarget(nil, action: nil)
        try screen.send(.activate, to: label)
        #expect(desk.calls.count == 3)
    }

    @Test func `a view's own methods and properties are found by name`() throws {
        let (view, field) = (UIView(), UITextField())
        desk.view.addSubview(field)
        let screen = try Screen(desk)
        #expect(field.becomeFirstResponder())
        #expect(desk.view.responds(to: "endEditing:"))
        UIApplication.shared.sendAction("resignFirstResponder", to: nil, from: nil, for: nil)
        try screen.turn()
        #expect(!field.isFirstResponder)
        view.setValue(8, forKeyPath: "layer.cornerRadius")
        view.setValue(true, forKey: "hidden")
        #expect(view.layer.cornerRadius == 8 && view.isHidden)
    }

    @Test func `the responder chain ends at an app that opens URLs`() throws {
        let screen = try Screen(desk)
        var responder: UIResponder? = desk
        while let next = responder, !next.responds(to: Selector("openURL:")) { responder = next.next }
        #expect(responder === UIApplication.shared)
        responder?.perform(Selector("openURL:"), with: URL(fileURLWithPath: "/x"))
        responder?.perform(Selector("openURL:"), with: "not a URL")
        #expect(screen.outcome == nil)
    }
}
