/// A value from a fixed list. Its number is sent over the wire; the name of the case is used in text formats.
public protocol ViewChoice: RawRepresentable<UInt8>, CaseIterable, Sendable {}

extension ViewChoice {
    /// The names of all values, indexed by their numbers.
    static var names: [String] { allCases.map { "\($0)" } }
}

/// How a container arranges its children.
public enum ViewArrangement: UInt8, ViewChoice {
    /// Stacked on top of one another, each placed by its own alignment and margin.
    case overlay
    /// Side by side, in reading direction.
    case row
    /// From top to bottom.
    case column
}

/// The position of a node along one axis of the space that is available to it.
public enum ViewAlignment: UInt8, ViewChoice {
    case fill, leading, center, trailing, firstBaseline
}

/// How a row or column distributes its space; see `UIStackView.Distribution`.
public enum ViewDistribution: UInt8, ViewChoice {
    case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
}

/// The reading direction inside a node.
public enum ViewDirection: UInt8, ViewChoice {
    /// The reading direction of the host.
    case natural
    case leftToRight, rightToLeft
}

/// The role of a text, from which the host derives size and weight; see `UIFont.TextStyle`.
public enum ViewTextStyle: UInt8, ViewChoice {
    case body, largeTitle, title1, title2, title3, headline, subheadline, callout, footnote, caption1, caption2
}

/// The nine weights of a font.
public enum ViewFontWeight: UInt8, ViewChoice {
    case regular, ultraLight, thin, light, medium, semibold, bold, heavy, black
}

/// How the lines of a text are aligned.
public enum ViewTextAlignment: UInt8, ViewChoice {
    case natural, left, center, right, justified
}

/// How an image fills its node; see `UIView.ContentMode`.
public enum ViewContentMode: UInt8, ViewChoice {
    case scaleAspectFit, scaleAspectFill, scaleToFill, center
}

/// The meaning of a button, a bar button or a choice of an alert.
public enum ViewRole: UInt8, ViewChoice {
    case normal, primary, cancel, destructive
}

/// How prominent a button is.
public enum ViewButtonStyle: UInt8, ViewChoice {
    case plain, gray, tinted, filled
}

/// The kind of text that the user is expected to type.
public enum ViewKeyboard: UInt8, ViewChoice {
    case standard, asciiCapable, numbersAndPunctuation, url, numberPad, phonePad, emailAddress, decimalPad, webSearch
}

/// The label of the Return key.
public enum ViewReturnKey: UInt8, ViewChoice {
    case standard, go, search, send, next, done
}

/// The appearance of a table.
public enum ViewTableStyle: UInt8, ViewChoice {
    case plain, grouped, insetGrouped
}

/// The role of a child of a table.
public enum ViewRowKind: UInt8, ViewChoice {
    case row, header, footer
}

/// The control or symbol at the trailing edge of a row.
public enum ViewAccessory: UInt8, ViewChoice {
    case none, disclosure, detail, checkmark
}

/// The position of a bar button.
public enum ViewPlacement: UInt8, ViewChoice {
    case leading, trailing
    /// In the bar at the bottom of the screen.
    case bottom
    /// The button that returns to the previous screen.
    case back
}

/// How an alert, or a screen above another one, is presented.
public enum ViewPresentation: UInt8, ViewChoice {
    /// Covers the screen below.
    case full
    /// A card above the screen below.
    case sheet
    /// A question in the middle of the screen.
    case alert
    /// A list of choices at the edge of the screen.
    case actionSheet
}

/// The sizes of a widget; see `NCWidgetDisplayMode`.
public enum ViewDisplayMode: UInt8, ViewChoice {
    case compact, expanded
}

/// The host's light or dark appearance.
public enum ViewColorScheme: UInt8, ViewChoice {
    case light, dark
}

/// The text size that the user has chosen; see `UIContentSizeCategory`.
public enum ViewTextSize: UInt8, ViewChoice {
    case large, extraSmall, small, medium, extraLarge, extraExtraLarge, extraExtraExtraLarge
    case accessibilityMedium, accessibilityLarge, accessibilityExtraLarge, accessibilityExtraExtraLarge
    case accessibilityExtraExtraExtraLarge
}
