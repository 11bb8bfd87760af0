import ArgumentParser
import Foundation
import SystemPackage
import Testing

@testable import appex

/// `appex port` and `appex bundle --project`, with a script in place of the program `appex-port`.
@Suite final class PortTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "port-\(UUID().uuidString)")

    init() throws { try ProjectFiles.write(["Shop.xcodeproj/project.pbxproj": "", "kit/LICENSE": ""], into: folder) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func script(_ text: String) throws -> [String: String] {
        let file = folder.appending(path: "appex-port")
        try Data("#!/bin/sh\n\(text)\n".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        return ["APPEX_PORT": file.path, "XDG_CACHE_HOME": folder.path]
    }

    private func kit() throws -> KitLocation {
        try ProjectFiles.write(
            ["kit/Sources/OpenExtensionKit/a.swift": "", "kit/Frameworks/Package.swift": ""], into: folder)
        return try KitLocation(folder.appending(path: "kit").path, environment: [:], program: nil)
    }

    @Test func `a project, and a folder with one, are given to the program as they are`() throws {
        let whole = try PortOptions.project(at: folder.path)
        #expect(whole.lastComponent?.string == folder.lastPathComponent)
        let project = try PortOptions.project(at: folder.path + "/Shop.xcodeproj/")
        #expect(project == whole.appending("Shop.xcodeproj"))
        #expect(PortOptions.folder(of: whole) == whole && PortOptions.folder(of: project) == whole)
        let error = #expect(throws: ValidationError.self) { try PortOptions.project(at: self.folder.path + "/missing") }
        #expect(error.map { "\($0)" }?.contains("There is no folder") == true)
    }

    @Test func `all options are handed to the program`() throws {
        let options = PortOptions(
            path: "-p", output: "/o", targets: ["A", "B"], configuration: "Beta", settings: ["X=1"],
            configurationFiles: ["/f"], addsSourceLocations: true, json: true, dependsOnKit: true)
        let kit = try kit()
        #expect(
            options.arguments(kit: kit) == [
                "--output", "/o", "--kit", kit.folder, "--target", "A", "--target", "B", "--configuration", "Beta",
                "--setting", "X=1", "--xcconfig", "/f", "--source-locations", "--json", "--depends-on-kit", "--", "-p",
            ])
        #expect(PortOptions(path: "p", output: "/o").arguments(kit: kit).contains("--depends-on-kit") == false)
    }

    @Test func `the program is compiled from a copy of sources that cannot be written to`() throws {
        try ProjectFiles.write(
            [
                "kit/Tools/Port/Package.swift": "1", "kit/Sources/AppexModel/a.swift": "2",
                "kit/Sources/AppexManifest/a.swift": "",
                "kit/Sources/Other/a.swift": "",
                "kit/Sources/AppexSystem/a.swift": "", "kit/Sources/CAppexShims/a.c": "",
                "copy/Tools/Port/old.swift": "",
            ], into: folder)
        let link = folder.appending(path: "kit/Tools/Port/AppexModel").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../../Sources/AppexModel")
        let copy = folder.appending(path: "copy")
        try PortProgram.copy(FilePath(folder.appending(path: "kit").path), to: FilePath(copy.path))
        #expect(try String(contentsOf: copy.appending(path: "Tools/Port/AppexModel/a.swift"), encoding: .utf8) == "2")
        for missing in ["Tools/Port/old.swift", "Sources/Other"] {
            #expect(!FileManager.default.fileExists(atPath: copy.appending(path: missing).path))
        }
        #expect(throws: BundlingError.self) {
            try PortProgram.copy(FilePath(folder.path + "/none"), to: FilePath(copy.path))
        }
    }

    @Test func `the program is built again for another compiler, and after its sources have changed`() throws {
        try ProjectFiles.write(
            ["kit/Tools/Port/a.swift": "", "build/appex-port": "", "build/appex-port.compiler": "Swift 6.3"],
            into: folder)
        let (kit, program) = (folder.appending(path: "kit"), folder.appending(path: "build/appex-port"))
        let source = kit.appending(path: "Tools/Port/a.swift")
        func setDate(_ date: Double, of file: URL) throws {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: date)], ofItemAtPath: file.path)
        }
        func needsBuild(_ compiler: String) -> Bool {
            PortProgram.needsBuild(FilePath(program.path), from: FilePath(kit.path), by: compiler)
        }
        try setDate(1, of: source)
        #expect(needsBuild("Swift 6.3"), "It is not a program.")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        #expect(!needsBuild("Swift 6.3"))
        #expect(needsBuild("Swift 6.3.1") && needsBuild("Swift 6") && needsBuild(""))
        try setDate(4_000_000_000, of: source)
        #expect(needsBuild("Swift 6.3"))
        try setDate(1, of: source)
        try FileManager.default.removeItem(atPath: program.path + ".compiler")
        #expect(needsBuild("Swift 6.3"), "Nobody knows by which compiler it was built.")
    }

    @Test func `the program is that in the variable, and a wrong path is reported`() async throws {
        let environment = try script("exit 0")
        let program = try await PortProgram(kit: kit(), environment: environment)
        #expect(program.path.string == environment["APPEX_PORT"])
        let error = await #expect(throws: BundlingError.self) {
            try await PortProgram(kit: self.kit(), environment: ["APPEX_PORT": "/nowhere"])
        }
        #expect(error?.description.contains("/nowhere in APPEX_PORT is not a program") == true)
    }

    @Test func `without the program its sources have to be in the kit`() async throws {
        let error = await #expect(throws: BundlingError.self) {
            try await PortProgram(kit: self.kit(), environment: [:])
        }
        #expect(error?.description.contains("does not contain its sources") == true)
    }

    @Test func `each project has a package of its own in the cache`() throws {
        func package(_ path: String) throws -> FilePath {
            try ProjectOptions.package(of: FilePath(path), environment: ["XDG_CACHE_HOME": "/c"])
        }
        #expect(try package("/a/My Shop.xcodeproj").string.hasPrefix("/c/appex/projects/My-Shop-"))
        #expect(try package("/a/Shop.xcodeproj") != package("/b/Shop.xcodeproj"))
        #expect(try package("/a/Shop.xcodeproj") == package("/a/Shop.xcodeproj"))
        #expect(CacheFolder.path(["XDG_CACHE_HOME": "relative", "HOME": "/h"]) == "/h/.cache/appex")
    }

    @Test func `errors and warnings of a report are shown, and notes are counted`() throws {
        let report = try PortReport.reading(
            """
            {"package": "/p", "targets": [{"name": "A", "kind": "appExtension", "module": "A"}], "isComplete": false,
             "notes": [{"severity": "note", "file": "a.swift", "line": 1, "message": "changed"},
              {"severity": "warning", "message": "missing"},
              {"severity": "error", "file": "a.swift", "line": 3, "message": "no \\u001b[31m selector"}]}
            """)
        #expect(report.lines.count == 3)
        #expect(report.lines[0].hasPrefix("a.swift:3: error: no ") && !report.lines[0].contains("\u{1B}"))
        #expect(report.lines[1] == "warning: missing" && report.lines[2].hasPrefix("note: 1 note is not shown"))
        #expect(throws: BundlingError.self) { try PortReport.reading("[]") }
        let judged =
            #"{"package": "/p", "targets": [], "notes": [], "isComplete": COMPLETE, "verdict": "One\u001b[31m line."}"#
        func lines(_ isComplete: String) throws -> [String] {
            try PortReport.reading(judged.replacingOccurrences(of: "COMPLETE", with: isComplete)).lines
        }
        #expect(try lines("false") == ["note: One [31m line."] && lines("true").isEmpty)
    }

    @Test func `a project and a package exclude each other, and a target needs a project`() throws {
        let project = folder.appending(path: "Shop.xcodeproj").path
        _ = try BundleCommand.parse(["--project", project, "--target", "A"])
        for arguments in [
            [folder.path, "--project", project], ["--target", "A"], ["--kit", "."], ["--project", "nowhere"],
            ["--setting", "1=2"],
        ] {
            #expect(throws: (any Error).self) { try BundleCommand.parse(arguments) }
        }
    }
}
