import AppexProtocol
import AppexSystem

/// A process that coordinates its access to files.
struct CoordinationPeer: Sendable {
    /// The paths that a process may coordinate.
    enum Reach: Sendable, Equatable {
        /// Those of the device, like every program of the user.
        case everything
        /// An extension: the containers of its groups, which it may be able to write to. Other paths are its own.
        case groups([ItemPath], areWritable: Bool, identifier: String)
    }

    /// A presenter of the process.
    struct Presenter: Sendable {
        var purpose: Purpose
        var path: ItemPath?
        /// How long it may take to prepare, in milliseconds.
        var limit: UInt32
        /// Whether it was not prepared in time when it was asked last.
        var isOverdue = false

        /// How long it is waited for, in milliseconds. One that was overdue gets less time until it has prepared in time.
        var patience: UInt32 { min(limit, isOverdue ? Self.shortLimit : Self.longestLimit) }

        private static let longestLimit: UInt32 = 30_000
        private static let shortLimit: UInt32 = 1000
    }

    /// What a presenter has missed while its process took no messages.
    struct Missed: Sendable {
        var isChanged = false
        /// Whether something in the folder has changed.
        var isSubitemChanged = false
        var isMoved = false
    }

    let name: String
    let reach: Reach
    var pid: Int32
    /// Whether the process is suspended.
    var isSuspended = false
    /// Whether messages to the process have to wait, because it does not read.
    var isBusy = false
    var presenters: [UInt64: Presenter] = [:]
    /// Whether a presenter was late, and no late one has been in time since. A presenter that is added meanwhile counts as
    /// late, so that a process gets no more time by presenting its items again.
    var wasLate = false
    /// By presenter.
    var missed: [UInt64: Missed] = [:]
    /// The claims of the process, by its own numbers.
    var claims: [UInt64: ClaimNumber] = [:]
    /// Bytes of the paths that the process claims.
    var claimedBytes = 0
    /// Bytes of the paths that the process presents.
    var presentedBytes = 0

    /// What presenters were asked to do for the granted claims of the process, and by which of them, by the purpose.
    var asked: [Purpose: [CoordinationTable.PresenterKey: [ClaimNumber]]] = [:]
    /// How many presenters the table still looks at for the process's claims and changes.
    var work = TokenBucket(perSecond: 32 << 10, most: 64 << 10)

    /// Claims of one process, granted or not: one for each thread of a large program or of an extension.
    var claimLimit: Int { identifier == nil ? 512 : 128 }
    /// Accesses of one process that include everything in a folder, with which every other access is compared.
    static let deepAccessLimit = 64
    /// Bytes of the paths that the process presents.
    var presentedBytesLimit: Int { identifier == nil ? 4 << 20 : 256 << 10 }

    /// Presenters of the process: for a program one for each file of a large document browser.
    var presenterLimit: Int { identifier == nil ? 16_384 : 1024 }

    /// Notes which of the presenters that were asked to prepare were late.
    mutating func note(late: Set<UInt64>, of asked: some Sequence<UInt64>) {
        let isInTime = late.isEmpty && asked.contains { presenters[$0]?.isOverdue == true }
        for presenter in asked { presenters[presenter]?.isOverdue = late.contains(presenter) }
        if !late.isEmpty { wasLate = true } else if isInTime { wasLate = false }
    }

    /// Whether the process can be told of changes at once.
    var takesMessages: Bool { !isSuspended && !isBusy }

    /// The identifier of the extension; nil for a program.
    var identifier: String? {
        if case .groups(_, _, let identifier) = reach { identifier } else { nil }
    }

    /// Whether the process may know what happens at a path.
    func reaches(_ path: ItemPath) -> Bool {
        switch reach {
        case .everything: path.view.isEmpty
        case .groups(let groups, _, let identifier):
            path.view == identifier || groups.contains { $0.covers(path) }
        }
    }

    /// The item at a path of the process.
    ///
    /// - Returns: nil if it is not a path that this process may coordinate in this way.
    func item(_ text: String, isWriting: Bool) -> ItemPath? {
        switch reach {
        case .everything: return ItemPath(text)
        case .groups(let groups, let areWritable, let identifier):
            guard let path = ItemPath(text) else { return nil }
            guard groups.contains(where: { $0.covers(path) }) else { return ItemPath(text, view: identifier) }
            return isWriting && !areWritable ? nil : path
        }
    }
}
