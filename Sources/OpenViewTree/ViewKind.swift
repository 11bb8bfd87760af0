/// The kinds of nodes in a view tree. Every host draws each kind with its own controls.
///
/// ``ViewSchema`` tells which children, attributes and events each kind may have.
public enum ViewKind: UInt8, Sendable, CaseIterable {
    /// The root. Its children are the main screen and everything presented above it; the last child is in front.
    case window
    /// The view of the principal controller, or of one that is presented over it.
    case screen
    /// An alert and its choices.
    case alert
    /// One choice of an alert.
    case alertAction
    /// The bar at the top of a screen, with its title and buttons.
    case navigationBar
    /// A button in the top or bottom bar.
    case barButton
    /// A rectangle that contains other nodes.
    case container
    /// A container whose content can be larger than its visible part.
    case scroll
    case label
    case image
    case button
    case textField
    /// A multiline text.
    case textView
    case toggle
    case slider
    case segmented
    case stepper
    case progress
    /// An indicator of activity of unknown duration.
    case activity
    /// A list of rows. Only rows near the visible ones are in the tree.
    case table
    /// A row, header or footer of a table; ``ViewAttribute/position`` is its index.
    case row
}
