public import Foundation

/// Called when a row of the sheet is pressed.
public typealias SLComposeSheetConfigurationItemTapHandler = @MainActor () -> Void

/// A row of a compose sheet: a choice, with what is chosen.
///
/// Source: https://developer.apple.com/documentation/social/slcomposesheetconfigurationitem
@MainActor
open class SLComposeSheetConfigurationItem: NSObject {
    /// The sheet that shows it.
    weak var list: ConfigurationList?

    /// What is to be chosen.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var title: String! { didSet { list?.show(self) } }
    /// What is chosen.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var value: String! { didSet { list?.show(self) } }
    /// Whether the value is still being found out; an activity indicator stands in its place.
    open var valuePending = false { didSet { list?.show(self) } }
    /// nil for a row that cannot be pressed.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var tapHandler: SLComposeSheetConfigurationItemTapHandler! { didSet { list?.show(self) } }

    /// Never nil; the sign is Apple's.
    public init!(_: Void = ()) {}
}
