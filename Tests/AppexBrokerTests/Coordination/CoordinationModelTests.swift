@testable import AppexBroker
import AppexProtocol
import AppexSystem
import FuzzSupport
import Testing

/// Random programs of claims, presenters, deaths and suspensions.
@Suite struct CoordinationModelTests {
    /// What the model has been granted, in its own words.
    private struct Access {
        let process: Character
        let purpose: String
        let chain: UInt64
        let items: [(path: String, isWriting: Bool, isDeep: Bool)]

        func excludes(_ other: Access) -> Bool {
            guard purpose != other.purpose else { return false }
            return items.contains { mine in
                other.items.contains { theirs in
                    guard mine.isWriting || theirs.isWriting else { return false }
                    return mine.path == theirs.path || mine.isDeep && theirs.path.hasPrefix(mine.path + "/")
                        || theirs.isDeep && mine.path.hasPrefix(theirs.path + "/")
                }
            }
        }
    }

    private static let paths = ["/f", "/f/x", "/f/y", "/f/g", "/f/g/x", "/z"]
    private static let names = Array("abcdef")

    private struct Model {
        var table = CoordinationTable()
        var random: SeededGenerator
        var alive: Set<Character> = []
        var suspended: Set<Character> = []
        var claims: [String: Access] = [:]
        var granted: Set<String> = []
        var questions: [(peer: PeerNumber, claim: ClaimNumber)] = []
        var nextNumber: UInt64 = 1
        var history: [String] = []

        init(seed: UInt64) { random = SeededGenerator(seed: seed) }

        mutating func pick<Value>(_ values: [Value]) -> Value {
            values[Int.random(in: 0..<values.count, using: &random)]
        }

        mutating func step() {
            let name = pick(CoordinationModelTests.names)
            let peer = CoordinationScene.peer(name)
            guard alive.contains(name) else {
                table.connect(peer, name: "\(name)", pid: 0, reach: .everything)
                alive.insert(name)
                return
            }
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<40 where !suspended.contains(name): claim(name)
            case 40..<65 where !suspended.contains(name): release(name)
            case 65..<72: answer()
            case 72..<76: withdraw(name)
            case 76..<82: try? table.present(presentation(), by: peer)
            case 82..<84: table.withdraw(UInt64.random(in: 1...4, using: &random), of: peer)
            case 84..<88:
                if suspended.insert(name).inserted { table.suspend(peer) }
            case 88..<93:
                if suspended.remove(name) != nil { table.resume(peer) }
            case 93..<95: die(name)
            case 95..<97: table.setBusy(Bool.random(using: &random), peer)
            default: answer()
            }
            take()
        }

        private mutating func presentation() -> CoordinationInterface.Present {
            let number = UInt64.random(in: 1...4, using: &random)
            return .init(
                presenter: number, purpose: pick(["p1", "p2", "p3"]), path: pick(CoordinationModelTests.paths), limit: 1
            )
        }

        private mutating func claim(_ name: Character) {
            let number = nextNumber
            nextNumber += 1
            var items: [CoordinationInterface.Access] = []
            for _ in 0...(Int.random(in: 0..<4, using: &random) / 3) {
                let path = pick(CoordinationModelTests.paths)
                items.append(
                    .init(
                        path: path, package: path, isWriting: Bool.random(using: &random),
                        options: pick([0, 0, 0, 1, 2, 4, 8, 16])))
            }
            let purpose = pick(["\(number)", "\(number)", "p1", "p2", "q"])
            // A chain of accesses waits for one claim at a time.
            var chain = pick([0, 0, 1, 2] as [UInt64])
            if claims.contains(where: { $0.key.first == name && $0.value.chain == chain && !granted.contains($0.key) }
            ) {
                chain = 0
            }
            history.append(
                "\(name)\(number) chain \(chain) purpose \(purpose) \(items.map { "\($0.isWriting ? "w" : "r")\($0.options) \($0.path)" })"
            )
            claims["\(name)\(number)"] = Access(
                process: name, purpose: purpose, chain: chain,
                items: items.map { ($0.path, $0.isWriting, $0.isWriting && $0.options & 11 != 0) })
            table.claim(
                .init(number: number, purpose: purpose, chain: chain, accesses: items),
                by: CoordinationScene.peer(name))
        }

        private func number(_ key: String) -> UInt64 { UInt64(key.dropFirst()) ?? 0 }

        private mutating func release(_ name: Character) {
            guard let key = granted.filter({ $0.first == name }).sorted().first else { return }
            let count = claims[key]?.items.count ?? 0
            let changes = (0..<count).map { _ in pick(CoordinationInterface.Change.allCases) }
            history.append("release \(key)")
            drop(key)
            let isKnown = table.release(number(key), of: CoordinationScene.peer(name), changes: changes)
            #expect(isKnown)
        }

        private mutating func withdraw(_ name: Character) {
            let waiting = claims.keys.filter { $0.first == name && !granted.contains($0) }.sorted()
            guard let key = waiting.first else { return }
            history.append("withdraw \(key)")
            drop(key)
            table.withdraw(claim: number(key), of: CoordinationScene.peer(name))
        }

        private mutating func answer() {
            guard !questions.isEmpty else { return }
            let (peer, claim) = questions.remove(at: Int.random(in: 0..<questions.count, using: &random))
            let fails = Int.random(in: 0..<6, using: &random) == 0
            history.append("answer \(peer) \(claim) \(fails)")
            table.answered(
                claim, by: peer, overdue: pick([[], [], [1], nil]),
                error: fails ? ErrorDescription(domain: "d", code: 1, userInfo: [:]) : nil)
        }

        private mutating func die(_ name: Character) {
            history.append("\(name) dies")
            alive.remove(name)
            suspended.remove(name)
            for key in claims.keys where key.first == name { drop(key) }
            questions.removeAll { $0.peer == CoordinationScene.peer(name) }
            table.disconnect(CoordinationScene.peer(name))
        }

        private mutating func drop(_ key: String) {
            claims[key] = nil
            granted.remove(key)
        }

        /// Takes the effects into the model, and checks that nothing is granted that excludes something.
        mutating func take() {
            for effect in table.takeEffects() {
                switch effect {
                case .grant(let peer, let claim, _):
                    let key = key(peer, claim)
                    guard let access = claims[key], granted.insert(key).inserted else {
                        Issue.record("\(key) was granted, and had not been asked for")
                        continue
                    }
                    for other in granted where other != key {
                        let isExcluded = claims[other].map { access.excludes($0) } ?? false
                        #expect(!isExcluded, "\(key) and \(other)")
                    }
                    #expect(!suspended.contains(access.process), "\(key)")
                case .failed(let peer, let claim, _), .refuse(let peer, let claim, _), .lost(let peer, let claim):
                    drop(key(peer, claim))
                case .prepare(let peer, let claim, _, _): questions.append((peer, claim))
                case .withdraw(let peer, let claim): questions.removeAll { $0.peer == peer && $0.claim == claim }
                case .reacquire, .notify, .reportOverdue, .reportLost: break
                }
            }
        }

        private func key(_ peer: PeerNumber, _ claim: UInt64) -> String {
            "\(UInt8(exactly: peer.rawValue).map { String(UnicodeScalar($0)) } ?? "?")\(claim)"
        }

        /// Checks that whoever waits has somebody to wait for, and is woken by that one.
        func checkWaiting() {
            for (number, claim) in table.claims where table.peers[claim.peer]?.isSuspended == false {
                guard claim.phase == .waiting || claim.phase == .prepared else { continue }
                #expect(!table.obstacles(of: number).isEmpty, "\(claim.number) waits for nobody")
                let obstacle = claim.obstacle
                #expect(obstacle.map { table.waiters[$0]?.contains(number) == true && table.claims[$0] != nil } == true)
            }
        }

        /// Lets everything end: answers all questions, releases all claims.
        mutating func finish() {
            for name in suspended.sorted() { table.resume(CoordinationScene.peer(name)) }
            suspended = []
            take()
            for _ in 0..<100_000 where !(granted.isEmpty && questions.isEmpty) {
                if questions.isEmpty, let name = granted.min()?.first { release(name) } else { answer() }
                take()
            }
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func `nothing excluded is granted, nobody waits for nobody, and all ends`(
        _ seed: UInt64
    ) {
        var model = Model(seed: seed)
        for _ in 0..<1000 {
            model.step()
            model.checkWaiting()
        }
        model.finish()
        #expect(model.claims.isEmpty, "seed \(seed): \(model.claims.keys.sorted()); \(model.history.suffix(40))")
        #expect(model.table.claims.isEmpty && model.table.deepScopes.isEmpty)
        for path in Self.paths.compactMap({ ItemPath($0) }) { #expect(model.table.claimIndex[path].isEmpty) }
        for peer in model.table.peers.values { #expect(peer.claims.isEmpty && peer.claimedBytes == 0) }
    }
}
