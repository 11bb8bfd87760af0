import OpenViewTree

extension UIViewController {
    /// The progress of a view onto the screen or off it.
    enum Appearance {
        case disappeared, appearing, appeared, disappearing
    }

    /// Loads the view and calls the methods that announce it, also on visible children.
    func willAppear() {
        guard appearance != .appearing, appearance != .appeared else { return }
        loadViewIfNeeded()
        appearance = .appearing
        UITraitCollection.current = traitCollection
        viewWillAppear(false)
        for child in visibleChildren { child.willAppear() }
        viewIsAppearing(false)
        layOut()
    }

    /// Call it when the view is on screen.
    func didAppear() {
        guard appearance == .appearing else { return }
        appearance = .appeared
        for child in visibleChildren { child.didAppear() }
        viewDidAppear(false)
    }

    /// Call it before the view leaves the screen.
    func willDisappear() {
        guard appearance == .appearing || appearance == .appeared else { return }
        appearance = .disappearing
        viewIfLoaded?.endEditing(true)
        for child in visibleChildren { child.willDisappear() }
        viewWillDisappear(false)
    }

    func didDisappear() {
        guard appearance == .disappearing else { return }
        appearance = .disappeared
        for child in visibleChildren { child.didDisappear() }
        viewDidDisappear(false)
    }

    /// Call it when the size of the view is known or has changed.
    func layOut() {
        guard let content = viewIfLoaded else { return }
        viewWillLayoutSubviews()
        content.setNeedsLayout()
        content.layoutIfNeeded()
        viewDidLayoutSubviews()
    }

    /// Call it when the view was added to another view: a child appears if its parent is on screen.
    func viewWasAdded() {
        guard let parent, !(parent is UINavigationController),
            parent.appearance == .appearing || parent.appearance == .appeared
        else { return }
        willAppear()
        if parent.appearance == .appeared { didAppear() }
    }

    func viewWillBeRemoved() {
        // A navigation controller calls the appearance methods of its children itself.
        if parent is UINavigationController { return }
        willDisappear()
        didDisappear()
    }
}

extension UIViewController {
    /// The scene that shows the controller; `nil` when it is not on screen.
    var scene: ViewScene? { ownScene ?? parent?.scene ?? presenter?.scene }

    /// Whether there is no other screen above this one.
    var isInFront: Bool {
        presentedViewController == nil && (parent == nil || parent?.isInFront == true)
    }

    /// Call it when something other than the view has changed that the host shows.
    func setNeedsScreenUpdate() {
        guard MainQueue.isCurrent else {
            return StrayChange.passOn(of: self) { [weak self] in self?.setNeedsScreenUpdate() }
        }
        scene?.setNeedsUpdate()
    }

    /// The environment in which the view is shown, with ``overrideUserInterfaceStyle`` of this controller and those
    /// around it. All traits but the style are unspecified while the controller is not on screen.
    public var traitCollection: UITraitCollection {
        guard let traits = scene?.traits else {
            return UITraitCollection(userInterfaceStyle: overrideUserInterfaceStyle)
        }
        return UITraitCollection(traits, style: inheritedInterfaceStyle)
    }

    /// The nearest ``overrideUserInterfaceStyle``, of this controller or one around it.
    var inheritedInterfaceStyle: UIUserInterfaceStyle {
        if overrideUserInterfaceStyle != .unspecified { return overrideUserInterfaceStyle }
        return outerInterfaceStyle
    }

    private var outerInterfaceStyle: UIUserInterfaceStyle {
        (parent ?? presenter)?.inheritedInterfaceStyle ?? .unspecified
    }

    /// Announces a change of ``overrideUserInterfaceStyle`` to this controller and those that inherit it.
    func overrideChanged(from old: UIUserInterfaceStyle) {
        guard let traits = scene?.traits else { return }
        announce(from: UITraitCollection(traits, style: old != .unspecified ? old : outerInterfaceStyle))
    }

    private func announce(from old: UITraitCollection) {
        traitsChanged(from: old)
        let inner = children + [presentedViewController].compactMap { $0 }
        for controller in inner where controller.overrideUserInterfaceStyle == .unspecified {
            controller.announce(from: old)
        }
    }

    /// Calls ``traitCollectionDidChange(_:)`` unless the traits are the same as before.
    func traitsChanged(from old: UITraitCollection) {
        let new = traitCollection
        UITraitCollection.current = new
        guard !old.isEqual(new) else { return }
        traitCollectionDidChange(old)
        traitObservers.announce(from: old, to: new)
        viewIfLoaded?.announceTraits(from: old, to: new)
    }
}
