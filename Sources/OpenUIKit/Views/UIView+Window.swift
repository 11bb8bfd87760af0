extension UIView {
    /// The window that shows the view; `nil` while the view is not on screen.
    ///
    /// ## Difference from Apple
    /// The window of an extension has the size of the host's view, and its own subviews are not shown.
    public var window: UIWindow? {
        let outermost = Array(ancestors).last
        if let window = outermost as? UIWindow { return window }
        guard let scene else { return nil }
        return scene.window
    }
}
