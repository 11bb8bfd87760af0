extension UIViewController {
    /// Makes a controller part of this one. Its view is added by the caller, who then calls `didMove(toParent:)` of it.
    public func addChild(_ childController: UIViewController) {
        // A controller in itself would be a circle.
        guard !sequence(first: self, next: \.parent).contains(where: { $0 === childController }) else { return }
        if childController.parent != nil { childController.removeFromParent() }
        childController.willMove(toParent: self)
        children.append(childController)
        childController.parent = self
    }
}
