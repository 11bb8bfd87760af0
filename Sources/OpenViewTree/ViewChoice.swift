/// A value out of a fixed list. The number is what travels; the case's name is what text formats use.
public protocol ViewChoice: RawRepresentable<UInt8>, CaseIterable, Sendable {}

extension ViewChoice {
    /// The names of all values, by their number.
    static var names: [String] { allCases.map { "\($0)" } }
}

/// How the children of a container stand to one another.
public enum ViewArrangement: UInt8, ViewChoice {
    /// On top of each other, each placed by its own alignments and margins.
    case overlay
    /// Side by side, in the direction of reading.
    case row
    /// One below the other.
    case column
}

/// Where something stands in the room there is, along one direction.
public enum ViewAlignment: UInt8, ViewChoice {
    case fill, leading, center, trailing, firstBaseline
}

/// How a row or column shares out its room (`UIStackView.Distribution`).
public enum ViewDistribution: UInt8, ViewChoice {
    case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
}

/// The direction of reading inside a node.
public enum ViewDirection: UInt8, ViewChoice {
    /// That of the host.
    case natural
    case leftToRight, rightToLeft
}

/// The role of a text, from which a host takes size and weight (`UIFont.TextStyle`).
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

/// How an image fills its node (`UIView.ContentMode`).
public enum ViewContentMode: UInt8, ViewChoice {
    case scaleAspectFit, scaleAspectFill, scaleToFill, center
}

/// What a button, a bar button or a choice of an alert does to the person's work.
public enum ViewRole: UInt8, ViewChoice {
    case normal, primary, cancel, destructive
}

/// How prominent a button is.
public enum ViewButtonStyle: UInt8, ViewChoice {
    case plain, gray, tinted, filled
}

/// What kind of text a person is about to type.
public enum ViewKeyboard: UInt8, ViewChoice {
    case standard, asciiCapable, numbersAndPunctuation, url, numberPad, phonePad, emailAddress, decimalPad, webSearch
}

/// What the key that ends typing says.
public enum ViewReturnKey: UInt8, ViewChoice {
    case standard, go, search, send, next, done
}

/// How a table looks.
public enum ViewTableStyle: UInt8, ViewChoice {
    case plain, grouped, insetGrouped
}

/// What a child of a table is.
public enum ViewRowKind: UInt8, ViewChoice {
    case row, header, footer
}

/// What stands at the end of a row.
public enum ViewAccessory: UInt8, ViewChoice {
    case none, disclosure, detail, checkmark
}

/// Where a bar button stands.
public enum ViewPlacement: UInt8, ViewChoice {
    case leading, trailing
    /// In the bar at the bottom.
    case bottom
    /// It leads to the screen before this one.
    case back
}

/// How a screen above another one, or an alert, is presented.
public enum ViewPresentation: UInt8, ViewChoice {
    /// It covers what is below.
    case full
    /// A card above what is below.
    case sheet
    /// A question in the middle.
    case alert
    /// Choices at the edge.
    case actionSheet
}

/// The forms of a widget (`NCWidgetDisplayMode`).
public enum ViewDisplayMode: UInt8, ViewChoice {
    case compact, expanded
}

/// Light or dark.
public enum ViewColorScheme: UInt8, ViewChoice {
    case light, dark
}

/// How large a person wants text (`UIContentSizeCategory`).
public enum ViewTextSize: UInt8, ViewChoice {
    case large, extraSmall, small, medium, extraLarge, extraExtraLarge, extraExtraExtraLarge
    case accessibilityMedium, accessibilityLarge, accessibilityExtraLarge, accessibilityExtraExtraLarge
    case accessibilityExtraExtraExtraLarge
}
