import AppexModel
import Testing

@Suite struct BuildVariablesTests {
    private let variables = BuildVariables([
        "A": "one", "B": "$(A)", "PRODUCT_NAME": "Sepia", "CONFIGURATION": "Debug", "ID_Debug": "org.example.debug",
        "NAME": "My App 2.0 (beta)", "EMPTY": "", "PATH": "/a/./b/../c//Photo.tar.gz", "ACCENT": "1é-x",
    ])

    @Test(arguments: [
        ("$(A)", "one"), ("${A}", "one"), ("x$(A)y${PRODUCT_NAME}z", "xoneySepiaz"), ("$(B)", "one"),
        ("$A $$ $", "$A $$ $"), ("$$(A)", "$one"), ("$(ID_$(CONFIGURATION))", "org.example.debug"),
        ("${ID_$(CONFIGURATION)}", "org.example.debug"),
        ("SUBQUERY(x, $y, $y.@count == 1)", "SUBQUERY(x, $y, $y.@count == 1)"), ("", ""), ("$", "$"),
    ])
    func `references are replaced, also in names and values, and nothing else is`(text: String, expanded: String) throws
    {
        let plist = PropertyListValue.dictionary(["$(A)": .array([.string(text), .integer(1)])])
        let result = try variables.expanding(plist, file: "f")
        #expect(result == .dictionary(["$(A)": .array([.string(expanded), .integer(1)])]))
    }

    @Test(arguments: [
        ("$(NAME:rfc1034identifier)", "My-App-2.0--beta-"), ("$(NAME:identifier)", "My_App_2_0__beta_"),
        ("$(ACCENT:c99extidentifier)", "_1é_x"), ("$(ACCENT:identifier)", "_1__x"), ("$(A:upper)", "ONE"),
        ("$(PRODUCT_NAME:lower)", "sepia"), ("$(PRODUCT_NAME:lower:upper)", "SEPIA"),
        ("$(EMPTY:default=two)", "two"), ("$(UNKNOWN:default=$(A) more)", "one more"), ("$(A:default=two)", "one"),
        ("$(UNKNOWN:default=)", ""), ("$(NAME:quote)", "My\\ App\\ 2.0\\ (beta)"),
        ("$(PATH:standardizepath)", "/a/c/Photo.tar.gz"), ("$(PATH:file)", "Photo.tar.gz"),
        ("$(PATH:base)", "Photo.tar"),
        ("$(PATH:suffix)", ".gz"), ("$(PATH:standardizepath:dir)", "/a/c/"),
    ])
    func `modifiers change a value as in Xcode`(text: String, expanded: String) throws {
        #expect(try variables.expanding(.string(text), file: "f") == .string(expanded))
    }

    @Test(arguments: [
        "$(C)", "$(A:shout)", "$(A:lower=x)", "$(A:default)", "$(A", "$()", "$($(A) $(A))", "$(é)", "${A)", "$(:lower)",
        "$($(A)", "$(A:default=$(C))",
    ])
    func `unknown and unsupported references are refused with their key path`(text: String) throws {
        let error = try #require(throws: ManifestError.self) {
            try variables.expanding(.dictionary(["k": .string(text)]), file: "f")
        }
        #expect(error.code == .buildVariable)
        #expect(error.keyPath == "k")
    }

    @Test func `an unknown variable of a build is reported with the option that defines it`() throws {
        var variables = variables
        variables.acceptsSettings = true
        let error = try #require(throws: ManifestError.self) { try variables.expanding(.string("$(C)"), file: "f") }
        #expect(error.found.contains("unknown variable C") && error.expected.contains("--setting C=VALUE"))
    }

    @Test func `every value with an error is reported, and the others are expanded`() {
        var problems: [ManifestError] = []
        let list = PropertyListValue.dictionary(["a": .string("$(C)"), "b": .string("$(A)"), "c": .string("$(D)")])
        let result = variables.expanding(list, file: "f", problems: &problems)
        #expect(problems.map(\.keyPath) == ["a", "c"])
        #expect(result == .dictionary(["a": .string("$(C)"), "b": .string("one"), "c": .string("$(D)")]))
    }

    @Test func `a variable that refers to itself is an error`() throws {
        let circular = BuildVariables(["A": "$(B)", "B": "x$(C)", "C": "$(A)"])
        let error = try #require(throws: ManifestError.self) { try circular.expanding(.string("$(A)"), file: "f") }
        #expect(error.code == .buildVariable && error.found.contains("refers to itself"))
    }

    @Test func `an expansion cannot grow without bound`() throws {
        let large = BuildVariables(["A": String(repeating: "x", count: 60_000)])
        let text = String(repeating: "$(A)", count: 100)
        #expect(
            try #require(throws: ManifestError.self) { try large.expanding(.string(text), file: "f") }.code == .limit)
        // Each variable contains the next one twice.
        var values = ["V64": ""]
        for index in 0..<64 { values["V\(index)"] = "$(V\(index + 1))$(V\(index + 1))" }
        let deep = BuildVariables(values)
        #expect(
            try #require(throws: ManifestError.self) { try deep.expanding(.string("$(V0)"), file: "f") }.code == .limit)
        #expect(try deep.expanding(.string("$(V40)"), file: "f") == .string(""))
        values["V64"] = "x"
        let doubling = BuildVariables(values)
        let error = try #require(throws: ManifestError.self) {
            try doubling.expanding(.string("$(V40)"), file: "f")
        }
        #expect(error.code == .limit)
    }

    @Test func `references that are nested too deeply are refused`() throws {
        let text = String(repeating: "$(", count: 1000) + "A" + String(repeating: ")", count: 1000)
        #expect(
            try #require(throws: ManifestError.self) { try variables.expanding(.string(text), file: "f") }.code
                == .limit)
        let open = String(repeating: "$(", count: 100_000)
        let error = try #require(throws: ManifestError.self) { try variables.expanding(.string(open), file: "f") }
        #expect(error.code == .buildVariable)
    }

    @Test func `a definition can extend the earlier one`() throws {
        var variables = BuildVariables([:])
        for value in ["a", "$(inherited) b", "${inherited}-$(X)", "$(X)c"] {
            let isDefined = variables.define("X", as: value)
            #expect(isDefined)
        }
        #expect(try variables.expanding(.string("$(X)"), file: "f") == .string("a b-a bc"))
        let isNew = variables.define("NEW", as: "$(inherited)x")
        #expect(isNew && variables.values["NEW"] == "x")
        let many = String(repeating: "$(inherited)", count: 5000)
        let results = [String(repeating: "y", count: 60_000), many].map { variables.define("Y", as: $0) }
        #expect(results == [true, false])
    }
}
