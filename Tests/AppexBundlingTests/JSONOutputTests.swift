import Foundation
import Testing

@testable import appex

/// What `--json` prints.
@Suite struct JSONOutputTests {
    private struct Value: Codable, Equatable {
        var text: String
    }

    @Test func `what could steer a terminal is written as escapes, and reads as it was`() throws {
        // Delete, control sequences of one character, overrides of the writing direction, a line separator, a tag.
        let hostile = "a\u{7F}\u{85}\u{9B}31m\u{202E}\u{2066}\u{2028}\u{FEFF}\u{E0041}\u{1B}\n\t\\"
        for pretty in [true, false] {
            let text = try JSONOutput.text(of: Value(text: hostile), pretty: pretty)
            #expect(text.utf8.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x0A }, "\(text)")
            #expect(text.contains("\\u007f\\u0085\\u009b31m\\u202e\\u2066\\u2028\\ufeff\\udb40\\udc41"), "\(text)")
            #expect(try JSONDecoder().decode(Value.self, from: Data(text.utf8)) == Value(text: hostile))
            #expect(text.contains("\n") == pretty)
        }
    }

    @Test func `what a terminal shows stays as it is`() throws {
        let text = "Gr\u{FC}\u{DF}e \u{1F600} / \u{65E5}"
        #expect(try JSONOutput.text(of: Value(text: text), pretty: false) == "{\"text\":\"\(text)\"}")
    }
}
