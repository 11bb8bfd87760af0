public import Foundation
public import OpenExtensionFoundation

/// What the context of a Today extension says of its widget.
///
/// Source: https://developer.apple.com/documentation/foundation/nsextensioncontext
extension NSExtensionContext {
    /// The largest form that the widget can have; compact, and no button for more, until it says otherwise.
    @MainActor
    public var widgetLargestAvailableDisplayMode: NCWidgetDisplayMode {
        get { WidgetState.of(self)?.largest ?? .compact }
        set { WidgetState.of(self)?.largest = newValue }
    }

    /// The form that it has.
    @MainActor
    public var widgetActiveDisplayMode: NCWidgetDisplayMode { WidgetState.of(self)?.active ?? .compact }

    /// How large it can be in a form, in points; zero when it is not shown.
    @MainActor
    public func widgetMaximumSize(for displayMode: NCWidgetDisplayMode) -> CGSize {
        WidgetState.of(self)?.maximumSize(for: displayMode) ?? .zero
    }
}
