@testable import AppexBroker
import AppexProtocol
import Testing

/// What presenters are asked and told.
@Suite struct CoordinationPresenterTests {
    @Test(arguments: [
        ("r", "reader saves"), ("r1", "reader"), ("w", "writer"), ("w1", "writer deletes"), ("w2", "writer"),
        ("w4", "writer saves"), ("w8", "writer deletes"),
    ])
    func `presenters are asked before an access, and then it is granted`(_ kind: String, _ question: String) {
        var scene = CoordinationScene()
        scene.present("b", 7, "/x")
        scene.claim("a", "\(kind) /x")
        #expect(scene.lines == ["ask b claim 1 within 5000: 7 \(question)"])
        #expect(scene.answer("b", about: 1) == ["grant a1 /x"])
    }

    @Test(arguments: ["r4", "w16"]) func `for metadata nobody is asked`(_ kind: String) {
        var scene = CoordinationScene()
        scene.present("b", 7, "/x")
        scene.claim("a", "\(kind) /x")
        #expect(scene.lines == ["grant a1 /x"])
    }

    @Test func `the coordinator's own presenter is neither asked nor told, and hears of others`() {
        var scene = CoordinationScene()
        scene.present("a", 1, "/x")
        scene.present("b", 1, "/x")
        scene.claim("a", "w /x", purpose: "presenter a1")
        #expect(scene.lines == ["ask b claim 1 within 5000: 1 writer"])
        #expect(scene.answer("b", about: 1) == ["grant a1 /x"])
        #expect(scene.release("a", 1, .changed) == ["notify b by a: 1 changed", "reacquire b claim 1"])
    }

    @Test func `a presenter in the same process hears that it was its own`() {
        var scene = CoordinationScene()
        scene.present("a", 1, "/x")
        scene.claim("a", "w /x")
        _ = scene.answer("a", about: 1)
        #expect(scene.release("a", 1, .changed) == ["notify a by itself: 1 changed", "reacquire a claim 1"])
    }

    @Test func `after a read nobody is told, but the item is given back`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x")
        scene.claim("a", "r /x")
        _ = scene.answer("b", about: 1)
        #expect(scene.release("a", 1, .none) == ["reacquire b claim 1"])
    }

    @Test(arguments: [
        (CoordinationInterface.Change.changed, "changed", "subitemChanged"), (.appeared, "changed", "subitemAppeared"),
        (.vanished, "changed", "subitemChanged"),
    ])
    func `the folders around an item hear of it, at any depth`(
        _ change: CoordinationInterface.Change, _ item: String, _ folder: String
    ) {
        var scene = CoordinationScene()
        scene.present("b", 1, "/f/g/x")
        scene.present("b", 2, "/f/g")
        scene.present("b", 3, "/f")
        scene.present("b", 4, "/f/g/y")
        scene.present("b", 5, "/")
        scene.claim("a", "w16 /f/g/x")
        #expect(
            scene.release("a", 1, change) == [
                "notify b by a: 1 \(item), 2 \(folder) /f/g/x, 3 \(folder) /f/g/x, 5 \(folder) /f/g/x"
            ])
    }

    @Test func `who has agreed to a deletion does not hear that the item was changed`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x")
        scene.claim("a", "w1 /x")
        _ = scene.answer("b", about: 1)
        #expect(scene.release("a", 1, .vanished) == ["reacquire b claim 1"])
    }

    @Test func `a process is asked once for all of its presenters, and for as long as the slowest may take`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x", limit: 1000)
        scene.present("b", 2, "/x", limit: 3000)
        scene.present("c", 1, "/x", limit: 4_000_000)
        scene.claim("a", "w /x")
        #expect(
            scene.lines == ["ask b claim 1 within 3000: 1 writer, 2 writer", "ask c claim 1 within 30000: 1 writer"])
        #expect(scene.answer("b", about: 1) == [])
        #expect(scene.answer("b", about: 1) == [])
        #expect(scene.answer("c", about: 1) == ["grant a1 /x"])
    }

    @Test func `deleting a folder asks the presenters of everything in it, and a file package around it`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/p.rtfd")
        scene.present("b", 2, "/p.rtfd/f/x")
        scene.present("b", 3, "/p.rtfd/y")
        scene.claim("a", "w1 /p.rtfd/f", package: "/p.rtfd")
        #expect(scene.lines == ["ask b claim 1 within 5000: 1 writer deletes /p.rtfd/f, 2 writer deletes"])
    }

    @Test(arguments: [1, 8])
    func `before a deletion the presenters of all folders around are asked, and keep the folder`(
        options: Int
    ) {
        var scene = CoordinationScene()
        scene.present("b", 1, "/f")
        scene.present("b", 2, "/")
        scene.present("b", 3, "/g")
        scene.present("c", 1, "/f/g/x")
        scene.claim("a", "w\(options) /f/g/x")
        #expect(
            scene.lines == [
                "ask b claim 1 within 5000: 1 deletes /f/g/x, 2 deletes /f/g/x",
                "ask c claim 1 within 5000: 1 writer deletes",
            ])
        #expect(scene.answer("b", about: 1) == [])
        #expect(scene.answer("c", about: 1) == ["grant a1 /f/g/x"])
    }

    @Test func `an error of the presenter of a folder keeps an item in it from being deleted`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/f")
        scene.claim("a", "w1 /f/x")
        #expect(
            scene.answer("b", about: 1, error: ErrorDescription(domain: "d", code: 3, userInfo: [:])) == [
                "failed a1 d 3", "reacquire b claim 1",
            ])
    }

    @Test(arguments: ["r", "w", "w2", "w4", "w16"])
    func `other accesses do not ask the presenters of folders around an item`(kind: String) {
        var scene = CoordinationScene()
        scene.present("b", 1, "/f")
        scene.claim("a", "\(kind) /f/x")
        #expect(scene.lines == ["grant a1 /f/x"])
    }

    @Test func `of an item and a folder around it, one presenter is asked all`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/f")
        scene.claim("a", "w /f", "w1 /f/x")
        #expect(scene.lines == ["ask b claim 1 within 5000: 1 writer deletes /f/x"])
    }

    @Test func `who is not prepared in time is passed over, with a report`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x")
        scene.present("b", 2, "/x")
        scene.claim("a", "w /x")
        #expect(scene.answer("b", about: 1, overdue: [2, 99]) == ["overdue /x of b for /x", "grant a1 /x"])
        _ = scene.release("a", 1, .changed)
        scene.claim("a", "w /x")
        // Nobody answers for the process at all.
        #expect(scene.answer("b", about: 2, overdue: nil) == ["overdue /x /x of b for /x", "grant a2 /x"])
    }

    @Test func `a presenter that was late has less time until it is in time again`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x")
        scene.claim("a", "w /x")
        _ = scene.answer("b", about: 1, overdue: [1])
        for (claim, overdue, limit) in [(2, [1], 1000), (3, [], 1000), (4, [], 5000)] as [(UInt64, [UInt64], Int)] {
            _ = scene.release("a", claim - 1, .none)
            scene.claim("a", "w /x")
            #expect(scene.lines == ["ask b claim \(claim) within \(limit): 1 writer"])
            _ = scene.answer("b", about: claim, overdue: overdue)
        }
    }

    @Test func `a process whose presenter was late gets no more time by presenting under another number`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x")
        scene.claim("a", "w /x")
        _ = scene.answer("b", about: 1, overdue: [1])
        for (claim, overdue, limit) in [(2, [2], 1000), (3, [], 1000), (4, [], 5000)] as [(UInt64, [UInt64], Int)] {
            scene.table.withdraw(claim - 1, of: CoordinationScene.peer("b"))
            scene.present("b", claim, "/x")
            _ = scene.release("a", claim - 1, .none)
            scene.claim("a", "w /x")
            #expect(scene.lines == ["ask b claim \(claim) within \(limit): \(claim) writer"])
            _ = scene.answer("b", about: claim, overdue: overdue)
        }
    }

    @Test func `a process that is suspended before its presenter was prepared has not answered in time`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x")
        scene.claim("a", "w /x")
        _ = scene.answer("b", about: 1, overdue: [1])
        _ = scene.release("a", 1, .none)
        scene.claim("a", "w /x")
        #expect(scene.suspend("b") == ["grant a2 /x"])
        _ = scene.resume("b")
        _ = scene.release("a", 2, .none)
        scene.claim("a", "w /x")
        #expect(scene.lines == ["ask b claim 3 within 1000: 1 writer"])
    }

    @Test func `the error of a presenter is that of the access, and the other presenters go on`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x")
        scene.present("c", 1, "/x")
        scene.claim("a", "w /x")
        scene.claim("d", "r1 /x")
        let error = ErrorDescription(domain: "D", code: 3, userInfo: [:])
        #expect(
            scene.answer("b", about: 1, error: error) == [
                "failed a1 D 3", "reacquire b claim 1", "withdraw c claim 1", "reacquire c claim 1",
                "ask b claim 2 within 5000: 1 reader", "ask c claim 2 within 5000: 1 reader",
            ])
    }

    @Test func `a presenter can save before it gives the item up, also when others wait for the item`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x")
        scene.claim("a", "w /x")
        scene.claim("c", "w /x")
        scene.claim("b", "w /x", purpose: "presenter b1")
        #expect(scene.lines == ["grant b1 /x"])
        #expect(scene.answer("b", about: 1) == [])
        #expect(scene.release("b", 1, .changed) == ["grant a1 /x"])
    }

    @Test func `a presenter that accesses the item already does not wait for those who wait for it`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x")
        scene.claim("c", "w /x", purpose: "presenter b1")
        scene.claim("a", "w /x")
        scene.claim("b", "r /x", purpose: "presenter b1")
        #expect(scene.lines == ["grant b1 /x"])
        #expect(scene.release("c", 1, .changed) == [])
        #expect(scene.release("b", 1, .none) == ["ask b claim 2 within 5000: 1 writer"])
    }

    @Test func `an access in an access does not ask again`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x")
        scene.claim("a", "w /x", purpose: "p")
        _ = scene.answer("b", about: 1)
        scene.claim("a", "r /x", purpose: "p")
        #expect(scene.lines == ["grant a2 /x"])
        _ = scene.release("a", 2, .none)
        scene.claim("c", "r /y")
        scene.claim("a", "w /x", purpose: "p")
        #expect(scene.lines == ["grant a3 /x"])
    }

    @Test func `an access in an access asks for what has not been asked`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x")
        scene.claim("a", "r1 /x", purpose: "p")
        _ = scene.answer("b", about: 1)
        scene.claim("a", "r /x", purpose: "p")
        #expect(scene.lines == ["ask b claim 2 within 5000: 1 saves"])
        _ = scene.answer("b", about: 2)
        scene.claim("a", "w1 /x", purpose: "p")
        #expect(scene.lines == ["ask b claim 3 within 5000: 1 writer deletes"])
        _ = scene.answer("b", about: 3)
        _ = scene.release("a", 1, .none)
        _ = scene.release("a", 2, .none)
        scene.claim("a", "w1 /x", purpose: "p")
        #expect(scene.lines == ["grant a4 /x"])
    }

    @Test func `whoever was not asked about a deletion is told that the item was changed`() {
        var scene = CoordinationScene()
        scene.claim("a", "w1 /f")
        scene.present("b", 1, "/f")
        scene.present("b", 2, "/f/x")
        #expect(scene.release("a", 1, .vanished) == ["notify b by a: 1 changed, 2 changed"])
    }

    @Test func `a move that would make a path too long is ignored`() {
        var scene = CoordinationScene()
        let name = String(repeating: "n", count: 3000)
        scene.present("b", 1, "/f/\(name)")
        scene.claim("a", "w2 /f")
        _ = scene.answer("b", about: 1)
        let event = CoordinationInterface.Moved(number: 1, from: "/f", to: "/\(String(repeating: "m", count: 1095))")
        let isMoved = scene.table.moved(event, by: CoordinationScene.peer("a"))
        let shorter = CoordinationInterface.Moved(number: 1, from: "/f", to: "/\(String(repeating: "m", count: 1094))")
        let isPossible = scene.table.moved(shorter, by: CoordinationScene.peer("a"))
        #expect(!isMoved && isPossible)
    }

    @Test func `a reader's presenters are asked again by a writer in the same access`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x")
        scene.claim("a", "r /x", purpose: "p")
        _ = scene.answer("b", about: 1)
        scene.claim("a", "w /x", purpose: "p")
        #expect(scene.lines == ["ask b claim 2 within 5000: 1 writer"])
    }

    @Test func `a presenter that has prepared waits again like everybody else`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x", purpose: "p")
        scene.claim("a", "w /x")
        #expect(scene.answer("b", about: 1) == ["grant a1 /x"])
        scene.claim("c", "w /y")
        scene.claim("d", "w /y", "w /z")
        #expect(scene.lines == [])
        // The earlier claim goes first, although it only waits.
        scene.claim("b", "w /z", purpose: "p")
        #expect(scene.lines == [])
        #expect(scene.release("c", 1, .none) == ["grant d1 /y /z"])
        #expect(scene.release("d", 1, .none) == ["grant b1 /z"])
    }

    @Test func `a presenter that is gone is not asked, and one that ends is not waited for`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x")
        scene.present("c", 1, "/x")
        scene.table.withdraw(1, of: CoordinationScene.peer("b"))
        scene.claim("a", "w /x")
        #expect(scene.lines == ["ask c claim 1 within 5000: 1 writer"])
        #expect(scene.disconnect("c") == ["grant a1 /x"])
        #expect(scene.release("a", 1, .changed) == [])
    }

    @Test func `whoever dies while it writes may have changed the item`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x")
        scene.claim("a", "w /x")
        _ = scene.answer("b", about: 1)
        #expect(scene.disconnect("a") == ["notify b by a: 1 changed", "reacquire b claim 1"])
    }

    @Test func `a claim that waits has changed nothing when its process ends`() {
        var scene = CoordinationScene()
        scene.claim("c", "w /x")
        scene.claim("a", "w /x")
        scene.present("b", 1, "/x")
        #expect(scene.disconnect("a") == [])
    }

    // MARK: Moves

    @Test func `presenters follow an item that is moved, and folders hear of it`() {
        var scene = CoordinationScene()
        scene.present("b", 1, "/f")
        scene.present("b", 2, "/f/x")
        scene.present("b", 3, "/old")
        scene.present("b", 4, "/new")
        scene.present("b", 5, "/")
        scene.present("a", 6, "/f", purpose: "mine")
        scene.claim("a", "w2 /f", purpose: "mine")
        _ = scene.answer("b", about: 1)
        #expect(
            scene.move("a", 1, "/f", "/new/g") == [
                "notify b by a: 1 moved /new/g, 2 moved /new/g/x, 5 subitemMoved /f /new/g, 4 subitemAppeared /new/g"
            ])
        // Nothing further when the access is over.
        #expect(scene.release("a", 1, .vanished) == ["reacquire b claim 1"])
        scene.claim("c", "w16 /new/g/x")
        #expect(
            scene.release("c", 1, .changed) == [
                "notify a by c: 6 subitemChanged /new/g/x",
                "notify b by c: 2 changed, 1 subitemChanged /new/g/x, 4 subitemChanged /new/g/x, 5 subitemChanged /new/g/x",
            ])
    }

    @Test func `whoever waits for a moved item gets its new path, unless it replaces the item`() {
        var scene = CoordinationScene()
        scene.claim("a", "w2 /x")
        scene.claim("b", "w /x")
        scene.claim("c", "r /x/y")
        scene.claim("d", "w8 /x")
        #expect(scene.move("a", 1, "/x", "/z") == [])
        #expect(scene.release("a", 1, .vanished) == ["grant b1 /z", "grant c1 /z/y", "grant d1 /x"])
    }

    @Test(arguments: [("r", "/x"), ("w", "/x/y"), ("w", "/z")])
    func `only the holder of a claim for writing moves an item`(_ kind: String, _ path: String) {
        var scene = CoordinationScene()
        scene.present("b", 1, "/x/y")
        scene.claim("a", "\(kind) \(path == "/x/y" ? "/x" : path)")
        if scene.lines.first?.hasPrefix("ask") == true { _ = scene.answer("b", about: 1) }
        let byHolder = scene.table.moved(.init(number: 1, from: "/x/y", to: "/w"), by: CoordinationScene.peer("a"))
        let byOther = scene.table.moved(.init(number: 2, from: "/x/y", to: "/w"), by: CoordinationScene.peer("b"))
        #expect(!byHolder && !byOther)
        #expect(scene.table.peers[CoordinationScene.peer("b")]?.presenters[1]?.path?.text == "/x/y")
    }

    @Test func `a reader of an item cannot say that the item has moved`() {
        for kind in ["r", "w"] {
            var scene = CoordinationScene()
            scene.claim("a", "\(kind) /x")
            scene.present("b", 1, "/x")
            let isMoved = scene.table.moved(.init(number: 1, from: "/x", to: "/w"), by: CoordinationScene.peer("a"))
            #expect(isMoved == (kind == "w"))
            let path = scene.table.peers[CoordinationScene.peer("b")]?.presenters[1]?.path?.text
            #expect(path == (kind == "w" ? "/w" : "/x"))
        }
    }

    @Test func `nothing is moved into itself`() {
        var scene = CoordinationScene()
        scene.claim("a", "w2 /x")
        for to in ["/x", "/x/y", "/"] {
            let isMoved = scene.table.moved(.init(number: 1, from: "/x", to: to), by: CoordinationScene.peer("a"))
            #expect(!isMoved)
        }
    }
}
