import AppexProtocol
import AppexSystem
import AppexWire
import Dispatch
import Foundation
import Synchronization

/// Claims of items, from the call that makes them to the end of the access.
extension CoordinationClient {
    /// Claims items, and blocks until the claim is granted.
    ///
    /// - Parameter begun: called with a function that ends the wait; possibly several times.
    /// - Returns: the number of the claim, for ``release(_:_:isSure:)``, and the paths of the items.
    /// - Throws: ``FileCoordinationError``; the error of a presenter; ``WireError/cancelled``.
    func claim(
        _ accesses: [CoordinationInterface.Access], purpose: String, chain: AccessChain,
        begun: (@escaping @Sendable () -> Void) -> Void
    ) throws -> (number: UInt64, paths: [String]) {
        guard !isOnLoop else {
            throw FileCoordinationError(
                .unavailable, "Access to files cannot be coordinated on the thread that receives the broker's messages."
            )
        }
        var attempts = CallAttempts(at: .now)
        while true {
            let connection = try connected()
            attempts.begin(at: .now)
            let claim = newClaim(accesses, purpose, chain)
            let outcome = ClaimOutcome()
            let call = connection.begin(claim, within: Self.claimLimit) { [self, weak connection] result in
                outcome.give(take(result, claim, connection))
            }
            begun { [weak connection] in connection?.cancel(call) }
            do {
                return try outcome.wait().get()
            } catch {
                let failure = failure(error, claim, connection)
                guard isToBeRepeated(error, on: connection, &attempts) else { throw failure }
            }
        }
    }

    /// Claims items without waiting. Blocks while the process connects to the broker.
    ///
    /// - Parameter begun: called with a function that withdraws the claim; possibly several times.
    /// - Parameter completion: called once, on any thread, as ``claim(_:purpose:chain:begun:)`` returns or throws.
    func begin(
        _ accesses: [CoordinationInterface.Access], purpose: String, chain: AccessChain,
        attempts: CallAttempts = CallAttempts(at: .now),
        begun: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        _ completion: @escaping @Sendable (Result<(number: UInt64, paths: [String]), any Error>) -> Void
    ) {
        // The broker would disconnect a process that sends more than it reads.
        guard
            accesses.reduce(0, { $0 + $1.path.utf8.count + $1.package.utf8.count })
                <= CoordinationInterface.claimedBytes
        else {
            return completion(.failure(FileCoordinationError(.refused, Self.tooLong)))
        }
        let connection: Connection
        do { connection = try connected() } catch { return completion(.failure(error)) }
        var attempts = attempts
        attempts.begin(at: .now)
        let claim = newClaim(accesses, purpose, chain)
        let call = connection.begin(claim, within: Self.claimLimit) { [self, weak connection, attempts] result in
            let outcome = take(result, claim, connection)
            guard case .failure(let error) = outcome else { return completion(outcome) }
            let failure = failure(error, claim, connection)
            var attempts = attempts
            guard isToBeRepeated(error, on: connection, &attempts) else { return completion(.failure(failure)) }
            // Connecting blocks.
            HandlerThreads.own.run { [attempts] in
                self.begin(
                    accesses, purpose: purpose, chain: chain, attempts: attempts, begun: begun, completion)
            }
        }
        begun { [weak connection] in connection?.cancel(call) }
    }

    private static let tooLong =
        "The access cannot be coordinated: the paths of its items are too long together. Access fewer "
        + "items at a time."

    private func newClaim(
        _ accesses: [CoordinationInterface.Access], _ purpose: String, _ chain: AccessChain
    ) -> CoordinationInterface.Claim {
        state.withLock { state in
            state.lastClaim += 1
            let claim = CoordinationInterface.Claim(
                number: state.lastClaim, purpose: purpose, chain: chain.number, accesses: accesses)
            state.held[claim.number] = Held(claim: claim)
            return claim
        }
    }

    /// Takes the answer to a claim. Called within the completion of the call, so that what is granted is known before the end
    /// of the connection is handled, which may be the next thing that the event loop's thread does.
    private func take(
        _ result: Result<Connection.Reply, WireError>, _ claim: CoordinationInterface.Claim, _ connection: Connection?
    ) -> Result<(number: UInt64, paths: [String]), any Error> {
        Result {
            let reply = try result.get()
            let granted: CoordinationInterface.Granted
            do throws(WireError) {
                granted = try CoordinationInterface.Granted(wireBytes: reply.body)
            } catch {
                connection?.reject(error)
                throw error
            }
            if let error = granted.error { throw error.error }
            guard granted.paths.count == claim.accesses.count else {
                throw WireError.malformed("\(granted.paths.count) paths for \(claim.accesses.count) items")
            }
            state.withLock { state in
                state.held[claim.number]?.isGranted = true
                // Another thread may have found the end of the connection meanwhile.
                if state.link == nil || state.link?.connection !== connection {
                    state.held[claim.number]?.isLost = true
                }
                for (place, path) in granted.paths.enumerated() {
                    state.held[claim.number]?.claim.accesses[place].follow(to: path)
                }
            }
            return (claim.number, granted.paths)
        }
    }

    /// Forgets a claim that was not granted.
    ///
    /// - Returns: what the caller is told.
    private func failure(
        _ error: any Error, _ claim: CoordinationInterface.Claim, _ connection: Connection?
    ) -> any Error {
        _ = state.withLock { $0.held.removeValue(forKey: claim.number) }
        guard let error = error as? WireError else { return error }
        switch error {
        case .remote(let failure) where failure.code == CoordinationInterface.deadlock:
            return FileCoordinationError(.deadlock, failure.message)
        case .remote(let failure) where failure.code == FailureCode.refused:
            return FileCoordinationError(.refused, failure.message)
        case .closed: break
        // The broker may have granted it at the same moment, or later.
        default: try? connection?.send(CoordinationInterface.Release(number: claim.number, changes: []))
        }
        if case .cancelled = error { return error }
        if case .remote(let failure) = error { return FileCoordinationError(.unavailable, failure.message) }
        return FileCoordinationError(.unavailable, "The access to files cannot be coordinated: \(error).")
    }

    /// Ends a claim.
    ///
    /// - Parameter isSure: whether the process cannot have been suspended since the claim was granted. Otherwise the broker
    ///   is asked whether the claim has ended meanwhile.
    /// - Returns: whether it has been the process's for the whole time; false after the process was suspended.
    func release(_ number: UInt64, _ changes: [CoordinationInterface.Change], isSure: Bool) -> Bool {
        // A broker that has ended is replaced first, so that the claim is made again and released.
        let isLost = state.withLock { $0.held[number]?.isLost == true }
        let connection = isLost && !isExtension ? try? connected() : existing
        if !isSure || isLost, let connection {
            // An answer of the broker comes after everything that it has sent before.
            var question = CoordinationInterface.Claim(number: nextNumber(), purpose: "", chain: 0, accesses: [])
            question.isAgain = isLost && !isExtension
            _ = try? connection.wait(for: question, within: Self.answerLimit)
            try? connection.send(CoordinationInterface.Release(number: question.number, changes: []))
        }
        let held = state.withLock { $0.held.removeValue(forKey: number) }
        // Without a connection the claim has ended already.
        try? connection?.send(CoordinationInterface.Release(number: number, changes: changes))
        guard let held, held.isLost else { return true }
        announce(held.claim, changes, on: connection)
        return false
    }

    /// Notifies presenters of what was changed in an access whose claim has ended before.
    private func announce(
        _ claim: CoordinationInterface.Claim, _ changes: [CoordinationInterface.Change], on connection: Connection?
    ) {
        guard changes.contains(where: { $0 != .none }) else { return }
        var claim = claim
        claim.number = nextNumber()
        for place in claim.accesses.indices where claim.accesses[place].isWriting {
            // With this option, no presenter is asked to prepare.
            claim.accesses[place].options = UInt8(
                NSFileCoordinator.WritingOptions.contentIndependentMetadataOnly.rawValue)
        }
        let number = claim.number
        connection?.begin(claim, within: Self.claimLimit) { [weak connection] _ in
            try? connection?.send(CoordinationInterface.Release(number: number, changes: changes))
        }
    }

    private func nextNumber() -> UInt64 {
        state.withLock { state in
            state.lastClaim += 1
            return state.lastClaim
        }
    }

    /// Tells the others that an item has been moved by the holder of a claim.
    func moved(_ number: UInt64, from: String, to: String) {
        state.withLock { state in
            guard let accesses = state.held[number]?.claim.accesses else { return }
            for (place, access) in accesses.enumerated() where ItemLocation.covers(from, access.path) {
                let path = to + String(decoding: access.path.utf8.dropFirst(from.utf8.count), as: UTF8.self)
                state.held[number]?.claim.accesses[place].follow(to: path)
            }
        }
        try? existing?.send(CoordinationInterface.Moved(number: number, from: from, to: to))
    }
}

extension CoordinationInterface.Access {
    /// The item is at another path now.
    fileprivate mutating func follow(to path: String) {
        guard path != self.path else { return }
        package = ItemLocation.covers(package, path) ? package : path
        self.path = path
    }
}

/// Passes the outcome of a claim from the event loop's thread to the thread that waits.
private final class ClaimOutcome: Sendable {
    typealias Value = Result<(number: UInt64, paths: [String]), any Error>

    private let value = Mutex<Value?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func give(_ outcome: Value) {
        value.withLock { $0 = outcome }
        isThere.signal()
    }

    /// Waits for the outcome, which every call has.
    func wait() -> Value {
        isThere.wait()
        return value.withLock { $0 } ?? .failure(WireError.cancelled)
    }
}
