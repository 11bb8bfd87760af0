import AppexProtocol
public import Foundation
import Synchronization

/// Coordinates the access of objects in any number of processes to files and folders, with each other and with the objects
/// that present them.
///
/// Reads of an item run at the same time; a write excludes every other access to it. Before an access, the presenters of
/// the item are asked to give it up or to save it, and after a write they are told. A claim ends with its process.
///
/// Create a coordinator for each access, on any thread. Only ``cancel()`` may be called on another thread than that of the
/// access.
///
/// Source: https://developer.apple.com/documentation/foundation/nsfilecoordinator
///
/// ## Difference from Apple
/// An access continues without a presenter that does not answer in time. An access that would complete a cycle of waiting
/// accesses fails with ``FileCoordinationError/Code/deadlock``. An access during which its extension is suspended counts as ended, and
/// fails with ``FileCoordinationError/Code/interrupted`` when the accessor returns. Files that another program accesses
/// without a coordinator are not protected. A program outside of the device coordinates over the broker of the user's
/// device, which it starts.
open class NSFileCoordinator: NSObject, @unchecked Sendable {  // its state is in a lock
    private struct State {
        var purpose: String?
        var isCancelled = false
        var nextWait: UInt64 = 1
        /// Ends the accesses that wait.
        var waits: [UInt64: @Sendable () -> Void] = [:]
        /// The claims of the accesses that run, and the paths to which each writes.
        var claims: [UInt64: [String]] = [:]
    }

    private let state = Mutex(State())
    let presenterPurpose: String?

    /// Creates a coordinator.
    ///
    /// - Parameter presenter: the presenter whose accesses these are. It is sent no messages about them, and other accesses
    ///   on its behalf never wait for them.
    public init(filePresenter presenter: (any NSFilePresenter)?) {
        presenterPurpose = presenter.map { PresenterRegistry.shared.purpose(of: $0) }
    }

    /// Creates a coordinator without a presenter.
    public override convenience init() { self.init(filePresenter: nil) }

    // MARK: Presenters

    /// Adds a presenter, which gets messages from now on. It is kept until it is removed.
    ///
    /// Blocks while the broker is told. To miss nothing, add a presenter inside of the coordinated read of its item. A
    /// presenter that the broker does not take is reported on the standard error.
    open class func addFilePresenter(_ filePresenter: any NSFilePresenter) {
        guard let registration = PresenterRegistry.shared.add(filePresenter) else { return }
        guard let message = registration.presentation(always: true) else { return }
        do throws(FileCoordinationError) {
            try CoordinationClient.shared.present(message)
        } catch {
            registration.forgetPath()
            FileHandle.standardError.write(Data("NSFileCoordinator: \(error)\n".utf8))
        }
    }

    /// Removes a presenter. No further message is sent to it, although one may still be running.
    open class func removeFilePresenter(_ filePresenter: any NSFilePresenter) {
        guard let registration = PresenterRegistry.shared.remove(filePresenter) else { return }
        CoordinationClient.shared.withdraw(registration.number)
    }

    /// The presenters of this process, in the order in which they were added.
    open class var filePresenters: [any NSFilePresenter] { PresenterRegistry.shared.presenters }

    // MARK: Purpose

    /// Identifies the purpose of the accesses: those with the same purpose never wait for each other, also in different
    /// processes. Unique by default; that of a presenter for a coordinator with a presenter.
    ///
    /// Can be set once, to a text of 1 to 128 bytes, in a coordinator without a presenter and before its first access.
    /// Everything else is a programming error, which ends the process.
    open var purposeIdentifier: String {
        get {
            state.withLock { state in
                let purpose = state.purpose ?? presenterPurpose ?? UUID().uuidString
                state.purpose = purpose
                return purpose
            }
        }
        set {
            let isAllowed = state.withLock { state in
                guard presenterPurpose == nil, state.purpose == nil,
                    (1...CoordinationInterface.purposeBytes).contains(newValue.utf8.count)
                else { return false }
                state.purpose = newValue
                return true
            }
            guard isAllowed else {
                InvalidArgument.raise(
                    "The purpose identifier of a file coordinator can be set once, to a text of at most 128 bytes, and not if it has a presenter or has been used."
                )
            }
        }
    }

    // MARK: Cancelling

    /// Cancels the accesses of this coordinator. Those that wait fail at once with `CocoaError.userCancelled`, and all later
    /// ones too, without a call of their accessors. An accessor that runs is not interrupted. Can be called on any thread.
    open func cancel() {
        let waits = state.withLock { state in
            state.isCancelled = true
            return Array(state.waits.values)
        }
        for end in waits { end() }
    }

    /// Whether the coordinator has been cancelled.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Notes an access that waits.
    ///
    /// - Returns: the number of the wait. If the coordinator has been cancelled, the wait is ended in this call.
    func beginWait(_ end: @escaping @Sendable () -> Void) -> UInt64 {
        let (number, isCancelled) = state.withLock { state in
            defer { state.nextWait += 1 }
            state.waits[state.nextWait] = end
            return (state.nextWait, state.isCancelled)
        }
        if isCancelled { end() }
        return number
    }

    func endWait(_ number: UInt64) { state.withLock { $0.waits[number] = nil } }

    // MARK: Claims

    func beginAccess(_ claim: UInt64, writing paths: [String]) { state.withLock { $0.claims[claim] = paths } }

    func endAccess(_ claim: UInt64) { state.withLock { $0.claims[claim] = nil } }

    // MARK: Moved items

    /// Announces that an item is about to be moved. Has no effect, since the access allows the move already.
    open func item(at oldURL: URL, willMoveTo newURL: URL) {}

    /// Tells presenters, and accesses that wait, that an item has been moved. Call it inside of an accessor of this
    /// coordinator that writes to the item or, with ``WritingOptions/forMoving``, to a folder around it, after the move.
    open func item(at oldURL: URL, didMoveTo newURL: URL) {
        guard let from = try? ItemLocation(oldURL).path, let to = try? ItemLocation(newURL).path else { return }
        let claim = state.withLock { state -> UInt64? in
            // The innermost access that includes the item.
            let found = state.claims.flatMap { claim, paths in
                paths.filter { ItemLocation.covers($0, from) }.map { (claim: claim, length: $0.utf8.count) }
            }.max { ($0.length, $0.claim) < ($1.length, $1.claim) }
            guard let claim = found?.claim else { return nil }
            // It may be moved again.
            state.claims[claim] = state.claims[claim]?.map { $0 == from ? to : $0 }
            return claim
        }
        guard let claim else { return }
        CoordinationClient.shared.moved(claim, from: from, to: to)
    }
}
