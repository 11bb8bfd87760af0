@testable import AppexBroker
import AppexProtocol
import AppexWire
import Testing

/// What extensions can reach, and what becomes of processes that are suspended or do not read.
@Suite struct CoordinationPeerTests {
    private func scene(areWritable: Bool = true) -> CoordinationScene {
        var scene = CoordinationScene("a")
        for name in "ef" as String {
            scene.table.connect(
                CoordinationScene.peer(name), name: "\(name)", pid: 0,
                reach: .groups(
                    ItemPath("/group").map { [$0] } ?? [], areWritable: areWritable, identifier: "id.\(name)"))
        }
        return scene
    }

    @Test func `an extension coordinates the files of its groups with everybody`() {
        var scene = scene()
        scene.claim("e", "w /group/x")
        scene.claim("a", "r /group/x")
        #expect(scene.lines == [])
        #expect(scene.release("e", 1) == ["grant a1 /group/x"])
    }

    @Test(arguments: ["/x", "/groups/x", "/home/a/x"])
    func `other paths of an extension are its own, and the same paths of others are not touched`(_ path: String) {
        var scene = scene()
        scene.claim("e", "w8 \(path)")
        #expect(scene.lines == ["grant e1 \(path)"])
        for name in "af" as String {
            scene.claim(name, "w \(path)")
            #expect(scene.lines == ["grant \(name)1 \(path)"])
        }
        // A second process of the extension shares its container.
        scene.table.connect(
            CoordinationScene.peer("g"), name: "e", pid: 0, reach: .groups([], areWritable: true, identifier: "id.e"))
        scene.claim("g", "w \(path)")
        #expect(scene.lines == [])
    }

    @Test func `a claim of a folder around the group does not reach into it`() {
        var scene = scene()
        scene.claim("e", "w8 /")
        scene.claim("a", "w /group/x")
        #expect(scene.lines == ["grant a1 /group/x"])
    }

    @Test func `who can only read a group cannot claim it for writing`() {
        var scene = scene(areWritable: false)
        scene.claim("e", "r /group/x")
        #expect(scene.lines == ["grant e1 /group/x"])
        scene.claim("e", "w /group/x")
        #expect(scene.lines == ["refuse e2 refused"])
        scene.claim("e", "w /own")
        #expect(scene.lines == ["grant e3 /own"])
    }

    @Test func `an extension has fewer presenters than a program, and can present its own items`() {
        var scene = scene()
        for number in 1...1024 as ClosedRange<UInt64> { scene.present("e", number, "/group/\(number)") }
        // The same one again is no further one.
        var taken = [scene.present("e", 1025, "/group/x"), scene.present("e", 1024, "/own")]
        scene.table.withdraw(1, of: CoordinationScene.peer("e"))
        taken.append(scene.present("e", 1025, "/group/x"))
        #expect(taken == [false, true, true])
        for number in 1..<16_384 as Range<UInt64> { scene.present("a", number, nil) }
        taken = [scene.present("a", 16_384, nil), scene.present("a", 16_385, nil)]
        #expect(taken == [true, false])
    }

    @Test func `the paths that a process presents have a limit, and it is given back`() {
        var scene = scene()
        let path = "/" + String(repeating: "x", count: 4095)
        let most = UInt64((4 << 20) / 4096)
        for number in 1..<most { scene.present("a", number, path) }
        let taken = [
            scene.present("a", most, path), scene.present("a", most + 1, "/x"), scene.present("a", 1, "/x"),
            scene.present("a", most + 1, "/x"),
        ]
        #expect(taken == [true, false, true, true])
        _ = scene.disconnect("a")
        #expect(scene.table.presenterIndex[ItemPath("/x")!].isEmpty)
    }

    @Test func `an extension is told of no paths outside of its groups by a cycle`() throws {
        var scene = scene()
        scene.claim("a", "w /private", "w /group/x", chain: 1)
        scene.claim("e", "w /group/y", chain: 1)
        scene.claim("a", "w /group/y", chain: 1)
        let refusal = scene.refusal("e", "/group/x", chain: 1)
        let failure = try #require(refusal)
        #expect(failure.message.contains("a accesses another item") && !failure.message.contains("private"))
    }

    @Test(arguments: ["/home/a/x", "/groups/x"])
    func `an extension cannot lead others out of the group by a move, or into it`(_ outside: String) {
        var scene = scene()
        scene.present("a", 1, "/group/x")
        scene.claim("e", "w2 /group/x", "w2 \(outside)")
        _ = scene.answer("a", about: 1)
        scene.claim("a", "w /group/x")
        for (from, to) in [("/group/x", outside), (outside, "/group/y")] {
            let isMoved = scene.table.moved(.init(number: 1, from: from, to: to), by: CoordinationScene.peer("e"))
            #expect(!isMoved)
        }
        #expect(scene.release("e", 1, .changed).last == "ask a claim 2 within 5000: 1 writer")
    }

    @Test func `an item that a program moves out of the group is lost to the extensions`() {
        var scene = scene()
        scene.present("e", 1, "/group/x")
        scene.present("e", 2, "/group")
        scene.claim("a", "w2 /group/x", purpose: "p")
        _ = scene.answer("e", about: 1)
        scene.claim("e", "r1 /group/x", purpose: "q")
        #expect(scene.move("a", 1, "/group/x", "/secret") == ["notify e by a: 1 changed, 2 subitemChanged /group/x"])
        #expect(scene.release("a", 1, .vanished) == ["reacquire e claim 1", "grant e1 /group/x"])
        scene.claim("a", "w16 /secret/y", purpose: "p")
        #expect(scene.release("a", 2, .changed) == [])
    }

    @Test func `the list of a process with very many items fits into a message`() throws {
        var scene = scene()
        for number in 0..<2000 as Range<UInt64> {
            scene.present("a", number, "/\(number)/" + String(repeating: "x", count: 2000))
        }
        scene.claim("a", "r /x")
        let records = scene.table.records()
        #expect(records.first?.activity == .holds && records.count > 500)
        #expect(try WireList(records).wireBytes().count <= WireLimits.bodyBytes)
    }

    // MARK: Suspended processes

    @Test func `a process that is suspended while it writes loses its claim, with a report, and presenters look again`()
    {
        var scene = CoordinationScene()
        scene.claim("a", "w /x", chain: 1)
        scene.claim("b", "w /x")
        scene.present("c", 1, "/x", purpose: "b1")
        scene.present("d", 1, "/x")
        #expect(
            scene.suspend("a") == [
                "ended the access of a to /x", "lost a1", "notify c by a: 1 changed", "notify d by a: 1 changed",
                "ask d claim 2 within 5000: 1 writer",
            ])
        #expect(scene.answer("d", about: 2) == ["grant b1 /x"])
        // It does not come back with the process.
        #expect(scene.resume("a") == [])
    }

    @Test func `a suspended process is passed over while it waits, and goes on when it does`() {
        var scene = CoordinationScene()
        scene.claim("a", "w /x")
        scene.claim("b", "w /x")
        scene.claim("c", "r /x")
        #expect(scene.suspend("b") == [])
        #expect(scene.release("a", 1) == ["grant c1 /x"])
        #expect(scene.resume("b") == [])
        #expect(scene.release("c", 1) == ["grant b1 /x"])
    }

    @Test func `whoever waits behind a process that is suspended goes on at once`() {
        var scene = CoordinationScene()
        scene.claim("a", "r /x")
        scene.claim("b", "w /x")
        scene.claim("c", "r /x")
        #expect(scene.suspend("b") == ["grant c1 /x"])
    }

    @Test func `a process that is suspended while its presenters are asked for it blocks nobody`() {
        var scene = CoordinationScene()
        scene.present("c", 1, "/x")
        scene.claim("a", "w /x")
        scene.claim("b", "r /y", "r /x", purpose: "presenter c1")
        scene.claim("d", "w /x", purpose: "presenter c1")
        #expect(scene.suspend("a") == ["withdraw c claim 1", "reacquire c claim 1"])
        #expect(scene.answer("c", about: 1) == [])
        #expect(scene.resume("a") == [])
        #expect(scene.release("b", 1) == [])
        // Its presenters use their items again, so they are asked again.
        #expect(scene.release("d", 1) == ["ask c claim 1 within 5000: 1 writer"])
        #expect(scene.answer("c", about: 1) == ["grant a1 /x"])
    }

    @Test func `presenters of a suspended process are not asked, and those who wait for them go on`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x")
        scene.claim("a", "w /x")
        #expect(scene.lines == ["ask b claim 1 within 5000: 1 writer"])
        #expect(scene.suspend("b") == ["grant a1 /x"])
        #expect(scene.release("a", 1, .changed) == ["reacquire b claim 1"])
        scene.claim("a", "w /x")
        #expect(scene.lines == ["grant a2 /x"])
        #expect(scene.release("a", 2, .changed) == [])
        scene.claim("a", "w2 /x")
        #expect(scene.move("a", 3, "/x", "/y") == [])
        // Once, however often: that it was moved, and that it was changed.
        #expect(scene.resume("b") == ["notify b by : 1 moved /y, 1 changed"])
    }

    @Test func `presenters of a process that does not read are not asked`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x")
        scene.table.setBusy(true, CoordinationScene.peer("b"))
        scene.claim("a", "w /x")
        #expect(scene.lines == ["grant a1 /x"])
    }

    @Test func `a process that does not read is told of all changes at once when it does`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/f")
        scene.present("b", 2, "/f/x")
        scene.table.setBusy(true, CoordinationScene.peer("b"))
        for _ in 0..<3 {
            let claim = scene.claim("a", "w16 /f/x")
            #expect(scene.release("a", claim, .changed) == [])
        }
        scene.table.setBusy(false, CoordinationScene.peer("b"))
        #expect(scene.look() == ["notify b by : 1 subitemChanged /f, 2 changed"])
    }

    // MARK: After a broker was killed

    @Test func `what was granted is granted again first, and then nothing is`() {
        var scene = scene()
        scene.table.beginRecovery()
        scene.present("a", 1, "/group/x")
        scene.claim("a", "w /group/x")
        scene.table.connect(CoordinationScene.peer("b"), name: "b", pid: 0, reach: .everything)
        scene.claimAgain("b", "w /group/x")
        #expect(scene.lines == ["grant b1 /group/x"])
        // An extension ends with its broker.
        scene.claimAgain("e", "w /group/y")
        #expect(scene.lines == ["refuse e1 refused"])
        scene.table.endRecovery()
        #expect(scene.look() == [])
        scene.claimAgain("b", "w /group/z")
        #expect(scene.lines == ["refuse b2 refused"])
        #expect(scene.release("b", 1, .changed).last == "ask a claim 1 within 5000: 1 writer")
    }

    @Test func `a claim that is made again and contradicts another one is refused when others go on`() {
        var scene = CoordinationScene()
        scene.table.beginRecovery()
        scene.present("c", 1, "/x")
        scene.claimAgain("a", "w /x")
        #expect(scene.lines == ["grant a1 /x"])
        scene.claimAgain("b", "w /x")
        #expect(scene.lines == [])
        scene.claim("d", "w /x")
        scene.table.endRecovery()
        #expect(scene.look() == ["refuse b1 refused"])
        #expect(scene.release("a", 1).last == "ask c claim 3 within 5000: 1 writer")
        #expect(scene.answer("c", about: 3) == ["grant d1 /x"])
    }
}
