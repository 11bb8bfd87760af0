public import Foundation

extension UIApplication {
    /// The URL of the settings of the app. No host opens it.
    public nonisolated static let openSettingsURLString = "app-settings:"

    // The notifications exist so that sources compile; the names of those that are posted are in NSExtensionContext.

    /// Not posted; the delegate of an app, and `NSExtensionHostDidBecomeActive` in an extension, take its place.
    public nonisolated static let didBecomeActiveNotification = Notification.Name(
        "UIApplicationDidBecomeActiveNotification")
    /// Not posted; the delegate of an app, and `NSExtensionHostWillResignActive` in an extension, take its place.
    public nonisolated static let willResignActiveNotification = Notification.Name(
        "UIApplicationWillResignActiveNotification")
    /// Not posted; the delegate of an app, and `NSExtensionHostDidEnterBackground` in an extension, take its place.
    public nonisolated static let didEnterBackgroundNotification = Notification.Name(
        "UIApplicationDidEnterBackgroundNotification")
    /// Not posted; the delegate of an app, and `NSExtensionHostWillEnterForeground` in an extension, take its place.
    public nonisolated static let willEnterForegroundNotification = Notification.Name(
        "UIApplicationWillEnterForegroundNotification")
    /// Not posted: a process is ended without an announcement.
    public nonisolated static let willTerminateNotification = Notification.Name(
        "UIApplicationWillTerminateNotification")
    /// Not posted; `NSExtensionDidReceiveMemoryWarning` takes its place.
    public nonisolated static let didReceiveMemoryWarningNotification = Notification.Name(
        "UIApplicationDidReceiveMemoryWarningNotification")
}

/// The notifications about the keyboard. They are not posted: hosts keep the keyboard out of the view.
extension UIResponder {
    /// Not posted.
    public nonisolated static let keyboardWillShowNotification = Notification.Name("UIKeyboardWillShowNotification")
    /// Not posted.
    public nonisolated static let keyboardDidShowNotification = Notification.Name("UIKeyboardDidShowNotification")
    /// Not posted.
    public nonisolated static let keyboardWillHideNotification = Notification.Name("UIKeyboardWillHideNotification")
    /// Not posted.
    public nonisolated static let keyboardDidHideNotification = Notification.Name("UIKeyboardDidHideNotification")
    /// Not posted.
    public nonisolated static let keyboardWillChangeFrameNotification = Notification.Name(
        "UIKeyboardWillChangeFrameNotification")
    /// Not posted.
    public nonisolated static let keyboardDidChangeFrameNotification = Notification.Name(
        "UIKeyboardDidChangeFrameNotification")
    /// The key of the keyboard's frame before a change.
    public nonisolated static let keyboardFrameBeginUserInfoKey = "UIKeyboardFrameBeginUserInfoKey"
    /// The key of the keyboard's frame after a change.
    public nonisolated static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
    /// The key of the duration of the keyboard's animation.
    public nonisolated static let keyboardAnimationDurationUserInfoKey = "UIKeyboardAnimationDurationUserInfoKey"
    /// The key of the curve of the keyboard's animation.
    public nonisolated static let keyboardAnimationCurveUserInfoKey = "UIKeyboardAnimationCurveUserInfoKey"
    /// The key of whether the keyboard belongs to this program.
    public nonisolated static let keyboardIsLocalUserInfoKey = "UIKeyboardIsLocalUserInfoKey"
}

extension UIContentSizeCategory {
    /// Not posted; `traitCollectionDidChange(_:)` takes its place.
    public static let didChangeNotification = Notification.Name("UIContentSizeCategoryDidChangeNotification")
}
