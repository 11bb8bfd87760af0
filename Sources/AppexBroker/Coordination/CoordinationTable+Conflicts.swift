import AppexModel
import AppexProtocol

/// Which claims block others.
extension CoordinationTable {
    /// The claims for which a claim has to wait.
    ///
    /// - Parameter limit: how many are looked for.
    func obstacles(of number: ClaimNumber, atMost limit: Int = .max) -> [ClaimNumber] {
        guard let claim = claims[number] else { return [] }
        // Usually the earlier claim is granted first. But it may be waiting for the chain or the purpose of this claim, if
        // that has a granted claim already or a presenter that is preparing.
        let isFirst = claim.isAgain || isActive(claim.purpose) || holds(claim.peer, claim.chain, besides: number)
        var seen: Set<ClaimNumber> = [number]
        var found: [ClaimNumber] = []
        for access in claim.accesses {
            let same = claimIndex[access.scope].filter { $0.isWriting || access.isWriting }.map(\.claim)
            let around = deepScopes.filter { $0.scope.contains(access.scope) }.map(\.claim)
            let inside = access.isDeep ? claimIndex.contents(of: access.scope).map(\.value.claim) : []
            for other in same + around + inside
            where seen.insert(other).inserted && blocks(other, number, claim, isFirst: isFirst) {
                found.append(other)
                if found.count >= limit { return found }
            }
        }
        return found
    }

    /// Whether a claim has to wait for another one, with which it shares an item.
    private func blocks(
        _ otherNumber: ClaimNumber, _ number: ClaimNumber, _ claim: CoordinatedClaim, isFirst: Bool
    ) -> Bool {
        guard let other = claims[otherNumber], other.purpose != claim.purpose else { return false }
        guard other.phase != .granted else { return true }
        // After its preparation, a claim waits only for granted claims. No claim waits for a suspended process.
        guard claim.phase == .waiting, peers[other.peer]?.isSuspended == false else { return false }
        // A presenter that is preparing may have to save the item first.
        return other.phase == .waiting ? otherNumber < number && !isFirst : !other.preparing.contains(claim.purpose)
    }

    /// Whether another claim of a chain is granted.
    private func holds(_ peer: PeerNumber, _ chain: UInt64, besides number: ClaimNumber) -> Bool {
        guard chain != 0, let known = peers[peer] else { return false }
        return known.claims.values.contains { other in
            other != number && claims[other]?.chain == chain && claims[other]?.phase == .granted
        }
    }

    /// How many claims are looked at in search of a cycle.
    private static let searchLimit = 256

    /// Looks for a cycle: the claim waits, directly or through others, for a granted claim of its own chain.
    ///
    /// - Returns: a sentence that names the members of the cycle; nil if the claim completes no cycle.
    func cycle(through number: ClaimNumber) -> String? {
        guard let claim = claims[number], holds(claim.peer, claim.chain, besides: number) else { return nil }
        var reached: [ClaimNumber: ClaimNumber] = [:]
        var open = [number]
        while let next = open.popLast(), reached.count < Self.searchLimit {
            for obstacle in obstacles(of: next, atMost: Self.searchLimit) where reached[obstacle] == nil {
                reached[obstacle] = next
                guard let other = claims[obstacle] else { continue }
                if other.peer == claim.peer, other.chain == claim.chain, other.phase == .granted {
                    return sentence(from: number, to: obstacle, reached)
                }
                switch other.phase {
                case .waiting, .prepared: open.append(obstacle)
                case .granted: open += waiting(other, besides: obstacle, &reached, via: obstacle)
                case .preparing: open += [obstacle] + waiting(other, besides: obstacle, &reached, via: obstacle)
                }
            }
        }
        return nil
    }

    /// The waiting claims of the same chain as a granted claim.
    private func waiting(
        _ claim: CoordinatedClaim, besides number: ClaimNumber, _ reached: inout [ClaimNumber: ClaimNumber],
        via: ClaimNumber
    ) -> [ClaimNumber] {
        guard claim.chain != 0, let known = peers[claim.peer] else { return [] }
        return known.claims.values.sorted().filter { other in
            guard other != number, reached[other] == nil, let found = claims[other], found.chain == claim.chain,
                found.phase == .waiting || found.phase == .prepared
            else { return false }
            reached[other] = via
            return true
        }
    }

    private func sentence(
        from number: ClaimNumber, to last: ClaimNumber, _ reached: [ClaimNumber: ClaimNumber]
    ) -> String {
        var chain: [ClaimNumber] = [last]
        while let previous = chain.last.flatMap({ reached[$0] }), chain.count < 16 {
            chain.append(previous)
            if previous == number { break }
        }
        let members = chain.reversed().compactMap { claims[$0] }
        let steps = members.map { member in
            let doing = member.phase == .granted ? "accesses" : "waits for"
            return "\(name(of: member.peer).tamed(by: "?")) \(doing) \(item(of: member, for: members.first))"
        }
        return "The access would cause a deadlock: \(steps.joined(separator: ", ")). Claim all items in one call."
    }

    /// The first item of a claim, if the process that is told of it can reach the item.
    private func item(of claim: CoordinatedClaim, for told: CoordinatedClaim?) -> String {
        guard let path = claim.accesses.first?.path, let told, let peer = peers[told.peer] else { return "an item" }
        return claim.peer == told.peer || peer.reaches(path) ? path.text.tamed(by: "?") : "another item"
    }
}
