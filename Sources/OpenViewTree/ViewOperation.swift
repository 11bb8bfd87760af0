/// A change of a view tree. ``ViewTree/apply(_:images:)`` checks and applies it.
public enum ViewOperation: Sendable, Equatable {
    /// Adds a node without attributes and children.
    ///
    /// - Parameters:
    ///   - id: an identifier that is not in use; 0 is the window.
    ///   - index: the position among the children of the parent, from 0 to their number.
    case insert(id: UInt32, kind: ViewKind, parent: UInt32, index: UInt32)
    /// Sets an attribute; `nil` restores its default.
    case set(id: UInt32, ViewAttribute, ViewValue?)
    /// Moves a node to another position among its siblings. `index` counts the siblings without the node itself.
    case move(id: UInt32, index: UInt32)
    /// Removes a node and all of its descendants.
    case remove(id: UInt32)
}

/// A user's action on a node.
public enum ViewEvent: Sendable, Equatable {
    /// The user pressed a button, row, bar button or choice, or tapped a view.
    case activate
    /// The user switched a toggle.
    case setFlag(Bool)
    /// The user moved a slider or used a stepper.
    ///
    /// - Parameter isFinal: `false` while the user is still dragging.
    case setNumber(Double, isFinal: Bool)
    /// The user selected the segment with this index, from 0.
    case select(UInt32)
    /// The user edited a text or moved the selection. The text is the whole new text; the selection is in UTF-16 units.
    case edit(text: String, selectionStart: UInt32, selectionEnd: UInt32)
    /// The node got or lost the keyboard focus.
    case focus(Bool)
    /// The user pressed the Return key.
    case submit
    /// These rows of a table became visible.
    case showRows(first: UInt32, count: UInt32)
    /// The user chose the ``ViewAttribute/rowActions`` entry with this index.
    case rowAction(UInt32)
    /// The user closed a presented screen or alert with the host's own controls.
    case close
    /// The user presses the node and keeps it pressed. A press is reported as this or as ``activate``, not as both.
    case hold(ViewGesturePhase, at: ViewPoint)
    /// The user drags. The translation is the distance from the location where the gesture began.
    case drag(ViewGesturePhase, at: ViewPoint, by: ViewPoint)
    /// The user moves two fingers. The location is their middle, and the scale their distance divided by that when the
    /// gesture began.
    case pinch(ViewGesturePhase, at: ViewPoint, scale: Double)

    /// Whether the event shows that the user has pressed or changed something. Hosts send the others on their own as well, for
    /// instance when a table appears or when they cancel a gesture.
    public var isActionOfUser: Bool {
        switch self {
        case .activate, .setFlag, .setNumber, .select, .edit, .submit, .rowAction: true
        case .hold(let phase, _), .drag(let phase, _, _), .pinch(let phase, _, _): phase != .cancelled
        case .focus, .showRows, .close: false
        }
    }
}
