public import Foundation

/// A transition from the controller of a scene to that of another one.
///
/// Source: https://developer.apple.com/documentation/uikit/uistoryboardsegue
///
/// ## Difference from Apple
/// A subclass declares `init(identifier:source:destination:)` as `required` instead of `override`, because Swift needs
/// that to make objects of a class that is found by its name. Transitions are not animated.
@preconcurrency @MainActor
open class UIStoryboardSegue: NSObject {
    /// The identifier of the segue in the storyboard; `nil` for none.
    public let identifier: String?
    /// The controller from which the segue leads.
    public let source: UIViewController
    /// The controller to which the segue leads.
    public let destination: UIViewController
    /// Shows the destination.
    var performHandler: (() -> Void)?

    /// Makes a segue.
    ///
    /// - Parameters:
    ///   - identifier: the identifier of the segue; `nil` for none.
    ///   - source: the controller from which the segue leads.
    ///   - destination: the controller to which the segue leads.
    public required init(identifier: String?, source: UIViewController, destination: UIViewController) {
        self.identifier = identifier
        self.source = source
        self.destination = destination
        super.init()
    }

    /// Makes a segue that calls a function to show the destination.
    public convenience init(
        identifier: String?, source: UIViewController, destination: UIViewController,
        performHandler: @escaping () -> Void
    ) {
        self.init(identifier: identifier, source: source, destination: destination)
        self.performHandler = performHandler
    }

    /// Shows the destination in the way that the segue has in the storyboard. An override shows it itself.
    open func perform() { performHandler?() }
}
