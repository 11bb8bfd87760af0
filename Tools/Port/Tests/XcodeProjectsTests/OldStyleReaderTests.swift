import AppexModel
import Testing

@testable import XcodeProjects

@Suite struct OldStyleReaderTests {
    private func read(_ text: String) throws -> PropertyListValue {
        var reader = try OldStyleReader(Array(text.utf8), file: "x")
        return try reader.read()
    }

    private func line(of text: String) -> Int? {
        do {
            _ = try read(text)
            return nil
        } catch {
            return (error as? ProjectError)?.line
        }
    }

    @Test func `words, texts, data, lists and comments are read`() throws {
        let value = try read("// !$*UTF8*$!\n{ a = b/c.d; /* e */ \"f g\" = (1, 'h',); i = <0aFF 10>; }")
        #expect(
            value
                == .dictionary([
                    "a": .string("b/c.d"), "f g": .array([.string("1"), .string("h")]), "i": .data([10, 255, 16]),
                ]))
    }

    @Test(arguments: [
        (#""a\"b\\c""#, "a\"b\\c"), (#""a\nb\tc""#, "a\nb\tc"), (#""\U00fc\U0041""#, "üA"), (#""\101""#, "A"),
        (#""\Ud83d\Ude00""#, "😀"), ("'it'", "it"), ("\"ü\"", "ü"), (#""\U""#, "\0"),
    ])
    func `escapes in texts are replaced`(text: String, expected: String) throws {
        #expect(try read(text) == .string(expected))
    }

    @Test(arguments: [
        "{ a = b;\n c }", "{\na = (b\n", "{ a = \"b\n", "/* a\n", "{ a = b; } c", "<abc>", "<xy>", "", "=", "{ a = ; }",
        "<<<<<<< HEAD\n{}",
    ])
    func `damaged text is an error with a line`(text: String) {
        #expect(line(of: text) != nil)
    }

    @Test func `the line of an error is that of the damage`() {
        #expect(line(of: "{\n  a = b;\n  c = d\n  e = f;\n}") == 4)
    }

    @Test func `a merge conflict is named`() {
        #expect {
            try read("{\n a = 1;\n<<<<<<< HEAD\n b = 2;\n}")
        } throws: { error in
            (error as? ProjectError)?.message.contains("merge conflict") == true
        }
    }

    @Test func `deep nesting is an error`() {
        #expect(throws: ProjectError.self) { try read(String(repeating: "(", count: 100_000)) }
        #expect(throws: ProjectError.self) { try read(String(repeating: "{a=", count: 100_000)) }
    }

    @Test func `bytes that are not UTF-8 are an error`() throws {
        var reader = try OldStyleReader([0x22, 0xFF, 0xFE, 0x22], file: "x")
        #expect(throws: ProjectError.self) { try reader.read() }
    }

    @Test func `every prefix of a project is read or is an error`() {
        let text = Array(ProjectText.share().text.utf8)
        for length in stride(from: 0, to: text.count, by: 3) {
            _ = try? ProjectObjects(parsing: Array(text[..<length]), file: "x")
        }
    }

    @Test func `a change of any byte is read or is an error`() {
        let text = Array(ProjectText.share().text.utf8)
        for index in stride(from: 0, to: text.count, by: 7) {
            for byte: UInt8 in [0, 0x22, 0x28, 0x7B, 0x7D, 0xFF] {
                var changed = text
                changed[index] = byte
                _ = try? ProjectObjects(parsing: changed, file: "x")
            }
        }
    }
}
