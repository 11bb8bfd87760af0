public import Foundation
import OpenViewTree

/// A view that performs actions when the user interacts with it.
///
/// Source: https://developer.apple.com/documentation/uikit/uicontrol
open class UIControl: UIView {
    /// The user's interactions with a control.
    public struct Event: OptionSet, Hashable, Sendable {
        /// The bits of the events.
        public let rawValue: UInt
        /// Makes events from their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The control was touched. Where a host only reports whole presses, it is sent together with ``touchUpInside``.
        public static let touchDown = Event(rawValue: 1 << 0)
        /// The control was pressed: the finger was lifted inside of it.
        public static let touchUpInside = Event(rawValue: 1 << 6)
        /// The finger was lifted outside of the control. Only buttons and controls of the program's own types send it.
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        /// A touch ended without being lifted, for instance because an alert covers the control, or because the control
        /// was disabled. Only buttons and controls of the program's own types send it.
        public static let touchCancel = Event(rawValue: 1 << 8)
        /// The value was changed by the user.
        public static let valueChanged = Event(rawValue: 1 << 12)
        /// The main interaction: a button was pressed, or a value was changed.
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        /// Editing began.
        public static let editingDidBegin = Event(rawValue: 1 << 16)
        /// The user changed the text.
        public static let editingChanged = Event(rawValue: 1 << 17)
        /// Editing ended.
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        /// The user pressed the Return key.
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
        /// All events of touches.
        public static let allTouchEvents = Event(rawValue: 0xFFF)
        /// All events of editing.
        public static let allEditingEvents = Event(rawValue: 0xF_0000)
        /// All events.
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    /// The state of a control.
    public struct State: OptionSet, Hashable, Sendable {
        /// The bits of the state.
        public let rawValue: UInt
        /// Makes a state from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Enabled, and neither selected nor highlighted.
        public static let normal: State = []
        /// Highlighted.
        public static let highlighted = State(rawValue: 1)
        /// Disabled.
        public static let disabled = State(rawValue: 2)
        /// Selected.
        public static let selected = State(rawValue: 4)
        /// Focused. No control of this module is ever in this state.
        public static let focused = State(rawValue: 8)
    }

    /// The horizontal position of a control's content.
    public enum ContentHorizontalAlignment: Int, Sendable {
        case center, left, right, fill, leading, trailing
    }

    /// The horizontal position of a button's content; other controls ignore it.
    open var contentHorizontalAlignment = ContentHorizontalAlignment.center { didSet { setNeedsRendering() } }
    private static let anyResponder = NSNull()
    private var handlers: [ControlHandler] = [] { didSet { setNeedsRendering() } }
    /// Whether the control is being touched, as far as the host reports it: if there is an action for
    /// ``Event/touchDown``, ``Event/touchUpOutside`` or ``Event/touchCancel``.
    public private(set) var isTracking = false

    /// Whether the user can use the control; `true` by default.
    open var isEnabled = true { didSet { if isEnabled != oldValue { setNeedsRendering() } } }
    /// Whether the control is selected; `false` by default.
    open var isSelected = false { didSet { if isSelected != oldValue { setNeedsRendering() } } }
    /// Whether the control is drawn as pressed. It is not sent to the host, which highlights controls itself.
    open var isHighlighted = false

    /// The state, derived from ``isEnabled``, ``isSelected`` and ``isHighlighted``.
    open var state: State {
        var state: State = .normal
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        if isHighlighted { state.insert(.highlighted) }
        return state
    }

    /// Makes a control.
    ///
    /// - Parameters:
    ///   - frame: the rectangle in the superview, in points.
    ///   - primaryAction: performed for ``Event/primaryActionTriggered``.
    public convenience init(frame: CGRect, primaryAction: UIAction?) {
        self.init(frame: frame)
        if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
    }

    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Performs an action for events. It replaces an action with the same identifier for these events.
    open func addAction(_ action: UIAction, for controlEvents: Event) {
        removeAction(identifiedBy: action.identifier, for: controlEvents)
        handlers.append(ControlHandler(.action(action), controlEvents))
    }

    /// Stops performing an action for events.
    open func removeAction(_ action: UIAction, for controlEvents: Event) {
        removeAction(identifiedBy: action.identifier, for: controlEvents)
    }

    /// Stops performing the action with an identifier for events.
    open func removeAction(identifiedBy actionIdentifier: UIAction.Identifier, for controlEvents: Event) {
        handlers = handlers.compactMap { $0.action?.identifier == actionIdentifier ? $0.without(controlEvents) : $0 }
    }

    /// Calls a method of an object for events.
    ///
    /// The method has no parameter, or one for the control, or two for the control and a ``UIEvent``. The target is not kept
    /// alive. Adding a method for a second time adds the events only.
    ///
    /// - Parameters:
    ///   - target: the object; `nil` for the first one that has the method, from the control upwards in the responder chain.
    ///   - action: the name of the method, which has to be registered; see `ObjectiveCMembers`.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uicontrol/addtarget(_:action:for:)
    ///
    /// ## Difference from Apple
    /// If the target has no such method, the event is reported on standard error, instead of ending the process.
    open func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
        handlers.removeAll { $0.target?.isReleased == true }
        let index = handlers.firstIndex {
            $0.target?.matches(target, action) == true && $0.target?.isSearched == (target == nil)
        }
        if let index { return handlers[index].events.formUnion(controlEvents) }
        handlers.append(ControlHandler(.method(TargetAction(target, action)), controlEvents))
    }

    /// Stops calling methods for events.
    ///
    /// - Parameters:
    ///   - target: the object; `nil` for all objects.
    ///   - action: the name of the method; `nil` for all methods.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uicontrol/removetarget(_:action:for:)
    open func removeTarget(_ target: Any?, action: Selector?, for controlEvents: Event) {
        handlers = handlers.compactMap {
            $0.target?.matches(target, action) == true ? $0.without(controlEvents) : $0
        }
    }

    /// The objects whose methods are called, with `NSNull` for the search in the responder chain.
    ///
    /// ## Difference from Apple
    /// Objects that are not hashable are left out.
    open var allTargets: Set<AnyHashable> {
        Set(
            handlers.compactMap(\.target).compactMap { entry in
                entry.isSearched ? AnyHashable(Self.anyResponder) : entry.target as? AnyHashable
            })
    }

    /// Returns the names of the methods that are called for an event.
    ///
    /// - Parameter target: the object; `nil` for the search in the responder chain.
    /// - Returns: `nil` if there are no methods.
    open func actions(forTarget target: Any?, forControlEvent controlEvent: Event) -> [String]? {
        let names = handlers.filter { handler in
            guard let entry = handler.target, !handler.events.isDisjoint(with: controlEvent) else { return false }
            return entry.isSearched == (target == nil) && entry.matches(target, nil)
        }.compactMap { $0.target?.action.description }
        return names.isEmpty ? nil : names
    }

    /// All events for which an action or a method was added.
    open var allControlEvents: Event { handlers.reduce([]) { $0.union($1.events) } }

    /// Calls a function for each action or method and its events, until the function sets its last argument to `true`.
    ///
    /// - Parameter iterator: gets an action, or an object with the name of its method; the object is `nil` for the search in
    ///   the responder chain.
    open func enumerateEventHandlers(_ iterator: (UIAction?, (Any?, Selector)?, Event, inout Bool) -> Void) {
        var stop = false
        for handler in handlers where !stop {
            iterator(handler.action, handler.target.map { ($0.target, $0.action) }, handler.events, &stop)
        }
    }

    /// Performs an action with this control as its sender.
    open func sendAction(_ action: UIAction) { action.perform(for: self) }

    /// Calls a method with this control as its sender.
    ///
    /// - Parameters:
    ///   - target: the object; `nil` for the first one in the responder chain that has the method.
    ///   - event: passed to a method with two parameters.
    open func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
        UIApplication.shared.sendAction(action, to: target, from: self, for: event)
    }

    /// Performs the actions and calls the methods that were added for any of the events, in the order in which they were
    /// added.
    open func sendActions(for controlEvents: Event) {
        for handler in handlers where !handler.events.isDisjoint(with: controlEvents) {
            switch handler.call {
            case .action(let action): sendAction(action)
            case .method(let entry) where !entry.isReleased:
                sendAction(entry.action, to: entry.target, for: nil)
            case .method: break
            }
        }
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
        switch event {
        case .activate: press()
        case .hold(let phase, let location): track(phase, location)
        default: break
        }
    }

    /// Sends the events of a press that the host reports as a whole.
    func press() {
        sendActions(for: .touchDown)
        release()
    }

    /// Whether the host has to report the beginning and the end of a press. A press is a single event otherwise.
    private var needsTracking: Bool {
        !allControlEvents.isDisjoint(with: [.touchDown, .touchUpOutside, .touchCancel])
    }

    override var gestures: ViewGestures { needsTracking ? super.gestures.union(.hold) : super.gestures }
    override var holdDelay: TimeInterval? { needsTracking ? 0 : super.holdDelay }

    private func track(_ phase: ViewGesturePhase, _ location: ViewPoint) {
        // A touch that has not ended when another begins was lost.
        if phase == .cancelled || phase == .began { endTracking(with: .touchCancel) }
        switch phase {
        case .began where needsTracking:
            isTracking = true
            sendActions(for: .touchDown)
        case .ended where !takesEvents: endTracking(with: .touchCancel)
        case .ended where !location.isInside: endTracking(with: .touchUpOutside)
        case .ended where isTracking:
            isTracking = false
            release()
        default: break
        }
    }

    private func endTracking(with event: Event) {
        guard isTracking else { return }
        isTracking = false
        sendActions(for: event)
    }

    /// Sends the events of a finger that is lifted inside of the control.
    func release() { sendActions(for: [.touchUpInside, .primaryActionTriggered]) }
}
