import OpenViewTree

extension UIViewController {
    /// How far a view has come onto the screen, or from it.
    enum Appearance {
        case disappeared, appearing, appeared, disappearing
    }

    /// The view is about to be shown: it is loaded, and told so, with those of the children that are in it.
    func willAppear() {
        guard appearance != .appearing, appearance != .appeared else { return }
        loadViewIfNeeded()
        appearance = .appearing
        viewWillAppear(false)
        for child in visibleChildren { child.willAppear() }
        viewIsAppearing(false)
        layOut()
    }

    /// The view is seen.
    func didAppear() {
        guard appearance == .appearing else { return }
        appearance = .appeared
        for child in visibleChildren { child.didAppear() }
        viewDidAppear(false)
    }

    /// The view is about to leave the screen.
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

    /// The room is known, or has changed.
    func layOut() {
        guard let content = viewIfLoaded else { return }
        viewWillLayoutSubviews()
        content.setNeedsLayout()
        content.layoutIfNeeded()
        viewDidLayoutSubviews()
    }

    /// The view was added to another: as a child's view does, it appears when that is on the screen.
    func viewWasAdded() {
        guard let parent, !(parent is UINavigationController),
            parent.appearance == .appearing || parent.appearance == .appeared
        else { return }
        willAppear()
        if parent.appearance == .appeared { didAppear() }
    }

    func viewWillBeRemoved() {
        // One that navigates tells its children by itself.
        if parent is UINavigationController { return }
        willDisappear()
        didDisappear()
    }
}

extension UIViewController {
    /// The scene in which this is shown; nil when it is not.
    var scene: ViewScene? { ownScene ?? parent?.scene ?? presenter?.scene }

    /// Whether no other screen is above this.
    var isInFront: Bool {
        presentedViewController == nil && (parent == nil || parent?.isInFront == true)
    }

    /// Something beside the view has changed that the host is told.
    func setNeedsScreenUpdate() { scene?.setNeedsUpdate() }

    /// The room and how the person sees things; unknown when it is not shown.
    public var traitCollection: UITraitCollection {
        guard let traits = scene?.traits else {
            return UITraitCollection(userInterfaceStyle: overrideUserInterfaceStyle)
        }
        return UITraitCollection(traits, style: inheritedInterfaceStyle)
    }

    private var inheritedInterfaceStyle: UIUserInterfaceStyle {
        if overrideUserInterfaceStyle != .unspecified { return overrideUserInterfaceStyle }
        return (parent ?? presenter)?.inheritedInterfaceStyle ?? .unspecified
    }
}
