import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import Synchronization

/// The presenters of this process. May be used on any thread.
final class PresenterRegistry: Sendable {
    static let shared = PresenterRegistry()

    /// The purpose identifier of a presenter, which need not be registered.
    private struct Purpose: @unchecked Sendable {  // the presenter is only checked for nil
        weak var presenter: (any NSFilePresenter)?
        let identifier: String
    }

    private struct State {
        var nextNumber: UInt64 = 1
        var registrations: [UInt64: PresenterRegistration] = [:]
        /// The numbers of the registrations, by purpose.
        var numbers: [String: UInt64] = [:]
        var purposes: [ObjectIdentifier: Purpose] = [:]
        /// The queues whose threads wait for coordinated accesses, and how many do.
        var waitingQueues: [ObjectIdentifier: Int] = [:]
        /// What presenters prepare for, by the broker's number of the claim.
        var preparations: [UInt64: [PresenterPreparation]] = [:]
    }

    private let state = Mutex(State())

    // MARK: Presenters

    /// The presenters in the order in which they were added.
    var presenters: [any NSFilePresenter] {
        state.withLock { state in state.registrations.sorted { $0.key < $1.key }.map(\.value) }.map(\.presenter)
    }

    /// Whether there are presenters.
    var isEmpty: Bool { state.withLock { $0.registrations.isEmpty } }

    /// All registrations, in the order in which they were made.
    var registrations: [PresenterRegistration] {
        state.withLock { state in state.registrations.sorted { $0.key < $1.key }.map(\.value) }
    }

    /// The purpose identifier that belongs to a presenter for as long as it exists.
    func purpose(of presenter: any NSFilePresenter) -> String {
        let key = ObjectIdentifier(presenter)
        let new = Purpose(presenter: presenter, identifier: UUID().uuidString)
        return state.withLock { state in
            if let known = state.purposes[key], known.presenter != nil { return known.identifier }
            // An object that is gone leaves its entry behind, until there are many.
            if state.purposes.count >= 1024, state.purposes.count.isMultiple(of: 256) {
                state.purposes = state.purposes.filter { $0.value.presenter != nil }
            }
            state.purposes[key] = new
            return new.identifier
        }
    }

    /// Adds a presenter.
    ///
    /// - Returns: nil if it has been added before.
    func add(_ presenter: any NSFilePresenter) -> PresenterRegistration? {
        let purpose = purpose(of: presenter)
        let number = state.withLock { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
        // Reads the presenter's properties, so not while the lock is held.
        let registration = PresenterRegistration(presenter, number: number, purpose: purpose)
        return state.withLock { state in
            guard state.numbers[purpose] == nil else { return nil }
            state.registrations[number] = registration
            state.numbers[purpose] = number
            return registration
        }
    }

    /// Removes a presenter, which gets no message any more.
    func remove(_ presenter: any NSFilePresenter) -> PresenterRegistration? {
        let purpose = purpose(of: presenter)
        let (registration, preparations) = state.withLock { state -> (PresenterRegistration?, [PresenterPreparation]) in
            guard let number = state.numbers.removeValue(forKey: purpose),
                let found = state.registrations.removeValue(forKey: number)
            else { return (nil, []) }
            return (found, state.preparations.values.flatMap { $0 }.filter { $0.registration === found })
        }
        registration?.end()
        for preparation in preparations { preparation.finish() }
        return registration
    }

    /// The registration with a purpose identifier.
    func registration(purpose: String) -> PresenterRegistration? {
        state.withLock { state in state.numbers[purpose].flatMap { state.registrations[$0] } }
    }

    // MARK: Threads that wait

    /// Notes that the current thread waits for an access, while `body` runs.
    func whileWaiting<Value>(_ body: () throws -> Value) rethrows -> Value {
        let queue = CurrentThread.isMain ? OperationQueue.main : OperationQueue.current
        guard let queue else { return try body() }
        let key = ObjectIdentifier(queue)
        state.withLock { $0.waitingQueues[key, default: 0] += 1 }
        defer {
            state.withLock { state in
                let count = (state.waitingQueues[key] ?? 1) - 1
                state.waitingQueues[key] = count == 0 ? nil : count
            }
        }
        return try body()
    }

    /// Whether all that a queue can run at a time waits for coordinated accesses.
    func isBlocked(_ queue: OperationQueue) -> Bool {
        let limit = queue === OperationQueue.main ? 1 : queue.maxConcurrentOperationCount
        guard limit > 0 else { return false }
        return state.withLock { ($0.waitingQueues[ObjectIdentifier(queue)] ?? 0) >= limit }
    }

    // MARK: Messages of the broker

    /// Asks presenters to prepare, and answers when all of them are prepared.
    func prepare(_ request: InboundRequest) throws(WireError) {
        let message = try request.decode(CoordinationInterface.Prepare.self)
        let known = state.withLock { $0.registrations }
        let answer = PreparationAnswer(request, count: message.questions.count)
        let preparations = message.questions.compactMap { question -> PresenterPreparation? in
            guard let registration = known[question.presenter] else {
                // It has just been removed.
                answer.take(nil, isOverdue: false, of: question.presenter)
                return nil
            }
            return PresenterPreparation(registration, question) { error, isOverdue in
                answer.take(error, isOverdue: isOverdue, of: question.presenter)
            }
        }
        state.withLock { $0.preparations[message.claim, default: []] += preparations }
        for preparation in preparations { preparation.begin() }
    }

    /// An access is over: presenters may use their items again.
    func reacquire(_ body: [UInt8]) throws(WireError) {
        let message = try CoordinationInterface.Reacquire(wireBytes: body)
        let preparations = state.withLock { $0.preparations.removeValue(forKey: message.claim) } ?? []
        for preparation in preparations { preparation.end() }
    }

    /// Tells presenters of changes.
    func notify(_ body: [UInt8]) throws(WireError) {
        let message = try CoordinationInterface.Notify(wireBytes: body)
        let known = state.withLock { $0.registrations }
        for notice in message.notices { known[notice.presenter]?.notify(notice, FileChangeOrigin(message.origin)) }
    }

    /// Ends all preparations, because a broker that has ended sends no message at the end of an access.
    func brokerEnded() {
        let preparations = state.withLock { state in
            defer { state.preparations = [:] }
            return state.preparations.values.flatMap { $0 }
        }
        for preparation in preparations { preparation.end() }
    }
}

/// The answer to a question to several presenters, which is given when the last one has answered.
private final class PreparationAnswer: Sendable {
    private struct State {
        var left: Int
        var prepared = CoordinationInterface.Prepared()
    }

    private let request: InboundRequest
    private let state: Mutex<State>

    init(_ request: InboundRequest, count: Int) {
        self.request = request
        state = Mutex(State(left: count))
        if count == 0 { request.reply(CoordinationInterface.Prepared()) }
    }

    func take(_ error: (any Error)?, isOverdue: Bool, of presenter: UInt64) {
        let prepared = state.withLock { state -> CoordinationInterface.Prepared? in
            state.left -= 1
            if isOverdue { state.prepared.overdue.append(presenter) }
            if let error, state.prepared.error == nil { state.prepared.error = ErrorDescription(error) }
            return state.left == 0 ? state.prepared : nil
        }
        if let prepared { request.reply(prepared) }
    }
}
