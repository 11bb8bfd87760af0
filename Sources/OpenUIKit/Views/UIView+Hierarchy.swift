extension UIView {
    /// Adds a view in front of the other subviews, after removing it from its superview.
    ///
    /// A view that contains this one is not added.
    ///
    /// ## Difference from Apple
    /// Methods that add views cannot be overridden; the notifications, such as `didAddSubview(_:)`, can.
    public func addSubview(_ view: UIView) { insert(view, at: subviews.count) }

    /// Inserts a view among the subviews, after removing it from its superview.
    ///
    /// - Parameters:
    ///   - view: the view to insert.
    ///   - index: the index in ``subviews`` without `view`; out of range means the nearest end.
    public func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }

    /// Inserts a view behind one of the subviews, or in front of all when `sibling` is not a subview.
    public func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
        guard !isDescendant(of: view) else { return }
        view.removeFromSuperview()
        insert(view, at: subviews.firstIndex { $0 === sibling } ?? subviews.count)
    }

    /// Inserts a view in front of one of the subviews, or in front of all when `sibling` is not a subview.
    public func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
        guard !isDescendant(of: view) else { return }
        view.removeFromSuperview()
        insert(view, at: subviews.firstIndex { $0 === sibling }.map { $0 + 1 } ?? subviews.count)
    }

    /// Swaps two subviews. Does nothing when an index is out of range.
    public func exchangeSubview(at index1: Int, withSubviewAt index2: Int) {
        guard subviews.indices.contains(index1), subviews.indices.contains(index2) else { return }
        subviews.swapAt(index1, index2)
        setNeedsLayoutReading()
    }

    /// Moves a subview in front of its siblings. Does nothing when `view` is not a subview.
    public func bringSubviewToFront(_ view: UIView) {
        guard view.superview === self else { return }
        subviews.removeAll { $0 === view }
        subviews.append(view)
        setNeedsLayoutReading()
    }

    /// Moves a subview behind its siblings. Does nothing when `view` is not a subview.
    public func sendSubviewToBack(_ view: UIView) {
        guard view.superview === self else { return }
        subviews.removeAll { $0 === view }
        subviews.insert(view, at: 0)
        setNeedsLayoutReading()
    }

    /// Returns whether this view is `view` or is inside it.
    public func isDescendant(of view: UIView) -> Bool {
        var next: UIView? = self
        while let ancestor = next {
            if ancestor === view { return true }
            next = ancestor.superview
        }
        return false
    }

    /// Returns the first view with a tag, starting with this one and going depth first; `nil` when there is none.
    public func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for view in subviews {
            if let found = view.viewWithTag(tag) { return found }
        }
        return nil
    }

    private func insert(_ view: UIView, at index: Int) {
        // A view inside itself would form a cycle.
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
    /// The scene that shows this view; `nil` when the view is not on screen.
    var scene: ViewScene? { screenController?.scene }

    /// The controller of the outermost view around this one.
    var screenController: UIViewController? {
        var view = self
        while let superview = view.superview { view = superview }
        return view.controller
    }

    /// This view and its superviews, innermost first.
    var ancestors: some Sequence<UIView> { sequence(first: self) { $0.superview } }
}
