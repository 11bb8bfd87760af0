import AppexProtocol
import AppexSystem
import AppexWire

/// The life of claims.
extension CoordinationTable {
    /// A process claims some items.
    mutating func claim(_ request: CoordinationInterface.Claim, by peer: PeerNumber) {
        guard let known = peers[peer] else { return }
        guard known.claims[request.number] == nil, known.claims.count < known.claimLimit else {
            return refuse(peer, request, "the process has \(known.claims.count) claims already")
        }
        guard !request.isAgain || isRecovering && known.identifier == nil else {
            return refuse(peer, request, "others have been granted access since the last broker ended")
        }
        var accesses: [CoordinatedClaim.Access] = []
        for access in request.accesses {
            guard let path = known.item(access.path, isWriting: access.isWriting),
                let scope = known.item(access.package, isWriting: access.isWriting), scope.covers(path)
            else {
                let kind = access.isWriting ? "writing to" : "reading"
                return refuse(peer, request, "\(kind) \(access.path) is not possible for this process")
            }
            accesses.append(
                CoordinatedClaim.Access(
                    path: path, scope: scope, isWriting: access.isWriting, options: access.options))
        }
        var claim = CoordinatedClaim(
            peer: peer, number: request.number, purpose: Purpose(request.purpose), chain: request.chain,
            accesses: accesses)
        claim.isAgain = request.isAgain
        guard known.claimedBytes + claim.pathBytes <= CoordinationInterface.claimedBytes else {
            return refuse(peer, request, "the paths that it claims are too long together")
        }
        let deep = known.claims.values.reduce(0) { $0 + (claims[$1]?.deepCount ?? 0) }
        guard claim.deepCount == 0 || deep + claim.deepCount <= CoordinationPeer.deepAccessLimit else {
            return refuse(peer, request, "the process has too many claims of whole folders")
        }
        let number = insert(claim)
        if let cycle = cycle(through: number) {
            emit(.refuse(peer, request.number, RemoteFailure(code: CoordinationInterface.deadlock, message: cycle)))
            return remove(number)
        }
        reconsider(number)
    }

    private mutating func refuse(_ peer: PeerNumber, _ request: CoordinationInterface.Claim, _ why: String) {
        emit(.refuse(peer, request.number, Self.refusal(request.accesses.first?.path, why)))
    }

    static func refusal(_ path: String?, _ why: String) -> RemoteFailure {
        RemoteFailure(
            code: FailureCode.refused,
            message: "The access to \(path ?? "no item") cannot be coordinated: \(why).")
    }

    /// Refuses the claims that the last broker has granted, and that were not granted again.
    mutating func refuseClaimsMadeAgain() {
        for (number, claim) in claims.sorted(by: { $0.key < $1.key }) where claim.isAgain && claim.phase != .granted {
            let refusal = Self.refusal(claim.accesses.first?.path.text, "another process accesses it")
            emit(.refuse(claim.peer, claim.number, refusal))
            remove(number)
        }
    }

    private mutating func insert(_ claim: CoordinatedClaim) -> ClaimNumber {
        let number = nextClaimNumber()
        claims[number] = claim
        peers[claim.peer]?.claims[claim.number] = number
        peers[claim.peer]?.claimedBytes += claim.pathBytes
        addClaim(number, purpose: claim.purpose)
        index(number)
        return number
    }

    private mutating func index(_ number: ClaimNumber) {
        guard let claim = claims[number] else { return }
        for (scope, isWriting) in claim.scopes {
            claimIndex.insert(ClaimPlace(claim: number, isWriting: isWriting), at: scope)
        }
        for access in claim.accesses where access.isDeep { deepScopes.append((number, access.scope)) }
    }

    private mutating func unindex(_ number: ClaimNumber) {
        guard let claim = claims[number] else { return }
        for (scope, isWriting) in claim.scopes {
            claimIndex.remove(ClaimPlace(claim: number, isWriting: isWriting), at: scope)
        }
        if claim.deepCount > 0 { deepScopes.removeAll { $0.claim == number } }
    }

    /// Takes a claim as far as it can go at present: to its preparation, or to the grant.
    mutating func evaluate(_ number: ClaimNumber) {
        guard let claim = claims[number], peers[claim.peer]?.isSuspended == false, !isRecovering || claim.isAgain else {
            return
        }
        switch claim.phase {
        case .granted, .preparing: return
        case .waiting, .prepared: break
        }
        let obstacle = obstacles(of: number, atMost: 1).first
        if let old = claim.obstacle, old != obstacle { waiters[old]?.removeAll { $0 == number } }
        if let obstacle {
            guard obstacle != claim.obstacle else { return }
            claims[number]?.obstacle = obstacle
            waiters[obstacle, default: []].append(number)
            return
        }
        claims[number]?.obstacle = nil
        if claim.phase == .waiting { prepare(number) } else { grant(number) }
    }

    /// Grants a claim.
    mutating func grant(_ number: ClaimNumber) {
        guard let claim = claims[number] else { return }
        claims[number]?.phase = .granted
        noteAsked(by: number)
        emit(.grant(claim.peer, claim.number, claim.accesses.map(\.path.text)))
        activate(claim.purpose)
    }

    /// Ends a claim whose access is over.
    ///
    /// - Parameter changes: what has become of the items, in the order of the claim.
    /// - Returns: false if there is no such claim.
    mutating func release(_ claim: UInt64, of peer: PeerNumber, changes: [CoordinationInterface.Change]) -> Bool {
        guard let number = peers[peer]?.claims[claim] else { return false }
        notifyOfChanges(of: number, changes)
        remove(number)
        return true
    }

    /// Removes a claim that was not granted and is no longer wanted.
    mutating func withdraw(claim: UInt64, of peer: PeerNumber) {
        guard let number = peers[peer]?.claims[claim], claims[number]?.phase != .granted else { return }
        remove(number)
    }

    /// Removes a claim, and reconsiders the claims that it blocks.
    mutating func remove(_ number: ClaimNumber) {
        unindex(number)
        forgetAsked(by: number)
        guard let claim = claims.removeValue(forKey: number) else { return }
        if let obstacle = claim.obstacle { waiters[obstacle]?.removeAll { $0 == number } }
        peers[claim.peer]?.claims[claim.number] = nil
        peers[claim.peer]?.claimedBytes -= claim.pathBytes
        removeClaim(number, purpose: claim.purpose)
        if claim.phase == .granted { deactivate(claim.purpose) }
        releasePresenters(of: claim, number)
        wake(number)
    }

    /// Takes a claim of a suspended process back to its beginning. Presenters prepare for it again later.
    mutating func startOver(_ number: ClaimNumber) {
        guard let claim = claims[number] else { return }
        claims[number]?.phase = .waiting
        claims[number]?.prepared = [:]
        claims[number]?.preparing = []
        releasePresenters(of: claim, number)
        wake(number)
    }

    /// Lets the presenters that have prepared for a claim, or are asked to, use their items again.
    private mutating func releasePresenters(of claim: CoordinatedClaim, _ number: ClaimNumber) {
        if case .preparing = claim.phase { for purpose in claim.preparing.sorted() { deactivate(purpose) } }
        for peer in claim.prepared.keys.sorted() {
            if case .preparing(let asked) = claim.phase, asked.contains(peer) { emit(.withdraw(peer, number)) }
            emit(.reacquire(peer, number))
        }
    }

    /// Reconsiders the claims that a claim blocks.
    mutating func wake(_ number: ClaimNumber) {
        for waiter in (waiters.removeValue(forKey: number) ?? []).sorted() where claims[waiter]?.obstacle == number {
            claims[waiter]?.obstacle = nil
            reconsider(waiter)
        }
    }

    // MARK: Moved items

    /// Notes that the holder of a claim has moved an item. Presenters and waiting claims follow the item.
    ///
    /// - Returns: false if the process holds no claim for writing that contains the item.
    mutating func moved(_ event: CoordinationInterface.Moved, by peer: PeerNumber) -> Bool {
        guard let known = peers[peer], let mover = known.claims[event.number], let claim = claims[mover],
            claim.phase == .granted, let from = known.item(event.from, isWriting: true),
            let to = known.item(event.to, isWriting: true), from.view == to.view, !from.covers(to), !to.covers(from),
            claim.accesses.contains(where: { $0.isWriting && ($0.path == from || $0.isDeep && $0.path.contains(from)) })
        else { return false }
        let places = claimIndex[from] + claimIndex.contents(of: from).map(\.value)
        let presented = presenterIndex.contents(of: from).map(\.path)
        // A claim has a place for each of its items.
        let moving = Set(places.map(\.claim))
        let longest = (presented + moving.flatMap { claims[$0]?.accesses.map(\.path) ?? [] })
            .compactMap { $0.moved(from: from, to: to) }
        guard longest.allSatisfy(\.isPossible) else { return false }
        notifyOfMove(from: from, to: to, by: claim)
        for number in moving.union([mover]).sorted() {
            move(number, from, to, isMover: number == mover)
        }
        return true
    }

    private mutating func move(_ number: ClaimNumber, _ from: ItemPath, _ to: ItemPath, isMover: Bool) {
        guard var claim = claims[number], isMover || claim.phase == .waiting else { return }
        // A process that cannot reach the new path continues to wait for the old one.
        guard let peer = peers[claim.peer], isMover || peer.reaches(to) else { return }
        let old = claim.pathBytes
        for place in claim.accesses.indices where isMover || !claim.accesses[place].keepsPath {
            // Presenters have been notified already that the item is at its new path.
            if isMover, claim.accesses[place].path == to { claim.accesses[place].isMoved = true }
            guard let path = claim.accesses[place].path.moved(from: from, to: to) else { continue }
            let scope = claim.accesses[place].scope
            claim.accesses[place].path = path
            claim.accesses[place].scope = scope.moved(from: from, to: to) ?? (scope.covers(path) ? scope : path)
            claim.accesses[place].isMoved = isMover
        }
        unindex(number)
        claims[number] = claim
        peers[claim.peer]?.claimedBytes += claim.pathBytes - old
        index(number)
    }
}

extension CoordinatedClaim {
    /// How many accesses include everything in a folder.
    var deepCount: Int { accesses.lazy.filter(\.isDeep).count }

    /// What is claimed, each once, and whether it is written to.
    var scopes: [ItemPath: Bool] { Dictionary(accesses.map { ($0.scope, $0.isWriting) }) { $0 || $1 } }
}
