@testable import AppexBroker
import AppexProtocol
import AppexWire

/// A table of claims with processes named by letters. What the table emits is collected as lines.
struct CoordinationScene {
    var table: CoordinationTable
    /// The effects of the last event: `grant a1 /x`, `ask a 3`, and so on.
    private(set) var lines: [String] = []
    private var lastClaims: [Character: UInt64] = [:]

    init(_ processes: String = "abcd") {
        // No time passes.
        let now = ContinuousClock.now
        table = CoordinationTable { now }
        for name in processes { table.connect(Self.peer(name), name: "\(name)", pid: 0, reach: .everything) }
    }

    static func peer(_ name: Character) -> PeerNumber { PeerNumber(rawValue: UInt64(name.asciiValue ?? 0)) }

    private static func name(_ peer: PeerNumber) -> String {
        UInt8(exactly: peer.rawValue).map { String(UnicodeScalar($0)) } ?? "?"
    }

    /// Takes what the table has emitted.
    @discardableResult
    mutating func look() -> [String] {
        lines = table.takeEffects().map(Self.line)
        return lines
    }

    private static func line(_ effect: CoordinationEffect) -> String {
        switch effect {
        case .grant(let peer, let claim, let paths): "grant \(name(peer))\(claim) \(paths.joined(separator: " "))"
        case .failed(let peer, let claim, let error): "failed \(name(peer))\(claim) \(error.domain) \(error.code)"
        case .refuse(let peer, let claim, let failure): "refuse \(name(peer))\(claim) \(failure.code)"
        case .prepare(let peer, let claim, let questions, let limit):
            "ask \(name(peer)) claim \(claim) within \(limit): " + questions.map(words).joined(separator: ", ")
        case .withdraw(let peer, let claim): "withdraw \(name(peer)) claim \(claim)"
        case .reacquire(let peer, let claim): "reacquire \(name(peer)) claim \(claim)"
        case .notify(let peer, let origin, let notices):
            "notify \(name(peer)) by \(origin.isOwn ? "itself" : origin.name): "
                + notices.map(words).joined(separator: ", ")
        case .lost(let peer, let claim): "lost \(name(peer))\(claim)"
        case .reportOverdue(_, let presenters, let process, let path):
            "overdue \(presenters.joined(separator: " ")) of \(process) for \(path)"
        case .reportLost(let process, let paths): "ended the access of \(process) to \(paths.joined(separator: " "))"
        }
    }

    private static func words(_ question: CoordinationInterface.Question) -> String {
        let deletion = question.deletesItem ? " deletes" : question.deletedSubitem.map { " deletes \($0)" } ?? ""
        let relinquishing = question.relinquishes ? (question.isForWriter ? " writer" : " reader") : ""
        return "\(question.presenter)" + relinquishing
            + (question.saves ? " saves" : "") + deletion
    }

    private static func words(_ notice: CoordinationInterface.Notice) -> String {
        [
            "\(notice.presenter) \(notice.kind)", notice.path, notice.newPath,
        ].filter { !$0.isEmpty }.joined(separator: " ")
    }

    // MARK: Events

    /// A process claims items: `r /x`, `w8 /x`, with the raw value of the options behind the letter.
    ///
    /// - Returns: the process's number of the claim.
    @discardableResult
    mutating func claim(
        _ name: Character, _ items: String..., purpose: String? = nil, chain: UInt64 = 0, package: String? = nil
    ) -> UInt64 {
        let number = (lastClaims[name] ?? 0) + 1
        lastClaims[name] = number
        let accesses = items.map { item in
            let words = item.split(separator: " ")
            return CoordinationInterface.Access(
                path: String(words[1]), package: package ?? String(words[1]), isWriting: words[0].hasPrefix("w"),
                options: UInt8(words[0].dropFirst()) ?? 0)
        }
        table.claim(
            CoordinationInterface.Claim(
                number: number, purpose: purpose ?? "\(name)\(number)", chain: chain, accesses: accesses),
            by: Self.peer(name))
        look()
        return number
    }

    /// The refusal of a process's claim to read an item; nil if it is not refused.
    mutating func refusal(_ name: Character, _ path: String, chain: UInt64) -> RemoteFailure? {
        let access = CoordinationInterface.Access(path: path, package: path, isWriting: false, options: 0)
        table.claim(.init(number: 99, purpose: "99", chain: chain, accesses: [access]), by: Self.peer(name))
        guard case .refuse(_, 99, let failure)? = table.takeEffects().first else { return nil }
        return failure
    }

    /// A process claims an item again that the last broker has granted it.
    mutating func claimAgain(_ name: Character, _ item: String) {
        let number = (lastClaims[name] ?? 0) + 1
        lastClaims[name] = number
        let path = String(item.dropFirst(2))
        var claim = CoordinationInterface.Claim(
            number: number, purpose: "\(name)\(number)", chain: 0,
            accesses: [.init(path: path, package: path, isWriting: item.hasPrefix("w"), options: 0)])
        claim.isAgain = true
        table.claim(claim, by: Self.peer(name))
        look()
    }

    mutating func release(
        _ name: Character, _ claim: UInt64, _ changes: CoordinationInterface.Change...
    ) -> [String] {
        _ = table.release(claim, of: Self.peer(name), changes: changes)
        return look()
    }

    mutating func cancel(_ name: Character, _ claim: UInt64) -> [String] {
        table.withdraw(claim: claim, of: Self.peer(name))
        return look()
    }

    @discardableResult
    mutating func present(
        _ name: Character, _ presenter: UInt64, _ path: String?, purpose: String? = nil, limit: UInt32 = 5000
    ) -> Bool {
        do throws(RemoteFailure) {
            try table.present(
                CoordinationInterface.Present(
                    presenter: presenter, purpose: purpose ?? "presenter \(name)\(presenter)", path: path,
                    limit: limit), by: Self.peer(name))
            return true
        } catch {
            return false
        }
    }

    /// The presenters of a process have answered the question about a claim.
    mutating func answer(
        _ name: Character, about claim: UInt64, overdue: [UInt64]? = [], error: ErrorDescription? = nil
    ) -> [String] {
        table.answered(ClaimNumber(rawValue: claim), by: Self.peer(name), overdue: overdue, error: error)
        return look()
    }

    mutating func move(_ name: Character, _ claim: UInt64, _ from: String, _ to: String) -> [String] {
        _ = table.moved(.init(number: claim, from: from, to: to), by: Self.peer(name))
        return look()
    }

    mutating func disconnect(_ name: Character) -> [String] {
        table.disconnect(Self.peer(name))
        return look()
    }

    mutating func suspend(_ name: Character) -> [String] {
        table.suspend(Self.peer(name))
        return look()
    }

    mutating func resume(_ name: Character) -> [String] {
        table.resume(Self.peer(name))
        return look()
    }
}
