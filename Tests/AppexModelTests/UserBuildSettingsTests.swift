import AppexModel
import SystemPackage
import Testing

@Suite struct UserBuildSettingsTests {
    private func read(
        _ files: [String: String], _ start: String = "/p/Base.xcconfig", configuration: String = "Debug"
    ) throws(BuildSettingsError) -> [String: String] {
        let assignments = try BuildSettingsReader.assignments(in: FilePath(start), configuration: configuration) {
            path throws(BuildSettingsError) in files[path.string].map { Array($0.utf8) }
        }
        var variables = BuildVariables([:])
        for assignment in assignments { _ = variables.define(assignment.name, as: assignment.value) }
        return variables.values
    }

    private func error(_ files: [String: String]) throws -> String {
        try #require(throws: BuildSettingsError.self) { try read(files) }.description
    }

    @Test func `assignments, comments and values with spaces are read`() throws {
        let values = try read([
            "/p/Base.xcconfig":
                "// Comment\r\nA = one two // more\n  B=\nC = a=b;\nURL = https:/$()/example.org\r\nA_1 = $(A)\n\u{FEFF}\n"
        ])
        #expect(values == ["A": "one two", "B": "", "C": "a=b", "URL": "https:/$()/example.org", "A_1": "$(A)"])
    }

    @Test func `a file includes others relative to itself`() throws {
        let values = try read([
            "/p/Base.xcconfig": "#include \"sub/A.xcconfig\"\n#include? \"Missing.xcconfig\"\nX = $(inherited) base",
            "/p/sub/A.xcconfig": "#include \"../Common.xcconfig\"\nX = $(inherited) a",
            "/p/Common.xcconfig": "X = common",
        ])
        #expect(values == ["X": "common a base"])
    }

    @Test(arguments: [
        ("X[sdk=iphoneos*] = phone\nX = other", "phone"), ("X = other\nX[sdk=macosx*] = mac", "other"),
        ("X[config=Debug] = d\nX[config=Release] = r\nX = o", "d"),
        ("X[sdk=iphoneos*][config=Release] = r\nX = o", "o"), ("X[sdk=iphoneos*,arch=*] = both\nX = o", "both"),
        ("X = o\nX[sdk=*] = any", "any"), ("X = o\nX[unknown=1] = u", "o"),
    ])
    func `conditions decide which value applies`(text: String, value: String) throws {
        #expect(try read(["/p/Base.xcconfig": text]) == ["X": value])
    }

    @Test(arguments: [
        ("A = 1\n#include \"Missing.xcconfig\"", "/p/Base.xcconfig:2: error: /p/Missing.xcconfig does not exist"),
        ("\r\n\r\nnonsense", "/p/Base.xcconfig:3: error: the line is neither"),
        ("A B = 1", "/p/Base.xcconfig:1: error: \"A B\" is not the name"),
        ("#define A", "/p/Base.xcconfig:1: error: only #include"),
        ("#include \"", "/p/Base.xcconfig:1: error: only #include"),
        ("X[sdk=iphoneos = 1", "/p/Base.xcconfig:1: error: the line is neither"),
        ("#include \"Base.xcconfig\"", "/p/Base.xcconfig:1: error: Base.xcconfig includes this file again"),
    ])
    func `an error names file and line`(text: String, message: String) throws {
        #expect(try error(["/p/Base.xcconfig": text]).hasPrefix(message))
    }

    @Test func `files that include each other are refused`() throws {
        let text = try error([
            "/p/Base.xcconfig": "\n#include \"A.xcconfig\"", "/p/A.xcconfig": "#include? \"Base.xcconfig\"",
        ])
        #expect(text.hasPrefix("/p/A.xcconfig:1: error: Base.xcconfig includes this file again"))
    }

    @Test func `the number, the depth and the size of files are limited`() throws {
        var chain: [String: String] = [:]
        for index in 0..<40 { chain["/p/\(index).xcconfig"] = "#include \"\(index + 1).xcconfig\"" }
        chain["/p/Base.xcconfig"] = "#include \"0.xcconfig\""
        #expect(try error(chain).contains("levels deep"))
        let many = String(repeating: "#include \"A.xcconfig\"\n", count: 1000)
        #expect(try error(["/p/Base.xcconfig": many, "/p/A.xcconfig": ""]).contains("files are included"))
        #expect(try error(["/p/Base.xcconfig": String(repeating: "A=1\n", count: 10_001)]).contains("more than 10000"))
        #expect(try error(["/p/Base.xcconfig": String(repeating: " ", count: (1 << 20) + 1)]).contains("larger"))
        #expect(try error([:]).contains("does not exist"))
    }

    @Test(arguments: [("A=1", "A", "1"), ("A=", "A", ""), ("_A1=b=c d", "_A1", "b=c d")])
    func `an option defines a setting`(text: String, name: String, value: String) {
        #expect(UserBuildSettings.assignment(text) == UserBuildSettings.Assignment(name, value))
    }

    @Test(arguments: ["A", "=1", "1A=1", "A B=1", "", "É=1"])
    func `an option without a name or a value is refused`(text: String) {
        #expect(UserBuildSettings.assignment(text) == nil)
    }
}

@Suite struct ManifestProblemsTests {
    private let valid: [String: PropertyListValue] = [
        "CFBundleIdentifier": .string("org.example.a.b"), "CFBundleExecutable": .string("B"),
        "CFBundlePackageType": .string("XPC!"),
        "NSExtension": .dictionary([
            "NSExtensionPointIdentifier": .string("com.apple.services"),
            "NSExtensionPrincipalClass": .string("B.Handler"),
        ]),
    ]

    @Test func `a valid manifest has no problems`() {
        #expect(ManifestProblems.all(in: .dictionary(valid), file: "f", isExtension: true).isEmpty)
    }

    @Test func `all problems are found at once, each at its key`() {
        var entries = valid
        entries["CFBundleIdentifier"] = .string("a b")
        entries["CFBundleVersion"] = .integer(1)
        entries["NSExtension"] = .dictionary([
            "NSExtensionPrincipalClass": .string("not a class"), "NSExtensionMainStoryboard": .string("a/b"),
        ])
        let problems = ManifestProblems.all(in: .dictionary(entries), file: "f", isExtension: true)
        #expect(
            problems.map(\.keyPath) == [
                "CFBundleIdentifier", "CFBundleVersion", "NSExtension.NSExtensionPointIdentifier",
                "NSExtension.NSExtensionPrincipalClass", "NSExtension.NSExtensionMainStoryboard",
            ])
    }

    @Test func `a problem that is known is not reported again`() {
        var entries = valid
        entries["CFBundleIdentifier"] = .string("$(A)")
        entries["CFBundleExecutable"] = nil
        let known = [ManifestError(.buildVariable, file: "f", keyPath: "CFBundleIdentifier", found: "", expected: "")]
        let problems = ManifestProblems.all(in: .dictionary(entries), file: "f", isExtension: true, known: known)
        #expect(!problems.contains { $0.keyPath == "CFBundleIdentifier" })
        #expect(ManifestProblems.all(in: .array([]), file: "f", isExtension: false).count == 1)
    }
}
