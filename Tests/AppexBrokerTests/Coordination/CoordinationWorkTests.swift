@testable import AppexBroker
import AppexProtocol
import Testing

/// What the claims and presenters of one process cost is bounded, whatever the process asks for.
@Suite(.timeLimit(.minutes(5))) struct CoordinationWorkTests {
    private static let most = 64 << 10

    /// A scene in which process "b" presents one item many times.
    private func scene(presenters: Int, of path: String = "/x") -> CoordinationScene {
        var scene = CoordinationScene()
        for number in 0..<presenters { scene.present("b", UInt64(number), path) }
        return scene
    }

    @Test func `a claim is refused when its items have more presenters together than a process may use up`() {
        let items = Self.most / 1024
        var scene = scene(presenters: 1024)
        scene.claim("a", items: [String](repeating: "/x", count: items + 1))
        #expect(scene.lines == ["refuse a1 refused"])
        // Nothing of it is left, and others are served.
        scene.claim("c", "w /x")
        #expect(scene.lines.count == 1 && scene.lines[0].hasPrefix("ask b claim 2"))
    }

    @Test func `a claim of the most is asked for`() {
        let items = Self.most / 1024
        var scene = scene(presenters: 1024)
        scene.claim("a", items: [String](repeating: "/x", count: items))
        #expect(scene.lines.count == 1 && scene.lines[0].hasPrefix("ask b claim 1"))
        _ = scene.answer("b", about: 1)
        _ = scene.release("a", 1, .none)
        // The next one finds nothing left.
        scene.claim("a", items: ["/x"])
        #expect(scene.lines == ["refuse a1 refused"])
    }

    @Test func `items without presenters cost nothing`() {
        var scene = scene(presenters: 0)
        for _ in 0..<200 {
            let number = scene.claim("a", items: (0..<1000).map { "/y\($0)" })
            #expect(scene.lines.first?.hasPrefix("grant") == true)
            _ = scene.release("a", number, .none)
        }
    }

    @Test func `beyond some thousand pairs of an item and a presenter, each presenter of a folder is told once`() {
        let presenters = 1024
        for (items, isEach) in [
            (FolderNotices.limit / presenters, true), (FolderNotices.limit / presenters + 1, false),
        ] {
            var scene = scene(presenters: presenters, of: "/f")
            scene.claim("a", items: (0..<items).map { "/f/\($0)" })
            _ = scene.table.release(1, of: CoordinationScene.peer("a"), changes: items.changes)
            let notices = scene.table.takeEffects().flatMap { effect -> [CoordinationInterface.Notice] in
                if case .notify(_, _, let notices) = effect { notices } else { [] }
            }
            let summaries = notices.filter { $0.path == "/f" }
            #expect(summaries.count == (isEach ? 0 : presenters))
            #expect(notices.count == FolderNotices.limit + summaries.count)
            #expect(Set(notices.map(\.presenter)).count == presenters)
        }
    }

    @Test func `the presenters of folders around are told, however many items have changed`() {
        var scene = scene(presenters: FolderNotices.limit, of: "/f/g")
        scene.present("c", 1, "/f")
        scene.claim("a", items: (0..<10).map { "/f/g/\($0)" })
        let lines = scene.release("a", 1, items: 10)
        #expect(lines.filter { $0.hasPrefix("notify c") } == ["notify c by a: 1 subitemChanged /f"])
    }

    @Test func `a presenter hears once of an item that vanishes with the folders around it`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/f/g/x")
        scene.claim("a", "w17 /f", "w17 /f/g")
        #expect(scene.release("a", 1, .vanished, .vanished) == ["notify b by a: 1 changed"])
    }

    @Test func `what a presenter was asked for a claim around is asked again when that claim is over`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x")
        scene.claim("a", "w /x", purpose: "p")
        _ = scene.answer("b", about: 1)
        scene.claim("a", "w /x", purpose: "p")
        #expect(scene.lines == ["grant a2 /x"])
        _ = scene.release("a", 1, .none)
        scene.claim("a", "w /x", purpose: "p")
        #expect(scene.lines == ["ask b claim 3 within 5000: 1 writer"])
        #expect(scene.table.peers[CoordinationScene.peer("a")]?.asked.isEmpty == true)
    }

    @Test func `nothing is remembered of what a process was asked that has ended`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x")
        scene.claim("a", "w /x", purpose: "p")
        _ = scene.answer("b", about: 1)
        #expect(scene.table.peers[CoordinationScene.peer("a")]?.asked.count == 1)
        _ = scene.disconnect("b")
        #expect(scene.table.peers[CoordinationScene.peer("a")]?.asked.isEmpty == true)
    }

    @Test func `a process has as many claims as it may, and an extension fewer`() {
        let program = CoordinationPeer(name: "", reach: .everything, pid: 0)
        let appex = CoordinationPeer(name: "", reach: .groups([], areWritable: true, identifier: "e"), pid: 0)
        #expect(program.claimLimit == 512 && appex.claimLimit == 128)
    }

    @Test func `purposes are the same when their bytes are`() {
        #expect(Purpose("é") != Purpose("e\u{301}"))
        #expect(Purpose("a") == Purpose("a") && Purpose("a") < Purpose("b"))
    }
}

extension CoordinationScene {
    /// A process claims items for writing.
    @discardableResult
    fileprivate mutating func claim(_ name: Character, items: [String], purpose: String = "p") -> UInt64 {
        let number = UInt64((table.peers[Self.peer(name)]?.claims.keys.max() ?? 0) + 1)
        table.claim(
            CoordinationInterface.Claim(
                number: number, purpose: purpose, chain: 0,
                accesses: items.map { .init(path: $0, package: $0, isWriting: true, options: 0) }),
            by: Self.peer(name))
        look()
        return number
    }

    fileprivate mutating func release(_ name: Character, _ claim: UInt64, items: Int) -> [String] {
        _ = table.release(claim, of: Self.peer(name), changes: items.changes)
        return look()
    }
}

extension Int {
    /// So many changes.
    fileprivate var changes: [CoordinationInterface.Change] {
        [CoordinationInterface.Change](repeating: .changed, count: self)
    }
}
