/// The colours of a bar. They have no effect; hosts decide.
///
/// Source: https://developer.apple.com/documentation/uikit/uibarstyle
public enum UIBarStyle: Int, Sendable {
    /// Those of the system.
    case `default`
    /// Dark.
    case black
}

/// The sizes of a bar, by which it can have several pictures.
///
/// Source: https://developer.apple.com/documentation/uikit/uibarmetrics
public enum UIBarMetrics: Int, Sendable {
    /// The usual height.
    case `default`
    /// A low bar, as in landscape.
    case compact
    /// The usual height with a line above the title.
    case defaultPrompt = 101
    /// A low bar with a line above the title.
    case compactPrompt
}
