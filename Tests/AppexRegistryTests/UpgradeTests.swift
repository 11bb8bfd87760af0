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
        _ name: String, _ identifier: String, version: String, groups: [String] = ["group.org.example.shared"],
        sharing appex: String? = nil, in device: DeviceFixture
    ) throws -> BundleFixture {
        let bundle = try BundleFixture(
            in: device.folder, name: name, identifier: identifier, version: version, groups: groups)
        if let appex { try bundle.addExtension("Shared", identifier: appex, version: version) }
        return bundle
    }

    private static func darkroom(
        _ version: String, sharing appex: String? = nil, in device: DeviceFixture
    ) throws -> BundleFixture {
        try bundle("Darkroom.app", "org.example.darkroom", version: version, sharing: appex, in: device)
    }

    private static func ledger(
        _ version: String, sharing appex: String? = nil, in device: DeviceFixture
    ) throws -> BundleFixture {
        try bundle("Ledger.app", "org.example.darkroom.ledger", version: version, sharing: appex, in: device)
    }

    /// The signer of an app of ``withEarlierDevice(_:sharing:_:)``, as the device records it after the upgrade.
    private static func ofCertificate(_ signer: Signer) -> Signer {
        Signer(
            name: signer.name, fingerprint: signer.name == "Owner" ? ownersFingerprint : strangersFingerprint,
            isOfCertificate: true)
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
    ///
    /// - Parameter appex: an extension that both of the owner's apps contain.
    private static func withEarlierDevice(
        _ identity: String? = owner, sharing appex: String? = nil,
        _ body: (DeviceFixture, _ before: [InstalledApp]) throws -> Void
    ) throws {
        try DeviceFixture.with { device in
            var before: [InstalledApp] = []
            do {
                let store = try device.open()
                let makers = try ["Owner", "Stranger"].map {
                    try SigningIdentity.create($0, in: device.layout.identities, trustedIn: device.layout.trust)
                }
                try install(try darkroom("1.0", sharing: appex, in: device), by: makers[0], on: device, store)
                try install(try ledger("1.0", sharing: appex, in: device), by: makers[0], on: device, store)
                let stranger = try bundle(
                    "Stranger.app", "org.example.stranger", version: "1.0", groups: ["group.org.example.stranger"],
                    in: device)
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
            let bundle = try Self.darkroom("2.0", in: device)
            // Trusted once more, as `appex trust add` does.
            try owner.sign(bundle.path)
            _ = try TrustList.add(makerOf: bundle.path, in: device.layout.trust)
            let updated = try Self.install(bundle, by: owner, on: device, store)
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
            let updated = try Self.install(
                try Self.darkroom("2.0", in: device), by: owner, on: device, store, replacing: true)
            #expect(updated.containerPath == before[0].containerPath && updated.extensions.first?.election == .default)
        }
    }

    @Test func `apps of a certificate that share a group and an extension are replaced one after the other`() throws {
        try Self.withEarlierDevice(sharing: "org.example.darkroom.ledger.shared") { device, before in
            let store = try device.open()
            let maker = try SigningIdentity.create(
                "Maker", in: device.layout.identities, trustedIn: device.layout.trust)
            let shared = try #require(BundleIdentifier(rawValue: "org.example.darkroom.ledger.shared"))
            let first = try Self.install(
                try Self.darkroom("2.0", sharing: shared.rawValue, in: device), by: maker, on: device, store,
                replacing: true)
            #expect(first.signer == maker.signer && first.groups == before[0].groups)
            #expect(first.containerPath == before[0].containerPath)
            // The other one stays as it was: the user has trusted the maker with one app.
            #expect(store.app(before[1].bundleIdentifier)?.signer == before[1].signer.map(Self.ofCertificate))
            let other = try Self.ledger("2.0", sharing: shared.rawValue, in: device)
            let error = #expect(throws: RegistryError.self) { try Self.install(other, by: maker, on: device, store) }
            #expect(error?.code == .signature, "\(error as Any)")
            // The first one is updated as usual meanwhile.
            try Self.install(
                try Self.darkroom("2.1", sharing: shared.rawValue, in: device), by: maker, on: device, store)
            let second = try Self.install(other, by: maker, on: device, store, replacing: true)
            #expect(second.groups == before[1].groups && second.containerPath == before[1].containerPath)
            #expect(store.index.copies(of: shared).count == 2)
            try device.expectNothingLeftOver(store)
        }
    }

    @Test(arguments: [true, false])
    func `whoever replaces an app of a certificate gets no group or extension of the maker's other apps`(
        _ isGroup: Bool
    ) throws {
        try Self.withEarlierDevice { device, before in
            let store = try device.open()
            let maker = try SigningIdentity.create(
                "Maker", in: device.layout.identities, trustedIn: device.layout.trust)
            // Without what the apps share.
            try Self.install(
                try Self.bundle("Darkroom.app", "org.example.darkroom", version: "2.0", groups: [], in: device),
                by: maker, on: device, store, replacing: true)
            for version in ["2.1", "2.2"] {
                let greedy = try Self.bundle(
                    "Darkroom.app", "org.example.darkroom", version: version,
                    groups: isGroup ? ["group.org.example.shared"] : [],
                    sharing: isGroup ? nil : "org.example.darkroom.ledger.sepia", in: device)
                let error = #expect(throws: RegistryError.self) {
                    try Self.install(greedy, by: maker, on: device, store, replacing: true)
                }
                #expect(error?.code == .identifierTaken, "\(error as Any)")
            }
            #expect(store.app(before[0].bundleIdentifier)?.shortVersion == "2.0")
            try device.expectNothingLeftOver(store)
        }
    }

    @Test func `an app without a signature that replaces one of a certificate shares nothing`() throws {
        try Self.withEarlierDevice { device, before in
            let store = try device.open()
            let bundle = try Self.darkroom("2.0", in: device)
            let error = #expect(throws: RegistryError.self) {
                try store.install(appAt: bundle.path, seal: nil, replacing: true)
            }
            #expect(error?.code == .identifierTaken, "\(error as Any)")
            #expect(store.app(before[0].bundleIdentifier)?.shortVersion == "1.0")
        }
    }

    @Test func `a third maker does not share what the second one shares with apps of the certificate`() throws {
        try Self.withEarlierDevice { device, _ in
            let store = try device.open()
            let makers = try ["Maker", "Third"].map {
                try SigningIdentity.create($0, in: device.layout.identities, trustedIn: device.layout.trust)
            }
            try Self.install(try Self.darkroom("2.0", in: device), by: makers[0], on: device, store, replacing: true)
            for bundle in [try Self.darkroom("3.0", in: device), try Self.ledger("3.0", in: device)] {
                let error = #expect(throws: RegistryError.self) {
                    try Self.install(bundle, by: makers[1], on: device, store, replacing: true)
                }
                #expect(error?.code == .identifierTaken, "\(error as Any)")
            }
        }
    }

    @Test(arguments: ["a group of somebody else", "the identifier of an app", "another team"])
    func `an installation that is refused hands nothing over`(_ reason: String) throws {
        try Self.withEarlierDevice { device, before in
            let store = try device.open()
            let revision = store.index.revision
            let owner = try SigningIdentity.owner(of: device.layout)
            let bundle = try Self.bundle(
                "Darkroom.app", "org.example.darkroom", version: "2.0",
                groups: reason.hasPrefix("a group") ? ["group.org.example.stranger"] : [],
                sharing: reason.hasPrefix("the identifier") ? "org.example.darkroom.ledger" : nil, in: device)
            if reason == "another team" {
                try bundle.addEntitlements(
                    .dictionary(["com.apple.developer.team-identifier": .string("ABCDEFGHIJ")]))
            }
            let error = #expect(throws: RegistryError.self) {
                try Self.install(bundle, by: owner, on: device, store)
            }
            #expect(error?.code == (reason == "another team" ? .signature : .identifierTaken), "\(error as Any)")
            #expect(store.index.revision == revision)
            let apps = store.apps().sorted { $0.bundleIdentifier < $1.bundleIdentifier }
            #expect(apps.map(\.signer) == before.map { $0.signer.map(Self.ofCertificate) })
            #expect(apps.map(\.extensions) == before.map(\.extensions))
        }
    }
}
