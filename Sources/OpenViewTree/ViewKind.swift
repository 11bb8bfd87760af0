/// The components that a view tree is made of. Every host draws each of them with its own means.
///
/// What may stand where, and which attributes and events each kind has, is in ``ViewSchema``.
public enum ViewKind: UInt8, Sendable, CaseIterable {
    /// The root: what an extension shows at one time. Its children are the screen, and above it what is presented,
    /// the last one in front.
    case window
    /// The view of the principal controller, or of one that is presented over it.
    case screen
    /// A question with its choices.
    case alert
    /// One choice of an alert.
    case alertAction
    /// The bar at the top of a screen: its title and bar buttons.
    case navigationBar
    /// A button in the bar at the top or the bottom.
    case barButton
    /// A rectangle with other nodes in it.
    case container
    /// A container that can be larger than what is seen of it.
    case scroll
    case label
    case image
    case button
    case textField
    /// Text of several lines.
    case textView
    case toggle
    case slider
    case segmented
    case stepper
    case progress
    /// The sign that something goes on for an unknown time.
    case activity
    /// A list of rows, of which only those near the visible ones are in the tree.
    case table
    /// A row, a header or a footer of a table; its place is the attribute ``ViewAttribute/position``.
    case row
}
