import Foundation
package import OpenExtensionFoundation
import OpenFoundation
package import OpenViewTree

extension UIViewController: @MainActor NSExtensionRequestHandling {}

extension UIViewController: @MainActor NSExtensionMemoryWarningHandling {}

extension UIViewController: ViewPresenting {
    /// Connects the controller with its request, before `beginRequest(with:)`.
    package func prepare(for context: NSExtensionContext) {
        setContext(context)
        UIApplication.shared.extensionContext = context
        UIApplication.shared.principal = self
        context.presentation = WidgetState(self)
    }

    /// Loads the view and sends it to the host.
    ///
    /// - Parameters:
    ///   - channel: the connection to the host.
    ///   - traits: the size and environment that the host offers.
    package func present(in channel: ViewChannel, traits: ViewTraits) {
        show(in: channel, traits: traits, pacer: UpdatePacer())
    }

    /// - Parameter pacer: decides when updates are sent.
    func show(in channel: ViewChannel, traits: ViewTraits, pacer: UpdatePacer) {
        let scene = ViewScene(self, channel, traits, pacer: pacer)
        ownScene = scene
        scene.begin()
    }

    /// Adapts the view to another size or environment.
    package func change(to traits: ViewTraits) { ownScene?.change(to: traits) }

    /// Handles a user's action on a node.
    ///
    /// - Parameter number: the number of the event, which the next update acknowledges.
    package func handle(_ event: ViewEvent, of node: UInt32, number: UInt32) {
        ownScene?.handle(event, of: node, number: number)
    }

    /// Calls the methods that tell that the view is on screen, after the host has drawn it.
    package func didPresent() { ownScene?.didPresent() }

    /// Calls the methods that tell that the view leaves the screen, and stops updates.
    package func dismiss() {
        ownScene?.end()
        ownScene = nil
    }

    /// Calls `didReceiveMemoryWarning()` of this controller, its children and those that it presents.
    package func memoryIsLow() {
        didReceiveMemoryWarning()
        for child in children { child.memoryIsLow() }
        presentedViewController?.memoryIsLow()
    }

    /// Asks a widget for an update.
    ///
    /// - Parameter reply: called once from any thread: with `noData` when this is not a widget, and with `failed` when
    ///   the widget drops its completion handler.
    package func performUpdate(_ reply: @escaping @Sendable (ViewUpdateResult) -> Void) {
        guard let widget = self as? any NCWidgetProviding else { return reply(.noData) }
        // The new content reaches the host before the reply, so a host that has the reply shows the new content.
        let isShown = scene != nil
        let answer = WidgetUpdateAnswer { [weak self] result in
            guard isShown, result == .newData else { return reply(result) }
            let send: @MainActor @Sendable () -> Void = {
                guard let scene = self?.scene else { return reply(result) }
                scene.afterUpdate { reply(result) }
            }
            guard MainQueue.isCurrent else { return DispatchQueue.main.async { send() } }
            MainActor.assumeIsolated { send() }
        }
        widget.widgetPerformUpdate { answer.give($0) }
    }
}
