public import Foundation
import OpenViewTree

/// A view that does something when a person uses it.
///
/// Source: https://developer.apple.com/documentation/uikit/uicontrol
///
/// ## Difference from Apple
/// Linux has no selectors, so there is no `addTarget(_:action:for:)`; ``addAction(_:for:)`` is Apple's other way.
open class UIControl: UIView {
    /// What a person does with a control.
    public struct Event: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let touchDown = Event(rawValue: 1 << 0)
        public static let touchUpInside = Event(rawValue: 1 << 6)
        public static let valueChanged = Event(rawValue: 1 << 12)
        /// What the control is for: a button was pressed, a value was changed.
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        public static let editingDidBegin = Event(rawValue: 1 << 16)
        public static let editingChanged = Event(rawValue: 1 << 17)
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
        public static let allTouchEvents = Event(rawValue: 0xFFF)
        public static let allEditingEvents = Event(rawValue: 0xF_0000)
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    /// How a control stands.
    public struct State: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let normal: State = []
        public static let highlighted = State(rawValue: 1)
        public static let disabled = State(rawValue: 2)
        public static let selected = State(rawValue: 4)
        public static let focused = State(rawValue: 8)
    }

    /// Where what a control shows stands in it.
    public enum ContentHorizontalAlignment: Int, Sendable {
        case center, left, right, fill, leading, trailing
    }

    /// Counts for buttons.
    open var contentHorizontalAlignment = ContentHorizontalAlignment.center { didSet { setNeedsRendering() } }
    private var actions: [(action: UIAction, events: Event)] = []

    open var isEnabled = true { didSet { if isEnabled != oldValue { setNeedsRendering() } } }
    open var isSelected = false { didSet { if isSelected != oldValue { setNeedsRendering() } } }
    /// Whether it is pressed, which hosts show by themselves.
    open var isHighlighted = false

    open var state: State {
        var state: State = .normal
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        if isHighlighted { state.insert(.highlighted) }
        return state
    }

    /// - Parameter primaryAction: called for ``Event/primaryActionTriggered``.
    public init(frame: CGRect, primaryAction: UIAction?) {
        super.init(frame: frame)
        if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
    }

    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Calls an action for events. One with the identifier of another for these events takes its place.
    open func addAction(_ action: UIAction, for controlEvents: Event) {
        removeAction(identifiedBy: action.identifier, for: controlEvents)
        actions.append((action, controlEvents))
    }

    open func removeAction(_ action: UIAction, for controlEvents: Event) {
        removeAction(identifiedBy: action.identifier, for: controlEvents)
    }

    open func removeAction(identifiedBy actionIdentifier: UIAction.Identifier, for controlEvents: Event) {
        for index in actions.indices where actions[index].action.identifier == actionIdentifier {
            actions[index].events.subtract(controlEvents)
        }
        actions.removeAll { $0.events.isEmpty }
    }

    /// The events for which something is called.
    open var allControlEvents: Event { actions.reduce([]) { $0.union($1.events) } }

    /// Calls a function with each action.
    open func enumerateEventHandlers(_ iterator: (UIAction?, Event, inout Bool) -> Void) {
        var stop = false
        for (action, events) in actions where !stop { iterator(action, events, &stop) }
    }

    /// Calls one action as if an event had happened.
    open func sendAction(_ action: UIAction) { action.perform(for: self) }

    /// Calls the actions for events.
    open func sendActions(for controlEvents: Event) {
        for (action, events) in actions where !events.isDisjoint(with: controlEvents) { sendAction(action) }
    }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        guard !isEnabled else { return }
        if ViewSchema.rule(of: nodeKind).attributes.contains(.isEnabled) {
            node.set(.isEnabled, false)
        } else {
            node.add(.notEnabled)
        }
    }

    override var takesEvents: Bool { isEnabled && super.takesEvents }

    override func handle(_ event: ViewEvent) {
        super.handle(event)
        if case .activate = event { press() }
    }

    /// It was pressed, or moved.
    func press() {
        sendActions(for: .touchDown)
        sendActions(for: [.touchUpInside, .primaryActionTriggered])
    }
}
