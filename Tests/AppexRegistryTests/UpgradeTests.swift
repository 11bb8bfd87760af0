import AppexModel
import AppexRegistry
import AppexSigning
import Foundation
import GRDB
import SystemPackage
import Testing

/// Devices on which earlier versions have installed apps that were signed with certificates.
@Suite struct UpgradeTests {
    /// The fingerprint of the certificate of ``owner``, as an earlier version has computed it.
    private static let ownersFingerprint = "251c92b1423232e4135f424185e3011de30a02114971a2ba8da0a932589fbc09"
    private static let strangersFingerprint = String(repeating: "5a", count: 32)
    /// The identity of the device's owner, as an earlier version has written it.
    private static let owner = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAP1ZEqfqI6OB9JUn
        xRKyNz9na0wdv8j3RboCvbF+58mhRANCAAR5K8PXss54HAAVOqvNe2p7AonSK9/g
        TevYT3xP//9mzmvDeGI07666Ly2Yzr28L+42Chd4LE8XZrNneQGJdO8z
        -----END PRIVATE KEY-----

        """

    private static func bundle(
        _ name: String, _ identifier: String, version: String, in device: DeviceFixture
    ) throws -> BundleFixture {
        try BundleFixture(
            in: device.folder, name: name, identifier: identifier, version: version,
            groups: name == "Stranger.app" ? ["group.org.example.stranger"] : ["group.org.example.shared"])
    }

    private static func darkroom(_ version: String, in device: DeviceFixture) throws -> BundleFixture {
        try bundle("Darkroom.app", "org.example.darkroom", version: version, in: device)
    }

    private static func ledger(_ version: String, in device: DeviceFixture) throws -> BundleFixture {
        try bundle("Ledger.app", "org.example.ledger", version: version, in: device)
    }

    @discardableResult
    private static func install(
        _ bundle: BundleFixture, by identity: SigningIdentity, on device: DeviceFixture, _ store: RegistryStore,
        replacing: Bool = false
    ) throws -> InstalledApp {
        try identity.sign(bundle.path)
        let seal = try VerifiedSeal(SignatureFiles(of: bundle.path), trust: TrustList(in: device.layout.trust))
        return try store.install(appAt: bundle.path, seal: seal, replacing: replacing)
    }

    /// Passes a device of an earlier version with two apps of its owner, which share a group, and one of a stranger. The user has
    /// switched extensions of the first and the last one off.
    private static func withEarlierDevice(
        _ identity: String? = owner, _ body: (DeviceFixture, _ before: [InstalledApp]) throws -> Void
    ) throws {
        try DeviceFixture.with { device in
            var before: [InstalledApp] = []
            do {
                let store = try device.open()
                let makers = try ["Owner", "Stranger"].map {
                    try SigningIdentity.create($0, in: device.layout.identities, trustedIn: device.layout.trust)
                }
                try install(try darkroom("1.0", in: device), by: makers[0], on: device, store)
                try install(try ledger("1.0", in: device), by: makers[0], on: device, store)
                let stranger = try bundle("Stranger.app", "org.example.stranger", version: "1.0", in: device)
                try install(stranger, by: makers[1], on: device, store)
                for identifier in ["org.example.darkroom.sepia", "org.example.stranger.sepia"] {
                    try store.elect(.ignore, for: try #require(BundleIdentifier(rawValue: identifier)))
                }
                before = store.apps().sorted { $0.bundleIdentifier < $1.bundleIdentifier }
            }
            for folder in [device.layout.identities, device.layout.trust] {
                try FileManager.default.removeItem(atPath: folder.string)
                try FileManager.default.createDirectory(
                    atPath: folder.string, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            }
            if let identity {
                let file = device.layout.identities.appending("Owner.pem").string
                try Data(identity.utf8).write(to: URL(fileURLWithPath: file))
            }
            try DatabaseQueue(path: device.layout.registry.string).write { database in
                for table in ["app", "election"] {
                    for (name, fingerprint) in [("Owner", ownersFingerprint), ("Stranger", strangersFingerprint)] {
                        try database.execute(
                            sql: "UPDATE \(table) SET signer = ? WHERE signer LIKE ?",
                            arguments: ["\(fingerprint) \(name)", "% \(name)"])
                    }
                }
                try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier LIKE '7 %'")
            }
            try body(device, before)
        }
    }

    @Test func `a device of an earlier version goes on, and its makers are marked`() throws {
        try Self.withEarlierDevice { device, before in
            let apps = try device.open().apps().sorted { $0.bundleIdentifier < $1.bundleIdentifier }
            #expect(apps.map(\.bundlePath) == before.map(\.bundlePath))
            #expect(apps.map(\.extensions) == before.map(\.extensions) && apps.map(\.groups) == before.map(\.groups))
            #expect(apps.map(\.signer?.isOfCertificate) == [true, true, true])
            #expect(apps.map(\.signer?.fingerprint).first == Self.ownersFingerprint)
            // A second start does not mark them again.
            #expect(try device.open().apps().sorted { $0.bundleIdentifier < $1.bundleIdentifier } == apps)
        }
    }

    @Test func `the owner's key takes over the apps, data, groups and choices of the owner's certificate`() throws {
        try Self.withEarlierDevice { device, before in
            let store = try device.open()
            let owner = try SigningIdentity.owner(of: device.layout)
            let updated = try Self.install(try Self.darkroom("2.0", in: device), by: owner, on: device, store)
            #expect(updated.signer == owner.signer && updated.containerPath == before[0].containerPath)
            #expect(updated.extensions.map(\.containerPath) == before[0].extensions.map(\.containerPath))
            #expect(updated.groups == before[0].groups)
            #expect(updated.extensions.first { $0.displayName == "Sepia" }?.election == .ignore)
            // The app that was not updated is of the same maker, so that they share the group.
            #expect(store.app(before[1].bundleIdentifier)?.signer == owner.signer)
            let other = try Self.install(try Self.ledger("2.0", in: device), by: owner, on: device, store)
            #expect(other.groups == updated.groups && other.containerPath == before[1].containerPath)
            try device.expectNothingLeftOver(store)
            // The stranger's app and the choice for it are as they were.
            let stranger = try #require(store.app(before[2].bundleIdentifier))
            #expect(stranger.signer?.isOfCertificate == true && stranger.extensions == before[2].extensions)
        }
    }

    @Test func `the owner's next key takes them over as well`() throws {
        try Self.withEarlierDevice { device, before in
            let store = try device.open()
            _ = try SigningIdentity.owner(of: device.layout)
            let owner = try SigningIdentity.renew("Owner", in: device.layout.identities).identity
            // Trusted once more, as `appex trust add` does.
            _ = try owner.trust(in: device.layout.trust)
            let updated = try Self.install(try Self.darkroom("2.0", in: device), by: owner, on: device, store)
            #expect(updated.containerPath == before[0].containerPath && updated.signer == owner.signer)
        }
    }

    @Test(arguments: [nil, "", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
    func `without the certificate's key, and for another maker, the owner has to say so`(_ identity: String?) throws {
        try Self.withEarlierDevice(identity) { device, before in
            let store = try device.open()
            for maker in [
                try SigningIdentity.owner(of: device.layout),
                try SigningIdentity.create("Stranger", in: device.layout.identities, trustedIn: device.layout.trust),
            ] {
                let bundle = try Self.darkroom("2.0", in: device)
                let error = #expect(throws: RegistryError.self) {
                    try Self.install(bundle, by: maker, on: device, store)
                }
                #expect(
                    error?.code == .signature && "\(error as Any)".contains("with a certificate"), "\(error as Any)")
            }
            #expect(store.app(before[0].bundleIdentifier)?.shortVersion == "1.0")
            let owner = try SigningIdentity.owner(of: device.layout)
            // Its group is shared with an app of the certificate.
            try store.uninstall(before[1].bundleIdentifier)
            let updated = try Self.install(
                try Self.darkroom("2.0", in: device), by: owner, on: device, store, replacing: true)
            #expect(updated.containerPath == before[0].containerPath && updated.extensions.first?.election == .default)
        }
    }
}
