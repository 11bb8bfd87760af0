import Dispatch

extension UIViewController {
    /// Shows another controller above this one.
    ///
    /// Nothing happens when there is one already, or when it is shown elsewhere or below this one.
    ///
    /// - Parameter completion: called when the host has been told.
    public func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (@MainActor () -> Void)? = nil
    ) {
        if let parent { return parent.present(viewControllerToPresent, animated: flag, completion: completion) }
        guard presentedViewController == nil, viewControllerToPresent.presenter == nil,
            viewControllerToPresent.parent == nil,
            // One above itself would be a circle.
            !sequence(first: self, next: \.presenter).contains(where: { $0 === viewControllerToPresent })
        else { return }
        presentedViewController = viewControllerToPresent
        viewControllerToPresent.presenter = self
        let isShown = appearance == .appeared || appearance == .appearing
        let covers = isShown && viewControllerToPresent.modalPresentationStyle.coversCompletely
        if covers { willDisappear() }
        if isShown { viewControllerToPresent.willAppear() }
        settle {
            if covers { self.didDisappear() }
            if viewControllerToPresent.presenter === self { viewControllerToPresent.didAppear() }
            completion?()
        }
    }

    /// Puts away what this presents; when it presents nothing, this controller itself.
    ///
    /// The principal controller leaves by ending its request.
    ///
    /// - Parameter completion: called when the host has been told.
    public func dismiss(animated flag: Bool, completion: (@MainActor () -> Void)? = nil) {
        guard let presented = presentedViewController else {
            guard let presenter = presentingViewController else { return settle { completion?() } }
            return presenter.dismiss(animated: flag, completion: completion)
        }
        // Those above it go with it.
        var leaving: [UIViewController] = []
        var next: UIViewController? = presented
        while let controller = next {
            leaving.insert(controller, at: 0)
            next = controller.presentedViewController
        }
        for controller in leaving { controller.willDisappear() }
        let wasCovered =
            // On its way still, when this happens in the turn in which the other was presented.
            (appearance == .disappeared || appearance == .disappearing)
            && presented.modalPresentationStyle.coversCompletely && scene != nil
        let scene = scene
        for controller in leaving {
            controller.presenter?.presentedViewController = nil
            controller.presenter = nil
        }
        scene?.setNeedsUpdate()
        if wasCovered { willAppear() }
        settle {
            for controller in leaving { controller.didDisappear() }
            if wasCovered { self.didAppear() }
            completion?()
        }
    }

    /// Tells the host, and calls `body` afterwards.
    private func settle(_ body: @escaping @MainActor () -> Void) {
        guard let scene else { return DispatchQueue.main.async { body() } }
        scene.afterUpdate(body)
    }
}

extension UIModalPresentationStyle {
    /// Whether what is below is not seen any longer.
    var coversCompletely: Bool { self == .fullScreen || self == .currentContext }
}
