import AppexProtocol
import Foundation
import Synchronization

/// An access that has been granted and is not over.
struct RunningAccess: Sendable {
    /// The URLs of the items.
    let urls: [URL]
    private let coordinator: NSFileCoordinator
    private let claim: UInt64
    private let paths: [String]
    private let isWriting: [Bool]
    /// Whether each item existed before the access.
    private let existed: [Bool]
    private let chain: AccessChain
    /// The protected work that delays the suspension of an extension; nil if the time for such work is over.
    private let work: UInt64?
    private let time = RemainingTime()
    /// The watch of the coordinator's own presenter, which is not told of this access.
    private let watch: UncoordinatedWatch?

    init(
        _ coordinator: NSFileCoordinator, _ claim: UInt64, _ chain: AccessChain,
        _ accesses: [CoordinationInterface.Access], _ paths: [String]
    ) {
        self.coordinator = coordinator
        self.chain = chain
        self.claim = claim
        self.paths = paths
        urls = paths.map { URL(fileURLWithPath: $0) }
        isWriting = accesses.map(\.isWriting)
        existed = zip(paths, isWriting).map { $1 && ItemLocation.exists($0) }
        work = ProtectedWork.shared.begin(.activity) { [time] in time.end() }
        watch = coordinator.presenterPurpose.flatMap { PresenterRegistry.shared.registration(purpose: $0)?.watch }
        watch?.pause()
        coordinator.beginAccess(claim, writing: zip(paths, isWriting).filter(\.1).map(\.0))
    }

    /// Ends the access, and tells the presenters what has been changed.
    ///
    /// - Throws: ``FileCoordinationError/Code/interrupted`` if others may have accessed the items meanwhile.
    func end() throws(FileCoordinationError) {
        let changes = paths.indices.map { index -> CoordinationInterface.Change in
            guard isWriting[index] else { return .none }
            let exists = ItemLocation.exists(paths[index])
            return existed[index] == exists ? .changed : exists ? .appeared : .vanished
        }
        guard end(changes: changes) else {
            throw FileCoordinationError(
                .interrupted,
                "The access to \(paths.first ?? "the items") was not protected to its end, because this process was suspended or the broker ended meanwhile. Read the item again."
            )
        }
    }

    /// Ends the access.
    ///
    /// - Parameter changes: what has become of each item.
    /// - Returns: whether it was protected to its end.
    @discardableResult
    func end(changes: [CoordinationInterface.Change]) -> Bool {
        coordinator.endAccess(claim)
        watch?.resume()
        let isWhole = CoordinationClient.shared.release(claim, changes, isSure: work != nil && !time.isOver)
        if let work { ProtectedWork.shared.end(work) }
        // A presenter that had no URL may have one now.
        try? coordinator.refreshPresenter()
        return isWhole
    }

    /// Runs the accessor.
    func run<Value>(_ accessor: () throws -> Value) rethrows -> Value { try chain.run(accessor) }
}

/// Whether the time is over for which the process is not suspended.
private final class RemainingTime: Sendable {
    private let hasEnded = Atomic(false)

    var isOver: Bool { hasEnded.load(ordering: .relaxed) }

    func end() { hasEnded.store(true, ordering: .relaxed) }
}
