import OpenExtensionFoundation
import OpenViewTree

extension UIView {
    /// Call it when the content of the view has changed.
    func setNeedsRendering() {
        guard MainQueue.isCurrent else {
            return StrayChange.passOn(of: self) { [weak self] in self?.setNeedsRendering() }
        }
        for view in ancestors { view.rendered = nil }
        scene?.setNeedsUpdate()
    }

    /// Call it when the position of the view in its superview has changed.
    func setNeedsPlacing() {
        setNeedsRendering()
        superview?.setNeedsLayoutReading()
    }

    /// Call it when the positions of the subviews have changed.
    func setNeedsLayoutReading() {
        guard MainQueue.isCurrent else {
            return StrayChange.passOn(of: self) { [weak self] in self?.setNeedsLayoutReading() }
        }
        layoutState.reading = nil
        setNeedsRendering()
    }

    /// Describes the view and its subviews for the host.
    ///
    /// - Parameter place: the attributes that the superview's layout gives the view.
    func render(at place: [ViewAttribute: ViewValue]) -> RenderedNode {
        if let rendered, renderedPlace == place { return rendered }
        prepareLayout()
        var content = NodeAttributes()
        describe(&content)
        let children = renderChildren(&content)
        let node: RenderedNode
        let own = ViewSchema.rule(of: nodeKind).children
        if let neighbors {
            let inner = RenderedNode(id: nodeID, nodeKind, content, children: children, owner: self)
            node = neighbors.render(around: inner, id: wrapperID, at: place)
        } else if children.allSatisfy({ own.contains($0.kind) }) {
            content.merge(place)
            node = RenderedNode(id: nodeID, nodeKind, content, children: children, owner: self)
        } else {
            // The view's node cannot have children, such as a label's: show the subviews on top of it.
            let inner = RenderedNode(id: nodeID, nodeKind, content, owner: self)
            var outer = NodeAttributes(place)
            outer[.isHidden] = content[.isHidden]
            node = RenderedNode(id: wrapperID, .container, outer, children: [inner] + children, owner: nil)
        }
        rendered = node
        renderedPlace = place
        return node
    }

    /// Lays out this view and its subviews where something has changed.
    ///
    /// - Returns: whether a layout was due. Laying out one view can make that of another due.
    func prepareLayouts() -> Bool {
        guard rendered == nil else { return false }
        var hadWork = layoutState.needsConstraints || layoutState.needsLayout
        prepareLayout()
        for view in subviews where view.prepareLayouts() { hadWork = true }
        return hadWork
    }

    private func prepareLayout() {
        if layoutState.needsConstraints {
            layoutState.needsConstraints = false
            if let controller, controller.viewIfLoaded === self {
                controller.updateViewConstraints()
            } else {
                updateConstraints()
            }
        }
        if layoutState.needsLayout {
            layoutState.needsLayout = false
            layoutSubviews()
        }
    }

    func describeCommon(_ node: inout NodeAttributes) {
        if isHidden { node.set(.isHidden, true) }
        if alpha < 1 { node.set(.opacity, Double(alpha)) }
        node.set(.backgroundColor, backgroundColor?.viewColor ?? layer.backgroundColor?.viewColor)
        node.set(.tintColor, ownTintColor?.viewColor)
        layer.describe(&node)
        switch semanticContentAttribute {
        case .forceLeftToRight, .playback, .spatial: node.set(.direction, ViewDirection.leftToRight)
        case .forceRightToLeft: node.set(.direction, ViewDirection.rightToLeft)
        case .unspecified: break
        }
        accessibility.describe(&node)
        if takesTaps { node.add(.button) }
        describeGestures(&node)
    }

    /// Whether tapping the view has an effect although its kind of node is not a control, which a host could not know.
    private var takesTaps: Bool {
        guard [.container, .label, .image].contains(nodeKind), isUserInteractionEnabled else { return false }
        return self is UIControl || gestureRecognizers?.contains { $0.isEnabled && $0.gesture.isEmpty } == true
    }

    private func describeGestures(_ node: inout NodeAttributes) {
        let gestures = gestures
        guard !gestures.isEmpty, isUserInteractionEnabled,
            ViewSchema.rule(of: nodeKind).attributes.contains(.gestures)
        else { return }
        node.set(.gestures, Int(gestures.rawValue))
        if gestures.contains(.hold), let holdDelay { node.set(.holdDelay, holdDelay) }
    }
}

extension UIView: NodeOwner {
    func receive(_ event: ViewEvent) { handle(event) }

    /// Records that the host shows this value already, so that it is not sent back.
    func hostHasSet(_ attribute: ViewAttribute, _ value: ViewValue?) {
        scene?.hostHasSet(attribute, value, of: nodeID)
        setNeedsRendering()
    }
}
