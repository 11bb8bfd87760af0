public import Foundation

// The names of Swift 3 and 4, which sources of that time have.

/// The name of `UIControl.State` before Swift 4.2.
public typealias UIControlState = UIControl.State

/// The name of `UIControl.Event` before Swift 4.2.
public typealias UIControlEvents = UIControl.Event

/// The name of `UIControl.ContentHorizontalAlignment` before Swift 4.2.
public typealias UIControlContentHorizontalAlignment = UIControl.ContentHorizontalAlignment

/// The name of `UIButton.ButtonType` before Swift 4.2.
public typealias UIButtonType = UIButton.ButtonType

/// The name of `UITableView.Style` before Swift 4.2.
public typealias UITableViewStyle = UITableView.Style

/// The name of `UITableViewCell.CellStyle` before Swift 4.2.
public typealias UITableViewCellStyle = UITableViewCell.CellStyle

/// The name of `UITableViewCell.AccessoryType` before Swift 4.2.
public typealias UITableViewCellAccessoryType = UITableViewCell.AccessoryType

/// The name of `UITableViewCell.SelectionStyle` before Swift 4.2.
public typealias UITableViewCellSelectionStyle = UITableViewCell.SelectionStyle

/// The name of `UITableViewCell.EditingStyle` before Swift 4.2.
public typealias UITableViewCellEditingStyle = UITableViewCell.EditingStyle

/// The name of `UITableViewCell.SeparatorStyle` before Swift 4.2.
public typealias UITableViewCellSeparatorStyle = UITableViewCell.SeparatorStyle

/// The name of `UITableView.RowAnimation` before Swift 4.2.
public typealias UITableViewRowAnimation = UITableView.RowAnimation

/// The name of `UITableView.ScrollPosition` before Swift 4.2.
public typealias UITableViewScrollPosition = UITableView.ScrollPosition

/// The name of `UIAlertAction.Style` before Swift 4.2.
public typealias UIAlertActionStyle = UIAlertAction.Style

/// The name of `UIAlertController.Style` before Swift 4.2.
public typealias UIAlertControllerStyle = UIAlertController.Style

/// The name of `UIView.ContentMode` before Swift 4.2.
public typealias UIViewContentMode = UIView.ContentMode

/// The name of `UIView.AutoresizingMask` before Swift 4.2.
public typealias UIViewAutoresizing = UIView.AutoresizingMask

/// The name of `UIView.AnimationOptions` before Swift 4.2.
public typealias UIViewAnimationOptions = UIView.AnimationOptions

/// The name of `UIView.AnimationCurve` before Swift 4.2.
public typealias UIViewAnimationCurve = UIView.AnimationCurve

/// The name of `UIView.KeyframeAnimationOptions` before Swift 4.2.
public typealias UIViewKeyframeAnimationOptions = UIView.KeyframeAnimationOptions

/// The name of `UIBarButtonItem.Style` before Swift 4.2.
public typealias UIBarButtonItemStyle = UIBarButtonItem.Style

/// The name of `UIBarButtonItem.SystemItem` before Swift 4.2.
public typealias UIBarButtonSystemItem = UIBarButtonItem.SystemItem

/// The name of `UIActivityIndicatorView.Style` before Swift 4.2.
public typealias UIActivityIndicatorViewStyle = UIActivityIndicatorView.Style

/// The name of `UIProgressView.Style` before Swift 4.2.
public typealias UIProgressViewStyle = UIProgressView.Style

/// The name of `UITextField.BorderStyle` before Swift 4.2.
public typealias UITextBorderStyle = UITextField.BorderStyle

/// The name of `UITextField.ViewMode` before Swift 4.2.
public typealias UITextFieldViewMode = UITextField.ViewMode

/// The name of `UIImage.Orientation` before Swift 4.2.
public typealias UIImageOrientation = UIImage.Orientation

/// The name of `UIImage.RenderingMode` before Swift 4.2.
public typealias UIImageRenderingMode = UIImage.RenderingMode

/// The name of `UIImage.ResizingMode` before Swift 4.2.
public typealias UIImageResizingMode = UIImage.ResizingMode

/// The name of `UIFont.TextStyle` before Swift 4.2.
public typealias UIFontTextStyle = UIFont.TextStyle

/// The name of `UIFont.Weight` before Swift 4.2.
public typealias UIFontWeight = UIFont.Weight

/// The name of `UIFontDescriptor.SymbolicTraits` before Swift 4.2.
public typealias UIFontDescriptorSymbolicTraits = UIFontDescriptor.SymbolicTraits

/// The name of `UIGestureRecognizer.State` before Swift 4.2.
public typealias UIGestureRecognizerState = UIGestureRecognizer.State

/// The name of `NSLayoutConstraint.Axis` before Swift 4.2.
public typealias UILayoutConstraintAxis = NSLayoutConstraint.Axis

/// The name of `NSLayoutConstraint.Attribute` before Swift 4.2.
public typealias NSLayoutAttribute = NSLayoutConstraint.Attribute

/// The name of `NSLayoutConstraint.Relation` before Swift 4.2.
public typealias NSLayoutRelation = NSLayoutConstraint.Relation

/// The name of `UIStackView.Distribution` before Swift 4.2.
public typealias UIStackViewDistribution = UIStackView.Distribution

/// The name of `UIStackView.Alignment` before Swift 4.2.
public typealias UIStackViewAlignment = UIStackView.Alignment

/// The name of `UIScrollView.KeyboardDismissMode` before Swift 4.2.
public typealias UIScrollViewKeyboardDismissMode = UIScrollView.KeyboardDismissMode

/// The name of `UIImpactFeedbackGenerator.FeedbackStyle` before Swift 4.2.
public typealias UIImpactFeedbackStyle = UIImpactFeedbackGenerator.FeedbackStyle

/// The name of `UINotificationFeedbackGenerator.FeedbackType` before Swift 4.2.
public typealias UINotificationFeedbackType = UINotificationFeedbackGenerator.FeedbackType

/// The name of `UIApplication.State` before Swift 4.2.
public typealias UIApplicationState = UIApplication.State

/// The name of `UIActivity.ActivityType` before Swift 4.2.
public typealias UIActivityType = UIActivity.ActivityType

/// The name of `NSAttributedString.Key` before Swift 4.2.
public typealias NSAttributedStringKey = NSAttributedString.Key

/// Makes insets in points, in the form of C.
public func UIEdgeInsetsMake(_ top: CGFloat, _ left: CGFloat, _ bottom: CGFloat, _ right: CGFloat) -> UIEdgeInsets {
    UIEdgeInsets(top: top, left: left, bottom: bottom, right: right)
}

/// Returns a rectangle without its insets, in the form of C.
public func UIEdgeInsetsInsetRect(_ rect: CGRect, _ insets: UIEdgeInsets) -> CGRect { rect.inset(by: insets) }

/// The height of rows that fit their content, see ``UITableView/automaticDimension``.
public let UITableViewAutomaticDimension: CGFloat = -1

/// The length that a view does not have, see ``UIView/noIntrinsicMetric``.
public let UIViewNoIntrinsicMetric: CGFloat = -1

/// Makes a point, in the form of C.
public func CGPointMake(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

/// Makes a size, in the form of C.
public func CGSizeMake(_ width: CGFloat, _ height: CGFloat) -> CGSize { CGSize(width: width, height: height) }

/// Makes a rectangle, in the form of C.
public func CGRectMake(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
}

extension NSNotification.Name {
    /// Not posted, see ``UIResponder/keyboardWillShowNotification``.
    public static let UIKeyboardWillShow = UIResponder.keyboardWillShowNotification
    /// Not posted, see ``UIResponder/keyboardDidShowNotification``.
    public static let UIKeyboardDidShow = UIResponder.keyboardDidShowNotification
    /// Not posted, see ``UIResponder/keyboardWillHideNotification``.
    public static let UIKeyboardWillHide = UIResponder.keyboardWillHideNotification
    /// Not posted, see ``UIResponder/keyboardDidHideNotification``.
    public static let UIKeyboardDidHide = UIResponder.keyboardDidHideNotification
    /// Not posted, see ``UIResponder/keyboardWillChangeFrameNotification``.
    public static let UIKeyboardWillChangeFrame = UIResponder.keyboardWillChangeFrameNotification
    /// Not posted, see ``UIApplication/didBecomeActiveNotification``.
    public static let UIApplicationDidBecomeActive = UIApplication.didBecomeActiveNotification
    /// Not posted, see ``UIApplication/willResignActiveNotification``.
    public static let UIApplicationWillResignActive = UIApplication.willResignActiveNotification
    /// Not posted, see ``UIApplication/didEnterBackgroundNotification``.
    public static let UIApplicationDidEnterBackground = UIApplication.didEnterBackgroundNotification
    /// Not posted, see ``UIApplication/willEnterForegroundNotification``.
    public static let UIApplicationWillEnterForeground = UIApplication.willEnterForegroundNotification
}

/// The key of the keyboard's frame after a change, see ``UIResponder/keyboardFrameEndUserInfoKey``.
public let UIKeyboardFrameEndUserInfoKey = UIResponder.keyboardFrameEndUserInfoKey
/// The key of the duration of the keyboard's animation, see ``UIResponder/keyboardAnimationDurationUserInfoKey``.
public let UIKeyboardAnimationDurationUserInfoKey = UIResponder.keyboardAnimationDurationUserInfoKey
/// The URL of the settings of the app, see ``UIApplication/openSettingsURLString``.
public let UIApplicationOpenSettingsURLString = UIApplication.openSettingsURLString

/// Returns an image as a JPEG file, as `UIImage.jpegData(compressionQuality:)` does since Swift 4.2; `nil` if that is not possible.
public func UIImageJPEGRepresentation(_ image: UIImage, _ compressionQuality: CGFloat) -> Data? {
    image.jpegData(compressionQuality: compressionQuality)
}

/// Returns an image as a PNG file, as `UIImage.pngData()` does since Swift 4.2; `nil` if that is not possible.
public func UIImagePNGRepresentation(_ image: UIImage) -> Data? { image.pngData() }

extension UIViewController {
    /// Removes the controller from its parent; the name of `removeFromParent()` before Swift 4.2.
    public func removeFromParentViewController() { removeFromParent() }
}
