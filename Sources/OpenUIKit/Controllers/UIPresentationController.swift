public import Foundation

/// How a controller is presented.
///
/// Source: https://developer.apple.com/documentation/uikit/uipresentationcontroller
///
/// ## Difference from Apple
/// Hosts draw the presentation, so a program cannot make one of its own.
@preconcurrency @MainActor
open class UIPresentationController: NSObject {
    private weak var presented: UIViewController?
    /// The object that is asked and notified when the user closes the presented controller.
    open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

    init(_ presented: UIViewController) {
        self.presented = presented
        super.init()
    }

    /// The controller that is presented.
    public var presentedViewController: UIViewController { presented ?? UIViewController() }
    /// The controller that presents it; the presented one before it is presented.
    public var presentingViewController: UIViewController {
        presented?.presentingViewController ?? presentedViewController
    }
    /// The style of the presentation.
    public var presentationStyle: UIModalPresentationStyle { presented?.modalPresentationStyle ?? .automatic }

    /// Closes the presented controller for the user, unless the program prevents it.
    func closeByUser() {
        guard let presented, let presenter = presented.presenter else { return }
        guard !presented.isModalInPresentation, delegate?.presentationControllerShouldDismiss(self) ?? true else {
            delegate?.presentationControllerDidAttemptToDismiss(self)
            return
        }
        delegate?.presentationControllerWillDismiss(self)
        presenter.dismiss(animated: true) { self.delegate?.presentationControllerDidDismiss(self) }
    }
}

/// Methods that are called when the user closes a presented controller with the host's controls, and not when the program
/// dismisses it. All are optional.
///
/// Source: https://developer.apple.com/documentation/uikit/uiadaptivepresentationcontrollerdelegate
@preconcurrency @MainActor
public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
    /// Is not called; hosts decide how a presentation fits the screen.
    func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle
    /// Is not called; hosts decide how a presentation fits the screen.
    func adaptivePresentationStyle(
        for controller: UIPresentationController, traitCollection: UITraitCollection
    ) -> UIModalPresentationStyle
    /// Called before the user closes the controller.
    ///
    /// - Returns: `false` to prevent it. The default is `true`.
    func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
    /// Called when the user begins to close the controller.
    func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
    /// Called after the user has closed the controller.
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
    /// Called when the user could not close the controller.
    func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
    /// The style of the presented controller.
    public func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle {
        controller.presentationStyle
    }
    /// The style of the presented controller.
    public func adaptivePresentationStyle(
        for controller: UIPresentationController, traitCollection: UITraitCollection
    ) -> UIModalPresentationStyle { controller.presentationStyle }
    /// Allows it.
    public func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool { true }
    /// Does nothing.
    public func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {}
    /// Does nothing.
    public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}
    /// Does nothing.
    public func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {}
}

/// The delegate of a popover, which a host shows as a card.
///
/// Source: https://developer.apple.com/documentation/uikit/uipopoverpresentationcontrollerdelegate
@preconcurrency @MainActor
public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
    /// Is not called; hosts decide on the place of a card.
    func prepareForPopoverPresentation(_ popoverPresentationController: UIPopoverPresentationController)
}

extension UIPopoverPresentationControllerDelegate {
    /// Does nothing.
    public func prepareForPopoverPresentation(_ popoverPresentationController: UIPopoverPresentationController) {}
}

extension UIViewController {
    /// How the controller is presented, according to its style.
    public var presentationController: UIPresentationController? {
        if (self as? UIAlertController)?.preferredStyle == .actionSheet || modalPresentationStyle == .popover {
            return presentation(UIPopoverPresentationController.self)
        }
        if [.automatic, .pageSheet, .formSheet].contains(modalPresentationStyle) {
            return presentation(UISheetPresentationController.self)
        }
        return presentation(UIPresentationController.self)
    }

    /// The object of a class, which is replaced, together with its delegate, when the style is another one.
    private func presentation<Presentation: UIPresentationController>(
        _ type: Presentation.Type
    ) -> UIPresentationController {
        if let known = wishes.presentation, Swift.type(of: known) == type { return known }
        let made: UIPresentationController =
            switch type {
            case is UIPopoverPresentationController.Type: UIPopoverPresentationController(self)
            case is UISheetPresentationController.Type: UISheetPresentationController(self)
            default: UIPresentationController(self)
            }
        made.delegate = wishes.presentation?.delegate
        wishes.presentation = made
        return made
    }
}
