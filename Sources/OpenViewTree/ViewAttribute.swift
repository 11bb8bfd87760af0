/// A property of a node. ``ViewSchema`` lists the type and range of each, and the kinds that have it.
public enum ViewAttribute: UInt8, Sendable, CaseIterable {
    // Layout, for nodes of every kind. Lengths are in points; a point is a CSS pixel.
    case isHidden
    case width, height, minimumWidth, minimumHeight, maximumWidth, maximumHeight
    /// Width divided by height.
    case aspectRatio
    /// How much free space a child takes along its row or column, relative to its siblings; 0 takes none.
    case grow
    /// The position of a child across the container and, in an overlay, along it. Overrides the container's
    /// ``alignment``.
    case horizontalAlignment, verticalAlignment
    /// Space around a node, measured from the edges of its container.
    case margin
    case opacity, backgroundColor, cornerRadius, borderWidth, borderColor
    case direction
    /// The colour of controls, links and symbols in this node and below it.
    case tintColor

    // Containers
    case arrangement, alignment, distribution
    /// The space between children.
    case spacing
    /// The space between the edges and the children.
    case padding
    /// For a scroll view: scrolls horizontally instead of vertically. For a row: the second text stands beside the
    /// first.
    case isHorizontal

    // Text
    case text
    /// Styled ranges of ``text``.
    case runs
    /// The second line of a row, the message of an alert, the prompt of a bar.
    case detail
    case placeholder
    case textStyle
    /// The font size in points; replaces the size of ``textStyle``.
    case fontSize
    case fontWeight
    case isItalic, isMonospaced
    case textColor, textAlignment
    /// The largest number of lines; 0 means no limit.
    case lineLimit

    // Pictures
    /// The identifier of an image that was sent earlier.
    case image
    /// The name of a symbol that the host draws; see ``ViewSymbol``.
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
    /// Whether the node has, or asks for, the keyboard focus.
    case isFocused
    case keyboard, returnKey
    case isAnimating

    // Tables
    /// The number of rows, headers and footers of a table together.
    case rowCount
    /// The height that a host assumes for rows that it has not received.
    case rowHeight
    case tableStyle
    /// The index of a row among all rows, headers and footers of its table, from 0.
    case position
    case rowKind
    case accessory
    /// Whether tapping a row has an effect.
    case isSelectable
    /// The titles of a row's swipe actions.
    case rowActions

    // Screens, bars, alerts
    case title
    case placement
    case presentation
    /// Whether the user may close a presented screen with the host's own controls.
    case isDismissible
    case preferredWidth, preferredHeight
    case largestDisplayMode
    /// `false` when a widget has nothing to show and asks to be left out.
    case hasContent

    // Accessibility
    case accessibilityLabel, accessibilityHint, accessibilityValue
    /// The raw value of a ``ViewAccessibilityTraits``.
    case accessibilityTraits
    case isAccessibilityHidden
    case accessibilityIdentifier

    // Gestures
    /// The raw value of a ``ViewGestures``.
    case gestures
    /// The seconds for which the node has to be pressed until a hold begins; 0.5 by default.
    case holdDelay
}
