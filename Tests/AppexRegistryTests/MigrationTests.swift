import AppexModel
import AppexRegistry
import Foundation
import GRDB
import SystemPackage
import Testing

/// A registry that an earlier version wrote.
@Suite struct MigrationTests {
    /// The tables as the first version made them, with an app that has one extension.
    private static let firstVersion = """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1 apps and extensions');
        CREATE TABLE app (
            bundleIdentifier TEXT NOT NULL PRIMARY KEY, bundleContainer TEXT NOT NULL UNIQUE,
            dataContainer TEXT NOT NULL UNIQUE, name TEXT NOT NULL, displayName TEXT NOT NULL, shortVersion TEXT,
            version TEXT, executable TEXT NOT NULL
        ) STRICT;
        CREATE TABLE appex (
            bundleIdentifier TEXT NOT NULL PRIMARY KEY, appIdentifier TEXT NOT NULL REFERENCES app ON DELETE CASCADE,
            dataContainer TEXT NOT NULL UNIQUE, path TEXT NOT NULL, displayName TEXT NOT NULL, shortVersion TEXT,
            version TEXT, executable TEXT NOT NULL, style TEXT NOT NULL, point TEXT NOT NULL,
            pointVersion TEXT NOT NULL, principalClass TEXT, mainStoryboard TEXT, attributes BLOB NOT NULL
        ) STRICT;
        CREATE INDEX appexOfApp ON appex (appIdentifier);
        INSERT INTO app VALUES (
            'org.example.darkroom', 'B', 'D', 'Darkroom.app', 'Darkroom', '1.0', NULL, 'Main');
        INSERT INTO appex VALUES (
            'org.example.darkroom.sepia', 'org.example.darkroom', 'E', 'PlugIns/Sepia.appex', 'Sepia', '1.0', '7',
            'Program', 'classic', 'com.apple.services', '1.0', 'Sepia.Handler', NULL,
            CAST('<plist version="1.0"><dict/></plist>' AS BLOB));
        """

    @Test func `what an earlier version recorded is kept, and takes part in what is new`() throws {
        try DeviceFixture.with { device in
            try FileManager.default.createDirectory(
                atPath: device.layout.library.string, withIntermediateDirectories: true)
            try DatabaseQueue(path: device.layout.registry.string).writeWithoutTransaction { database in
                try database.execute(sql: Self.firstVersion)
            }
            let store = try device.open()
            let app = try #require(store.apps().first)
            #expect(app.bundleIdentifier.rawValue == "org.example.darkroom")
            #expect(app.bundlePath == device.layout.bundleContainers.appending("B/Darkroom.app"))
            let sepia = try #require(app.extensions.first)
            #expect(sepia.version == "7" && sepia.principalClass == "Sepia.Handler" && sepia.standing == .offered)
            #expect(sepia.containerPath == device.layout.extensionDataContainers.appending("E"))
            #expect(app.groups.isEmpty && sepia.groups.isEmpty)
            try store.elect(.ignore, for: sepia.bundleIdentifier)
            #expect(store.extensions().isEmpty)
            // An update keeps its data.
            let updated = try store.install(appAt: try BundleFixture(in: device.folder, version: "2.0").path)
            #expect(updated.extensions.first { $0.displayName == "Sepia" }?.containerPath == sepia.containerPath)
            #expect(updated.groups.count == 1)
        }
    }

    @Test func `a registry of a newer version is refused and nothing is removed`() throws {
        try DeviceFixture.with { device in
            _ = try device.open().install(appAt: try BundleFixture(in: device.folder).path)
            try DatabaseQueue(path: device.layout.registry.string).write { database in
                try database.execute(sql: "INSERT INTO grdb_migrations VALUES ('9 what nobody knows yet')")
            }
            let error = try #require(throws: RegistryError.self) { try device.open() }
            #expect(error.code == .registryTooNew)
            #expect(try device.names(device.layout.bundleContainers).count == 1)
        }
    }
}
