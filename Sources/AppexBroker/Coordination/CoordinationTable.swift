import AppexProtocol
import AppexSystem
import AppexWire

/// Decides who may access which files: the claims and presenters of all processes.
///
/// A pure state machine. Every event leaves effects, which ``CoordinationService`` performs. A claim waits while one that
/// excludes it is granted or was made earlier. Then the presenters of its items are asked to prepare, and then it is
/// granted.
struct CoordinationTable: Sendable {
    /// A presenter of a process.
    struct PresenterKey: Hashable, Sendable {
        let peer: PeerNumber
        let presenter: UInt64
    }

    /// A claim of a scope.
    struct ClaimPlace: Hashable, Sendable {
        let claim: ClaimNumber
        let isWriting: Bool
    }

    var peers: [PeerNumber: CoordinationPeer] = [:]
    var claims: [ClaimNumber: CoordinatedClaim] = [:]
    /// The claims by the scopes of their accesses.
    var claimIndex = PathIndex<ClaimPlace>()
    /// The scopes of deep accesses.
    var deepScopes: [(claim: ClaimNumber, scope: ItemPath)] = []
    var presenterIndex = PathIndex<PresenterKey>()
    /// The waiting claims, by the claim that blocks each.
    var waiters: [ClaimNumber: [ClaimNumber]] = [:]
    /// The purposes of claims and of presenters that are asked.
    private var purposes: [Purpose: PurposeUse] = [:]
    /// Whether the table grants only claims that the last broker had granted.
    private(set) var isRecovering = false
    private var claimNumbers = Numbering<ClaimNumber>()
    /// The current time.
    let clock: @Sendable () -> ContinuousClock.Instant
    /// The claims to evaluate when the current event is over.
    private var pending = Queue<ClaimNumber>()
    private var effects: [CoordinationEffect] = []

    /// - Parameter clock: the current time, by which the work of processes is bounded.
    init(clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.clock = clock
    }

    /// What is known of a purpose.
    private struct PurposeUse: Sendable {
        /// The claims with it.
        var claims: Set<ClaimNumber> = []
        /// How many of them are granted, and how many times a presenter with it is asked to prepare.
        var active = 0
    }

    /// Whether a claim with a purpose is granted, or a presenter with it is preparing for an access.
    func isActive(_ purpose: Purpose) -> Bool { purposes[purpose].map { $0.active > 0 } ?? false }

    mutating func addClaim(_ number: ClaimNumber, purpose: Purpose) {
        purposes[purpose, default: PurposeUse()].claims.insert(number)
    }

    mutating func removeClaim(_ number: ClaimNumber, purpose: Purpose) {
        purposes[purpose]?.claims.remove(number)
        forget(purpose)
    }

    /// Counts one more active use of a purpose. Claims with an active purpose do not wait for claims that only wait.
    mutating func activate(_ purpose: Purpose) {
        purposes[purpose, default: PurposeUse()].active += 1
        guard let use = purposes[purpose], use.active == 1 else { return }
        for number in use.claims.sorted() { reconsider(number) }
    }

    /// Counts one active use of a purpose less.
    mutating func deactivate(_ purpose: Purpose) {
        purposes[purpose]?.active -= 1
        forget(purpose)
    }

    private mutating func forget(_ purpose: Purpose) {
        if let use = purposes[purpose], use.claims.isEmpty, use.active == 0 { purposes[purpose] = nil }
    }

    /// Begins the time in which processes make the claims again that the last broker had granted.
    mutating func beginRecovery() { isRecovering = true }

    /// Whether a program accesses something. Extensions end with the broker.
    var isGrantedToPrograms: Bool {
        claims.values.contains { $0.phase == .granted && peers[$0.peer]?.identifier == nil }
    }

    /// Ends that time: from now on, the table grants all claims. What was claimed again and not granted is refused, because the
    /// processes contradict each other, and others may access the items now.
    mutating func endRecovery() {
        isRecovering = false
        refuseClaimsMadeAgain()
        for number in claims.keys.sorted() { reconsider(number) }
    }

    mutating func nextClaimNumber() -> ClaimNumber { claimNumbers.next() }

    mutating func emit(_ effect: CoordinationEffect) { effects.append(effect) }

    /// Evaluates a claim when the current event is over. One evaluation can require many others, so they are not nested.
    mutating func reconsider(_ number: ClaimNumber) { pending.append(number) }

    /// The effects of the last events, in order.
    mutating func takeEffects() -> [CoordinationEffect] {
        while let number = pending.removeFirst() { evaluate(number) }
        defer { effects = [] }
        return effects
    }

    // MARK: Processes

    /// Adds a process.
    mutating func connect(_ peer: PeerNumber, name: String, pid: Int32, reach: CoordinationPeer.Reach) {
        peers[peer] = CoordinationPeer(name: name, reach: reach, pid: pid)
    }

    /// Removes a process whose socket has been closed, with its claims and presenters. What it was writing counts as changed.
    mutating func disconnect(_ peer: PeerNumber) {
        guard let known = peers[peer] else { return }
        // None of its waiting claims is granted meanwhile.
        peers[peer]?.isSuspended = true
        // The last ones first, which are at the end of what the index has for their paths.
        for presenter in known.presenters.keys.sorted(by: >) { withdraw(presenter, of: peer) }
        for claim in claims.values.filter({ $0.prepared[peer] != nil }) {
            guard let number = peers[claim.peer]?.claims[claim.number] else { continue }
            passOver(peer, for: number)
            forgetAsked(by: number, of: peer)
            claims[number]?.prepared[peer] = nil
        }
        for number in known.claims.values.sorted() {
            notifyOfChanges(of: number, nil)
            remove(number)
        }
        peers[peer] = nil
    }

    /// Notes the process identifier of an extension.
    mutating func started(_ peer: PeerNumber, pid: Int32) { peers[peer]?.pid = pid }

    /// Notes that a process has been suspended. Its granted claims end, with a report. Until it is resumed, its other claims
    /// are not granted and block no others, and its presenters are not asked.
    mutating func suspend(_ peer: PeerNumber) {
        guard let known = peers[peer], !known.isSuspended else { return }
        peers[peer]?.isSuspended = true
        for claim in claims.values where claim.prepared[peer] != nil {
            guard let number = peers[claim.peer]?.claims[claim.number] else { continue }
            passOver(peer, for: number)
        }
        for number in known.claims.values.sorted() {
            guard let claim = claims[number] else { continue }
            guard claim.phase == .granted else {
                startOver(number)
                continue
            }
            emit(.reportLost(process: known.name, paths: claim.accesses.map(\.path.text)))
            emit(.lost(peer, claim.number))
            notifyOfChanges(of: number, nil)
            remove(number)
        }
    }

    /// Notes that a suspended process has been resumed.
    mutating func resume(_ peer: PeerNumber) {
        guard let known = peers[peer], known.isSuspended else { return }
        peers[peer]?.isSuspended = false
        notifyOfMissedChanges(peer)
        for number in known.claims.values.sorted() { reconsider(number) }
    }

    /// Notes whether messages to a process have to wait, because it does not read.
    mutating func setBusy(_ isBusy: Bool, _ peer: PeerNumber) {
        peers[peer]?.isBusy = isBusy
        if !isBusy { notifyOfMissedChanges(peer) }
    }

    // MARK: For people

    /// The claims in the order in which they were made, then the presenters, as far as they fit into a message.
    func records() -> [CoordinationRecord] {
        var records: [CoordinationRecord] = []
        var room = WireLimits.bodyBytes / 2
        func add(_ record: @autoclosure () -> CoordinationRecord) -> Bool {
            guard room > 0, records.count < WireLimits.listElements else { return false }
            let record = record()
            room -= record.items.reduce(512) { $0 + $1.path.utf8.count + 8 }
            if room > 0 { records.append(record) }
            return room > 0
        }
        for (number, claim) in claims.sorted(by: { $0.key < $1.key }) {
            guard add(record(number, claim)) else { return records }
        }
        for (_, peer) in peers.sorted(by: { $0.key < $1.key }) {
            for path in peer.presenters.values.compactMap(\.path).sorted() {
                guard add(Self.record(peer, path)) else { return records }
            }
        }
        return records
    }

    private static func record(_ peer: CoordinationPeer, _ path: ItemPath) -> CoordinationRecord {
        CoordinationRecord(
            activity: .presents, process: peer.name, pid: peer.pid, isSuspended: peer.isSuspended,
            items: [CoordinationRecord.Item(path: path.text, isWriting: false, options: 0)], age: 0, waitsFor: [])
    }

    private func record(_ number: ClaimNumber, _ claim: CoordinatedClaim) -> CoordinationRecord {
        let peer = peers[claim.peer]
        let activity: CoordinationRecord.Activity
        var waitsFor: [String] = []
        switch claim.phase {
        case .granted: activity = .holds
        case .waiting, .prepared:
            activity = .waits
            waitsFor = obstacles(of: number, atMost: 16).compactMap { claims[$0] }.map { name(of: $0.peer) }
            if isRecovering { waitsFor.append("the restart of the broker") }
        case .preparing(let asked):
            activity = .prepares
            waitsFor = asked.sorted().map(name)
        }
        return CoordinationRecord(
            activity: activity, process: peer?.name ?? "", pid: peer?.pid ?? 0,
            isSuspended: peer?.isSuspended ?? false,
            items: claim.accesses.map {
                CoordinationRecord.Item(path: $0.path.text, isWriting: $0.isWriting, options: $0.options)
            },
            age: claim.since.millisecondsAgo, waitsFor: waitsFor)
    }

    /// The name of a process and its number, for messages.
    func name(of peer: PeerNumber) -> String {
        guard let known = peers[peer] else { return "a process that has ended" }
        return known.pid > 0 ? "\(known.name) (\(known.pid))" : known.name
    }
}
