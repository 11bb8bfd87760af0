import OpenViewTree

/// A hold or a drag that has begun and not ended.
struct OngoingGesture: Equatable {
    let kind: ViewGestures
    let node: UInt32
    /// Where it began.
    let start: ViewPoint
    /// The distance from there.
    var distance = ViewPoint.zero

    fileprivate func event(_ phase: ViewGesturePhase) -> ViewEvent {
        let location = ViewPoint(x: start.x + distance.x, y: start.y + distance.y).bounded
        return kind == .hold ? .hold(phase, at: location) : .drag(phase, at: location, by: distance.bounded)
    }
}

/// Gestures: a terminal reports neither the release of a key nor two fingers, so that a key begins a gesture, and a second
/// one ends it.
extension ViewInteraction {
    /// The factor of one key for a pinch.
    private static let pinchStep = 1.25

    /// Handles a typed character.
    ///
    /// - Returns: false if the node has no gesture with this key.
    mutating func typeGesture(_ character: Character, _ node: ViewNode) -> Bool {
        switch character {
        case "h" where node.gestures.contains(.hold): toggle(.hold, node)
        case "d" where node.gestures.contains(.drag): toggle(.drag, node)
        case "+" where node.gestures.contains(.pinch): pinch(node, to: Self.pinchStep)
        case "-" where node.gestures.contains(.pinch): pinch(node, to: 1 / Self.pinchStep)
        default: return false
        }
        return true
    }

    /// Handles a key while there is a gesture.
    ///
    /// - Returns: false if the key has nothing to do with the gesture.
    mutating func pressInGesture(_ key: TerminalInput.Key) -> Bool {
        guard let ongoing else { return false }
        let steps: (across: Double, down: Double)
        switch key {
        case .escape:
            endGesture(.cancelled)
            return true
        case .enter:
            endGesture(.ended)
            return true
        case .left: steps = (-1, 0)
        case .right: steps = (1, 0)
        case .up: steps = (0, -1)
        case .down: steps = (0, 1)
        default: return false
        }
        guard ongoing.kind == .drag, let node = tree[ongoing.node], let frame = gestureFrame(of: node) else {
            return false
        }
        let distance = ongoing.distance
        moveGesture(
            to: ViewPoint(x: distance.x + steps.across / frame.width, y: distance.y + steps.down / frame.height))
        return true
    }

    /// Ends the gesture, if there is one.
    mutating func endGesture(_ phase: ViewGesturePhase) {
        guard let ongoing else { return }
        self.ongoing = nil
        effects.append(.tell(ongoing.event(phase), ongoing.node))
    }

    private mutating func toggle(_ kind: ViewGestures, _ node: ViewNode) {
        let isOn = ongoing?.kind == kind
        endGesture(isOn ? .ended : .cancelled)
        if !isOn { beginGesture(kind, node, at: .center) }
    }

    private mutating func beginGesture(_ kind: ViewGestures, _ node: ViewNode, at start: ViewPoint) {
        let gesture = OngoingGesture(kind: kind, node: node.id, start: start)
        ongoing = gesture
        effects.append(.tell(gesture.event(.began), node.id))
    }

    private mutating func moveGesture(to distance: ViewPoint) {
        guard var gesture = ongoing, gesture.distance != distance else { return }
        gesture.distance = distance
        ongoing = gesture
        effects.append(.tell(gesture.event(.changed), gesture.node))
    }

    private mutating func pinch(_ node: ViewNode, to scale: Double) {
        endGesture(.cancelled)
        for (phase, scale) in [(ViewGesturePhase.began, 1), (.changed, scale), (.ended, scale)] {
            effects.append(.tell(.pinch(phase, at: .center, scale: scale), node.id))
        }
    }

    // MARK: The mouse

    /// Begins a hold that needs no delay. A press without a time would otherwise be one of two things.
    mutating func pressGesture(_ node: ViewNode, _ place: CellPoint) {
        endGesture(.cancelled)
        pressedPlace = place
        if node.gestures.contains(.hold), node.holdDelay == 0, let start = fraction(of: place, in: node) {
            beginGesture(.hold, node, at: start)
        }
    }

    /// Begins or continues a drag, or moves a hold.
    mutating func dragGesture(_ node: ViewNode, _ place: CellPoint) {
        guard let now = fraction(of: place, in: node) else { return }
        if ongoing == nil, node.gestures.contains(.drag), let from = pressedPlace,
            let start = fraction(of: from, in: node)
        {
            beginGesture(.drag, node, at: start)
        }
        if let start = ongoing?.start { moveGesture(to: ViewPoint(x: now.x - start.x, y: now.y - start.y)) }
    }

    /// The centre of a cell, in fractions of a node.
    private func fraction(of place: CellPoint, in node: ViewNode) -> ViewPoint? {
        gestureFrame(of: node).map { frame in
            ViewPoint(
                x: (Double(place.x) + 0.5 - frame.x) / frame.width, y: (Double(place.y) + 0.5 - frame.y) / frame.height)
        }
    }

    /// The rectangle in cells to which fractions refer: that of a picture that is drawn to fit, otherwise that of the node.
    private func gestureFrame(of node: ViewNode) -> (x: Double, y: Double, width: Double, height: Double)? {
        guard let frame = layout.box(of: node.id)?.frame, !frame.isEmpty else { return nil }
        guard node.kind == .image, node.choice(.contentMode) == ViewContentMode.scaleAspectFit,
            let picture = images.picture(of: node), !picture.pixels.isEmpty
        else { return (Double(frame.x), Double(frame.y), Double(frame.width), Double(frame.height)) }
        // A cell has two pixels, one above the other.
        let fit = PictureFit(picture, in: CellSize(width: frame.width, height: frame.height * 2), .scaleAspectFit)
        return (
            Double(frame.x) + fit.left, Double(frame.y) + fit.top / 2, fit.width, fit.height / 2
        )
    }
}
