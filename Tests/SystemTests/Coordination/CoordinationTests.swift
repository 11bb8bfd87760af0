import Foundation
import Glibc
import OpenExtensionKit
import TestSupport
import Testing

/// Programs that coordinate their access to files, as processes of their own.
@Suite(.timeLimit(.minutes(30))) struct CoordinationTests {
    @Test func `AT-61: a read waits for a running write, two reads overlap, and a writer waits for both`() async throws
    {
        try await TestDevice.with { device in
            let (one, two) = (try CoordinatingProcess(device), try CoordinatingProcess(device))
            let file = device.file("note")
            try await one.tell("access w write 0 \(file)", until: "in w \(file)")
            two.tell("access r read 0 \(file)")
            try await device.awaitCoordination("waits \(file)", of: two)
            #expect(!two.lines.contains("in r \(file)"))
            try await one.tell("end w", until: "out w")
            try await two.says("in r \(file)")
            try await one.tell("access s read 0 \(file)", until: "in s \(file)")
            one.tell("access v write 0 \(file)")
            try await device.awaitCoordination("waits \(file)", of: one)
            try await two.tell("end r", until: "out r")
            #expect(!one.lines.contains("in v \(file)"))
            try await one.tell("end s", until: "out s")
            try await one.says("in v \(file)")
            try await one.tell("end v", until: "out v")
        }
    }

    @Test func `AT-62: cancelling ends an access that waits with 3072, and its accessor never runs`() async throws {
        try await TestDevice.with { device in
            let (one, two) = (try CoordinatingProcess(device), try CoordinatingProcess(device))
            let file = device.file("note")
            try await one.tell("access a write 0 \(file)", until: "in a \(file)")
            two.tell("access b write 0 \(file)")
            // On a queue, with several items.
            two.tell("access c read 0 \(file) write 0 \(file)2")
            try await device.awaitCoordination("waits \(file) \(file)2", of: two)
            try await device.awaitCoordination("waits \(file)", of: two)
            two.tell("cancel b")
            two.tell("cancel c")
            for name in ["b", "c"] {
                try await eventually("\(name) fails") {
                    two.lines.contains { $0.hasPrefix("failed \(name) NSCocoaErrorDomain 3072 ") }
                }
            }
            #expect(try await device.coordination(of: two) == [])
            // An accessor that runs is not interrupted.
            one.tell("cancel a")
            try await one.tell("end a", until: "out a")
            try await two.tell("access d write 0 \(file)", until: "in d \(file)")
            #expect(!two.lines.contains { $0.hasPrefix("in b") || $0.hasPrefix("in c") })
            try await two.tell("end d", until: "out d")
        }
    }

    @Test func `AT-60: when a process is killed in its accessor, others go on`() async throws {
        try await TestDevice.with { device in
            let (one, two) = (try CoordinatingProcess(device), try CoordinatingProcess(device))
            let file = device.file("note")
            try await one.tell("access a write 8 \(file)", until: "in a \(file)")
            try await two.tell("present p 5 answers \(file)", until: "presents p")
            two.tell("access b read 0 \(file)")
            try await device.awaitCoordination("waits \(file)", of: two)
            one.kill(SIGKILL)
            try await two.says("in b \(file)")
            try await two.says("changed p by fixture-coordination")
            try await two.tell("end b", until: "out b")
        }
    }

    @Test func `AT-58: presenters hear of a coordinated write in another process, and not of a plain one`() async throws
    {
        try await TestDevice.with { device in
            let (one, two) = (try CoordinatingProcess(device, named: "writer"), try CoordinatingProcess(device))
            let file = device.file("note")
            try await two.tell("present p 5 answers \(file)", until: "presents p")
            try await two.tell("present f 5 answers \(device.scratch.path)", until: "presents f")
            try Data("plain".utf8).write(to: URL(fileURLWithPath: file))
            try await one.tell("access a write 0 \(file)", until: "in a \(file)")
            try await one.tell("end a", until: "out a")
            try await two.says("reacquire p")
            try await two.says("subitem-changed \(file) f by writer")
            #expect(
                Set(two.lines) == [
                    "presents p", "presents f", "relinquish-writer p", "changed p by writer", "reacquire p",
                    "subitem-changed \(file) f by writer",
                ])
            #expect(two.lines.last { $0.contains(" p") } == "reacquire p")
            // After it was removed, it hears nothing.
            try await two.tell("withdraw p", until: "withdrawn p")
            try await one.tell("access b write 0 \(file)", until: "in b \(file)")
            try await one.tell("end b", until: "out b")
            try await eventually("the folder hears of it") {
                two.lines.filter { $0.hasPrefix("subitem-changed") }.count == 2
            }
            #expect(two.lines.filter { $0.contains(" p") }.count == 4 + 1)
        }
    }

    @Test func `AT-59: an access on the queue of a presenter that is not its own does not wait for ever`() async throws
    {
        try await TestDevice.with { device in
            let process = try CoordinatingProcess(device)
            let file = device.file("note")
            try await process.tell("present p 20 answers \(file)", until: "presents p")
            // With the presenter there is no message, and nothing to wait for.
            try await process.tell("presented a p write 0 \(file)", until: "in a \(file)")
            try await process.tell("end a", until: "out a")
            #expect(process.lines == ["presents p", "in a \(file)", "out a"])
            try await process.tell("onqueue b p write 0 \(file)", until: "in b \(file)")
            try await process.tell("end b", until: "out b")
            #expect(process.errors.contains("Pass the presenter to NSFileCoordinator(filePresenter:)"))
            #expect(!process.lines.contains("relinquish-writer p"))
            let log = device.brokerLog
            #expect(log.contains("presenters were not prepared in time for an access"), "\(log)")
        }
    }

    @Test(arguments: ["silent", "stopped"])
    func `a presenter that does not answer, or whose process is stopped, is passed over`(_ how: String) async throws {
        try await TestDevice.with { device in
            let (one, two) = (try CoordinatingProcess(device), try CoordinatingProcess(device))
            let file = device.file("note")
            try await two.tell("present p 0.2 \(how == "silent" ? "silent" : "answers") \(file)", until: "presents p")
            if how == "stopped" { two.kill(SIGSTOP) }
            try await one.tell("access a write 0 \(file)", until: "in a \(file)")
            try await one.tell("end a", until: "out a")
            two.kill(SIGCONT)
            try await two.says("changed p by fixture-coordination")
        }
    }

    @Test func `a presenter saves before a read, gives up before a write, and may fail it`() async throws {
        try await TestDevice.with { device in
            let (one, two) = (try CoordinatingProcess(device), try CoordinatingProcess(device))
            let file = device.file("note")
            try await two.tell("present p 5 answers \(file)", until: "presents p")
            try await one.tell("access a read 0 \(file)", until: "in a \(file)")
            #expect(two.lines == ["presents p", "relinquish-reader p", "save p"])
            try await one.tell("end a", until: "out a")
            try await two.says("reacquire p")
            try await one.tell("access b read 1 \(file)", until: "in b \(file)")
            #expect(two.lines.suffix(2) == ["reacquire p", "relinquish-reader p"])
            try await one.tell("end b", until: "out b")
            try await one.tell("access c write 1 \(file)", until: "in c \(file)")
            #expect(two.lines.suffix(2) == ["relinquish-writer p", "accommodate p"])
            try await one.tell("end c", until: "out c")
            try await two.tell("present q 5 fails \(file)", until: "presents q")
            one.tell("access d read 0 \(file)")
            try await eventually("it fails with the presenter's error") {
                one.lines.contains { $0.hasPrefix("failed d Fixture 7") }
            }
            #expect(!one.lines.contains("in d \(file)"))
        }
    }

    @Test func `those who wait for each other get an error that names them`() async throws {
        try await TestDevice.with { device in
            let (one, two) = (
                try CoordinatingProcess(device, named: "first"), try CoordinatingProcess(device, named: "second")
            )
            let (x, y) = (device.file("x"), device.file("y"))
            try await one.tell("access a write 0 \(x)", until: "in a \(x)")
            try await two.tell("access b write 0 \(y)", until: "in b \(y)")
            one.tell("inside a c write 0 \(y)")
            try await device.awaitCoordination("waits \(y)", of: one)
            two.tell("inside b d write 0 \(x)")
            try await eventually("the second gets an error") {
                two.lines.contains { $0.hasPrefix("failed d OpenFoundation.FileCoordinationError 1 ") }
            }
            let error = try #require(two.lines.first { $0.hasPrefix("failed d") })
            #expect(error.contains("second (\(two.pid)) waits for \(x), first (\(one.pid)) accesses \(x)"), "\(error)")
            try await two.tell("end b", until: "out b")
            try await one.says("in c \(y)")
            one.tell("end c")
            try await one.tell("end a", until: "out a")
        }
    }

    @Test func `presenters and those who wait follow an item that is moved`() async throws {
        try await TestDevice.with { device in
            let (one, two) = (try CoordinatingProcess(device), try CoordinatingProcess(device))
            let (old, new) = (device.file("old"), device.file("new"))
            try Data("text".utf8).write(to: URL(fileURLWithPath: old))
            try await two.tell("present p 5 answers \(old)", until: "presents p")
            try await one.tell("access a write 2 \(old)", until: "in a \(old)")
            two.tell("access b read 1 \(old)")
            try await device.awaitCoordination("waits \(old)", of: two)
            try await one.tell("move a \(old) \(new)", until: "moved a")
            try await one.tell("end a", until: "out a")
            try await two.says("did-move \(new) p by fixture-coordination")
            try await two.says("in b \(new)")
            try await two.tell("end b", until: "out b")
        }
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func `when the broker ends, those who wait and those who present go on with the next one`(
        _ signal: Int32
    ) async throws {
        try await TestDevice.with { device in
            let (one, two) = (try CoordinatingProcess(device), try CoordinatingProcess(device))
            let file = device.file("note")
            try await one.tell("present p 5 answers \(file)", until: "presents p")
            try await one.tell("presented a p write 0 \(file)", until: "in a \(file)")
            two.tell("access b write 0 \(file)")
            try await device.awaitCoordination("waits \(file)", of: two)
            let broker = try #require(device.broker)
            sendSignal(signal, to: broker)
            _ = try await ProcessEnd.of(broker)
            try await eventually("the presenter is known again") {
                try await device.coordination(of: one).contains("presents \(file)")
            }
            let wasFirst = two.lines.contains("in b \(file)")
            one.tell("end a")
            // If the broker and this process did not come to it in time, the access says that it was not protected.
            try await eventually("the first one has ended") {
                one.lines.contains {
                    $0 == "out a" && !wasFirst || $0.hasPrefix("failed a OpenFoundation.FileCoordinationError 4 ")
                }
            }
            try await two.says("in b \(file)")
            try await two.tell("end b", until: "out b")
            try await one.says("changed p by fixture-coordination")
        }
    }

    @Test func `appex coordination lists who holds, who waits and who presents`() async throws {
        try await TestDevice.with { device in
            #expect(
                try await device.appex("coordination").output == "No process coordinates its access to files.\n")
            let (one, two) = (try CoordinatingProcess(device, named: "holder"), try CoordinatingProcess(device))
            let file = device.file("note")
            try await two.tell("present p 5 answers \(file)2", until: "presents p")
            try await one.tell("access a write 0 \(file)", until: "in a \(file)")
            two.tell("access b read 0 \(file)")
            try await device.awaitCoordination("waits \(file)", of: two)
            let rows = try await device.appex("coordination").output.split(separator: "\n").map {
                $0.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
            }
            #expect(rows.map(\.first) == ["PROCESS", "holder", "fixture-coordination", "fixture-coordination"])
            #expect(rows[1][1...3] == ["\(one.pid)", "writes", file])
            #expect(rows[2][1...4] == ["\(two.pid)", "waits,", "for", "reading"])
            #expect(rows[2].suffix(2) == ["holder", "(\(one.pid))"])
            #expect(rows[3][1...3] == ["\(two.pid)", "presents", "\(file)2"])
            struct Listing: Decodable { let coordination: [Entry] }
            struct Entry: Decodable { let activity: String }
            let listing: Listing = try await device.appex("coordination", "--json").json()
            #expect(listing.coordination.map(\.activity) == ["holds", "waits", "presents"])
            one.tell("end a")
            two.tell("end b")
        }
    }

    @Test func `who wants to hear of uncoordinated changes hears of them, and once of coordinated ones`() async throws {
        try await TestDevice.with { device in
            let (one, two) = (try CoordinatingProcess(device), try CoordinatingProcess(device))
            let file = device.file("note")
            try await two.tell("present p 5 watches \(file)", until: "presents p")
            try Data("plain".utf8).write(to: URL(fileURLWithPath: file))
            try await two.says("changed p by unknown")
            try await one.tell("access a write 0 \(file)", until: "in a \(file)")
            try Data("coordinated".utf8).write(to: URL(fileURLWithPath: file))
            try await one.tell("end a", until: "out a")
            try await two.says("changed p by fixture-coordination")
            // Its own write, and then another plain one.
            try await two.tell("presented b p write 0 \(file)", until: "in b \(file)")
            try Data("its own".utf8).write(to: URL(fileURLWithPath: file))
            try await two.tell("end b", until: "out b")
            try Data("plain again".utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
            try await eventually("it hears of the last one") {
                two.lines.filter { $0 == "changed p by unknown" }.count == 2
            }
            #expect(two.lines.filter { $0.hasPrefix("changed") }.count == 3)
        }
    }

    @Test func `a batch claims its items for the accesses of its coordinator, and ends with its completion`()
        async throws
    {
        try await TestDevice.with { device in
            let (one, two) = (try CoordinatingProcess(device), try CoordinatingProcess(device))
            let (x, y) = (device.file("x"), device.file("y"))
            try await two.tell("present p 5 answers \(y)", until: "presents p")
            try await one.tell("batch a read 0 \(x) write 0 \(y)", until: "in a \(x) \(y)")
            two.tell("access b read 1 \(y)")
            try await device.awaitCoordination("waits \(y)", of: two)
            try await one.tell("part a c write 0 \(y)", until: "in c \(y)")
            try await one.tell("end c", until: "out c")
            // Presenters were asked once, for the batch, and are notified of its accesses.
            try await two.says("changed p by fixture-coordination")
            #expect(two.lines.filter { $0 == "relinquish-writer p" }.count == 1)
            #expect(!two.lines.contains("in b \(y)"))
            try await one.tell("end a", until: "out a")
            try await two.says("in b \(y)")
            try await two.tell("end b", until: "out b")
        }
    }

    @Test func `a reader for an upload gets a copy, does not keep others waiting, and the copy is removed`()
        async throws
    {
        try await TestDevice.with { device in
            let (one, two) = (try CoordinatingProcess(device), try CoordinatingProcess(device))
            let file = device.file("note.txt")
            try Data("text".utf8).write(to: URL(fileURLWithPath: file))
            one.tell("access a read 8 \(file)")
            try await eventually("the accessor runs") { one.lines.contains { $0.hasPrefix("in a ") } }
            let copy = try #require(one.lines.first?.split(separator: " ").last.map(String.init))
            #expect(copy != file && copy.hasSuffix("/note.txt"))
            try await two.tell("access b write 0 \(file)", until: "in b \(file)")
            #expect(try String(contentsOfFile: copy, encoding: .utf8) == "text")
            try await one.tell("end a", until: "out a")
            #expect(!FileManager.default.fileExists(atPath: copy))
            try await two.tell("end b", until: "out b")
        }
    }

    @Test func `a link is an item of its own, unless it is to be resolved`() async throws {
        try await TestDevice.with { device in
            let (one, two) = (try CoordinatingProcess(device), try CoordinatingProcess(device))
            let (file, link) = (device.file("note"), device.file("link"))
            try Data().write(to: URL(fileURLWithPath: file))
            try #require(symlink(file, link) == 0 && symlink(device.scratch.path, device.file("folder")) == 0)
            try await one.tell("access a write 0 \(file)", until: "in a \(file)")
            try await two.tell("access b write 0 \(link)", until: "in b \(link)")
            two.tell("access c read 2 \(link)")
            try await device.awaitCoordination("waits \(file)", of: two)
            // Links on the way to an item lead to the same item.
            two.tell("access d read 0 \(device.file("folder/note"))")
            try await eventually("both wait for the file") {
                try await device.coordination(of: two).filter { $0 == "waits \(file)" }.count == 2
            }
            try await one.tell("end a", until: "out a")
            for name in ["c", "d"] { try await two.says("in \(name) \(file)") }
            for name in ["b", "c", "d"] { try await two.tell("end \(name)", until: "out \(name)") }
        }
    }
}
