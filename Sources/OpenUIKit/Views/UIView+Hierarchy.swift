extension UIView {
    /// Puts a view in front of the others in this one, out of wherever it is.
    ///
    /// ## Difference from Apple
    /// The methods that add views cannot be overridden; those that are called then can.
    public func addSubview(_ view: UIView) { insert(view, at: subviews.count) }

    /// - Parameter index: among ``subviews``; one beyond the end counts as the end.
    public func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }

    public func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
        view.removeFromSuperview()
        insert(view, at: subviews.firstIndex { $0 === sibling } ?? subviews.count)
    }

    public func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
        view.removeFromSuperview()
        insert(view, at: subviews.firstIndex { $0 === sibling }.map { $0 + 1 } ?? subviews.count)
    }

    public func exchangeSubview(at index1: Int, withSubviewAt index2: Int) {
        guard subviews.indices.contains(index1), subviews.indices.contains(index2) else { return }
        subviews.swapAt(index1, index2)
        setNeedsLayoutReading()
    }

    public func bringSubviewToFront(_ view: UIView) {
        guard view.superview === self else { return }
        subviews.removeAll { $0 === view }
        subviews.append(view)
        setNeedsLayoutReading()
    }

    public func sendSubviewToBack(_ view: UIView) {
        guard view.superview === self else { return }
        subviews.removeAll { $0 === view }
        subviews.insert(view, at: 0)
        setNeedsLayoutReading()
    }

    public func isDescendant(of view: UIView) -> Bool {
        var next: UIView? = self
        while let ancestor = next {
            if ancestor === view { return true }
            next = ancestor.superview
        }
        return false
    }

    /// The view with a tag, this one or one in it; nil for none.
    public func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for view in subviews {
            if let found = view.viewWithTag(tag) { return found }
        }
        return nil
    }

    private func insert(_ view: UIView, at index: Int) {
        // A view in itself would be a circle.
        guard !isDescendant(of: view) else { return }
        view.removeFromSuperview()
        view.willMove(toSuperview: self)
        subviews.insert(view, at: min(max(index, 0), subviews.count))
        view.superview = self
        setNeedsLayoutReading()
        didAddSubview(view)
        view.didMoveToSuperview()
        view.controller?.viewWasAdded()
    }
}

extension UIView {
    /// The scene that shows this view; nil when it is not on a screen.
    var scene: ViewScene? { screenController?.scene }

    /// The controller of the outermost view that this is in.
    var screenController: UIViewController? {
        var view = self
        while let superview = view.superview { view = superview }
        return view.controller
    }

    /// The views from this one outwards.
    var ancestors: some Sequence<UIView> { sequence(first: self) { $0.superview } }
}
