import OpenViewTree

extension UIView {
    /// Whether typing goes here.
    var hasFocus: Bool { scene?.firstResponder === self }

    /// Asks the view that has the focus to give it up, and takes it.
    ///
    /// - Returns: whether it has it now. A view that is not shown yet has none.
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

    /// - Returns: whether it does not have it now.
    @discardableResult
    func giveFocusUp() -> Bool {
        guard let scene, scene.firstResponder === self else { return true }
        guard mayEndEditing else { return false }
        scene.firstResponder = nil
        setNeedsRendering()
        didEndEditing()
        return true
    }

    /// The host says where typing goes; it is told again where it may not.
    func hostHasFocused(_ isFocused: Bool) {
        hostHasSet(.isFocused, isFocused ? .flag(true) : nil)
        if isFocused { _ = takeFocus() } else { giveFocusUp() }
    }

    /// Makes this view, or one in it, give up typing.
    ///
    /// - Parameter force: whether also one that does not want to.
    /// - Returns: whether typing does not go there now.
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
