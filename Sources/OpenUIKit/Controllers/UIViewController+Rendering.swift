import OpenViewTree

/// The identifiers of the nodes of one screen.
@MainActor
final class ScreenNodes {
    let screen = RenderedNode.newID()
    let bar = RenderedNode.newID()
}

extension UIViewController {
    /// Lays out the view of the screen.
    ///
    /// - Returns: whether a layout was due.
    func preparePlainLayouts() -> Bool {
        loadViewIfNeeded()
        return viewIfLoaded?.prepareLayouts() ?? false
    }

    /// The node of the screen: the view, and the bars of the navigation controller that is or is inside this
    /// controller.
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

    /// The visible navigation controller: this one, or the first one inside it.
    private var shownNavigation: UINavigationController? {
        if let navigation = self as? UINavigationController { return navigation }
        return visibleChildren.lazy.compactMap(\.shownNavigation).first
    }

    /// Sets the attributes of the screen that do not depend on its content.
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
