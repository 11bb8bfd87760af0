import AppexModel
import AppexSystem
import Foundation
import SystemPackage
import Testing

@testable import appex

/// What `appex check` says about real Info.plist files, which are not part of this package.
@Suite struct CorpusVerdictTests {
    /// The folder with `plists` and `app-plists`; nil if it does not exist.
    private static let corpus: URL? = {
        let named = ProcessInfo.processInfo.environment["APPEX_CORPUS"].map { URL(filePath: $0) }
        let beside = sources.appending(path: "../../../shared/corpus").standardizedFileURL
        let folder = named ?? beside
        return FileManager.default.fileExists(atPath: folder.appending(path: "app-plists").path) ? folder : nil
    }()
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    /// The recorded verdicts: the file, a tab, and what is said of it.
    private static let record = sources.appending(path: "CorpusVerdicts.tsv")

    @Test(.enabled(if: corpus != nil, "there is no folder with real manifests"))
    func `the verdicts on real manifests are those that were reviewed`() throws {
        let corpus = try #require(Self.corpus)
        let folder = FileManager.default.temporaryDirectory.appending(path: "verdicts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var lines: [String] = []
        for kind in ["app-plists", "plists"] {
            for name in try FileManager.default.contentsOfDirectory(atPath: corpus.appending(path: kind).path).sorted()
            {
                let file = corpus.appending(path: kind).appending(path: name)
                try? FileManager.default.removeItem(at: folder)
                lines.append("\(kind)/\(name)\t\(try Self.verdict(on: file, isApp: kind == "app-plists", in: folder))")
            }
        }
        let text = lines.joined(separator: "\n") + "\n"
        if ProcessInfo.processInfo.environment["APPEX_WRITE_VERDICTS"] != nil {
            try Data(text.utf8).write(to: Self.record)
        }
        let recorded = try String(contentsOf: Self.record, encoding: .utf8)
        for (line, expected) in zip(lines, recorded.split(separator: "\n")) { #expect(line == expected) }
        #expect(lines.count == recorded.split(separator: "\n").count)
    }

    /// What is said of an app with one extension, of which one has this manifest.
    private static func verdict(on file: URL, isApp: Bool, in folder: URL) throws -> String {
        let app = folder.appending(path: "App.app")
        let other = try PropertyListValue(
            parsing: Array(
                """
                <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example.app</string>
                <key>CFBundleExecutable</key><string>Program</string></dict></plist>
                """.utf8), file: "Info.plist")
        do {
            let plist = try built(
                PropertyListValue(parsing: Array(Data(contentsOf: file)), file: file.lastPathComponent), isApp: isApp)
            try write(isApp ? plist : other, to: app)
            if !isApp {
                let style = try ExtensionDeclaration(plist, file: "Info.plist").style
                try write(plist, to: app.appending(path: "\(style.folder)/Extension.appex"))
            }
            let checked = try CheckedApp(at: app)
            let sentences = (checked.mistakes.texts(.warning) + checked.mistakes.texts(.store)).map {
                $0.split(separator: ": ", maxSplits: 1)[1]
            }
            return sentences.isEmpty ? "right" : "warned: " + sentences.joined(separator: " | ")
        } catch let error as ManifestError {
            let place = error.keyPath.isEmpty ? "the file" : error.keyPath
            return "refused: \(error.code.rawValue) at \(place), found \(error.found)"
        }
    }

    /// What a build makes of a manifest in a project: its variables have values, and it has the keys that are always added.
    private static func built(_ plist: PropertyListValue, isApp: Bool) throws -> PropertyListValue {
        var values: [String: String] = [:]
        for match in String(decoding: plist.xmlBytes(), as: UTF8.self).matches(of: /\$[({]([A-Za-z_][A-Za-z0-9_]*)[)}]/)
        {
            values[String(match.1)] = "Value"
        }
        values["PRODUCT_BUNDLE_PACKAGE_TYPE"] = isApp ? "APPL" : "XPC!"
        var entries = plist.dictionary ?? [:]
        entries["CFBundleIdentifier"] = .string(isApp ? "org.example.app" : "org.example.app.extension")
        entries["CFBundleExecutable"] = .string("Program")
        // Their differences from those of the app say nothing about the file.
        for key in ["CFBundleVersion", "CFBundleShortVersionString", "MinimumOSVersion", "LSMinimumSystemVersion"] {
            entries[key] = nil
        }
        if entries["CFBundlePackageType"] == nil { entries["CFBundlePackageType"] = .string(isApp ? "APPL" : "XPC!") }
        return try BuildVariables(values).expanding(.dictionary(entries), file: "Info.plist")
    }

    private static func write(_ plist: PropertyListValue, to bundle: URL) throws {
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        try Data(plist.xmlBytes()).write(to: bundle.appending(path: "Info.plist"))
        let program = bundle.appending(path: "Program")
        try Data(FileContent.prefix(of: "/bin/true", limit: 1 << 20)).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    }
}
