import Testing

/// Texts of extensions, hosts and bundles are taken apart by bytes, with `begins(with:)`, `ends(with:)`, `parts(at:)` and `has(_:)`
/// of `String+Bytes.swift`. The functions of the standard library and of Foundation compare Characters: one Character can be all of
/// a text, comparing it takes a time that is quadratic in its length, and a slash before a combining mark is not found as a slash.
@Suite struct ForeignTextTests {
    /// The sources of brokers and hosts, which see such texts, and what they are made of. Extensions and the tools that build apps
    /// work with the texts of their own authors.
    static let folders = [
        "AppexActivation", "AppexBroker", "AppexDecoding", "AppexManifest", "AppexModel", "AppexPages", "AppexPictures",
        "AppexProtocol", "AppexRegistry", "AppexRuntimes", "AppexSandbox", "AppexSigning", "AppexSystem",
        "AppexTerminal",
        "AppexWire", "ExtensionTesting", "OpenExtensionKit", "OpenFoundation", "OpenUniformTypeIdentifiers",
        "OpenViewTree", "appex-browser", "appex-decode", "appex-web", "appex/Editing", "appex/Output", "appex/Pages",
        "appex/Reports", "appex/Running", "appexd",
    ]

    @Test(arguments: folders) func `texts of others are taken apart by bytes`(folder: String) throws {
        for file in try SourceTree.files(in: "Sources/\(folder)", extensions: ["swift"]) {
            for place in file.callsByCharacters {
                Issue.record(
                    "\(place) compares Characters; use String+Bytes.swift, or say whose text it is: // Own text: …")
            }
        }
    }

    @Test(arguments: [
        (#"if text.hasPrefix("a") {"#, true), (#"names.filter { $0.hasSuffix(suffix) }"#, true),
        (#"text.split(separator: "\n", omittingEmptySubsequences: false)"#, true),
        (#"text.split(whereSeparator: \.isNewline)"#, true), ("text.components(separatedBy: word)", true),
        (#"text.firstIndex(of: ".")"#, true), (#"text.replacing("\n", with: " ")"#, true),
        (#"text.trimmingCharacters(in: .whitespaces)"#, true), (#"text.range(of: "x")"#, true),
        (#"text.hasPrefix("a")  // Own text: an argument."#, false), (#"    // text.hasPrefix("a")"#, false),
        (#"    /// As `text.hasPrefix("a")`."#, false), (#"text.begins(with: "a")"#, false),
        (#"bytes.split(separator: UInt8(ascii: "\n"))"#, false), (#"text.parts(at: "/")"#, false),
        (#"text.utf8.firstIndex(of: UInt8(ascii: "."))"#, false),
        (#"text.unicodeScalars.split(separator: "\n")"#, false), (#"characters[..<cursor].lastIndex(of: "\n")"#, true),
    ])
    func `a call that compares Characters is recognized`(line: String, isOne: Bool) {
        #expect(SourceTree.File(path: "", lines: [line[...]]).callsByCharacters.isEmpty == !isOne)
        // A reason may be on the line above.
        let reason = SourceTree.File(path: "", lines: ["// Own text: of a test.", line[...]])
        #expect(reason.callsByCharacters.isEmpty)
    }
}

extension SourceTree.File {
    /// The calls that compare Characters and have no reason beside them, with their places.
    var callsByCharacters: [String] {
        lines.indices.compactMap { index in
            let line = lines[index].replacing(".unicodeScalars.split(", with: "")
            guard !line.drop(while: \.isWhitespace).hasPrefix("//"), Self.markers.contains(where: line.contains),
                !line.contains("// Own text: "), index == 0 || !Self.isReason(lines[index - 1])
            else { return nil }
            return "\(path):\(index + 1): \(line.drop(while: \.isWhitespace))"
        }
    }

    private static func isReason(_ line: Substring) -> Bool {
        line.drop(while: \.isWhitespace).hasPrefix("// Own text: ")
    }

    private static let markers = [
        ".hasPrefix(", ".hasSuffix(", ".components(separatedBy", ".trimmingCharacters(", ".replacingOccurrences(",
        #".replacing(""#, #".firstIndex(of: ""#, #".lastIndex(of: ""#, #".range(of: ""#, #".firstRange(of: ""#,
        #".ranges(of: ""#, #".split(whereSeparator: \.is"#, #".split(separator: ""#,
    ]
}
