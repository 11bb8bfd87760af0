import AppexModel
import AppexRegistry
import Foundation
import GRDB
import SystemPackage
import Testing

/// The containers that an app shares with its extensions.
@Suite struct GroupTests {
    private static let group = "group.org.example.darkroom"

    private func names(_ groups: [InstalledGroup]) -> [String] { groups.map(\.identifier.rawValue) }

    @Test func `members of a group have one container, and others of the app have none`() throws {
        try DeviceFixture.with { device in
            let app = try device.open().install(appAt: try BundleFixture(in: device.folder).path)
            #expect(names(app.groups) == [Self.group])
            let (sepia, strip) = (try #require(app.extensions.first), try #require(app.extensions.last))
            #expect(sepia.groups == app.groups && strip.groups == [])
            let container = try #require(app.groups.first).containerPath
            #expect(container.removingLastComponent() == device.layout.groupContainers)
            for folder in ["Library/Preferences", "Library/Caches", "Library/Application Support"] {
                #expect(FileManager.default.fileExists(atPath: container.appending(folder).string), "\(folder)")
            }
            // What a program is told comes from the file of the index after a start.
            #expect(try device.open().app(app.bundleIdentifier)?.extensions == app.extensions)
        }
    }

    @Test func `AT-100: an update changes the bundle's folder and keeps the group's`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            let old = try store.install(appAt: try BundleFixture(in: device.folder).path)
            let file = try #require(old.groups.first).containerPath.appending("note").string
            try #require(FileManager.default.createFile(atPath: file, contents: Data("kept".utf8)))
            let new = try store.install(appAt: try BundleFixture(in: device.folder, version: "2.0").path)
            #expect(new.bundlePath != old.bundlePath && new.groups == old.groups)
            #expect(FileManager.default.contents(atPath: file) == Data("kept".utf8))
            try store.uninstall(new.bundleIdentifier)
            #expect(!FileManager.default.fileExists(atPath: file))
            try device.expectNothingLeftOver(store)
            let again = try store.install(appAt: try BundleFixture(in: device.folder).path)
            #expect(again.groups.map(\.containerPath) != old.groups.map(\.containerPath))
        }
    }

    @Test func `a container goes with the last member of its group`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            let bundle = try BundleFixture(in: device.folder)
            let groups = try store.install(appAt: bundle.path).groups
            // The extension remains.
            try bundle.addEntitlements(groups: [])
            #expect(try store.install(appAt: bundle.path).groups == groups)
            try bundle.addEntitlements(groups: ["group.org.example.other"], to: "PlugIns/Sepia.appex")
            #expect(names(try store.install(appAt: bundle.path).groups) == ["group.org.example.other"])
            try device.expectNothingLeftOver(store)
        }
    }

    @Test func `a group of another app is refused, and free again once that is uninstalled`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            let first = try store.install(appAt: try BundleFixture(in: device.folder).path)
            let other = try BundleFixture(
                in: device.folder, name: "Other.app", identifier: "org.example.other", groups: [Self.group])
            let error = #expect(throws: RegistryError.self) { try store.install(appAt: other.path) }
            #expect(error?.code == .identifierTaken)
            #expect(
                error?.description.contains(
                    "the group group.org.example.darkroom belongs to the app org.example.darkroom") == true,
                "\(error as Any)")
            try device.expectNothingLeftOver(store)
            try store.uninstall(first.bundleIdentifier)
            #expect(names(try store.install(appAt: other.path).groups) == [Self.group])
        }
    }

    @Test(
        arguments: [
            (.string("group.org.example.darkroom"), "a dictionary as the root"),
            (groups(.string("group.org.example.darkroom")), "an array of group identifiers"),
            (groups(.array([.integer(1)])), "group identifiers, such as"),
            (groups(.array([.string("org.example.darkroom")])), "group identifiers, such as"),
            (groups(.array([.string("group.")])), "group identifiers, such as"),
            (groups(.array([.string("group.../../x")])), "group identifiers, such as"),
            (groups(.array([.string("group.$(TEAM)")])), "$(TEAM)"),
            (groups(.array((0...16).map { .string("group.org.example.\($0)") })), "at most 16 groups"),
        ] as [(PropertyListValue, String)])
    func `entitlements that cannot be read keep an app from being installed`(
        entitlements: PropertyListValue, words: String
    ) throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            for place in ["", "PlugIns/Strip.appex"] {
                let bundle = try BundleFixture(in: device.folder)
                try bundle.addEntitlements(entitlements, to: place)
                let error = #expect(throws: RegistryError.self) { try store.install(appAt: bundle.path) }
                #expect(error?.code == .manifest)
                let text = "\(error as Any)"
                #expect(text.contains(words) && text.contains(Entitlements.fileName), "\(text)")
                try device.expectNothingLeftOver(store)
            }
        }
    }

    private static func groups(_ value: PropertyListValue) -> PropertyListValue {
        .dictionary(["com.apple.security.application-groups": value])
    }

    @Test func `sixteen groups are installed, and repetitions count once`() throws {
        try DeviceFixture.with { device in
            let groups = (0..<16).map { "group.org.example.\($0)" }
            let bundle = try BundleFixture(in: device.folder, groups: groups + groups)
            #expect(names(try device.open().install(appAt: bundle.path).groups).sorted() == groups.sorted())
        }
    }

    @Test(arguments: ["nothing", "group.x", "group.x a b", "group.x ../Application", "x y"])
    func `a damaged list of groups in the registry is refused, and no file is removed`(text: String) throws {
        try DeviceFixture.with { device in
            _ = try device.open().install(appAt: try BundleFixture(in: device.folder).path)
            let containers = try device.names(device.layout.groupContainers)
            try FileManager.default.removeItem(atPath: device.layout.registryIndex.string)
            try DatabaseQueue(path: device.layout.registry.string).write { database in
                try database.execute(sql: "UPDATE app SET groups = ?", arguments: [text])
            }
            let error = #expect(throws: RegistryError.self) { try device.open() }
            #expect(error?.code == .registryDamaged)
            #expect(try device.names(device.layout.groupContainers) == containers)
        }
    }
}
