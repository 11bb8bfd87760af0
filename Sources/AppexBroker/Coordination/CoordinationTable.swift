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

    var peers: [PeerNumber: CoordinationPeer] = [:]
    var claims: [ClaimNumber: CoordinatedClaim] = [:]
    /// A place that a claim has in the index.
    struct ClaimPlace: Hashable, Sendable {
        let claim: ClaimNumber
        let isWriting: Bool
    }

    /// The claims by the scopes of their accesses.
    var claimIndex = PathIndex<ClaimPlace>()
    /// The scopes of deep accesses.
    var deepScopes: [(claim: ClaimNumber, scope: ItemPath)] = []
    var presenterIndex = PathIndex<PresenterKey>()
    /// The waiting claims, by the claim that blocks each.
    var waiters: [ClaimNumber: [ClaimNumber]] = [:]
    /// The purposes of claims and of presenters that are asked.
    private var purposes: [String: PurposeUse] = [:]
    /// Whether only claims are granted that the last broker, which was killed, has granted.
    private(set) var isRecovering = false
    private var claimNumbers = Numbering<ClaimNumber>()
    /// The claims that may be able to go on.
    private var pending = Queue<ClaimNumber>()
    private var effects: [CoordinationEffect] = []

    /// What is known of a purpose.
    private struct PurposeUse: Sendable {
        /// The claims with it.
        var claims: Set<ClaimNumber> = []
        /// How many of them are granted, and how many times a presenter with it is asked to prepare.
        var active = 0
    }

    /// Whether somebody with a purpose accesses something, or has to prepare for an access.
    func isActive(_ purpose: String) -> Bool { purposes[purpose].map { $0.active > 0 } ?? false }

    mutating func addClaim(_ number: ClaimNumber, purpose: String) {
        purposes[purpose, default: PurposeUse()].claims.insert(number)
    }

    mutating func removeClaim(_ number: ClaimNumber, purpose: String) {
        purposes[purpose]?.claims.remove(number)
        forget(purpose)
    }

    /// Somebody with a purpose becomes active. Claims with it no longer wait for those that wait.
    mutating func activate(_ purpose: String) {
        purposes[purpose, default: PurposeUse()].active += 1
        guard let use = purposes[purpose], use.active == 1 else { return }
        for number in use.claims.sorted() { proceed(number) }
    }

    mutating func deactivate(_ purpose: String) {
        purposes[purpose]?.active -= 1
        forget(purpose)
    }

    private mutating func forget(_ purpose: String) {
        if let use = purposes[purpose], use.claims.isEmpty, use.active == 0 { purposes[purpose] = nil }
    }

    /// The broker before this one was killed: what it has granted is claimed again first.
    mutating func beginRecovery() { isRecovering = true }

    /// Whether a program accesses something. Extensions end with the broker.
    var isGrantedToPrograms: Bool {
        claims.values.contains { $0.phase == .granted && peers[$0.peer]?.identifier == nil }
    }

    /// From now on all claims are granted.
    mutating func endRecovery() {
        isRecovering = false
        for number in claims.keys.sorted() { proceed(number) }
    }

    mutating func nextClaimNumber() -> ClaimNumber { claimNumbers.next() }

    mutating func emit(_ effect: CoordinationEffect) { effects.append(effect) }

    /// Lets a claim go on as far as it can, when the current event is over. What follows from that is not nested, since a
    /// process can have many claims that follow from each other.
    mutating func proceed(_ number: ClaimNumber) { pending.append(number) }

    /// The effects of the last events, in order.
    mutating func takeEffects() -> [CoordinationEffect] {
        while let number = pending.removeFirst() { goOn(number) }
        defer { effects = [] }
        return effects
    }

    // MARK: Processes

    /// A process begins to coordinate.
    mutating func connect(_ peer: PeerNumber, name: String, pid: Int32, reach: CoordinationPeer.Reach) {
        peers[peer] = CoordinationPeer(name: name, reach: reach, pid: pid)
    }

    /// A process has ended, or its socket. All that it holds is given up; what it was writing may have been changed.
    mutating func disconnect(_ peer: PeerNumber) {
        guard let known = peers[peer] else { return }
        // None of its claims is granted any more.
        peers[peer]?.isSuspended = true
        // The last ones first, which are at the end of what the index has for their paths.
        for presenter in known.presenters.keys.sorted(by: >) { withdraw(presenter, of: peer) }
        for claim in claims.values.filter({ $0.prepared[peer] != nil }) {
            guard let number = peers[claim.peer]?.claims[claim.number] else { continue }
            answered(number, by: peer, overdue: [], error: nil)
            claims[number]?.prepared[peer] = nil
        }
        for number in known.claims.values.sorted() {
            tellChanges(of: number, nil)
            remove(number)
        }
        peers[peer] = nil
    }

    /// The number of an extension's process is known.
    mutating func started(_ peer: PeerNumber, pid: Int32) { peers[peer]?.pid = pid }

    /// A process has been suspended. Its granted claims end, with a report; those that wait are passed over until it goes
    /// on, and so are its presenters.
    mutating func suspend(_ peer: PeerNumber) {
        guard let known = peers[peer], !known.isSuspended else { return }
        peers[peer]?.isSuspended = true
        for claim in claims.values where claim.prepared[peer] != nil {
            guard let number = peers[claim.peer]?.claims[claim.number] else { continue }
            answered(number, by: peer, overdue: [], error: nil)
        }
        for number in known.claims.values.sorted() {
            guard let claim = claims[number] else { continue }
            guard claim.phase == .granted else {
                startOver(number)
                continue
            }
            emit(.reportLost(process: known.name, paths: claim.accesses.map(\.path.text)))
            emit(.lost(peer, claim.number))
            tellChanges(of: number, nil)
            remove(number)
        }
    }

    /// A suspended process goes on.
    mutating func resume(_ peer: PeerNumber) {
        guard let known = peers[peer], known.isSuspended else { return }
        peers[peer]?.isSuspended = false
        tellMissed(peer)
        for number in known.claims.values.sorted() { proceed(number) }
    }

    /// Whether a process reads what it is sent.
    mutating func setBusy(_ isBusy: Bool, _ peer: PeerNumber) {
        peers[peer]?.isBusy = isBusy
        if !isBusy { tellMissed(peer) }
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

    /// A process, for people.
    func name(of peer: PeerNumber) -> String {
        guard let known = peers[peer] else { return "a process that has ended" }
        return known.pid > 0 ? "\(known.name) (\(known.pid))" : known.name
    }
}
