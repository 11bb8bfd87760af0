import OpenViewTree

extension UIView {
    /// What the view shows has changed.
    func setNeedsRendering() {
        for view in ancestors { view.rendered = nil }
        scene?.setNeedsUpdate()
    }

    /// The place of the view in the one that it is in has changed.
    func setNeedsPlacing() {
        setNeedsRendering()
        superview?.setNeedsLayoutReading()
    }

    /// Where the views in this one are has changed.
    func setNeedsLayoutReading() {
        layoutState.reading = nil
        setNeedsRendering()
    }

    /// What the host is told of this view.
    ///
    /// - Parameter place: what the view that it is in says about its place.
    func render(at place: [ViewAttribute: ViewValue]) -> RenderedNode {
        if let rendered, renderedPlace == place { return rendered }
        prepareLayout()
        var content = NodeAttributes()
        describe(&content)
        let children = renderChildren(&content)
        let node: RenderedNode
        let own = ViewSchema.rule(of: nodeKind).children
        if children.allSatisfy({ own.contains($0.kind) }) {
            content.merge(place)
            node = RenderedNode(id: nodeID, nodeKind, content, children: children, owner: self)
        } else {
            // A label or a picture with views in it: these stand on top.
            let inner = RenderedNode(id: nodeID, nodeKind, content, owner: self)
            var outer = NodeAttributes(place)
            outer[.isHidden] = content[.isHidden]
            node = RenderedNode(id: wrapperID, .container, outer, children: [inner] + children, owner: nil)
        }
        rendered = node
        renderedPlace = place
        return node
    }

    /// Lays out this view and those in it, where something has changed.
    ///
    /// - Returns: whether there was anything to do, which may have made other views ask for the same.
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
            updateConstraints()
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
    }

    /// Whether a view that is no control by its kind does something when it is tapped, which a host cannot see.
    private var takesTaps: Bool {
        guard [.container, .label, .image].contains(nodeKind), isUserInteractionEnabled else { return false }
        return self is UIControl || gestureRecognizers?.contains(where: \.isEnabled) == true
    }
}

extension UIView: NodeOwner {
    func receive(_ event: ViewEvent) { handle(event) }

    func recognizeTap() {
        for recognizer in gestureRecognizers ?? [] { recognizer.recognize() }
    }

    /// Keeps what a person did to this view from being told to the host again.
    func hostHasSet(_ attribute: ViewAttribute, _ value: ViewValue?) {
        scene?.hostHasSet(attribute, value, of: nodeID)
        setNeedsRendering()
    }
}
