import AppexModel
import AppexRegistry
import Foundation
import SystemPackage
import Testing

/// Several apps that carry one extension, and the system that they need.
@Suite struct CopyTests {
    private let share = "org.x.y.share"

    private func identifier(_ text: String) throws -> BundleIdentifier {
        try #require(BundleIdentifier(rawValue: text))
    }

    /// Writes one of two apps that both may carry `org.x.y.share`.
    private func app(
        _ identifier: String, build: String, version: String = "1.0", minimumSystem: String? = nil,
        in device: DeviceFixture
    ) throws -> FilePath {
        let folder = device.folder.appending("\(identifier)-\(build)-\(version)")
        let bundle = try BundleFixture(in: folder, identifier: identifier, extensions: [])
        try bundle.addExtension(
            "Share", identifier: share, version: version, build: build, minimumSystem: minimumSystem)
        return bundle.path
    }

    private func standings(_ store: RegistryStore) throws -> [String: Standing] {
        let copies = store.index.copies(of: try identifier(share))
        return Dictionary(uniqueKeysWithValues: copies.map { ($0.appIdentifier.rawValue, $0.standing) })
    }

    @Test(arguments: [
        (("9", "1.0"), ("10", "1.0")), (("1.9", "2.0"), ("1.10", "1.0")), (("1.0b2", "1.0"), ("1.0", "1.0")),
        (("1", "1.9"), ("1", "1.10")),
    ])
    func `AT-17: of two copies with one identifier only the higher version is used, and both are listed`(
        lower: (String, String), higher: (String, String)
    ) throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            // In both orders of installing, and of identifiers.
            for (first, second) in [("org.x", "org.x.y"), ("org.x.y", "org.x")] {
                let old = try app(first, build: lower.0, version: lower.1, in: device)
                let new = try app(second, build: higher.0, version: higher.1, in: device)
                for order in [[old, new], [new, old]] {
                    for path in order { _ = try store.install(appAt: path) }
                    #expect(try standings(store) == [first: .superseded, second: .offered])
                    #expect(store.extensions().map(\.appIdentifier.rawValue) == [second])
                    #expect(store.appex(try identifier(share))?.appIdentifier.rawValue == second)
                    #expect(store.apps().flatMap(\.extensions).count == 2)
                    try device.expectNothingLeftOver(store)
                    for app in [first, second] { try store.uninstall(try identifier(app)) }
                }
            }
        }
    }

    @Test func `of equal versions that of the lower app is used, in whatever order they came`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            let paths = try ["org.x", "org.x.y"].map { try app($0, build: "1", in: device) }
            for order in [paths, paths.reversed()] {
                for path in order { _ = try store.install(appAt: path) }
                #expect(try standings(store) == ["org.x": .offered, "org.x.y": .superseded])
                for app in ["org.x", "org.x.y"] { try store.uninstall(try identifier(app)) }
            }
        }
    }

    @Test func `each copy has data of its own, and uninstalling the one in use brings the other back`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            let old = try store.install(appAt: try app("org.x", build: "1", in: device)).extensions[0]
            let note = old.containerPath.appending("Documents/note")
            #expect(FileManager.default.createFile(atPath: note.string, contents: Data("kept".utf8)))
            let new = try store.install(appAt: try app("org.x.y", build: "2", in: device)).extensions[0]
            #expect(old.containerPath != new.containerPath)
            try store.uninstall(try identifier("org.x.y"))
            let back = try #require(store.extensions().first)
            #expect(back.containerPath == old.containerPath && back.bundlePath == old.bundlePath)
            #expect(FileManager.default.fileExists(atPath: note.string))
            try device.expectNothingLeftOver(store)
        }
    }

    @Test func `an update below the version of another copy gives the place to that`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            for (name, build) in [("org.x", "2"), ("org.x.y", "3"), ("org.x.y", "1")] {
                _ = try store.install(appAt: try app(name, build: build, in: device))
            }
            #expect(try standings(store) == ["org.x": .offered, "org.x.y": .superseded])
        }
    }

    @Test func `AT-15: an extension that needs a newer system is installed without an error and not listed`() throws {
        try DeviceFixture.with { device in
            let path = try app("org.x", build: "1", minimumSystem: "27.0", in: device)
            do {
                let store = try device.open()
                let installed = try store.install(appAt: path)
                #expect(installed.extensions.map(\.standing) == [.incompatible])
                #expect(installed.extensions[0].minimumOSVersion == "27.0")
                #expect(store.extensions().isEmpty)
            }
            // Another level of the device makes another answer, without another install.
            for (level, count) in [("27.0", 1), ("27.1", 1), ("26.9.9", 0), ("100", 1)] {
                #expect(try device.open(systemVersion: level).extensions().count == count, "\(level)")
            }
        }
    }

    @Test func `a copy that needs a newer system does not take the place of one that runs`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            _ = try store.install(appAt: try app("org.x", build: "1", minimumSystem: "12.0", in: device))
            _ = try store.install(appAt: try app("org.x.y", build: "2", minimumSystem: "99", in: device))
            #expect(try standings(store) == ["org.x": .offered, "org.x.y": .incompatible])
            #expect(store.appex(try identifier(share))?.appIdentifier.rawValue == "org.x")
        }
    }
}
