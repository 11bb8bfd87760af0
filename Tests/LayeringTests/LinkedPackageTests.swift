import Foundation
import Testing

/// The packages that take modules of this package by symbolic links build only if their manifests follow its changes.
@Suite struct LinkedPackageTests {
    @Test(arguments: ["Benchmarks", "Fuzz", "Tools/Port"])
    func `a linked module names every module that it imports as a dependency`(package: String) throws {
        let manifest = try String(
            contentsOf: SourceTree.root.appending(path: "\(package)/Package.swift"), encoding: .utf8)
        let modules = Set(try SourceTree.folders(in: "Sources"))
        let linked = try Self.links(in: "\(package)/Sources").filter(modules.contains)
        #expect(linked.count > 2)
        for module in linked {
            let target = try #require(
                Self.declaration(of: module, in: manifest), "\(package) does not declare \(module)")
            let imports = try SourceTree.files(in: "Sources/\(module)", extensions: ["swift"]).flatMap(\.imports)
            for imported in Set(imports.map(\.module)).intersection(modules).subtracting([module]).sorted() {
                #expect(linked.contains(imported), "\(package)/Sources: there is no link to \(imported)")
                #expect(
                    target.contains("\"\(imported)\""),
                    "\(package)/Package.swift: \(module) imports \(imported), which is not among its dependencies")
            }
        }
    }

    @Test func `a declaration of a target ends where the next one begins`() {
        let manifest = #".target(name: "A", dependencies: ["B"]), module("B", ["C"]), fuzzer("D", ["A"])"#
        #expect(Self.declaration(of: "A", in: manifest)?.contains("\"C\"") == false)
        #expect(Self.declaration(of: "B", in: manifest)?.contains("\"C\"") == true)
        #expect(Self.declaration(of: "C", in: manifest) == nil)
    }

    /// The names of the symbolic links in a folder.
    private static func links(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            at: SourceTree.root.appending(path: folder), includingPropertiesForKeys: [.isSymbolicLinkKey]
        )
        .filter { try $0.resourceValues(forKeys: [.isSymbolicLinkKey]).isSymbolicLink == true }
        .map(\.lastPathComponent).sorted()
    }

    /// The part of a manifest that declares a target.
    private static func declaration(of target: String, in manifest: String) -> Substring? {
        guard let start = manifest.firstRange(of: try! Regex(#"(name: |module\(\s*)"\#(target)""#)) else { return nil }
        let rest = manifest[start.upperBound...]
        let next = rest.firstRange(of: /(\.target|\.executableTarget|\.systemLibrary|module|fuzzer)\(/)
        return rest[..<(next?.lowerBound ?? rest.endIndex)]
    }
}
