import Testing

@testable import appex

@Suite struct PackageManifestEditorTests {
    private func adding(_ target: String, to text: String) -> String? {
        var editor = PackageManifestEditor(text)
        return editor.add(targets: [target]) ? editor.text : nil
    }

    @Test func `a target is added before the others`() {
        let text = "let package = Package(\n    name: \"A\",\n    targets: [\n        .target(name: \"B\"),\n    ])\n"
        #expect(
            adding(".target(\n    name: \"C\")", to: text)
                == "let package = Package(\n    name: \"A\",\n    targets: [\n        .target(\n            name: \"C\"),\n"
                + "        .target(name: \"B\"),\n    ])\n")
    }

    @Test(arguments: [
        "// Package(targets: [\nlet package = Package(name: \"A\", targets: [])",
        "/* Package(targets: [ */ let package = Package(name: \"targets: [\", targets: [])",
        "let note = \"Package(targets: [\\\"\"; let package = Package(name: \"A\", targets: [])",
        "let note = \"\"\"\nPackage(targets: [\n\"\"\"\nlet package = Package(name: \"A\", targets: [])",
        "// Package(targets: [\r\nlet package = Package(name: \"A\", targets: [])",
        "let note = #\"Package(targets: [\"\"#; let package = Package(name: \"A\", targets: [])",
        "let note = ##\"\"\"\nPackage(targets: [\n\"\"\"##; let package = Package(name: \"A\", targets: [])",
        "let all = [Product.Package(targets: [1])]; let package = Package(name: \"A\", targets: [])",
        "let package = Package(name: \"A\", products: [.library(name: \"A\", targets: [\"A\"])], targets: [])",
    ])
    func `only the list of the call is changed`(text: String) {
        let place = text.dropLast(2)
        #expect(adding("X", to: text) == place + "\n        X,\n    ])")
    }

    @Test(arguments: [
        "", "let x = 1", "let package = Package(name: \"A\", targets: all)", "Package(targets", "\"", "/*",
    ])
    func `a list that is not written out is not changed`(text: String) {
        #expect(adding("X", to: text) == nil)
        var editor = PackageManifestEditor(text)
        let hasTargets = text.contains("targets:")
        #expect(editor.add(dependencies: ["Y"]) == hasTargets)
    }

    @Test func `dependencies are created where there are none`() {
        var editor = PackageManifestEditor("let package = Package(\n    name: \"A\",\n    targets: [])")
        let isAdded = editor.add(dependencies: ["X", "Y"])
        #expect(isAdded)
        #expect(
            editor.text
                == "let package = Package(\n    name: \"A\",\n    dependencies: [\n        X,\n        Y,\n    ],\n"
                + "    targets: [])")
    }

    @Test func `dependencies are added to those that are there`() {
        var editor = PackageManifestEditor("Package(name: \"A\", dependencies: [\n        Z,\n    ], targets: [])")
        let isAdded = editor.add(dependencies: ["X"])
        #expect(isAdded)
        #expect(editor.text == "Package(name: \"A\", dependencies: [\n        X,\n        Z,\n    ], targets: [])")
    }
}
