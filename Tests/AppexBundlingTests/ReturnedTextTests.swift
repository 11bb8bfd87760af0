import Foundation
import Testing

@testable import appex

/// Texts and names that an extension has returned, which can be anything.
@Suite struct ReturnedTextTests {
    @Test func `a returned text keeps its lines and nothing else that moves the cursor`() {
        #expect(Console.tameText("one\ntwo\n") == "one\ntwo\n")
        #expect(Console.tameText("one\r\ntwo\u{1B}[2J\tthree\rfour") == "one \ntwo [2J\tthree four")
        // Compared as bytes, because comparing the texts would take long.
        let marks = "a" + String(repeating: "\u{301}\u{323}", count: 1 << 18) + "\nb"
        #expect(Array(Console.tameText(marks).utf8) == Array(marks.utf8))
    }

    @Test func `equal names get numbers`() {
        var names = FreeNames()
        let folder = URL(fileURLWithPath: "/folder")
        let taken = ["a.jpg", "a.jpg", "b", "a-2.jpg", "a.jpg", "b"].map {
            names.take(folder.appendingPathComponent($0)).lastPathComponent
        }
        #expect(taken == ["a.jpg", "a-2.jpg", "b", "a-2-2.jpg", "a-3.jpg", "b-2"])
    }

    @Test func `finding free names takes work in proportion to their number`() {
        let count = 5_000
        var names = FreeNames()
        let name = URL(fileURLWithPath: "/folder/a.jpg")
        var paths: Set<String> = []
        for _ in 0..<count { paths.insert(names.take(name).path) }
        for number in 0..<count { paths.insert(names.take(URL(fileURLWithPath: "/folder/a-\(number).jpg")).path) }
        #expect(paths.count == 2 * count)
        #expect(names.attempts <= 8 * count)
    }
}
