import AppexModel
import Testing

@testable import XcodeProjects

@Suite struct BuildSettingsTests {
    private func settings(_ levels: [[String: String]], configuration: String = "Release") -> BuildSettings {
        BuildSettings(
            levels: levels.map { level in
                level.sorted { $0.key < $1.key }.compactMap { SettingAssignment(key: $0.key, value: $0.value) }
            }, configuration: configuration)
    }

    @Test(arguments: [
        ("$(A)", "x y"), ("${A}!", "x y!"), ("$(A:rfc1034identifier)", "x-y"), ("$(A:c99extidentifier)", "x_y"),
        ("$(A:upper)", "X Y"), ("$(M:default=z)", "z"), ("$(A:default=z)", "x y"), ("$(B_$(C))", "nested"),
        ("$(A:rfc1034identifier:upper)", "X-Y"), ("$A $", "$A $"), ("$(A", "$(A"), ("$()", ""),
        ("$(N:c99extidentifier)", "_1a"), ("$(P:file)", "b.c"), ("$(P:base)", "b"), ("$(P:dir)", "a/"),
    ])
    func `references are expanded with their modifiers`(text: String, expected: String) {
        let settings = settings([["A": "x y", "B_c": "nested", "C": "c", "N": "1a", "P": "a/b.c"]])
        #expect(settings.expanding(text).text == expected)
    }

    @Test(arguments: [
        "$(A)", "${A}!", "$A $", "$(B_$(C))", "$(M:default=$(A))", "$(A:rfc1034identifier:upper)", "$(A:quote)",
        "$(A:identifier)", "$(N:identifier)", "$(N:c99extidentifier)", "$(E:c99extidentifier)", "$(E:identifier)",
        "$(P:dir)", "$(P:file)", "$(P:base)", "$(P:suffix)", "$(P:standardizepath)", "$(H:base)", "$(H:suffix)",
    ])
    func `a project and a package expand a text in the same way`(text: String) throws {
        let values = [
            "A": "x y", "B_c": "nested", "C": "c", "N": "1a-b", "E": "1e\u{301}é", "P": "/a/./b//c.tar.gz", "H": ".h",
        ]
        let expected = try BuildVariables(values).expanding(.string(text), file: "f")
        #expect(.string(settings([values]).expanding(text).text) == expected)
    }

    @Test func `a higher level replaces a lower one and can refer to it`() {
        let settings = settings([["A": "1", "B": "1"], ["A": "$(inherited) 2"], ["A": "$(A) 3"]])
        #expect(settings["A"] == "1 2 3")
        #expect(settings["B"] == "1")
    }

    @Test func `a value with a condition that holds is preferred`() {
        let values = [
            "A": "all", "A[sdk=iphoneos*]": "device", "B": "all", "B[sdk=macosx*]": "mac", "C[config=Debug]": "debug",
        ]
        #expect(settings([values])["A"] == "device")
        #expect(settings([values])["B"] == "all")
        #expect(settings([values])["C"] == nil)
        #expect(settings([values], configuration: "Debug")["C"] == "debug")
    }

    @Test func `an undefined setting is empty and reported`() {
        let expansion = settings([[:]]).expanding("a$(MISSING)b")
        #expect(expansion.text == "ab")
        #expect(expansion.undefined == ["MISSING"])
    }

    @Test func `settings that refer to each other end`() {
        let settings = settings([["A": "$(B)", "B": "$(A)"]])
        #expect(settings.expanding("$(A)").unbounded.isEmpty == false)
    }

    @Test(.timeLimit(.minutes(30))) func `a value that doubles itself at each level is cut`() {
        var level: [String: String] = ["A0": "xxxxxxxxxxxxxxxx"]
        for index in 1...39 { level["A\(index)"] = "$(A\(index - 1))$(A\(index - 1))" }
        #expect(settings([level]).expanding("$(A39)").unbounded.isEmpty == false)
    }

    @Test(arguments: [
        ("iphone*", true), ("*", true), ("iphoneos", true), ("i?honeos*", true), ("macosx*", false), ("", false),
    ])
    func `patterns match the name of the system`(pattern: String, expected: Bool) {
        #expect(BuildSettingCondition.matches(pattern, "iphoneos") == expected)
    }
}
