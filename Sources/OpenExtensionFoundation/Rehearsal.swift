import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import OpenFoundation

/// What a process does when it has a session on which nothing begins, as when it is parked: once, with nothing of
/// anybody's in it, what a request does before its principal object is made. The first time costs a process more than all
/// later ones, in pages to fetch and tables to make.
enum Rehearsal {
    /// How long the begin of a request takes to follow its session, unless the host has none yet.
    private static let patience = Duration.milliseconds(20)

    /// Does it after a moment, unless `isNeeded` says on the loop's thread that a request has begun by then.
    static func schedule(for session: ItemSession, if isNeeded: @escaping @Sendable () -> Bool) {
        // Without a loop there would be no session.
        _ = try? EventLoop.shared().schedule(at: .now + patience) { [weak session] in
            if isNeeded(), let session { run(session) }
        }
    }

    private static func run(_ session: ItemSession) {
        let item = ItemDescription(contentText: AttributedText("-"), userInfo: ["-": .string("-")])
        guard let bytes = try? SessionInterface.Begin(identifier: UUID().uuidString, items: [item]).wireBytes(),
            let begin = try? SessionInterface.Begin(wireBytes: bytes)
        else { return }
        let context = NSExtensionContext(inputItems: session.items(begin.items)) { _, _ in }
        DispatchQueue.main.async { withExtendedLifetime(context.inputItems) {} }
    }
}
