extension UIViewController {
    /// Adds a child controller, after removing it from its parent. The caller then adds its view and calls its
    /// `didMove(toParent:)`.
    ///
    /// A controller that contains this one is not added.
    public func addChild(_ childController: UIViewController) {
        // A controller inside itself would form a cycle.
        guard !sequence(first: self, next: \.parent).contains(where: { $0 === childController }) else { return }
        if childController.parent != nil { childController.removeFromParent() }
        childController.willMove(toParent: self)
        children.append(childController)
        childController.parent = self
    }
}
