import Dispatch

extension UIViewController {
    /// Presents a controller above the screen of this one. A child controller asks its parent to present it.
    ///
    /// Nothing happens, and `completion` is not called, when this controller presents another one already, or when
    /// `viewControllerToPresent` is presented elsewhere, is a child, or is below this one.
    ///
    /// - Parameters:
    ///   - viewControllerToPresent: the controller whose view is shown over this one's.
    ///   - flag: has no effect; hosts decide on animations.
    ///   - completion: called after the change was sent to the host.
    public func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (@MainActor () -> Void)? = nil
    ) {
        if let sheet = viewControllerToPresent as? UIActivityViewController {
            sheet.ask(extensionContext ?? UIApplication.shared.request?.context)
            return afterUpdate { completion?() }
        }
        if let parent { return parent.present(viewControllerToPresent, animated: flag, completion: completion) }
        guard presentedViewController == nil, viewControllerToPresent.presenter == nil,
            viewControllerToPresent.parent == nil,
            // A controller above itself would form a cycle.
            !sequence(first: self, next: \.presenter).contains(where: { $0 === viewControllerToPresent })
        else { return }
        presentedViewController = viewControllerToPresent
        viewControllerToPresent.presenter = self
        let isShown = appearance == .appeared || appearance == .appearing
        let covers = isShown && viewControllerToPresent.modalPresentationStyle.coversCompletely
        if covers { willDisappear() }
        if isShown { viewControllerToPresent.willAppear() }
        afterUpdate {
            if covers { self.didDisappear() }
            if viewControllerToPresent.presenter === self { viewControllerToPresent.didAppear() }
            completion?()
        }
    }

    /// Dismisses the controller that this one presents, together with those above it. A controller that presents none
    /// dismisses itself; a child asks its parent.
    ///
    /// The principal controller leaves the screen by completing or cancelling its request.
    ///
    /// - Parameters:
    ///   - flag: has no effect; hosts decide on animations.
    ///   - completion: called after the change was sent to the host, also when there was nothing to dismiss.
    public func dismiss(animated flag: Bool, completion: (@MainActor () -> Void)? = nil) {
        guard let presented = presentedViewController else {
            if let parent { return parent.dismiss(animated: flag, completion: completion) }
            guard let presenter else { return afterUpdate { completion?() } }
            return presenter.dismiss(animated: flag, completion: completion)
        }
        // The controllers above it are dismissed with it.
        var leaving: [UIViewController] = []
        var next: UIViewController? = presented
        while let controller = next {
            leaving.insert(controller, at: 0)
            next = controller.presentedViewController
        }
        for controller in leaving { controller.willDisappear() }
        let wasCovered =
            // It is still disappearing when the other controller was presented in the same turn of the main queue.
            (appearance == .disappeared || appearance == .disappearing)
            && presented.modalPresentationStyle.coversCompletely && scene != nil
        let scene = scene
        for controller in leaving {
            controller.presenter?.presentedViewController = nil
            controller.presenter = nil
        }
        scene?.setNeedsUpdate()
        if wasCovered { willAppear() }
        afterUpdate {
            for controller in leaving { controller.didDisappear() }
            if wasCovered { self.didAppear() }
            completion?()
        }
    }

    /// Calls `body` after the next update was sent to the host.
    private func afterUpdate(_ body: @escaping @MainActor () -> Void) {
        guard let scene else { return DispatchQueue.main.async { body() } }
        scene.afterUpdate(body)
    }
}

extension UIModalPresentationStyle {
    /// Whether the screen below is no longer visible.
    var coversCompletely: Bool { self == .fullScreen || self == .currentContext }
}
