import AppexProtocol
import AppexSystem
import Foundation
import OpenExtensionKit
import Synchronization
import TestSupport
import Testing

/// The extension that most tests install.
let fixtureIdentifier = "org.example.Fixtures.Fixture"

extension ExtensionHost {
    /// Has the fixture do something with one item.
    nonisolated(nonsending) func send(
        _ behaviour: String, text: String? = nil, attachments: [NSItemProvider] = [],
        to identifier: String = fixtureIdentifier, timeout: Duration = .ample
    ) async throws -> [NSExtensionItem] {
        let item = NSExtensionItem()
        item.userInfo = ["FixtureBehaviour": behaviour]
        if let text { item.attributedContentText = NSAttributedString(string: text) }
        if !attachments.isEmpty { item.attachments = attachments }
        return try await send([item], to: self.extension(identifier), timeout: timeout)
    }

    /// The text of the first item that comes back.
    nonisolated(nonsending) func text(
        _ behaviour: String, _ text: String? = nil, to identifier: String = fixtureIdentifier
    ) async throws -> String? {
        try await send(behaviour, text: text, to: identifier).first?.attributedContentText?.string
    }

    /// Checks that an ordinary request is answered.
    nonisolated(nonsending) func expectAnswer(
        from identifier: String = fixtureIdentifier, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await text("uppercase", "again", to: identifier)
        #expect(answer == "AGAIN", sourceLocation: sourceLocation)
    }

    /// A request that has to end with an error of this project.
    nonisolated(nonsending) func failure(
        _ behaviour: String, text: String? = nil, attachments: [NSItemProvider] = [],
        to identifier: String = fixtureIdentifier, timeout: Duration = .ample,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ExtensionError {
        do {
            let items = try await send(
                behaviour, text: text, attachments: attachments, to: identifier, timeout: timeout)
            try #require(Bool(false), "the request gave \(items.count) items", sourceLocation: sourceLocation)
        } catch let error as ExtensionError {
            return error
        }
        throw Unreachable()
    }

    /// What the broker says about its processes.
    nonisolated(nonsending) func processes() async throws -> [ProcessRecord] {
        try await broker.call(BrokerInterface.Processes()).0.elements
    }

    /// The extension process of an identifier, as the broker describes it, once the broker knows its number.
    ///
    /// An extension can answer a host before the broker has read what the launcher says of the process.
    nonisolated(nonsending) func process(
        of identifier: String = fixtureIdentifier, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ProcessRecord {
        try await process("the process of \(identifier)", sourceLocation: sourceLocation) {
            $0.role == .appExtension && $0.identifier == identifier
        }
    }

    /// The first process that the broker describes so, once the broker knows its number.
    nonisolated(nonsending) func process(
        _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
        where isWanted: (ProcessRecord) -> Bool
    ) async throws -> ProcessRecord {
        var found: ProcessRecord?
        var last: [ProcessRecord] = []
        try await eventually("\(what) is known: \(last)", sourceLocation: sourceLocation) {
            last = try await processes()
            found = last.first { $0.pid > 0 && isWanted($0) }
            return found != nil
        }
        return try #require(found, sourceLocation: sourceLocation)
    }
}

private struct Unreachable: Error {}

extension NSExtensionItem {
    var text: String? { attributedContentText?.string }
}

extension NSItemProvider {
    /// The bytes of a representation.
    func data(_ type: String = "public.data") async throws -> Data {
        let object = try await loadItem(forTypeIdentifier: type)
        return try #require(object as? NSData) as Data
    }
}

/// An attachment by which an extension tells that it is about to do what it does: it loads it.
final class Mark: Sendable {
    private struct State {
        var reached: ContinuousClock.Instant?
        var isGivenUp = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// Whether the extension waits until ``release()``, and what it then gets.
        var isHeld = false
        var held: [@Sendable (Data?, (any Error)?) -> Void] = []
    }

    private let state: Mutex<State>

    /// - Parameter holding: keeps the extension waiting until ``release()``.
    init(holding: Bool = false) {
        state = Mutex(State(isHeld: holding))
    }

    /// A provider to hand over.
    var provider: NSItemProvider {
        let provider = NSItemProvider()
        provider.registerDataRepresentation(forTypeIdentifier: "org.openextensionkit.mark", visibility: .all) { done in
            self.resume(reached: .now)
            let isHeld = self.state.withLock { state in
                if state.isHeld { state.held.append(done) }
                return state.isHeld
            }
            if !isHeld { done(Data("go".utf8), nil) }
            return nil
        }
        return provider
    }

    /// When it was loaded first.
    var instant: ContinuousClock.Instant? { state.withLock { $0.reached } }

    /// Lets the extension go on.
    func release() {
        let held = state.withLock { state in
            defer { (state.isHeld, state.held) = (false, []) }
            return state.held
        }
        for done in held { done(Data("go".utf8), nil) }
    }

    /// Ends the waits of a mark that is not going to be loaded any more.
    func giveUp() {
        state.withLock { $0.isGivenUp = true }
        resume(reached: nil)
    }

    private func resume(reached: ContinuousClock.Instant?) {
        let waiting = state.withLock { state in
            state.reached = state.reached ?? reached
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until it has been loaded.
    ///
    /// - Returns: when.
    @discardableResult
    func wait(atMost limit: Duration = .ample) async throws -> ContinuousClock.Instant {
        let loop = try EventLoop.shared()
        let timer = loop.schedule(at: .now + limit) { self.resume(reached: nil) }
        defer { loop.cancel(timer) }
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                let isOver = state.reached != nil || state.isGivenUp
                if !isOver { state.waiting.append(continuation) }
                return isOver
            }
            if isOver { continuation.resume() }
        }
        return try #require(instant, "the extension has not loaded the mark within \(limit)")
    }
}
