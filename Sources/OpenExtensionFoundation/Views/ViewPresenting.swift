package import OpenFoundation
package import OpenViewTree

/// A principal object that has a view. The view controllers of `OpenUIKit` are.
///
/// Everything happens on the main thread, and after ``present(in:traits:)``; after ``dismiss()`` nothing does.
@MainActor
package protocol ViewPresenting: AnyObject {
    /// A request has come. Called before `beginRequest(with:)`.
    func prepare(for context: NSExtensionContext)

    /// Loads the view and sends it: the first update makes the tree.
    func present(in channel: ViewChannel, traits: ViewTraits)

    func change(to traits: ViewTraits)

    /// A person has done something. An update that comes after it says so, by its number.
    ///
    /// - Parameter node: may be gone.
    func handle(_ event: ViewEvent, of node: UInt32, number: UInt32)

    /// The host has drawn the first tree.
    func didPresent()

    /// The view leaves the screen.
    func dismiss()

    /// Memory gets little: everything that is shown gives up what can be made again.
    func memoryIsLow()

    /// A widget is asked whether it has something new.
    ///
    /// - Parameter reply: called once, from any thread.
    func performUpdate(_ reply: @escaping @Sendable (ViewUpdateResult) -> Void)
}

/// What a widget has to say when it is asked for something new (`NCUpdateResult`).
package enum ViewUpdateResult: UInt8, Sendable {
    case newData, noData, failed
}
