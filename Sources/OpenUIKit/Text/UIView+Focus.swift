import OpenViewTree

extension UIView {
    /// Whether the view has the keyboard focus.
    var hasFocus: Bool { scene?.firstResponder === self }

    /// Takes the focus from the view that has it, if both views agree.
    ///
    /// - Returns: whether the view has the focus now. A view that is not on screen cannot have it.
    func takeFocus() -> Bool {
        guard let scene, canBecomeFirstResponder else { return false }
        guard scene.firstResponder !== self else { return true }
        guard mayBeginEditing, scene.firstResponder?.giveFocusUp() ?? true else {
            setNeedsRendering()
            return false
        }
        scene.firstResponder = self
        setNeedsRendering()
        didBeginEditing()
        return true
    }

    /// - Returns: whether the view does not have the focus now.
    @discardableResult
    func giveFocusUp() -> Bool {
        guard let scene, scene.firstResponder === self else { return true }
        guard mayEndEditing else { return false }
        scene.firstResponder = nil
        setNeedsRendering()
        didEndEditing()
        return true
    }

    /// Handles a change of focus by the host, which is corrected when the view does not agree.
    func hostHasFocused(_ isFocused: Bool) {
        hostHasSet(.isFocused, isFocused ? .flag(true) : nil)
        if isFocused { _ = takeFocus() } else { giveFocusUp() }
    }

    /// Takes the keyboard focus from this view or one of its subviews.
    ///
    /// - Parameter force: whether to do so even if the delegate wants to continue editing.
    /// - Returns: whether neither this view nor a subview has the focus now.
    @discardableResult
    public func endEditing(_ force: Bool) -> Bool {
        guard let scene, let focused = scene.firstResponder, focused.isDescendant(of: self) else { return true }
        if focused.giveFocusUp() { return true }
        guard force else { return false }
        scene.firstResponder = nil
        focused.setNeedsRendering()
        focused.didEndEditing()
        return true
    }
}
