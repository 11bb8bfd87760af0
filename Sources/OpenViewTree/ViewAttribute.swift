/// What can be said of a node. Type, bounds and kinds of each are in ``ViewSchema``.
public enum ViewAttribute: UInt8, Sendable, CaseIterable {
    // Layout, of every kind. Lengths are points: 1/160 inch at arm's length, a CSS pixel.
    case isHidden
    case width, height, minimumWidth, minimumHeight, maximumWidth, maximumHeight
    /// Width divided by height.
    case aspectRatio
    /// How eagerly a child takes up free room along its row or column; 0 is not at all.
    case grow
    /// Where a child stands across and, in an overlay, along; overrides the container's ``alignment``.
    case horizontalAlignment, verticalAlignment
    /// Room around a node, from the edges of its container.
    case margin
    case opacity, backgroundColor, cornerRadius, borderWidth, borderColor
    case direction
    /// What controls, links and symbols below this node are coloured with.
    case tintColor

    // Containers
    case arrangement, alignment, distribution
    /// Room between children.
    case spacing
    /// Room between the edges and the children.
    case padding
    /// Whether a scroll view scrolls across instead of down, and the second text of a row is beside the first.
    case isHorizontal

    // Text
    case text
    /// Styles of parts of ``text``.
    case runs
    /// The second line of a row, the message of an alert, the prompt of a bar.
    case detail
    case placeholder
    case textStyle
    /// Instead of the size that belongs to ``textStyle``.
    case fontSize
    case fontWeight
    case isItalic, isMonospaced
    case textColor, textAlignment
    /// How many lines are shown at most; 0 is all.
    case lineLimit

    // Pictures
    /// The number of an image that has been sent before.
    case image
    /// The name of a symbol that the host draws, one of ``ViewSymbol``.
    case symbol
    case contentMode

    // Controls
    case isEnabled, isSelected
    case isOn
    case value, minimum, maximum, step
    case segments
    case selectedIndex
    case role, buttonStyle
    case isSecure, isEditable
    /// The node wants to be, or is, where typing goes.
    case isFocused
    case keyboard, returnKey
    case isAnimating

    // Tables
    /// Rows, headers and footers of a table together.
    case rowCount
    /// What a host reckons with for rows that it has not seen.
    case rowHeight
    case tableStyle
    /// Which of the rows of its table a row is, from 0.
    case position
    case rowKind
    case accessory
    /// Whether a tap on a row does anything.
    case isSelectable
    /// What else can be done with a row.
    case rowActions

    // Screens, bars, alerts
    case title
    case placement
    case presentation
    /// Whether a person may close a presented screen by the host's own means.
    case isDismissible
    case preferredWidth, preferredHeight
    case largestDisplayMode
    /// false: a widget has nothing to show and wants to be left out.
    case hasContent

    // Accessibility
    case accessibilityLabel, accessibilityHint, accessibilityValue
    /// A ``ViewAccessibilityTraits``.
    case accessibilityTraits
    case isAccessibilityHidden
    case accessibilityIdentifier
}
