import Foundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// What a person does to a control, and what a program hears of it.
@MainActor
@Suite struct ControlTests {
    @Test func `a button calls its actions in order, each once`() throws {
        var calls: [String] = []
        let button = UIButton(primaryAction: UIAction(title: "Go") { _ in calls.append("primary") })
        button.addAction(UIAction { _ in calls.append("up") }, for: .touchUpInside)
        button.addAction(UIAction(identifier: .init("x")) { _ in calls.append("old") }, for: .touchUpInside)
        button.addAction(UIAction(identifier: .init("x")) { _ in calls.append("new") }, for: .touchUpInside)
        button.removeAction(identifiedBy: .init("y"), for: .touchUpInside)
        let screen = try Screen(button)
        #expect(screen[button]?.text(.text) == "Go")
        try screen.send(.activate, to: button)
        #expect(calls == ["primary", "up", "new"])
    }

    @Test func `a button shows what was set for its state`() throws {
        let button = UIButton(type: .system)
        button.setTitle("On", for: .normal)
        button.setTitle("Off", for: .disabled)
        button.setImage(UIImage(systemName: "star"), for: .normal)
        button.titleLabel?.font = .boldSystemFont(ofSize: 20)
        let screen = try Screen(button)
        button.isEnabled = false
        try screen.turn()
        #expect(screen[button]?.text(.text) == "Off")
        #expect(screen[button]?.text(.symbol) == "star")
        #expect(screen[button]?.number(.fontSize) == 20)
        #expect(screen[button]?.flag(.isEnabled, default: true) == false)
    }

    @Test func `a configuration says how prominent a button is`() throws {
        var configuration = UIButton.Configuration.filled()
        configuration.title = "Post"
        configuration.subtitle = "to everybody"
        configuration.baseBackgroundColor = .systemGreen
        let button = UIButton(configuration: configuration)
        button.role = .destructive
        let screen = try Screen(button)
        #expect(screen[button]?.choice(.buttonStyle) == ViewButtonStyle.filled)
        #expect(screen[button]?.choice(.role) == ViewRole.destructive)
        #expect(screen[button]?.text(.detail) == "to everybody")
        button.configuration?.title = "Send"
        #expect(try screen.changes {} == [.set(id: screen[button]?.id ?? 0, .text, .text("Send"))])
    }

    @Test func `a button asks for its configuration before it is shown, and when its state has changed`() throws {
        let button = UIButton(configuration: .filled())
        var calls = 0
        button.configurationUpdateHandler = { button in
            calls += 1
            button.configuration?.title = button.isEnabled ? (button.isSelected ? "chosen" : "go") : "wait"
        }
        let screen = try Screen(button)
        #expect(screen[button]?.text(.text) == "go" && calls == 1)
        button.isEnabled = false
        try screen.turn()
        #expect(screen[button]?.text(.text) == "wait")
        button.isEnabled = true
        button.isSelected = true
        try screen.turn()
        #expect(screen[button]?.text(.text) == "chosen" && calls == 3)
        button.isSelected = true
        button.setNeedsLayout()
        try screen.turn()
        #expect(calls == 3)
        button.setNeedsUpdateConfiguration()
        try screen.turn()
        #expect(calls == 4)
    }

    @Test func `what a person has set is not told to the host again`() throws {
        let toggle = UISwitch()
        let slider = UISlider()
        let stepper = UIStepper()
        let segments = UISegmentedControl(items: ["A", "B", "C"])
        var heard: [String] = []
        toggle.addAction(UIAction { _ in heard.append("toggle \(toggle.isOn)") }, for: .valueChanged)
        slider.addAction(UIAction { _ in heard.append("slider \(slider.value)") }, for: .valueChanged)
        stepper.addAction(UIAction { _ in heard.append("stepper \(stepper.value)") }, for: .valueChanged)
        segments.addAction(
            UIAction { _ in heard.append("segment \(segments.selectedSegmentIndex)") }, for: .valueChanged)
        let screen = try Screen(UIStackView(arrangedSubviews: [toggle, slider, stepper, segments]))
        let changes = try screen.changes {
            try screen.send(.setFlag(true), to: toggle)
            try screen.send(.setNumber(0.3, isFinal: false), to: slider)
            try screen.send(.setNumber(7, isFinal: true), to: stepper)
            try screen.send(.select(2), to: segments)
        }
        #expect(heard == ["toggle true", "slider 0.3", "stepper 7.0", "segment 2"])
        #expect(changes.isEmpty)
    }

    @Test func `a handler that sets something else is told to the host`() throws {
        let toggle = UISwitch()
        toggle.addAction(UIAction { _ in toggle.isOn = false }, for: .valueChanged)
        let screen = try Screen(toggle)
        let changes = try screen.changes { try screen.send(.setFlag(true), to: toggle) }
        #expect(changes == [.set(id: screen[toggle]?.id ?? 0, .isOn, .flag(false))])
    }

    @Test func `a slider that is not continuous speaks when it is let go`() throws {
        let slider = UISlider()
        slider.isContinuous = false
        var values: [Float] = []
        slider.addAction(UIAction { _ in values.append(slider.value) }, for: .valueChanged)
        let screen = try Screen(slider)
        try screen.send(.setNumber(0.25, isFinal: false), to: slider)
        try screen.send(.setNumber(0.5, isFinal: true), to: slider)
        #expect(values == [0.5])
    }

    @Test func `values outside of a range are brought into it, and the host is told`() throws {
        let slider = UISlider()
        slider.minimumValue = -1
        let stepper = UIStepper()
        stepper.wraps = true
        let segments = UISegmentedControl(items: ["A"])
        let screen = try Screen(UIStackView(arrangedSubviews: [slider, stepper, segments]))
        try screen.send(.setNumber(1e300, isFinal: true), to: slider)
        #expect(slider.value == 1)
        #expect(screen[slider]?.number(.value) == 1)
        try screen.send(.setNumber(.nan, isFinal: true), to: slider)
        #expect(slider.value == 1)
        try screen.send(.setNumber(-1, isFinal: true), to: stepper)
        #expect(stepper.value == 100)
        try screen.send(.select(.max), to: segments)
        #expect(segments.selectedSegmentIndex == UISegmentedControl.noSegment)
        #expect(screen[segments]?.integer(.selectedIndex) == -1)
    }

    @Test func `a range is never reversed, and a step is greater than 0`() throws {
        let slider = UISlider()
        slider.minimumValue = 5
        #expect((slider.minimumValue, slider.maximumValue, slider.value) == (5, 5, 5))
        slider.maximumValue = 9
        slider.maximumValue = -2
        #expect((slider.minimumValue, slider.maximumValue, slider.value) == (-2, -2, -2))
        slider.maximumValue = .nan
        slider.minimumValue = .nan
        #expect((slider.minimumValue, slider.maximumValue, slider.value) == (-2, -2, -2))
        let stepper = UIStepper()
        stepper.minimumValue = 200
        #expect((stepper.minimumValue, stepper.maximumValue, stepper.value) == (200, 200, 200))
        stepper.maximumValue = 150
        #expect((stepper.minimumValue, stepper.maximumValue, stepper.value) == (150, 150, 150))
        stepper.minimumValue = .nan
        stepper.maximumValue = .nan
        for step: Double in [0, -1, .nan, -.infinity] { stepper.stepValue = step }
        #expect(stepper.stepValue == 1)
        let screen = try Screen(UIStackView(arrangedSubviews: [slider, stepper]))
        #expect(screen[slider]?.number(.minimum) == -2 && screen[slider]?.number(.maximum) == -2)
        #expect(screen[stepper]?.number(.minimum) == 150 && screen[stepper]?.number(.step) == 1)
    }

    @Test func `events for what is hidden, disabled, gone or of another kind do nothing`() throws {
        var presses = 0
        let button = UIButton(primaryAction: UIAction { _ in presses += 1 })
        let inner = UIStackView(arrangedSubviews: [button])
        let outer = UIStackView(arrangedSubviews: [inner])
        let screen = try Screen(outer)
        try screen.send(.setFlag(true), to: button)
        try screen.send(.activate, to: 4_000_000_000)
        inner.isHidden = true
        try screen.send(.activate, to: button)
        inner.isHidden = false
        inner.isUserInteractionEnabled = false
        try screen.send(.activate, to: button)
        inner.isUserInteractionEnabled = true
        button.isEnabled = false
        try screen.send(.activate, to: button)
        button.isEnabled = true
        #expect(presses == 0)
        try screen.send(.activate, to: button)
        #expect(presses == 1)
        inner.removeFromSuperview()
        try screen.turn()
        try screen.send(.activate, to: button)
        #expect(presses == 1)
    }

    @Test func `what a person has done to a control that does not take it is put back at the host`() throws {
        let toggle = UISwitch()
        let field = UITextField()
        let text = UITextView()
        let slider = UISlider()
        field.text = "field"
        text.text = "text"
        text.isEditable = false
        for control in [toggle, field, slider] { control.isEnabled = false }
        let screen = try Screen(UIStackView(arrangedSubviews: [toggle, field, text, slider]))
        func answer(_ event: ViewEvent, to view: UIView) throws -> [ViewOperation] {
            try screen.changes { try screen.send(event, to: view) }
        }
        #expect(try answer(.setFlag(true), to: toggle) == [.set(id: toggle.nodeID, .isOn, .flag(false))])
        #expect(try answer(.setNumber(0.7, isFinal: true), to: slider) == [.set(id: slider.nodeID, .value, .number(0))])
        let typed = ViewEvent.edit(text: "", selectionStart: 0, selectionEnd: 0)
        #expect(try answer(typed, to: field) == [.set(id: field.nodeID, .text, .text("field"))])
        #expect(try answer(.focus(true), to: field) == [.set(id: field.nodeID, .isFocused, nil)])
        #expect(try answer(typed, to: text) == [.set(id: text.nodeID, .text, .text("text"))])
        #expect(!toggle.isOn && field.text == "field" && text.text == "text" && slider.value == 0)
    }

    @Test func `a tap on a view calls its recognizers`() throws {
        var taps = 0
        let label = UILabel()
        label.isUserInteractionEnabled = true
        let recognizer = UITapGestureRecognizer { _ in taps += 1 }
        label.addGestureRecognizer(recognizer)
        let screen = try Screen(label)
        try screen.send(.activate, to: label)
        recognizer.isEnabled = false
        try screen.send(.activate, to: label)
        #expect(taps == 1)
    }

    @Test func `a recognizer belongs to one view, which calls it once for a tap`() throws {
        var taps = 0
        let recognizer = UITapGestureRecognizer { _ in taps += 1 }
        let (former, present) = (UIView(), UIView())
        former.addGestureRecognizer(recognizer)
        present.addGestureRecognizer(recognizer)
        present.addGestureRecognizer(recognizer)
        #expect(former.gestureRecognizers?.isEmpty == true && recognizer.view === present)
        former.removeGestureRecognizer(recognizer)
        #expect(recognizer.view === present)
        let screen = try Screen(present)
        try screen.send(.activate, to: present)
        #expect(taps == 1)
    }

    @Test func `a view that contains another stays where it is instead of being inserted into it`() {
        let (outer, middle, inner, sibling) = (UIView(), UIView(), UIView(), UIView())
        outer.addSubview(middle)
        middle.addSubview(inner)
        inner.addSubview(sibling)
        inner.insertSubview(middle, belowSubview: sibling)
        inner.insertSubview(middle, aboveSubview: sibling)
        #expect(middle.superview === outer && inner.subviews == [sibling])
    }

    @Test func `progress and activity show what goes on`() throws {
        let progress = UIProgressView(progressViewStyle: .bar)
        let activity = UIActivityIndicatorView(style: .large)
        let screen = try Screen(UIStackView(arrangedSubviews: [progress, activity]))
        #expect(screen[activity]?.flag(.isHidden) == true)
        activity.startAnimating()
        progress.progress = 7
        try screen.turn()
        #expect(screen[activity]?.flag(.isHidden) == false)
        #expect(screen[activity]?.flag(.isAnimating) == true)
        #expect(screen[progress]?.number(.value) == 1)
    }
}
