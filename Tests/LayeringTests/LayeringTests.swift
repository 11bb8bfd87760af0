import Testing

@Suite struct LayeringTests {
    @Test func `every module has a row in the layer table`() throws {
        #expect(try Set(SourceTree.folders(in: "Sources")).subtracting(LayerTable.rules.keys) == [])
    }

    @Test func `every import goes down the layers`() throws {
        for module in try SourceTree.folders(in: "Sources") {
            for file in try SourceTree.files(in: "Sources/\(module)", extensions: ["swift"]) {
                for imported in file.imports {
                    guard let objection = LayerTable.objection(to: imported.module, in: module) else { continue }
                    Issue.record("\(file.path):\(imported.line): import \(imported.module): \(objection)")
                }
            }
        }
    }

    @Test func `the launcher includes its own headers and the system's only`() throws {
        let folders = ["appex-launch", "appex-runtime", "CSandbox"].map { "Sources/\($0)" }
        for file in try folders.flatMap({ try SourceTree.files(in: $0, extensions: ["c", "h"]) }) {
            for (index, line) in file.lines.enumerated() {
                guard line.contains("include"), let match = line.prefixMatch(of: /\s*#\s*include\s+"(?<header>[^"]*)"/)
                else { continue }
                #expect(!match.output.header.contains("/"), "\(file.path):\(index + 1): \(line)")
            }
        }
    }

    @Test func `only modules for users have public declarations`() throws {
        for module in try SourceTree.folders(in: "Sources") where LayerTable.rules[module]?.isForUsers != true {
            for file in try SourceTree.files(in: "Sources/\(module)", extensions: ["swift"]) {
                for (index, line) in file.lines.enumerated() where Self.isPublicDeclaration(line) {
                    Issue.record("\(file.path):\(index + 1): \(module) is not for users; make it package: \(line)")
                }
            }
        }
    }

    @Test(arguments: ["appex", "appex-web", "AppexTerminal"])
    func `a program administers the device through one interface, and names no message`(module: String) throws {
        for file in try SourceTree.files(in: "Sources/\(module)", extensions: ["swift"]) {
            for (index, line) in file.lines.enumerated() where line.contains("BrokerInterface.") {
                Issue.record("\(file.path):\(index + 1): use DeviceAdministration: \(line)")
            }
        }
    }

    private static func isPublicDeclaration(_ line: Substring) -> Bool {
        // Looking for the words first is far quicker than matching every line.
        guard line.contains("public ") || line.contains("open ") else { return false }
        return line.prefixMatch(of: /\s*(?:@\w+\s+)*(?:public|open)\s+(?!import\b)[a-z]+\b/) != nil
    }

    @Test(arguments: [
        ("AppexSystem", "AppexWire"), ("AppexWire", "AppexModel"), ("AppexModel", "Foundation"),
        ("AppexProtocol", "Logging"), ("OpenFoundation", "AppexRegistry"), ("OpenFoundation", "Logging"),
        ("AppexBroker", "OpenFoundation"), ("appex", "AppexBroker"), ("AppexModel", "OpenFoundation"),
    ])
    func `the table forbids`(module: String, imported: String) {
        #expect(LayerTable.objection(to: imported, in: module) != nil)
    }

    @Test(arguments: [
        ("AppexWire", "AppexSystem"), ("AppexModel", "FoundationEssentials"), ("OpenFoundation", "Foundation"),
        ("AppexBroker", "OpenUniformTypeIdentifiers"), ("appex", "OpenExtensionKit"), ("AppexRegistry", "GRDB"),
        ("appexd", "AppexBroker"), ("OpenFoundation", "OpenUniformTypeIdentifiers"), ("AppexSandbox", "CSeccomp"),
    ])
    func `the table allows`(module: String, imported: String) {
        #expect(LayerTable.objection(to: imported, in: module) == nil)
    }

    @Test func `imports are found in every form`() {
        let text = """
            import A
            public import B
            @_exported package import C
            @testable import struct D.Inner
            // import E
                @_spi(X) internal import F
            let text = \"\"\"
            import G
            \"\"\"
            import H
            """
        let file = SourceTree.File(path: "x", lines: text.split(separator: "\n", omittingEmptySubsequences: false))
        #expect(file.imports.map(\.module) == ["A", "B", "C", "D", "F", "H"])
        #expect(file.imports.last?.line == 10)
    }
}
