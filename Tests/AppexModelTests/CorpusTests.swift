import AppexModel
import Foundation
import Testing

/// Real manifests are not part of this package; a folder of them can be named to be read too.
private let corpus = ProcessInfo.processInfo.environment["APPEX_CORPUS"]

@Suite struct CorpusTests {
    /// Every file of the folder in `APPEX_CORPUS` gives a value or a refusal in each reading. The
    /// counts go to the file in `APPEX_CORPUS_REPORT`, if any.
    @Test(.enabled(if: corpus != nil, "set APPEX_CORPUS to a folder of Info.plist files"))
    func `every real manifest is read or refused with a reason`() throws {
        let folder = try #require(corpus)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(!names.isEmpty)
        var counts: [String: [String: Int]] = [:]
        var rows: [String] = []
        for name in names {
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent(name)))
            rows.append(name)
            for (title, read) in Self.readings {
                let outcome = outcome(of: read, bytes: bytes, name: name)
                counts[title, default: [:]][outcome.reason, default: 0] += 1
                rows.append("    \(title): \(outcome.text)")
            }
        }
        var report = "\(names.count) files\n"
        for (title, reasons) in counts.sorted(by: { $0.key < $1.key }) {
            #expect(reasons.values.reduce(0, +) == names.count)
            let lines = reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value)\t\($0.key)" }
            report += "== \(title)\n" + lines.joined(separator: "\n") + "\n"
        }
        report += "== each file\n" + rows.joined(separator: "\n") + "\n"
        if let path = ProcessInfo.processInfo.environment["APPEX_CORPUS_REPORT"] {
            try Data(report.utf8).write(to: URL(fileURLWithPath: path))
        }
    }

    private typealias Reading = @Sendable (PropertyListValue, String) throws(ManifestError) -> Void

    private static let readings: [(title: String, read: Reading)] = [
        (
            "lenient (a source plist)",
            { plist, name throws(ManifestError) in _ = try ExtensionDeclaration(plist, file: name) }
        ),
        ("strict (as it is)", { plist, name throws(ManifestError) in _ = try AppexManifest(plist, file: name) }),
        (
            "strict (after a build)",
            { plist, name throws(ManifestError) in _ = try AppexManifest(try built(plist, name), file: name) }
        ),
    ]

    /// What a build would make of a source plist: variables expanded, the keys added that it adds.
    private static func built(_ plist: PropertyListValue, _ name: String) throws(ManifestError) -> PropertyListValue {
        var values: [String: String] = [:]
        for match in String(decoding: plist.xmlBytes(), as: UTF8.self).matches(of: /\$[({]([A-Za-z_][A-Za-z0-9_]*)[)}]/)
        {
            values[String(match.1)] = "Value"
        }
        values["PRODUCT_BUNDLE_PACKAGE_TYPE"] = "XPC!"
        var entries = try BuildVariables(values).expanding(plist, file: name).dictionary ?? [:]
        let added = [
            "CFBundleIdentifier": "org.example.app.extension", "CFBundleExecutable": "Extension",
            "CFBundlePackageType": "XPC!",
        ]
        for (key, text) in added where entries[key] == nil { entries[key] = .string(text) }
        return .dictionary(entries)
    }

    private func outcome(of read: Reading, bytes: [UInt8], name: String) -> (reason: String, text: String) {
        do throws(ManifestError) {
            try read(try PropertyListValue(parsing: bytes, file: name), name)
            return ("read", "read")
        } catch {
            return (
                "refused: \(error.code.rawValue) at \(error.keyPath.isEmpty ? "the file" : error.keyPath)",
                error.description
            )
        }
    }
}
