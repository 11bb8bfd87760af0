/// The state by which a content configuration adapts itself.
///
/// Source: https://developer.apple.com/documentation/uikit/uiconfigurationstate-swift.protocol
@preconcurrency @MainActor
public protocol UIConfigurationState {
    /// The traits of the environment of the view.
    var traitCollection: UITraitCollection { get set }
}

/// The state of a cell.
///
/// Source: https://developer.apple.com/documentation/uikit/uicellconfigurationstate-swift.struct
///
/// ## Difference from Apple
/// Only ``isSelected`` changes, because hosts do not report the others.
@preconcurrency @MainActor
public struct UICellConfigurationState: UIConfigurationState {
    /// The traits of the environment of the cell.
    public var traitCollection: UITraitCollection
    /// Whether the cell is selected.
    public var isSelected = false
    /// Whether the cell is highlighted.
    public var isHighlighted = false
    /// Whether the user cannot use the cell.
    public var isDisabled = false
    /// Whether the cell has the focus.
    public var isFocused = false
    /// Whether the cell is being edited.
    public var isEditing = false
    /// Whether the actions of the cell are visible.
    public var isSwiped = false
    /// Whether the items below the cell are visible.
    public var isExpanded = false

    /// Makes the state of a cell that is not selected.
    public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }
}
