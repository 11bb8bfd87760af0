package import OpenFoundation
package import OpenViewTree

/// A principal object with a view, such as a view controller of `OpenUIKit`.
///
/// All methods are called on the main thread. Except for ``prepare(for:)`` they are called after ``present(in:traits:)``,
/// and none is called after ``dismiss()``.
@MainActor
package protocol ViewPresenting: AnyObject {
    /// Receives the context of the request. Called before `beginRequest(with:)`.
    func prepare(for context: NSExtensionContext)

    /// Loads the view and sends it. The first update creates the tree.
    func present(in channel: ViewChannel, traits: ViewTraits)

    /// The size or the appearance of the view has changed.
    func change(to traits: ViewTraits)

    /// Handles a user's event. The next update acknowledges it by its number.
    ///
    /// - Parameter node: the node of the event, which may no longer exist.
    func handle(_ event: ViewEvent, of node: UInt32, number: UInt32)

    /// The host has drawn the first tree.
    func didPresent()

    /// The view leaves the screen.
    func dismiss()

    /// Memory is low: releases objects that can be created again.
    func memoryIsLow()

    /// Updates the content of a widget.
    ///
    /// - Parameter reply: called once, on any thread.
    func performUpdate(_ reply: @escaping @Sendable (ViewUpdateResult) -> Void)
}

/// The result of updating a widget (`NCUpdateResult`).
package enum ViewUpdateResult: UInt8, Sendable {
    case newData, noData, failed
}
