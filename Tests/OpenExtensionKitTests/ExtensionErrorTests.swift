import AppexModel
import Testing

@testable import OpenExtensionKit

/// Messages of errors, which are made on the event loop and can contain texts of an extension.
@Suite struct ExtensionErrorTests {
    @Test(arguments: ["\u{301}\u{323}", "x"])
    func `however long an extension's text is, the message is bounded`(part: String) {
        let text = "a" + String(repeating: part, count: 1 << 18)
        let error = ExtensionError(.cancelledByExtension, "cannot go on: \(text)", report: "1")
        #expect(error.message.utf8.count <= ExtensionError.messageBytes + 100)
        #expect(error.message.begins(with: "Cannot go on: "))
        #expect(error.message.ends(with: "; see `appex reports 1`."))
    }

    @Test func `a clause becomes a sentence, and a reference to a report stands before its end`() {
        #expect(ExtensionError(.died, "cannot start.").message == "Cannot start.")
        #expect(ExtensionError(.died, "It ended.", report: "1").message == "It ended; see `appex reports 1`.")
        #expect(ExtensionError(.died, "It ended", report: "1").message == "It ended; see `appex reports 1`.")
        // A full stop with a mark is one Character, whose bytes end otherwise.
        let marked = "It ended.\u{301}"
        #expect(ExtensionError(.died, marked, report: "1").message.begins(with: marked + ";"))
    }
}
