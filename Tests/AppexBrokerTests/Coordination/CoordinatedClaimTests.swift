@testable import AppexBroker
import AppexProtocol
import AppexWire
import Testing

/// Who waits for whom.
@Suite struct CoordinatedClaimTests {
    @Test(arguments: [("r", "r", true), ("r", "w", false), ("w", "r", false), ("w", "w", false)])
    func `reads of an item run together, and a write runs alone`(_ first: String, _ second: String, _ together: Bool) {
        var scene = CoordinationScene()
        scene.claim("a", "\(first) /x")
        #expect(scene.lines == ["grant a1 /x"])
        scene.claim("b", "\(second) /x")
        #expect(scene.lines == (together ? ["grant b1 /x"] : []))
        #expect(scene.release("a", 1) == (together ? [] : ["grant b1 /x"]))
    }

    @Test(arguments: ["r", "w", "w1", "w8"]) func `claims of one purpose never wait for each other`(_ kind: String) {
        var scene = CoordinationScene()
        scene.claim("a", "w /x", purpose: "p")
        scene.claim("b", "\(kind) /x", purpose: "p")
        #expect(scene.lines == ["grant b1 /x"])
    }

    @Test func `other items are independent, also those with a similar path`() {
        var scene = CoordinationScene()
        scene.claim("a", "w8 /x")
        for path in ["/xy", "/y", "/X", "/"] {
            scene.claim("b", "w /\(path.dropFirst())")
            #expect(
                scene.lines == ["grant b\(scene.table.peers[CoordinationScene.peer("b")]?.claims.count ?? 0) \(path)"])
        }
    }

    @Test func `names that Unicode considers equal are different files`() {
        var scene = CoordinationScene()
        scene.claim("a", "w /\u{E9}")
        scene.claim("b", "w /e\u{301}")
        #expect(scene.lines.count == 1)
    }

    @Test func `whoever comes first goes first: a reader does not overtake a writer that waits`() {
        var scene = CoordinationScene()
        scene.claim("a", "r /x")
        scene.claim("b", "w /x")
        scene.claim("c", "r /x")
        scene.claim("d", "w /x")
        #expect(scene.lines == [])
        #expect(scene.release("a", 1) == ["grant b1 /x"])
        #expect(scene.release("b", 1) == ["grant c1 /x"])
        #expect(scene.release("c", 1) == ["grant d1 /x"])
    }

    @Test func `readers that wait for one writer run together`() {
        var scene = CoordinationScene()
        scene.claim("a", "w /x")
        scene.claim("b", "r /x")
        scene.claim("c", "r /x")
        #expect(scene.release("a", 1) == ["grant b1 /x", "grant c1 /x"])
    }

    @Test(arguments: [UInt8(1), 2, 8]) func `deleting, moving or replacing a folder includes what is in it`(
        _ options: UInt8
    ) {
        var scene = CoordinationScene()
        scene.claim("a", "r /f/g/x")
        scene.claim("b", "w\(options) /f")
        #expect(scene.lines == [])
        scene.claim("c", "r /f/y")
        #expect(scene.lines == [])
        #expect(scene.release("a", 1) == ["grant b1 /f"])
        #expect(scene.release("b", 1) == ["grant c1 /f/y"])
    }

    @Test(arguments: ["r", "w", "w4", "w16"]) func `a plain access to a folder is independent of what is in it`(
        _ kind: String
    ) {
        var scene = CoordinationScene()
        scene.claim("a", "w /f/x")
        scene.claim("b", "\(kind) /f")
        #expect(scene.lines == ["grant b1 /f"])
    }

    @Test func `an access inside of a file package is one to the whole package`() {
        var scene = CoordinationScene()
        scene.claim("a", "w /p.rtfd/a", package: "/p.rtfd")
        scene.claim("b", "w /p.rtfd/b", package: "/p.rtfd")
        #expect(scene.lines == [])
        scene.claim("c", "r /p.rtfd")
        #expect(scene.lines == [])
        #expect(scene.release("a", 1) == ["grant b1 /p.rtfd/b"])
        #expect(scene.release("b", 1) == ["grant c1 /p.rtfd"])
    }

    @Test func `several items are claimed at once, so that opposite orders do not block each other`() {
        var scene = CoordinationScene()
        scene.claim("a", "w /x", "w /y", chain: 1)
        #expect(scene.lines == ["grant a1 /x /y"])
        scene.claim("b", "w /y", "w /x", chain: 1)
        scene.claim("c", "r /z", "r /y")
        #expect(scene.lines == [])
        #expect(scene.release("a", 1) == ["grant b1 /y /x"])
        #expect(scene.release("b", 1) == ["grant c1 /z /y"])
    }

    @Test func `a claim that is withdrawn lets others go on`() {
        var scene = CoordinationScene()
        scene.claim("a", "r /x")
        scene.claim("b", "w /x")
        scene.claim("c", "r /x")
        #expect(scene.cancel("b", 1) == ["grant c1 /x"])
        // One that is granted has to be released.
        #expect(scene.cancel("a", 1) == [])
        scene.claim("d", "w /x")
        #expect(scene.lines == [])
    }

    @Test func `what a process holds ends with it`() {
        var scene = CoordinationScene()
        scene.claim("a", "w /x")
        scene.claim("a", "w /y")
        scene.claim("b", "w /x")
        scene.claim("c", "r /y")
        #expect(scene.disconnect("a") == ["grant b1 /x", "grant c1 /y"])
        #expect(scene.table.claims.count == 2)
    }

    @Test func `a claim for no item is granted`() {
        var scene = CoordinationScene()
        scene.claim("a")
        #expect(scene.lines == ["grant a1 "])
    }

    @Test func `as many claims of one purpose as a process can have are granted at once`() {
        var scene = CoordinationScene()
        scene.claim("b", "w /x")
        for _ in 0..<512 { scene.claim("a", "w /x", purpose: "p") }
        #expect(scene.lines == [])
        #expect(scene.release("b", 1).count == 512)
    }

    @Test func `batches of many items are granted beside each other`() {
        var scene = CoordinationScene()
        for name in "abc" as String {
            let accesses = (0..<CoordinationInterface.itemLimit).map {
                CoordinationInterface.Access(path: "/\($0)", package: "/\($0)", isWriting: false, options: 1)
            }
            scene.table.claim(
                .init(number: 1, purpose: "\(name)", chain: 0, accesses: accesses), by: CoordinationScene.peer(name))
            #expect(scene.look().first?.hasPrefix("grant \(name)1 /0 /1") == true)
        }
    }

    // MARK: Cycles

    @Test func `two processes that wait for each other are found, and the error names both`() throws {
        var scene = CoordinationScene()
        scene.claim("a", "w /x", chain: 1)
        scene.claim("b", "w /y", chain: 1)
        scene.claim("a", "r /y", chain: 1)
        #expect(scene.lines == [])
        let refusal = scene.refusal("b", "/x", chain: 1)
        let failure = try #require(refusal)
        #expect(failure.code == CoordinationInterface.deadlock)
        #expect(
            failure.message
                == "The access would cause a deadlock: b waits for /x, a accesses /x, a waits for /y, b accesses /y. "
                + "Claim all items in one call.")
        // The others go on.
        #expect(scene.release("b", 1) == ["grant a2 /y"])
    }

    @Test func `a cycle of three is found, and claims of different threads form no cycle`() {
        var scene = CoordinationScene()
        for name in "abc" { scene.claim(name, "w /\(name)", chain: 1) }
        scene.claim("a", "w /b", chain: 1)
        scene.claim("b", "w /c", chain: 1)
        scene.claim("c", "w /a", chain: 2)
        #expect(scene.lines == [])
        scene.claim("c", "w /a", chain: 1)
        #expect(scene.lines == ["refuse c3 deadlock"])
    }

    @Test func `a cycle through a claim that is being prepared for is found`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/y", purpose: "p")
        scene.claim("a", "w /x", "w /y", chain: 1)
        #expect(scene.lines.first?.hasPrefix("ask b") == true)
        scene.claim("b", "w /x", purpose: "p", chain: 1)
        #expect(scene.lines == ["grant b1 /x"])
        scene.claim("b", "w /y", chain: 1)
        #expect(scene.lines == ["refuse b2 deadlock"])
    }

    @Test func `a thread that waits for its own access to another coordinator is a cycle`() {
        var scene = CoordinationScene()
        scene.claim("a", "w /x", chain: 1)
        scene.claim("a", "r /x", chain: 1)
        #expect(scene.lines == ["refuse a2 deadlock"])
        scene.claim("a", "r /x", chain: 2)
        #expect(scene.lines == [])
    }

    @Test func `a nested read does not wait for a writer that waits for the outer one`() {
        var scene = CoordinationScene()
        scene.claim("a", "r /x", chain: 1)
        scene.claim("b", "w /x", chain: 1)
        scene.claim("a", "r /x", chain: 1)
        #expect(scene.lines == ["grant a2 /x"])
    }

    // MARK: Bounds

    @Test func `a process can have as many claims as the limit says, and others are not concerned`() {
        var scene = CoordinationScene()
        for number in 0..<512 {
            scene.claim("a", "w /\(number)")
            #expect(scene.lines.count == 1)
        }
        scene.claim("a", "w /x")
        #expect(scene.lines == ["refuse a\(512 + 1) refused"])
        scene.claim("b", "w /x")
        #expect(scene.lines == ["grant b1 /x"])
        _ = scene.release("a", 1)
        scene.claim("a", "w /y")
        #expect(scene.lines.first?.hasPrefix("grant") == true)
    }

    @Test func `a claim can have as many accesses of whole folders as the limit says`() {
        for (count, word) in [
            (CoordinationPeer.deepAccessLimit, "grant"), (CoordinationPeer.deepAccessLimit + 1, "refuse"),
        ] {
            var scene = CoordinationScene()
            let accesses = (0..<count).map {
                CoordinationInterface.Access(path: "/\($0)", package: "/\($0)", isWriting: true, options: 1)
            }
            scene.table.claim(
                .init(number: 1, purpose: "p", chain: 0, accesses: accesses), by: CoordinationScene.peer("a"))
            #expect(scene.look().first?.hasPrefix(word) == true)
        }
    }

    @Test func `a process can have as many claims of whole folders as the limit says`() {
        var scene = CoordinationScene()
        for number in 0..<CoordinationPeer.deepAccessLimit { scene.claim("a", "w1 /\(number)") }
        #expect(scene.lines.first?.hasPrefix("grant") == true)
        scene.claim("a", "w1 /x")
        #expect(scene.lines == ["refuse a\(CoordinationPeer.deepAccessLimit + 1) refused"])
        _ = scene.release("a", 1)
        scene.claim("a", "w1 /x")
        #expect(scene.lines.first?.hasPrefix("grant") == true)
    }

    @Test func `the paths of a process have a limit, and it is given back`() {
        var scene = CoordinationScene()
        // Path and scope count, and what is kept beside them.
        let path = "/" + String(repeating: "x", count: 4094)
        let most = CoordinationInterface.claimedBytes / (2 * path.utf8.count + 64)
        for _ in 0..<most { scene.claim("a", "r \(path)") }
        #expect(scene.lines == ["grant a\(most) \(path)"])
        scene.claim("a", "r \(path)")
        #expect(scene.lines == ["refuse a\(most + 1) refused"])
        _ = scene.release("a", 1)
        scene.claim("a", "r \(path)")
        #expect(scene.lines.first?.hasPrefix("grant") == true)
        for number in scene.table.peers[CoordinationScene.peer("a")]?.claims.keys.sorted() ?? [] {
            _ = scene.release("a", number)
        }
        #expect(scene.table.peers[CoordinationScene.peer("a")]?.claimedBytes == 0)
    }

    @Test(arguments: [
        "x", "", "/x/", "//x", "/x/../y", "/./x", "/x\0", "/" + String(repeating: "a/", count: 128) + "a",
    ])
    func `what is no absolute path without detours is refused`(_ path: String) {
        var scene = CoordinationScene()
        scene.table.claim(
            .init(
                number: 1, purpose: "p", chain: 0,
                accesses: [.init(path: path, package: path, isWriting: true, options: 0)]),
            by: CoordinationScene.peer("a"))
        #expect(scene.look() == ["refuse a1 refused"])
        let isPresented = scene.present("a", 1, path)
        #expect(!isPresented)
        #expect(scene.table.claims.isEmpty)
    }

    @Test func `a path of as many components as the limit says is a path`() {
        #expect(ItemPath(String(repeating: "/a", count: ItemPath.depthLimit)) != nil)
        #expect(ItemPath(String(repeating: "/a", count: ItemPath.depthLimit + 1)) == nil)
    }

    @Test func `a claim whose package is not around its item is refused`() {
        var scene = CoordinationScene()
        scene.claim("a", "w /x/y", package: "/x/yz")
        #expect(scene.lines == ["refuse a1 refused"])
    }
}
