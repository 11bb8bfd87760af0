public import OpenExtensionKit

/// Gestures, each at once and without the time that a user needs.
extension ViewUnderTest {
    /// Presses a node, which stays pressed until ``release(_:at:)``.
    ///
    /// - Parameter location: where, in fractions of the node.
    /// - Throws: as ``send(_:to:)``.
    public func hold(_ query: ViewQuery, at location: ViewPoint = .center) async throws {
        try await send(.hold(.began, at: location), to: query)
    }

    /// Releases a node that was pressed by ``hold(_:at:)``.
    ///
    /// - Parameter location: where, in fractions of the node. A button is not pressed by a release outside of it.
    /// - Throws: as ``send(_:to:)``.
    public func release(_ query: ViewQuery, at location: ViewPoint = .center) async throws {
        try await send(.hold(.ended, at: location), to: query)
    }

    /// Drags on a node from one location to another, in fractions of the node.
    ///
    /// - Throws: as ``send(_:to:)``.
    public func drag(_ query: ViewQuery, from start: ViewPoint, to end: ViewPoint) async throws {
        let distance = ViewPoint(x: end.x - start.x, y: end.y - start.y)
        try await send(.drag(.began, at: start, by: .zero), to: query)
        try await send(.drag(.changed, at: end, by: distance), to: query)
        try await send(.drag(.ended, at: end, by: distance), to: query)
    }

    /// Moves two fingers on a node apart (a scale above 1) or together (below 1).
    ///
    /// - Parameter location: the middle of the fingers, in fractions of the node.
    /// - Throws: as ``send(_:to:)``.
    public func pinch(_ query: ViewQuery, to scale: Double, at location: ViewPoint = .center) async throws {
        for (phase, scale) in [(ViewGesturePhase.began, 1), (.changed, scale), (.ended, scale)] {
            try await send(.pinch(phase, at: location, scale: scale), to: query)
        }
    }
}
