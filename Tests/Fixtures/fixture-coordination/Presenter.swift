import Foundation
import OpenFoundation
import Synchronization

/// Prints the messages that it gets, and answers as it was told.
final class Presenter: NSObject, NSFilePresenter, Sendable {
    private struct State {
        var path: String
        var held: (@Sendable () -> Void)?
    }

    let presentedItemOperationQueue: OperationQueue
    let presentedItemPreparationLimit: TimeInterval
    let observesUncoordinatedChanges: Bool
    private let name: String
    private let behaviour: String
    private let state: Mutex<State>

    init(_ name: String, _ path: String, limit: TimeInterval, _ behaviour: String) {
        self.name = name
        self.behaviour = behaviour
        presentedItemPreparationLimit = limit
        observesUncoordinatedChanges = behaviour == "watches"
        state = Mutex(State(path: path))
        presentedItemOperationQueue = OperationQueue()
        presentedItemOperationQueue.maxConcurrentOperationCount = 1
    }

    var presentedItemURL: URL? { URL(fileURLWithPath: state.withLock { $0.path }) }

    /// Gives the answer that was held back.
    func free() { state.withLock { $0.held.take() }?() }

    private func relinquish(
        _ kind: String, _ answer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
    ) {
        say("relinquish-\(kind) \(name)")
        switch behaviour {
        case "silent": break
        case "slow":
            state.withLock { $0.held = { answer { say("reacquire \(self.name)") } } }
        default: answer { say("reacquire \(self.name)") }
        }
    }

    func relinquishPresentedItem(toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void) {
        relinquish("reader", reader)
    }

    func relinquishPresentedItem(toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void) {
        relinquish("writer", writer)
    }

    private func finish(_ message: String, _ completionHandler: ((any Error)?) -> Void) {
        say("\(message) \(name)")
        completionHandler(behaviour == "fails" ? NSError(domain: "Fixture", code: 7) : nil)
    }

    func savePresentedItemChanges(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        finish("save", completionHandler)
    }

    func accommodatePresentedItemDeletion(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        finish("accommodate", completionHandler)
    }

    func accommodatePresentedSubitemDeletion(
        at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        finish("accommodate-subitem \(url.path)", completionHandler)
    }

    private func told(_ message: String) {
        let origin = FileChangeOrigin.current
        let maker = origin.map { $0.isCurrentProcess ? "own" : $0.bundleIdentifier ?? $0.processName } ?? "unknown"
        say("\(message) \(name) by \(maker)")
    }

    func presentedItemDidChange() { told("changed") }

    func presentedItemDidMove(to newURL: URL) {
        state.withLock { $0.path = newURL.path }
        told("did-move \(newURL.path)")
    }

    func presentedSubitemDidAppear(at url: URL) { told("subitem-appeared \(url.path)") }

    func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL) {
        told("subitem-moved \(oldURL.path) \(newURL.path)")
    }

    func presentedSubitemDidChange(at url: URL) { told("subitem-changed \(url.path)") }
}
