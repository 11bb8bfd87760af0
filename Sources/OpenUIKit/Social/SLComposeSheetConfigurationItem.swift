public import Foundation

/// The function that is called when the user presses a row of a compose sheet.
public typealias SLComposeSheetConfigurationItemTapHandler = @MainActor () -> Void

/// A row of a compose sheet, with a name and a value.
///
/// Source: https://developer.apple.com/documentation/social/slcomposesheetconfigurationitem
@preconcurrency @MainActor
open class SLComposeSheetConfigurationItem: NSObject {
    /// The list that shows the item.
    weak var list: ConfigurationList?

    /// The name of the setting.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var title: String! { didSet { list?.show(self) } }
    /// The value that is shown beside it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var value: String! { didSet { list?.show(self) } }
    /// Whether the value is being determined; an activity indicator is shown in its place.
    open var valuePending = false { didSet { list?.show(self) } }
    /// Called when the user presses the row; `nil` for a row that cannot be pressed.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var tapHandler: SLComposeSheetConfigurationItemTapHandler! { didSet { list?.show(self) } }

    /// Makes an empty item. It never returns `nil`; the initializer is failable as in Apple's interface.
    public init!(_: Void = ()) {}
}
