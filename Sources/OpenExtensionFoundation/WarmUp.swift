import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import OpenFoundation

/// Warms up a process that has a session but no request yet: decodes an artificial request, as for a real one before its
/// principal object is created. The first time is slower than later ones, because pages have to be loaded and tables built.
enum WarmUp {
    /// The time in which a request usually follows its session, unless the host has started a warm process.
    private static let patience = Duration.milliseconds(20)

    /// Warms up after a short time if `isNeeded`, which is called on the loop's thread, then returns true.
    static func schedule(for session: ItemExchange, if isNeeded: @escaping @Sendable () -> Bool) {
        // The loop exists, because the session uses it.
        _ = try? EventLoop.shared().schedule(at: .now + patience) { [weak session] in
            if isNeeded(), let session { run(session) }
        }
    }

    private static func run(_ session: ItemExchange) {
        let item = ItemDescription(contentText: AttributedText("-"), userInfo: ["-": .string("-")])
        guard let bytes = try? SessionInterface.Begin(identifier: UUID().uuidString, items: [item]).wireBytes(),
            let begin = try? SessionInterface.Begin(wireBytes: bytes)
        else { return }
        let context = NSExtensionContext(inputItems: session.items(begin.items)) { _, _ in }
        DispatchQueue.main.async { withExtendedLifetime(context.inputItems) {} }
    }
}
