import Foundation
import OpenExtensionFoundation

/// A method of an object that a control or a gesture recognizer calls.
struct TargetAction {
    /// The object; `nil` if it was released, and for the search in the responder chain.
    private(set) weak var target: AnyObject?
    /// Whether the object is looked for in the responder chain.
    let isSearched: Bool
    /// The name of the method.
    let action: Selector

    /// - Parameter target: `nil` for the search in the responder chain.
    init(_ target: Any?, _ action: Selector) {
        self.target = target.map { $0 as AnyObject }
        isSearched = target == nil
        self.action = action
    }

    /// Whether the object was released, so that nothing is called.
    var isReleased: Bool { !isSearched && target == nil }

    /// Whether this is a method of an object.
    ///
    /// - Parameters:
    ///   - target: `nil` for all objects.
    ///   - action: `nil` for all methods.
    func matches(_ target: Any?, _ action: Selector?) -> Bool {
        (target == nil || self.target === (target as AnyObject)) && (action == nil || self.action == action)
    }
}

/// An action or a method that a control calls for events.
struct ControlHandler {
    enum Call {
        case action(UIAction)
        case method(TargetAction)
    }

    let call: Call
    var events: UIControl.Event

    init(_ call: Call, _ events: UIControl.Event) { (self.call, self.events) = (call, events) }

    /// The action; `nil` for a method.
    var action: UIAction? {
        guard case .action(let action) = call else { return nil }
        return action
    }

    /// The method; `nil` for an action.
    var target: TargetAction? {
        guard case .method(let target) = call else { return nil }
        return target
    }

    /// The handler for its events but `events`; `nil` if no event is left.
    func without(_ events: UIControl.Event) -> ControlHandler? {
        let rest = self.events.subtracting(events)
        return rest.isEmpty ? nil : ControlHandler(call, rest)
    }
}
