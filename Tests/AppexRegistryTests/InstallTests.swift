import AppexModel
import AppexRegistry
import Foundation
import SystemPackage
import Testing

@Suite struct InstallTests {
    private func identifier(_ text: String) throws -> BundleIdentifier {
        try #require(BundleIdentifier(rawValue: text))
    }

    private func mode(_ path: FilePath) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path.string)[.posixPermissions] as? Int)
    }

    @Test func `an app is installed with its extensions and their containers`() throws {
        try DeviceFixture.with { device in
            let bundle = try BundleFixture(in: device.folder)
            let store = try device.open()
            let app = try store.install(appAt: bundle.path)
            #expect(app.bundleIdentifier.rawValue == "org.example.darkroom")
            #expect(app.displayName == "Darkroom")
            #expect(app.shortVersion == "1.0")
            #expect(app.bundlePath.removingLastComponent().removingLastComponent() == device.layout.bundleContainers)
            #expect(app.containerPath.removingLastComponent() == device.layout.appDataContainers)
            #expect(app.executablePath == app.bundlePath.appending("Main"))
            #expect(app.extensions.map(\.displayName) == ["Sepia", "Strip"])
            let sepia = try #require(store.appex(try identifier("org.example.darkroom.sepia")))
            #expect(sepia == app.extensions.first)
            #expect(sepia.bundlePath == app.bundlePath.appending("PlugIns/Sepia.appex"))
            #expect(sepia.executablePath == sepia.bundlePath.appending("Program"))
            #expect(sepia.containerPath.removingLastComponent() == device.layout.extensionDataContainers)
            #expect(sepia.extensionPoint.rawValue == "com.apple.services")
            #expect(sepia.principalClass == "Sepia.Handler")
            #expect(sepia.appIdentifier == app.bundleIdentifier)
            for folder in ["Documents", "Library/Preferences", "Library/Caches", "Library/Application Support", "tmp"] {
                #expect(try mode(app.containerPath.appending(folder)) == 0o700)
                #expect(try mode(sepia.containerPath.appending(folder)) == 0o700)
            }
            try device.expectNothingLeftOver(store)
        }
    }

    @Test func `the device's folders belong to the user alone`() throws {
        try DeviceFixture.with { device in
            _ = try device.open()
            for folder in device.layout.folders { #expect(try mode(folder) == 0o700, "\(folder)") }
        }
    }

    @Test func `what was installed is there after reopening`() throws {
        try DeviceFixture.with { device in
            let bundle = try BundleFixture(in: device.folder)
            let apps = try { () throws in
                let store = try device.open()
                _ = try store.install(appAt: bundle.path)
                return store.apps()
            }()
            let store = try device.open()
            #expect(store.apps() == apps)
            try device.expectNothingLeftOver(store)
        }
    }

    @Test func `an update has a new bundle folder, the old containers, and no remains`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            let old = try store.install(
                appAt: try BundleFixture(in: device.folder, extensions: ["Sepia", "Gone"]).path)
            let note = old.extensions[1].containerPath.appending("Documents/note")
            #expect(FileManager.default.createFile(atPath: note.string, contents: Data("kept".utf8)))
            let new = try store.install(
                appAt: try BundleFixture(in: device.folder, version: "2.0", extensions: ["Sepia", "New"]).path)
            #expect(new.shortVersion == "2.0")
            #expect(new.bundlePath != old.bundlePath)
            #expect(new.containerPath == old.containerPath)
            #expect(new.extensions.map(\.displayName) == ["New", "Sepia"])
            #expect(new.extensions[1].containerPath == old.extensions[1].containerPath)
            #expect(FileManager.default.fileExists(atPath: note.string))
            #expect(store.apps() == [new])
            try device.expectNothingLeftOver(store)
        }
    }

    @Test func `uninstalling removes bundle, containers and extensions`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            let app = try store.install(appAt: try BundleFixture(in: device.folder).path)
            let other = try store.install(
                appAt: try BundleFixture(in: device.folder, name: "Other.app", identifier: "org.example.other").path)
            try store.uninstall(app.bundleIdentifier)
            #expect(store.apps() == [other])
            #expect(store.extensions().allSatisfy { $0.appIdentifier == other.bundleIdentifier })
            try device.expectNothingLeftOver(store)
            let error = try #require(throws: RegistryError.self) { try store.uninstall(app.bundleIdentifier) }
            #expect(error.code == .notInstalled)
        }
    }

    @Test func `extensions are listed by point, in the order of their names`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            let bundle = try BundleFixture(in: device.folder, extensions: ["beta", "Alpha"])
            try bundle.addExtension("Aardvark", identifier: "org.example.darkroom.ex", folder: "Extensions")
            _ = try store.install(appAt: bundle.path)
            #expect(store.extensions().map(\.displayName) == ["Aardvark", "Alpha", "beta"])
            let services = try #require(ExtensionPointIdentifier(rawValue: "com.apple.services"))
            #expect(store.extensions(point: services).map(\.displayName) == ["Alpha", "beta"])
            let filter = try #require(ExtensionPointIdentifier(rawValue: "org.example.host.filter"))
            #expect(store.extensions(point: filter).map(\.style) == [.extensionKit])
            #expect(store.extensions(point: ExtensionPointIdentifier(rawValue: "none")).isEmpty)
        }
    }

    @Test func `a bundle in the macOS shape is installed`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            let app = try store.install(appAt: try BundleFixture(in: device.folder, shape: .contents).path)
            #expect(app.executablePath == app.bundlePath.appending("Contents/MacOS/Main"))
            #expect(app.extensions[0].bundlePath == app.bundlePath.appending("Contents/PlugIns/Sepia.appex"))
            #expect(app.extensions[0].executablePath.ends(with: "Sepia.appex/Contents/MacOS/Program"))
            try device.expectNothingLeftOver(store)
        }
    }

    @Test func `unusual file names and harmless links are copied as they are`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            let bundle = try BundleFixture(in: device.folder, name: "Dunkelkämmer 暗室.app")
            try bundle.write("é", to: "Ressources/e\u{301}té — 夏.txt")
            try bundle.write("", to: "-rf")
            try bundle.link("PlugIns/Sepia.appex/Shared", to: "../../Ressources")
            for (name, target) in [
                ("loop", "loop"), ("here", "."), ("PlugIns/up", ".."), ("PlugIns/far", "./..//gone/x"),
            ] {
                try bundle.link(name, to: target)
            }
            let app = try store.install(appAt: bundle.path)
            #expect(app.bundlePath.lastComponent?.string == "Dunkelkämmer 暗室.app")
            let through = app.bundlePath.appending("PlugIns/Sepia.appex/Shared/e\u{301}té — 夏.txt")
            #expect(FileManager.default.contents(atPath: through.string) == Data("é".utf8))
            try device.expectNothingLeftOver(store)
        }
    }

    @Test func `set-user-id bits and odd modes do not survive the copy`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            let bundle = try BundleFixture(in: device.folder)
            try bundle.write("#!/bin/sh\n", to: "tool", mode: 0o6777)
            try bundle.write("data", to: "data", mode: 0o600)
            let app = try store.install(appAt: bundle.path)
            #expect(try mode(app.bundlePath.appending("tool")) == 0o755)
            #expect(try mode(app.bundlePath.appending("data")) == 0o644)
        }
    }

    @Test func `containers that an extension filled and locked can be deleted`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            let app = try store.install(appAt: try BundleFixture(in: device.folder).path)
            let data = app.extensions[0].containerPath
            // Deeper than any path can name, as an extension can make it with mkdirat.
            var folder = open(data.appending("tmp").string, O_RDONLY | O_DIRECTORY)
            for _ in 0..<600 {
                #expect(mkdirat(folder, "deep-deep-deep", 0o700) == 0)
                let inner = openat(folder, "deep-deep-deep", O_RDONLY | O_DIRECTORY, 0)
                close(folder)
                folder = inner
            }
            close(folder)
            let path = data.appending("Documents").string
            #expect(symlink("/", path + "/root") == 0)
            #expect(mkdir(path + "/locked", 0o700) == 0)
            #expect(FileManager.default.createFile(atPath: path + "/locked/file", contents: nil))
            #expect(mkdir(path + "/purge-1", 0o700) == 0)
            #expect(chmod(path + "/locked", 0) == 0)
            #expect(chmod(path, 0) == 0)
            try store.uninstall(app.bundleIdentifier)
            try device.expectNothingLeftOver(store)
        }
    }
}
