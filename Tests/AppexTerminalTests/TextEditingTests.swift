import Testing

@testable import AppexTerminal

@Suite struct TextEditingTests {
    private func edit(
        _ text: String, at cursor: Int, isMultiline: Bool = true, width: Int = 20, _ keys: [TerminalInput.Key]
    ) -> TextEditing {
        var editing = TextEditing(text, cursor: cursor, isMultiline: isMultiline)
        for key in keys { _ = editing.apply(key, width: width) }
        return editing
    }

    @Test(
        arguments: [
            ("abc", 3, [.backspace], "ab", 2), ("abc", 0, [.backspace], "abc", 0), ("abc", 0, [.delete], "bc", 0),
            ("abc", 3, [.delete], "abc", 3), ("abc", 1, [.left, .left], "abc", 0),
            ("abc", 2, [.right, .right], "abc", 3),
            ("ab\ncd", 4, [.home], "ab\ncd", 3), ("ab\ncd", 1, [.end], "ab\ncd", 2),
            ("a bc  ", 6, [.control("w")], "a ", 2),
            ("abc", 2, [.control("u")], "c", 0), ("abc", 1, [.control("k")], "a", 1), ("ab", 1, [.enter], "a\nb", 2),
            ("e\u{301}x", 1, [.backspace], "x", 0),
        ] as [(String, Int, [TerminalInput.Key], String, Int)])
    func `keys change a text where the cursor is`(
        _ text: String, _ cursor: Int, _ keys: [TerminalInput.Key], _ result: String, _ end: Int
    ) {
        let editing = edit(text, at: cursor, keys)
        #expect(editing.text == result)
        #expect(editing.cursor == end)
    }

    @Test func `up and down keep the column, over lines that were broken, too`() {
        #expect(edit("abcdef\nx\nuvwxyz", at: 4, [.down]).cursor == 8)
        #expect(edit("one two three", at: 9, width: 8, [.up]).cursor == 1)
        #expect(edit("abc", at: 2, [.up]).cursor == 0)
        #expect(edit("abc", at: 2, [.down]).cursor == 3)
    }

    @Test func `a line has no lines, and the keys for them are left to others`() {
        var editing = TextEditing("", cursor: 0, isMultiline: false)
        editing.insert("a\nb\tc")
        #expect(editing.text == "a b c")
        let taken = [TerminalInput.Key.enter, .up].map { editing.apply($0, width: 10) }
        #expect(taken == [false, false])
    }

    @Test func `nothing is typed that steers a terminal, and no more than a text may have`() {
        var editing = TextEditing("", cursor: 0, isMultiline: true)
        editing.insert("a\u{1B}[31mb\u{202E}c")
        #expect(editing.text == "a[31mbc")
        editing.insert(String(repeating: "漢", count: 10_000))
        #expect(editing.text.utf8.count <= 16 * 1024)
        #expect(editing.text.utf8.count > 16 * 1024 - 3)
    }

    @Test func `the selection is told in the units of the other end`() {
        #expect(edit("🙂a", at: 2, []).selection == 3)
    }
}
