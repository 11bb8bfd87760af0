import AppexModel
import AppexRegistry
import Foundation
import SystemPackage
import Testing

/// A way to spoil a bundle, and how the refusal has to look.
struct Spoiling: Sendable, CustomTestStringConvertible {
    let name: String
    let code: RegistryError.Code
    /// What the message has to name.
    let mentions: String
    let spoil: @Sendable (BundleFixture) throws -> Void

    var testDescription: String { name }

    init(
        _ name: String, _ code: RegistryError.Code, _ mentions: String,
        _ spoil: @escaping @Sendable (BundleFixture) throws -> Void
    ) {
        self.name = name
        self.code = code
        self.mentions = mentions
        self.spoil = spoil
    }

    static let all: [Spoiling] = [
        Spoiling("no Info.plist", .manifest, "Darkroom.app has no Info.plist") { try $0.remove("Info.plist") },
        Spoiling("an extension without Info.plist", .manifest, "PlugIns/Sepia.appex has no Info.plist") {
            try $0.remove("PlugIns/Sepia.appex/Info.plist")
        },
        Spoiling("a manifest that is none", .manifest, "Darkroom.app/Info.plist") {
            try $0.write("x", to: "Info.plist")
        },
        Spoiling("an extension's manifest that is none", .manifest, "PlugIns/Sepia.appex/Info.plist") {
            try $0.write("<plist><dict>", to: "PlugIns/Sepia.appex/Info.plist")
        },
        Spoiling("a manifest that is a link", .manifest, "Darkroom.app has no Info.plist") {
            try $0.remove("Info.plist")
            try $0.link("Info.plist", to: "PlugIns/Sepia.appex/Info.plist")
        },
        Spoiling("an endless manifest", .manifest, "bytes") {
            try $0.write(String(repeating: " ", count: 2 << 20), to: "Info.plist")
        },
        Spoiling("no executable", .executable, "Darkroom.app/Main is missing") { try $0.remove("Main") },
        Spoiling("an extension without executable", .executable, "Sepia.appex/Program is missing") {
            try $0.remove("PlugIns/Sepia.appex/Program")
        },
        Spoiling("an executable that may not run", .executable, "Sepia.appex/Program is not executable") {
            try $0.write("#!/bin/sh\n", to: "PlugIns/Sepia.appex/Program", mode: 0o644)
        },
        Spoiling("a script", .executable, "Sepia.appex/Program is a script") {
            try $0.write("#!/bin/sh\nexit 0 # and more\n", to: "PlugIns/Sepia.appex/Program", mode: 0o755)
        },
        Spoiling("an executable that is a folder", .executable, "Sepia.appex/Program is missing") {
            try $0.remove("PlugIns/Sepia.appex/Program")
            try $0.write("", to: "PlugIns/Sepia.appex/Program/file")
        },
        Spoiling("an executable that is a link", .executable, "Sepia.appex/Program is missing") {
            try $0.remove("PlugIns/Sepia.appex/Program")
            try $0.link("PlugIns/Sepia.appex/Program", to: "../../Main")
        },
        Spoiling("an executable for another system", .executable, "Program is not a program for Linux") {
            try $0.write("\u{3}\u{2}\u{1}\u{0}", to: "PlugIns/Sepia.appex/Program", mode: 0o755)
        },
        Spoiling("an empty executable", .executable, "Main is not a program for Linux") {
            try $0.write("", to: "Main", mode: 0o755)
        },
        Spoiling("an extension of a stranger", .manifest, "org.stranger.ext") {
            try $0.addExtension("Foreign", identifier: "org.stranger.ext")
        },
        Spoiling("an extension with the app's identifier", .manifest, "\"org.example.darkroom\"") {
            try $0.addExtension("Same", identifier: "org.example.darkroom")
        },
        Spoiling("two extensions of one identifier", .manifest, "org.example.darkroom.sepia") {
            try $0.addExtension("Twin", identifier: "org.example.darkroom.sepia")
        },
        Spoiling("an ExtensionKit extension in PlugIns", .manifest, "Extensions") {
            try $0.addExtension("Modern", identifier: "org.example.darkroom.modern", folder: "Extensions")
            try FileManager.default.moveItem(
                atPath: $0.path.appending("Extensions/Modern.appex").string,
                toPath: $0.path.appending("PlugIns/Modern.appex").string)
        },
        Spoiling("an extension point of somebody else", .manifest, "Extensions/Own.appextensionpoint") {
            try $0.write(
                "<plist><dict><key>org.stranger.point</key><dict/></dict></plist>",
                to: "Extensions/Own.appextensionpoint")
        },
        Spoiling("an extension point that cannot be read", .manifest, "Extensions/Own.appextensionpoint") {
            try $0.write("point", to: "Extensions/Own.appextensionpoint")
        },
        Spoiling("too many files with extension points", .limit, "in 17 files, at most 16") {
            for number in 0..<17 {
                try $0.write("<plist><dict/></plist>", to: "Extensions/\(number).appextensionpoint")
            }
        },
        Spoiling("an extension inside an extension", .manifest, "PlugIns/Sepia.appex/PlugIns/Inner.appex") {
            try $0.addExtension(
                "Inner", identifier: "org.example.darkroom.inner", folder: "PlugIns/Sepia.appex/PlugIns")
        },
        Spoiling("an extension beside PlugIns", .manifest, "is in the wrong folder") {
            try $0.addExtension("Loose", identifier: "org.example.darkroom.loose", folder: "")
        },
        Spoiling("a pipe", .forbiddenFile, "PlugIns/pipe") {
            try #require(mkfifo($0.path.appending("PlugIns/pipe").string, 0o600) == 0)
        },
        Spoiling("an absolute link", .forbiddenFile, "Darkroom.app/passwd") {
            try $0.link("passwd", to: "/etc/passwd")
        },
        Spoiling("a link that leads out", .forbiddenFile, "PlugIns/up") { try $0.link("PlugIns/up", to: "../../x") },
        Spoiling("a link that leads out by a slash with a mark", .forbiddenFile, "up") {
            try $0.link("up", to: "../\u{301}x")
        },
        Spoiling("an absolute link by a slash with a mark", .forbiddenFile, "up") {
            try $0.link("up", to: "/\u{301}x")
        },
        Spoiling("a link that leads out through another", .forbiddenFile, "PlugIns/Sepia.appex/up") {
            try $0.link("PlugIns/Sepia.appex/root", to: "../..")
            try $0.link("PlugIns/Sepia.appex/up", to: "root/../x")
        },
        Spoiling("a name that is not UTF-8", .forbiddenFile, "not UTF-8") { bundle in
            let name = FilePath.Component(platformString: [CChar(bitPattern: 0xFF), 0])
            let path = bundle.path.appending(try #require(name))
            let descriptor = path.withPlatformString { open($0, O_CREAT | O_WRONLY, 0o600) }
            try #require(descriptor >= 0)
            close(descriptor)
        },
        Spoiling("a tree that is too deep", .limit, "more than 32 folders deep") {
            try $0.write("", to: String(repeating: "d/", count: 32) + "file")
        },
        Spoiling("a path that is too long", .limit, "more than 1024 bytes") {
            try $0.write(
                "",
                to: String(repeating: String(repeating: "d", count: 200) + "/", count: 5)
                    + "file.of.some.length.to.exceed")
        },
    ]
}

@Suite struct RefusalTests {
    @Test func `what a bundle names its files cannot steer a terminal through an error`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            let hostile = "a\u{1B}[31m\u{9B}1m\u{202E}\u{2028}\nz"
            let bundle = try BundleFixture(in: device.folder)
            try bundle.link("\(hostile)-link", to: "/etc")
            try Self.expectVisible { try store.install(appAt: bundle.path) }
            try bundle.remove("\(hostile)-link")
            mkfifo(bundle.path.appending(hostile).string, 0o600)
            try Self.expectVisible { try store.install(appAt: bundle.path) }
            try Self.expectVisible { try store.install(appAt: device.folder.appending("\(hostile).app")) }
            let deep = device.folder.appending("\(hostile)/root")
            try Data().write(to: URL(fileURLWithPath: deep.removingLastComponent().string))
            try Self.expectVisible { try RegistryStore(layout: DeviceLayout(root: deep)) }
        }
    }

    private static func expectVisible(_ work: () throws -> some Any) throws {
        let error = try #require(#expect(throws: RegistryError.self) { _ = try work() })
        for text in [error.message, "\(error)"] {
            #expect(text.unicodeScalars.allSatisfy { $0.isVisible }, "\(text.debugDescription)")
        }
    }

    @Test(arguments: Spoiling.all)
    func `a spoilt bundle is refused by name and leaves nothing`(spoiling: Spoiling) throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            let bundle = try BundleFixture(in: device.folder)
            try spoiling.spoil(bundle)
            let error = try #require(throws: RegistryError.self) { try store.install(appAt: bundle.path) }
            #expect(error.code == spoiling.code, "\(error)")
            #expect(error.description.contains(spoiling.mentions), "\(error)")
            #expect(error.description.hasPrefix("cannot install Darkroom.app"))
            #expect(store.apps().isEmpty)
            try device.expectNothingLeftOver(store)
        }
    }

    @Test func `a refused update keeps the old version`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            let old = try store.install(appAt: try BundleFixture(in: device.folder).path)
            let bundle = try BundleFixture(in: device.folder, version: "2.0")
            try bundle.remove("PlugIns/Strip.appex/Program")
            #expect(throws: RegistryError.self) { try store.install(appAt: bundle.path) }
            #expect(store.apps() == [old])
            try device.expectNothingLeftOver(store)
        }
    }

    @Test func `too many files, bytes or extensions are refused`() throws {
        try DeviceFixture.with { device in
            var files = InstallLimits()
            files.entries = 8
            var bytes = InstallLimits()
            bytes.bytes = 1_000
            var extensions = InstallLimits()
            extensions.extensions = 1
            let bundle = try BundleFixture(in: device.folder)
            for (limits, text) in [(files, "8 files"), (bytes, "1000 bytes"), (extensions, "at most 1 ")] {
                let store = try device.open(limits: limits)
                let error = try #require(throws: RegistryError.self) { try store.install(appAt: bundle.path) }
                #expect(error.code == .limit)
                #expect(error.description.contains(text), "\(error)")
                try device.expectNothingLeftOver(store)
            }
        }
    }

    @Test func `a bundle of exactly the limits is installed, and one beyond any of them is not`() throws {
        try DeviceFixture.with { device in
            let bundle = try BundleFixture(in: device.folder)
            let paths = try FileManager.default.subpathsOfDirectory(atPath: bundle.path.string)
            var exact = InstallLimits()
            exact.entries = paths.count
            exact.pathBytes = paths.map(\.utf8.count).max() ?? 0
            exact.depth = paths.map { $0.split(separator: "/").count }.max() ?? 0
            exact.extensions = 2
            exact.bytes = try paths.reduce(0) { sum, path in
                let file = bundle.path.string + "/" + path
                let attributes = try FileManager.default.attributesOfItem(atPath: file)
                return sum
                    + (attributes[.type] as? FileAttributeType == .typeRegular ? attributes[.size] as? Int64 ?? 0 : 0)
            }
            let smaller: [(inout InstallLimits) -> Void] = [
                { $0.entries -= 1 }, { $0.pathBytes -= 1 }, { $0.depth -= 1 }, { $0.extensions -= 1 },
                { $0.bytes -= 1 },
            ]
            for change in smaller {
                var limits = exact
                change(&limits)
                let store = try device.open(limits: limits)
                let error = try #require(throws: RegistryError.self) { try store.install(appAt: bundle.path) }
                #expect(error.code == .limit, "\(error)")
            }
            _ = try device.open(limits: exact).install(appAt: bundle.path)
        }
    }

    @Test(arguments: ["missing.app", "file.app", "folder", "/", "device\n.app"])
    func `what is no app folder is refused`(name: String) throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            #expect(FileManager.default.createFile(atPath: device.folder.appending("file.app").string, contents: nil))
            try FileManager.default.createDirectory(
                atPath: device.folder.appending("folder").string, withIntermediateDirectories: true)
            let error = try #require(throws: RegistryError.self) {
                try store.install(appAt: device.folder.appending(name))
            }
            #expect(error.code == .notAnApp, "\(error)")
            try device.expectNothingLeftOver(store)
        }
    }

    @Test func `no app takes over the identifier of another's extension, nor the other way round`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            let first = try store.install(
                appAt: try BundleFixture(in: device.folder, identifier: "org.x", extensions: ["a.b"]).path)
            let app = try BundleFixture(in: device.folder, identifier: "org.x.a.b", extensions: [])
            let error = try #require(throws: RegistryError.self) { try store.install(appAt: app.path) }
            #expect(error.code == .identifierTaken, "\(error)")
            _ = try store.install(
                appAt: try BundleFixture(in: device.folder, identifier: "org.x.c", extensions: []).path)
            let claiming = try BundleFixture(in: device.folder, identifier: "org.x", extensions: ["c"])
            #expect(
                try #require(throws: RegistryError.self) { try store.install(appAt: claiming.path) }.code
                    == .identifierTaken)
            #expect(store.app(first.bundleIdentifier) == first)
            try device.expectNothingLeftOver(store)
        }
    }

    @Test(arguments: InstallStep.allCases)
    func `an install that fails at any step leaves the old state, one after the commit the new`(step: InstallStep)
        throws
    {
        struct Stop: Error {}
        try DeviceFixture.with { device in
            let old = try device.open().install(appAt: try BundleFixture(in: device.folder).path)
            let update = try BundleFixture(in: device.folder, version: "2.0", extensions: ["Sepia", "New"])
            let isCommitted = [.committed, .published, .retired, .purged].contains(step)
            do {
                let store = try device.open { if $0 == step { throw Stop() } }
                if isCommitted {
                    #expect(try store.install(appAt: update.path).shortVersion == "2.0")
                } else {
                    let error = try #require(throws: RegistryError.self) { try store.install(appAt: update.path) }
                    #expect(error.code == .stopped)
                    #expect(store.apps() == [old])
                    try device.expectNothingLeftOver(store)
                }
            }
            let store = try device.open()
            #expect(store.apps().map(\.shortVersion) == [isCommitted ? "2.0" : "1.0"])
            try device.expectNothingLeftOver(store)
        }
    }
}
