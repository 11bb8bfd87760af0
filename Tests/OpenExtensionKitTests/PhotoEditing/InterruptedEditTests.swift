import Foundation
import Synchronization
import SystemPackage
import Testing

@testable import OpenExtensionKit

/// Changes of the edits of a photograph that end at one of their steps.
@Suite struct InterruptedEditTests {
    private let fixture: PhotoFixture

    init() throws { fixture = try PhotoFixture() }

    /// The steps after which the new state is on disk.
    private static let late: [PhotoEditFolder.Step] = [.recordReplaced, .ended]

    /// A first edit, one after others, and one that removes versions.
    enum Situation: CaseIterable { case first, third, afterRevert }

    private func prepare(_ situation: Situation) throws -> [String] {
        var photo = try fixture.open()
        guard situation != .first else { return [] }
        for text in ["one", "two"] { try photo.edit(text) }
        if situation == .afterRevert { try photo.revert() }
        return ["one", "two"]
    }

    /// A process that is killed leaves the files that exist at this moment, so a copy of them is what the next one finds.
    @Test(arguments: PhotoEditFolder.Step.allCases, Situation.allCases)
    func `a process that is killed leaves the old state or the new one`(
        killed: PhotoEditFolder.Step, situation: Situation
    ) throws {
        let old = try prepare(situation)
        let new = situation == .third ? ["one", "two", "new"] : ["new"]
        let (edits, left) = (fixture.edits, fixture.folder.appendingPathComponent("left"))
        let reached = Mutex(false)
        var photo = try fixture.open { step in
            guard step == killed else { return }
            reached.withLock { $0 = true }
            try? FileManager.default.copyItem(at: edits, to: left)
        }
        try photo.edit("new")
        #expect(reached.withLock { $0 })
        try FileManager.default.removeItem(at: edits)
        try FileManager.default.moveItem(at: left, to: edits)

        var again = try fixture.open()
        #expect(try again.texts == (Self.late.contains(killed) ? new : old))
        if !Self.late.contains(killed) {
            #expect(again.current?.number == (situation == .third ? 2 : nil))
            try again.edit("new")
        } else {
            try again.revert()
        }
        #expect(try again.texts == new)
        #expect(
            try fixture.names() == again.versions.flatMap { ["\($0.number).adjustment", "\($0.number).jpg"] } + [
                "edits.json"
            ])
    }

    @Test(arguments: PhotoEditFolder.Step.allCases, Situation.allCases)
    func `an error leaves the old state or the new one, and no other files`(
        failing: PhotoEditFolder.Step, situation: Situation
    ) throws {
        let old = try prepare(situation)
        var photo = try fixture.open { step throws(Errno) in
            if step == failing { throw .noSpace }
        }
        if Self.late.contains(failing) {
            #expect(try photo.edit("new").number == (situation == .first ? 1 : 3))
        } else {
            expectError(.editsUnusable, containing: "No space left") { try photo.edit("new") }
            #expect(try photo.texts == old)
            #expect(FileManager.default.fileExists(atPath: fixture.edits.path) == !old.isEmpty)
            if !old.isEmpty { #expect(try fixture.names().count == 5) }
        }
        let again = try fixture.open()
        #expect(try again.texts == photo.texts)
        #expect(again.current?.number == photo.current?.number)
    }

    @Test(arguments: PhotoEditFolder.Step.allCases.filter { ![.renditionWritten, .filesWritten].contains($0) })
    func `a revert that fails changes nothing, unless the record was replaced`(failing: PhotoEditFolder.Step) throws {
        _ = try prepare(.third)
        var photo = try fixture.open { step throws(Errno) in
            if step == failing { throw .ioError }
        }
        if Self.late.contains(failing) {
            try photo.revert()
        } else {
            expectError(.editsUnusable) { try photo.revert() }
        }
        #expect(photo.current?.number == (Self.late.contains(failing) ? nil : 2))
        #expect(try fixture.open().current?.number == photo.current?.number)
        #expect(try fixture.open().texts == ["one", "two"])
    }

    @Test func `files of a record stay if the next one may not be on disk`() throws {
        _ = try prepare(.afterRevert)
        var photo = try fixture.open { step throws(Errno) in
            if step == .recordReplaced { throw .ioError }
        }
        try photo.edit("new")
        #expect(try fixture.names().contains("1.jpg"))
        var again = try fixture.open()
        try again.edit("newer")
        #expect(try fixture.names() == ["3.adjustment", "3.jpg", "4.adjustment", "4.jpg", "edits.json"])
    }

    @Test(arguments: [true, false])
    func `a folder that exists already stays if the first edit fails`(isEmpty: Bool) throws {
        try FileManager.default.createDirectory(at: fixture.edits, withIntermediateDirectories: false)
        if !isEmpty { try Data([1]).write(to: fixture.edits.appendingPathComponent("notes.txt")) }
        var photo = try fixture.open { step throws(Errno) in
            if step == .filesWritten { throw .noSpace }
        }
        expectError(.editsUnusable) { try photo.edit("new") }
        #expect(try fixture.names() == (isEmpty ? [] : ["notes.txt"]))
    }

    @Test func `a process that reads while another one replaces the versions gets one of the states`() throws {
        _ = try prepare(.afterRevert)
        let fixture = fixture
        let seen = Mutex<[[String]]>([])
        var photo = try fixture.open { _ in
            let texts = (try? fixture.open().texts) ?? ["unreadable"]
            seen.withLock { $0.append(texts) }
        }
        try photo.edit("new")
        #expect(
            seen.withLock { $0 }
                == PhotoEditFolder.Step.allCases.map { Self.late.contains($0) ? ["new"] : ["one", "two"] })
    }
}
