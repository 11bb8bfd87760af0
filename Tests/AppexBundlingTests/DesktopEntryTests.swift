import Foundation
import Glibc
import Subprocess
import SystemPackage
import Testing

@testable import appex

/// The desktop entry of `appex edit`, which is checked and started by other programs of the desktop.
@Suite(.timeLimit(.minutes(30))) struct DesktopEntryTests {
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "appex-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await body(folder)
    }

    /// Runs a program, which has to succeed, and returns what it has printed.
    private func output(
        of program: String, _ arguments: String..., adding variables: [Environment.Key: String] = [:]
    ) async throws -> String {
        let result = try await run(
            .name(program), arguments: Arguments(arguments), environment: .inherit.updating(variables),
            output: .string(limit: 65_536), error: .string(limit: 65_536))
        #expect(result.terminationStatus.isSuccess, "\(program): \(result.standardOutput)\(result.standardError)")
        return result.standardOutput
    }

    @Test(arguments: [
        "appex", "my apps", "100% sure", "a%fb", "a=b", "\"quoted\" 'too'", "back\\slash", "\\", "$HOME `id`",
        "smørrebrød 写真",
        "a;b&c|d<e>f(g)#h*i?j~k!", " leading", "%%%", "\\\\s", "-n",
    ])
    func `the program is started under every path, with the photograph as one argument`(name: String) async throws {
        try await withFolder { folder in
            let bin = folder.appending(path: "bin")
            let program = folder.appending(path: name).appending(path: "appex")
            try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
            try FileManager.default.createDirectory(
                at: program.deletingLastPathComponent(), withIntermediateDirectories: true)
            // The terminal says which one is used by GLib, and starts what follows -e or --.
            let terminal = Data("#!/bin/sh\nshift\nexec \"$@\"\n".utf8)
            for name in ["xdg-terminal-exec", "gnome-terminal", "xterm"] {
                let text = name == "xdg-terminal-exec" ? Data("#!/bin/sh\nexec \"$@\"\n".utf8) : terminal
                try text.write(to: bin.appending(path: name))
                chmod(bin.appending(path: name).path, 0o755)
            }
            // The program says through a pipe with what it was started.
            let seen = folder.appending(path: "seen")
            mkfifo(seen.path, 0o600)
            let script = "#!/bin/sh\nprintf '%s\\n' \"$0\" \"$@\" >\"$SEEN\"\n"
            try Data(script.utf8).write(to: program)
            chmod(program.path, 0o755)

            let entry = try DesktopEntry(["XDG_DATA_HOME": folder.appending(path: "data").path])
            try entry.install(program: program.path)
            #expect(try await output(of: "desktop-file-validate", entry.file.path).isEmpty)
            let photo = folder.appending(path: "a %f \"photo\" 写真.jpg").path
            _ = try await output(
                of: "gio", "launch", entry.file.path, photo,
                adding: [
                    "PATH": bin.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""), "SEEN": seen.path,
                ])
            let arguments = try await output(of: "timeout", "600", "cat", seen.path)
            #expect(arguments == "\(program.path)\nedit\n--copy\n--hold\n--\n\(photo)\n")
        }
    }

    @Test func `a path with control characters is refused`() {
        for path in ["/a\nb/appex", "/a\tb/appex", "/a\u{1B}b/appex", "/a\u{7F}b/appex"] {
            #expect(throws: CommandFailure.self) { try DesktopEntry.content(program: path) }
        }
    }

    @Test func `programs find it by the type of a picture, until it is removed`() async throws {
        try await withFolder { folder in
            let entry = try DesktopEntry(["XDG_DATA_HOME": folder.path])
            try entry.install(program: "/usr/bin/env")
            let settings: [Environment.Key: String] = [
                "XDG_DATA_HOME": folder.path, "XDG_CONFIG_HOME": folder.path, "XDG_DATA_DIRS": "/nonexistent",
            ]
            for isThere in [true, false] {
                if !isThere { #expect(try entry.uninstall()) }
                _ = try await output(of: "update-desktop-database", entry.folder.path)
                for type in ["image/jpeg", "image/png", "image/heic", "image/webp"] {
                    let found = try await output(of: "gio", "mime", type, adding: settings)
                    #expect(found.contains("org.openextensionkit.edit.desktop") == isThere, "\(found)")
                }
            }
            #expect(try !entry.uninstall())
        }
    }

    @Test func `a file of another program, a link and a folder stay`() async throws {
        try await withFolder { folder in
            let entry = try DesktopEntry(["HOME": folder.path, "XDG_DATA_HOME": "relative"])
            #expect(entry.file.path.hasPrefix(folder.path + "/.local/share/applications/"))
            try FileManager.default.createDirectory(at: entry.folder, withIntermediateDirectories: true)
            func expectRefusal() {
                #expect(throws: CommandFailure.self) { try entry.install(program: "/usr/bin/env") }
                #expect(throws: CommandFailure.self) { try entry.uninstall() }
            }
            try Data("[Desktop Entry]\nName=Other\n".utf8).write(to: entry.file)
            expectRefusal()
            #expect(try String(contentsOf: entry.file, encoding: .utf8).contains("Other"))
            try FileManager.default.removeItem(at: entry.file)
            // A link to a file of this program.
            let own = folder.appending(path: "own")
            try Data(try DesktopEntry.content(program: "/usr/bin/env").utf8).write(to: own)
            try FileManager.default.createSymbolicLink(at: entry.file, withDestinationURL: own)
            expectRefusal()
            try FileManager.default.removeItem(at: entry.file)
            try FileManager.default.createDirectory(at: entry.file, withIntermediateDirectories: false)
            expectRefusal()
            try FileManager.default.removeItem(at: entry.file)
            // An earlier version of its own is replaced.
            try FileManager.default.moveItem(at: own, to: entry.file)
            try entry.install(program: "/usr/bin/true")
            #expect(try String(contentsOf: entry.file, encoding: .utf8).contains("Exec=\"/usr/bin/true\" edit"))
        }
    }

    @Test func `without a home there is an error`() {
        #expect(throws: CommandFailure.self) { try DesktopEntry([:]) }
        #expect(throws: CommandFailure.self) { try DesktopEntry(["HOME": "relative"]) }
    }
}
