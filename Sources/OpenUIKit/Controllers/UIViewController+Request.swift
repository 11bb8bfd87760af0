import Foundation
package import OpenExtensionFoundation
package import OpenViewTree

extension UIViewController: @MainActor NSExtensionRequestHandling {}

extension UIViewController: @MainActor NSExtensionMemoryWarningHandling {}

extension UIViewController: ViewPresenting {
    package func prepare(for context: NSExtensionContext) {
        setContext(context)
        context.presentation = WidgetState(self)
    }

    package func present(in channel: ViewChannel, traits: ViewTraits) {
        show(in: channel, traits: traits, pacer: UpdatePacer())
    }

    /// - Parameter pacer: decides when changes are sent.
    func show(in channel: ViewChannel, traits: ViewTraits, pacer: UpdatePacer) {
        let scene = ViewScene(self, channel, traits, pacer: pacer)
        ownScene = scene
        scene.begin()
    }

    package func change(to traits: ViewTraits) { ownScene?.change(to: traits) }

    package func handle(_ event: ViewEvent, of node: UInt32, number: UInt32) {
        ownScene?.handle(event, of: node, number: number)
    }

    package func didPresent() { ownScene?.didPresent() }

    package func dismiss() {
        ownScene?.end()
        ownScene = nil
    }

    package func memoryIsLow() {
        didReceiveMemoryWarning()
        for child in children { child.memoryIsLow() }
        presentedViewController?.memoryIsLow()
    }

    package func performUpdate(_ reply: @escaping @Sendable (ViewUpdateResult) -> Void) {
        guard let widget = self as? any NCWidgetProviding else { return reply(.noData) }
        let answer = WidgetUpdateAnswer(reply)
        widget.widgetPerformUpdate { answer.give($0) }
    }
}
