/// One change of a view tree.
public enum ViewOperation: Sendable, Equatable {
    /// A new node without attributes and children.
    ///
    /// - Parameter id: not in use; not 0, which is the window.
    /// - Parameter index: among the children of the parent, 0 up to their number.
    case insert(id: UInt32, kind: ViewKind, parent: UInt32, index: UInt32)
    /// Sets an attribute; nil gives it back its default.
    case set(id: UInt32, ViewAttribute, ViewValue?)
    /// To another place among the children of the same parent, counted without the node itself.
    case move(id: UInt32, index: UInt32)
    /// With everything below it.
    case remove(id: UInt32)
}

/// What a person does to a node.
public enum ViewEvent: Sendable, Equatable {
    /// A press on a button, a row, a bar button or a choice.
    case activate
    /// A toggle was switched.
    case setFlag(Bool)
    /// A slider or stepper was moved.
    ///
    /// - Parameter isFinal: the person has let go.
    case setNumber(Double, isFinal: Bool)
    /// A segment was chosen, from 0.
    case select(UInt32)
    /// The text as it is now, with the selection in UTF-16 units, which is what both ends count in.
    case edit(text: String, selectionStart: UInt32, selectionEnd: UInt32)
    /// Typing goes there, or no longer.
    case focus(Bool)
    /// The key that ends typing.
    case submit
    /// These rows of a table are seen.
    case showRows(first: UInt32, count: UInt32)
    /// One of the ``ViewAttribute/rowActions``.
    case rowAction(UInt32)
    /// A presented screen or alert was closed by the host's means.
    case close
}
