import Foundation
import OpenExtensionKit
import Testing

@testable import appex

/// What `appex` says of the messages of `swift`, and of what it has made.
@Suite struct ToolMessagesTests {
    private func failure(_ output: String) -> String {
        BundlingError.toolFailed(command: "swift package describe", status: "exit status 1", output: output).description
    }

    @Test func `a package that cannot be fetched is one short sentence that begins with it`() {
        let attempts = (0..<20).map { number in
            "warning: 'down': skipping cache due to an error: Failed to clone repository https://example.org/Down:\n"
                + "    Cloning into bare repository '/cache/\(number)'...\n    fatal: unable to access it\n"
        }
        let text =
            "Fetching https://example.org/Down\n" + attempts.joined()
            + "error: Failed to clone repository https://example.org/Down:\n"
            + "    Cloning into bare repository '/build/Down'...\n"
            + "    fatal: unable to access 'https://example.org/Down/': Could not resolve host: example.org\n"
        let message = failure(text)
        #expect(
            message.utf8.starts(
                with:
                    "The package https://example.org/Down cannot be fetched: unable to access 'https://example.org/Down/'"
                    .utf8))
        #expect(message.utf8.count < 400 && !message.contains("\n") && !message.contains("Cloning"))
    }

    @Test func `the reason is the first error of git, and not the advice that follows it`() {
        let text =
            "error: Failed to clone repository https://example.org/Down:\n    Cloning into bare repository 'Down'...\n"
            + "    fatal: 'Down' does not appear to be a git repository\n    fatal: Could not read from remote repository.\n"
            + "    Please make sure you have the correct access rights\n    and the repository exists.\n"
        let found = ToolMessages(text).missingPackage
        #expect(
            found?.reason == "'Down' does not appear to be a git repository"
                && found?.address == "https://example.org/Down")
        let short = ToolMessages("error: Failed to clone repository https://example.org/Down:\n    It is gone.\n")
            .missingPackage
        #expect(short?.reason == "It is gone")
    }

    @Test func `of a manifest that cannot be compiled, the error of the compiler is repeated`() {
        let text =
            "error: 'r': Invalid manifest (compiled with: [\"/usr/bin/swiftc\", \"-vfs\"])\n"
            + "/r/Package.swift:8:45: error: extra argument 'a' in call\n6 | let package\n  |      `- error: extra argument\n"
        #expect(failure(text).contains("Its messages: /r/Package.swift:8:45: error: extra argument 'a' in call"))
        #expect(!failure(text).contains("compiled with"))
        #expect(failure("error: 'r': Invalid manifest (compiled with: [])\n").contains("Invalid manifest"))
    }

    @Test func `of other messages, the errors are repeated once, and no others`() {
        let text =
            "Fetching a\nwarning: b\n    c\nerror: no versions match\n  because of d\nnote: e\nerror: no versions match\n  because of d\n"
        #expect(
            failure(text)
                == "`swift package describe` failed (exit status 1). Its messages: no versions match because of d")
        #expect(failure("only words") == "`swift package describe` failed (exit status 1). Its messages: only words")
        #expect(failure("") == "`swift package describe` failed (exit status 1). Its messages are above.")
    }

    @Test func `errors are shortened and counted`() {
        let many = (0..<1_000).map { "error: \($0) " + String(repeating: "x", count: 10_000) + "\n" }.joined()
        let message = failure(many)
        #expect(message.utf8.count < 4_000 && message.contains("And 995 more errors."))
        #expect(ToolMessages("error: Failed to clone repository\n").missingPackage == nil)
        #expect(
            ToolMessages("error: Failed to clone repository \(String(repeating: "a", count: 5_000)):\n").missingPackage
                == nil)
    }

    @Test func `an address that an extension returns is printed, unless a place for files is named`() async throws {
        let item = NSExtensionItem()
        item.attachments = [NSItemProvider(object: try #require(NSURL(string: "https://example.org/a?b=1")))]
        let returned = try await ReturnedItemsWriter(out: nil, force: false).write(
            [item], of: "org.example.A", before: .now + .seconds(600))
        #expect(returned.texts == ["https://example.org/a?b=1"] && returned.files.isEmpty)
        let folder = FileManager.default.temporaryDirectory.appending(path: "address-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let written = try await ReturnedItemsWriter(out: folder.path + "/", force: false).write(
            [item], of: "org.example.A", before: .now + .seconds(600))
        #expect(written.texts.isEmpty && written.files.count == 1)
    }

    @Test func `only addresses of pages are printed`() {
        #expect(ReturnedAddress.address(Data("https://example.org".utf8)) == "https://example.org")
        for text in ["", "file:///etc/passwd", "no scheme", "/path", "https://a\u{1B}[2J", "https://a\nb", "a"] {
            #expect(ReturnedAddress.address(Data(text.utf8)) == nil, "\(text)")
        }
        let long = "https://" + String(repeating: "a", count: (16 << 10) - 8)
        #expect(
            ReturnedAddress.address(Data(long.utf8)) != nil && ReturnedAddress.address(Data((long + "a").utf8)) == nil)
        #expect(ReturnedAddress.address(Data(repeating: 0x61, count: 1 << 20)) == nil)
    }
}
