/// What a cell shows, as a value.
///
/// Source: https://developer.apple.com/documentation/uikit/uicontentconfiguration-swift.protocol
@MainActor
public protocol UIContentConfiguration {
    /// A view that shows it.
    func makeContentView() -> any UIView & UIContentView
}

/// A view that shows a configuration.
///
/// Source: https://developer.apple.com/documentation/uikit/uicontentview-swift.protocol
@MainActor
public protocol UIContentView: AnyObject {
    var configuration: any UIContentConfiguration { get set }
}
