/// The content of a cell as a value.
///
/// Source: https://developer.apple.com/documentation/uikit/uicontentconfiguration-swift.protocol
@preconcurrency @MainActor
public protocol UIContentConfiguration {
    /// Makes a view that shows the content.
    func makeContentView() -> any UIView & UIContentView
    /// Returns the configuration for a state of its cell. The default implementation returns the configuration as it is.
    func updated(for state: any UIConfigurationState) -> Self
}

extension UIContentConfiguration {
    /// Returns the configuration as it is.
    public func updated(for state: any UIConfigurationState) -> Self { self }
}

/// A view that shows a content configuration.
///
/// Source: https://developer.apple.com/documentation/uikit/uicontentview-swift.protocol
@preconcurrency @MainActor
public protocol UIContentView: AnyObject {
    /// The content that the view shows. Setting it updates the view.
    var configuration: any UIContentConfiguration { get set }
}
