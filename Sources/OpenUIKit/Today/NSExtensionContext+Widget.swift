public import Foundation
public import OpenExtensionFoundation

/// The size of the widget of a Today extension.
///
/// Source: https://developer.apple.com/documentation/foundation/nsextensioncontext
extension NSExtensionContext {
    /// The largest mode that the widget supports. The host offers a button to expand the widget only if it is set to
    /// ``NCWidgetDisplayMode/expanded``; the default is ``NCWidgetDisplayMode/compact``.
    @preconcurrency @MainActor
    public var widgetLargestAvailableDisplayMode: NCWidgetDisplayMode {
        get { WidgetState.of(self)?.largest ?? .compact }
        set { WidgetState.of(self)?.largest = newValue }
    }

    /// The present mode of the widget; ``NCWidgetDisplayMode/compact`` when it is not shown.
    @preconcurrency @MainActor
    public var widgetActiveDisplayMode: NCWidgetDisplayMode { WidgetState.of(self)?.active ?? .compact }

    /// Returns the largest size of the widget in a mode, in points; zero when the widget is not shown.
    @preconcurrency @MainActor
    public func widgetMaximumSize(for displayMode: NCWidgetDisplayMode) -> CGSize {
        WidgetState.of(self)?.maximumSize(for: displayMode) ?? .zero
    }
}
