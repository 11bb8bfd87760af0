#if canImport(AppexTerminal)
    @testable import AppexTerminal
#endif

/// Gives bytes to the reader of what a terminal sends. Shared by the seeded test and the coverage-guided fuzzer.
enum HostileTerminalInput {
    /// A fault of the reader.
    struct Finding: Error {
        let what: String
    }

    /// Reads the bytes at once and one by one.
    ///
    /// - Returns: whether something came of them.
    /// - Throws: ``Finding`` when keys, clicks and pastes depend on how the bytes are cut, when a paste is too long, or
    ///   when a text has a control character.
    static func read(_ bytes: [UInt8]) throws(Finding) -> Bool {
        var parser = TerminalInputParser()
        let whole = parser.parse(bytes) + parser.flush()
        var slow = TerminalInputParser()
        var pieces: [TerminalInput] = []
        for byte in bytes { pieces += slow.parse([byte]) }
        pieces += slow.flush()
        guard whole.filter({ !$0.isText }) == pieces.filter({ !$0.isText }) else {
            throw Finding(what: "bytes in pieces mean something else")
        }
        for case .text(let text) in whole where text.utf8.contains(where: { $0 < 32 || $0 == 127 }) {
            throw Finding(what: "a control character is typed: \(text.debugDescription)")
        }
        for case .paste(let text) in whole where text.utf8.count > TerminalInputParser.pasteLimit * 3 {
            throw Finding(what: "\(text.utf8.count) bytes are pasted")
        }
        return !whole.isEmpty
    }
}

extension TerminalInput {
    fileprivate var isText: Bool {
        if case .text = self { true } else { false }
    }
}
