import OpenViewTree

/// The numbers of the nodes of one screen.
@MainActor
final class ScreenNodes {
    let screen = RenderedNode.newID()
    let bar = RenderedNode.newID()
}

extension UIViewController {
    /// Lays out what is on a screen with the view in it.
    ///
    /// - Returns: whether there was anything to do.
    func preparePlainLayouts() -> Bool {
        loadViewIfNeeded()
        return viewIfLoaded?.prepareLayouts() ?? false
    }

    /// A screen with the view in it, and the bars of the navigation controller that is or is in it.
    func renderPlainScreen() -> RenderedNode {
        loadViewIfNeeded()
        var attributes = NodeAttributes()
        describeScreen(&attributes)
        var content = viewIfLoaded.map { [$0.render(at: [:])] } ?? []
        if let navigation = shownNavigation {
            if title == nil { attributes.set(.title, navigation.topViewController?.navigationItem.title) }
            let bars = navigation.renderBars()
            content = [bars.top].compactMap { $0 } + content + bars.bottom
        }
        return RenderedNode(id: screenNodes.screen, .screen, attributes, children: content, owner: self)
    }

    /// The navigation controller that is seen: this one, or the first one in it.
    private var shownNavigation: UINavigationController? {
        if let navigation = self as? UINavigationController { return navigation }
        return visibleChildren.lazy.compactMap(\.shownNavigation).first
    }

    /// What is said of a screen, whatever is in it.
    func describeScreen(_ node: inout NodeAttributes) {
        node.set(.title, title)
        guard presenter != nil else { return }
        node.set(
            .presentation, modalPresentationStyle.coversAll ? ViewPresentation.full : ViewPresentation.sheet)
        node.set(.isDismissible, !isModalInPresentation)
        describeWindow(&node)
    }
}

extension UIViewController: NodeOwner {
    var takesEvents: Bool { isInFront }

    func receive(_ event: ViewEvent) {
        if case .close = event { closedByHost() }
    }
}

extension UIModalPresentationStyle {
    fileprivate var coversAll: Bool {
        switch self {
        case .fullScreen, .currentContext, .overFullScreen, .overCurrentContext, .blurOverFullScreen: true
        default: false
        }
    }
}
