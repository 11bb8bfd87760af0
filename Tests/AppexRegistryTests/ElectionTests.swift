import AppexModel
import AppexRegistry
import Foundation
import SystemPackage
import Testing

/// What the user says about extensions, and what becomes of it.
@Suite struct ElectionTests {
    private func identifier(_ name: String) throws -> BundleIdentifier {
        try #require(BundleIdentifier(rawValue: "org.example.darkroom.\(name)"))
    }

    private func offered(_ store: RegistryStore) -> [String] { store.extensions().map(\.displayName) }

    /// An app with the share extensions A, B and C, and the keyboard K.
    private func app(_ device: DeviceFixture, version: String = "1.0") throws -> FilePath {
        let bundle = try BundleFixture(in: device.folder, version: version, extensions: ["A", "B", "C"])
        try bundle.addExtension(
            "K", identifier: "org.example.darkroom.k", version: version, point: "com.apple.keyboard-service")
        return bundle.path
    }

    @Test
    func `AT-16: ignored is not listed, nothing said is the default of the point, used is listed first if ordered`()
        throws
    {
        try DeviceFixture.with { device in
            let store = try device.open()
            _ = try store.install(appAt: try app(device))
            #expect(offered(store) == ["A", "B", "C"])
            try store.elect(.ignore, for: try identifier("a"))
            #expect(offered(store) == ["B", "C"])
            #expect(store.appex(try identifier("a"))?.standing == .off)
            #expect(store.appex(try identifier("a"))?.election == .ignore)
            try store.elect(.use, for: try identifier("k"))
            #expect(offered(store) == ["B", "C", "K"])
            try store.elect(.use, for: try identifier("k"), isFirst: true)
            #expect(offered(store) == ["K", "B", "C"])
            try store.elect(.use, for: try identifier("c"), isFirst: true)
            #expect(offered(store) == ["C", "K", "B"])
            // It keeps its place.
            try store.elect(.use, for: try identifier("k"))
            #expect(offered(store) == ["C", "K", "B"])
            for name in ["a", "c", "k"] { try store.elect(.default, for: try identifier(name)) }
            #expect(offered(store) == ["A", "B", "C"])
        }
    }

    @Test func `what the user said outlives updates, uninstalling and reopening`() throws {
        try DeviceFixture.with { device in
            do {
                let store = try device.open()
                let app = try store.install(appAt: try app(device))
                try store.elect(.ignore, for: try identifier("a"))
                try store.elect(.use, for: try identifier("c"), isFirst: true)
                _ = try store.install(appAt: try self.app(device, version: "2.0"))
                #expect(offered(store) == ["C", "B"])
                try store.uninstall(app.bundleIdentifier)
                #expect(offered(store).isEmpty)
            }
            let store = try device.open()
            _ = try store.install(appAt: try app(device))
            #expect(offered(store) == ["C", "B"])
        }
    }

    @Test func `it is about the identifier, and so about every copy`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            for (name, version) in [("org.x", "1.0"), ("org.x.y", "2.0")] {
                let bundle = try BundleFixture(
                    in: device.folder.appending(name), identifier: name, version: version, extensions: [])
                try bundle.addExtension("Share", identifier: "org.x.y.share", version: version)
                _ = try store.install(appAt: bundle.path)
            }
            let share = try #require(BundleIdentifier(rawValue: "org.x.y.share"))
            try store.elect(.ignore, for: share)
            #expect(store.index.copies(of: share).map(\.standing) == [.off, .superseded])
            #expect(store.index.copies(of: share).map(\.election) == [.ignore, .ignore])
            try store.uninstall(try #require(BundleIdentifier(rawValue: "org.x.y")))
            #expect(store.index.copies(of: share).map(\.standing) == [.off])
        }
    }

    @Test func `only what is installed can be chosen, and what was said can be taken back`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            for election in Election.allCases {
                let error = try #require(throws: RegistryError.self) {
                    try store.elect(election, for: try identifier("a"))
                }
                #expect(error.code == .notInstalled)
            }
            let app = try store.install(appAt: try app(device))
            try store.elect(.ignore, for: try identifier("a"))
            try store.uninstall(app.bundleIdentifier)
            try store.elect(.default, for: try identifier("a"))
            _ = try store.install(appAt: try self.app(device))
            #expect(offered(store) == ["A", "B", "C"])
        }
    }
}
