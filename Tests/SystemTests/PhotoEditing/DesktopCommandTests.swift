import ExtensionTesting
import Foundation
import Subprocess
import SystemPackage
import Testing

/// `appex desktop`.
@Suite(.timeLimit(.minutes(30))) struct DesktopCommandTests {
    @Test func `the desktop entry names this program, is listed, and is removed`() async throws {
        try await TestDevice.with { device in
            let data = device.folder.appending("data")
            let folder = data.appending("applications")
            let settings: [Environment.Key: String] = ["XDG_DATA_HOME": data.string]
            let path = folder.appending("org.openextensionkit.edit.desktop").string
            for _ in 1...2 {
                let installed = try await device.appex(["desktop", "install"], adding: settings)
                #expect(installed.status == 0 && installed.output == "Written \(path).\n", "\(installed.errors)")
                #expect(installed.errors.isEmpty)
            }
            let entry = try String(contentsOfFile: path, encoding: .utf8)
            #expect(
                entry.contains("Exec=\"\(try BuiltProgram.commandLine.path)\" edit --copy --hold -- %f\n"), "\(entry)")
            let list = folder.appending("mimeinfo.cache").string
            #expect(try String(contentsOfFile: list, encoding: .utf8).contains("image/jpeg=org.openextensionkit.edit"))
            let removed = try await device.appex(["desktop", "uninstall"], adding: settings)
            #expect(removed.status == 0 && removed.output == "Removed \(path).\n", "\(removed.errors)")
            #expect(!FileManager.default.fileExists(atPath: path))
            #expect(try !String(contentsOfFile: list, encoding: .utf8).contains("openextensionkit"))
            let again = try await device.appex(["desktop", "uninstall"], adding: settings)
            #expect(again.status == 0 && again.output == "There is no \(path).\n", "\(again.errors)")
        }
    }

    @Test func `without update-desktop-database the entry is written, and the package is named`() async throws {
        try await TestDevice.with { device in
            let data = device.folder.appending("data").string
            let run = try await device.appex(
                ["desktop", "install"], adding: ["XDG_DATA_HOME": data, "PATH": "/nonexistent"])
            #expect(run.status == 0 && run.output.hasPrefix("Written"), "\(run.output)")
            #expect(run.errors.contains("install the package desktop-file-utils"), "\(run.errors)")
        }
    }
}
