import AppexModel
import AppexRegistry
import AppexSigning
import Foundation
import SystemPackage
import Testing

/// Apps that are signed: what an installation checks, and who may replace what.
@Suite struct SignatureTests {
    private static let group = "group.org.example.darkroom"

    /// Signs a bundle as somebody, who is created if need be.
    private func sign(_ bundle: BundleFixture, as name: String, on device: DeviceFixture) throws {
        let isNew = !SigningIdentity.names(in: device.layout.identities).contains(name)
        let identity =
            isNew
            ? try SigningIdentity.create(name, in: device.layout.identities)
            : try SigningIdentity(name, in: device.layout.identities)
        try identity.sign(bundle.path)
        _ = try TrustList.add(makerOf: bundle.path, in: device.layout.trust)
    }

    private func seal(of bundle: BundleFixture, on device: DeviceFixture) async throws -> VerifiedSeal {
        try VerifiedSeal(SignatureFiles(of: bundle.path), trust: TrustList(in: device.layout.trust))
    }

    /// Signs and installs a bundle.
    private func install(
        _ bundle: BundleFixture, as name: String?, on device: DeviceFixture, _ store: RegistryStore,
        replacing: Bool = false
    ) async throws -> InstalledApp {
        guard let name else { return try store.install(appAt: bundle.path, seal: nil, replacing: replacing) }
        try sign(bundle, as: name, on: device)
        return try store.install(appAt: bundle.path, seal: try await seal(of: bundle, on: device), replacing: replacing)
    }

    private func refusal(_ body: () async throws -> InstalledApp) async -> RegistryError? {
        do {
            _ = try await body()
            return nil
        } catch { return error as? RegistryError }
    }

    @Test func `who has signed an app is known after a start, and so are its programs`() async throws {
        try await DeviceFixture.withSigned { device in
            let app = try await install(try BundleFixture(in: device.folder), as: "Maker", on: device, device.open())
            let again = try #require(try device.open().app(app.bundleIdentifier))
            #expect(again.signer?.name == "Maker" && again == app)
            for (path, program) in [(again.executablePath, again.program)]
                + again.extensions.map({ ($0.executablePath, $0.program) })
            {
                let program = try #require(program)
                #expect(try FileStamp(of: path) == program.program.stamp)
                let content = try #require(FileManager.default.contents(atPath: path.string))
                #expect(try FileDigest(of: Array(content)) == program.program.digest)
            }
        }
    }

    @Test func `the registry's own file keeps the signature when the index is lost`() async throws {
        try await DeviceFixture.withSigned { device in
            let app = try await install(try BundleFixture(in: device.folder), as: "Maker", on: device, device.open())
            try FileManager.default.removeItem(atPath: device.layout.registryIndex.string)
            #expect(try device.open().app(app.bundleIdentifier) == app)
        }
    }

    @Test(arguments: [
        "Main", "PlugIns/Sepia.appex/Program", "_CodeSignature/CodeResources", "_CodeSignature/CodeSignature.minisig",
        "_CodeSignature/CodeSignature.pub",
    ])
    func `a file that changes after the signature was verified is noticed in the copy`(_ name: String) async throws {
        try await DeviceFixture.withSigned { device in
            let store = try device.open()
            let bundle = try BundleFixture(in: device.folder)
            try sign(bundle, as: "Maker", on: device)
            let seal = try await seal(of: bundle, on: device)
            let file = URL(fileURLWithPath: bundle.path.appending(name).string)
            try (Data(contentsOf: file) + Data("x".utf8)).write(to: file)
            let error = #expect(throws: RegistryError.self) {
                try store.install(appAt: bundle.path, seal: seal, replacing: false)
            }
            #expect(error?.code == .signature, "\(error as Any)")
            try device.expectNothingLeftOver(store)
        }
    }

    @Test func `a further file in the folder of the signature is noticed`() async throws {
        try await DeviceFixture.withSigned { device in
            let store = try device.open()
            let bundle = try BundleFixture(in: device.folder)
            try sign(bundle, as: "Maker", on: device)
            try Data().write(to: URL(fileURLWithPath: bundle.path.appending("_CodeSignature/more").string))
            let seal = try await seal(of: bundle, on: device)
            let error = #expect(throws: RegistryError.self) {
                try store.install(appAt: bundle.path, seal: seal, replacing: true)
            }
            #expect(error?.code == .signature)
        }
    }

    @Test(
        arguments: [
            ("Maker", "Maker", true), ("Maker", "Other", false), ("Maker", nil, false), (nil, "Maker", false),
            (nil, nil, true),
        ] as [(String?, String?, Bool)])
    func `an app is updated by its maker alone, unless its owner says otherwise`(
        _ first: String?, _ second: String?, _ isAllowed: Bool
    ) async throws {
        try await DeviceFixture.withSigned { device in
            let store = try device.open()
            let old = try await install(try BundleFixture(in: device.folder), as: first, on: device, store)
            let update = try BundleFixture(in: device.folder, version: "2.0")
            let error = await refusal { try await install(update, as: second, on: device, store) }
            #expect((error == nil) == isAllowed && error?.code ?? .signature == .signature, "\(error as Any)")
            #expect(store.app(old.bundleIdentifier)?.shortVersion == (isAllowed ? "2.0" : "1.0"))
            try device.expectNothingLeftOver(store)
            let new = try await install(update, as: second, on: device, store, replacing: true)
            #expect(new.signer?.name == second && new.containerPath == old.containerPath)
        }
    }

    @Test(arguments: ["Maker", nil])
    func `an older version replaces a newer one only if the owner says so`(_ maker: String?) async throws {
        try await DeviceFixture.withSigned { device in
            let store = try device.open()
            _ = try await install(try BundleFixture(in: device.folder, version: "1.10"), as: maker, on: device, store)
            // The same version again is no step back.
            _ = try await install(try BundleFixture(in: device.folder, version: "1.10.0"), as: maker, on: device, store)
            let older = try BundleFixture(in: device.folder, version: "1.9")
            let error = await refusal { try await install(older, as: maker, on: device, store) }
            #expect(error?.code == .olderVersion && "\(error as Any)".contains("1.10.0"), "\(error as Any)")
            #expect(try await install(older, as: maker, on: device, store, replacing: true).shortVersion == "1.9")
        }
    }

    @Test func `a smaller build number of the same version is older`() async throws {
        try await DeviceFixture.withSigned { device in
            let store = try device.open()
            _ = try await install(try BundleFixture(in: device.folder, build: "10"), as: "Maker", on: device, store)
            let older = try BundleFixture(in: device.folder, build: "9")
            let error = await refusal { try await install(older, as: "Maker", on: device, store) }
            #expect(error?.code == .olderVersion && "\(error as Any)".contains("1.0 (10)"), "\(error as Any)")
            #expect(try await install(older, as: "Maker", on: device, store, replacing: true).version == "9")
        }
    }

    @Test func `a choice for an extension says nothing about that of a different maker`() async throws {
        try await DeviceFixture.withSigned { device in
            let store = try device.open()
            let bundle = try BundleFixture(in: device.folder)
            func election(_ maker: String?, replacing: Bool = false) async throws -> Election {
                let app = try await install(bundle, as: maker, on: device, store, replacing: replacing)
                return try #require(app.extensions.first).election
            }
            let app = try await install(bundle, as: "Maker", on: device, store)
            try store.elect(.ignore, for: try #require(app.extensions.first).bundleIdentifier)
            #expect(try await election("Maker") == .ignore)
            #expect(try await election("Other", replacing: true) == .default)
            try store.uninstall(app.bundleIdentifier)
            #expect(try await election(nil) == .default)
            // And it is still there when its maker's extension is.
            #expect(try await election("Maker", replacing: true) == .ignore)
        }
    }

    @Test func `an extension that is used is not used at another point, before the user says so`() async throws {
        try await DeviceFixture.withSigned { device in
            let store = try device.open()
            let app = try await install(try BundleFixture(in: device.folder), as: "Maker", on: device, store)
            let identifiers = app.extensions.map(\.bundleIdentifier)
            try store.elect(.use, for: identifiers[0])
            try store.elect(.ignore, for: identifiers[1])
            let bundle = try BundleFixture(in: device.folder, version: "2.0")
            for name in ["Sepia", "Strip"] {
                let file = bundle.path.appending("PlugIns/\(name).appex/Info.plist").string
                let text = try String(contentsOfFile: file, encoding: .utf8)
                try bundle.write(
                    text.replacing(/com\.apple\.[a-z-]*services/, with: "com.apple.keyboard-service"),
                    to: "PlugIns/\(name).appex/Info.plist")
            }
            _ = try await install(bundle, as: "Maker", on: device, store)
            #expect(store.appex(identifiers[0])?.extensionPoint.rawValue == "com.apple.keyboard-service")
            #expect(store.appex(identifiers[0])?.election == .default)
            #expect(store.appex(identifiers[1])?.election == .ignore)
        }
    }

    @Test func `as many programs and libraries as an app may have are recorded, and one more is refused`() async throws
    {
        try await DeviceFixture.withSigned { device in
            let bundle = try BundleFixture(in: device.folder)
            let code = String(decoding: ProgramFormat.header, as: UTF8.self)
            // With the programs of the app and of its two extensions.
            for number in 0..<253 {
                try bundle.write(code, to: "Frameworks/" + String(repeating: "a", count: 200) + "/\(number).so")
            }
            let app = try await install(bundle, as: "Maker", on: device, device.open())
            #expect(app.program?.libraries.count == 253)
            #expect(try device.open().app(app.bundleIdentifier) == app)
            try bundle.write(code, to: "more.so")
            let error = await refusal { try await install(bundle, as: "Maker", on: device, device.open()) }
            #expect(error?.code == .limit, "\(error as Any)")
        }
    }

    @Test func `a library whose name could be taken for another line of the record is refused`() async throws {
        try await DeviceFixture.withSigned { device in
            let code = String(decoding: ProgramFormat.header, as: UTF8.self)
            for name in ["a\nb.so", "a\tb.so", "\u{202E}a.so"] {
                let bundle = try BundleFixture(in: device.folder)
                try bundle.write(code, to: name)
                let error = await refusal { try await install(bundle, as: nil, on: device, device.open()) }
                #expect(error?.code == .forbiddenFile, "\(error as Any)")
            }
        }
    }

    @Test func `libraries are sealed with the programs that can load them`() async throws {
        try await DeviceFixture.withSigned { device in
            let bundle = try BundleFixture(in: device.folder)
            let code = String(decoding: ProgramFormat.header, as: UTF8.self)
            for path in ["Frameworks/A.so", "Own.so", "PlugIns/Sepia.appex/B.so"] { try bundle.write(code, to: path) }
            try bundle.write("no code", to: "PlugIns/Sepia.appex/C.so", mode: 0o755)
            let app = try await install(bundle, as: "Maker", on: device, device.open())
            func libraries(_ seal: ProgramSeal?) -> [String] { seal?.libraries.keys.map(\.string).sorted() ?? [] }
            #expect(libraries(app.program) == ["Frameworks/A.so", "Own.so"])
            #expect(libraries(app.extensions.first?.program) == ["Frameworks/A.so", "PlugIns/Sepia.appex/B.so"])
            #expect(try device.open().app(app.bundleIdentifier) == app)
        }
    }

    @Test func `apps of one team share a group, whose container goes with the last of them`() async throws {
        try await DeviceFixture.withSigned { device in
            let store = try device.open()
            let first = try await install(try BundleFixture(in: device.folder), as: "Maker", on: device, store)
            let other = try BundleFixture(
                in: device.folder, name: "Other.app", identifier: "org.example.other", groups: [Self.group])
            for maker in ["Stranger", nil] {
                let error = await refusal { try await install(other, as: maker, on: device, store) }
                #expect(error?.code == .identifierTaken, "\(error as Any)")
            }
            let second = try await install(other, as: "Maker", on: device, store)
            #expect(second.groups == first.groups && second.extensions.first?.groups == first.groups)
            let file = try #require(first.groups.first).containerPath.appending("note").string
            try #require(FileManager.default.createFile(atPath: file, contents: nil))
            try store.uninstall(first.bundleIdentifier)
            #expect(FileManager.default.fileExists(atPath: file))
            // What an update no longer names goes too, and what another one names stays.
            try other.addEntitlements(groups: [], to: "PlugIns/Sepia.appex")
            #expect(try await install(other, as: "Maker", on: device, store).groups == first.groups)
            try store.uninstall(second.bundleIdentifier)
            #expect(!FileManager.default.fileExists(atPath: file))
            try device.expectNothingLeftOver(store)
        }
    }

    @Test(arguments: ["", "PlugIns/Sepia.appex"])
    func `entitlements cannot claim the team of somebody else`(_ place: String) async throws {
        try await DeviceFixture.withSigned { device in
            let store = try device.open()
            let bundle = try BundleFixture(in: device.folder)
            let maker = try SigningIdentity.create("Maker", in: device.layout.identities).signer
            func claim(_ team: String) throws {
                try bundle.addEntitlements(
                    .dictionary(["com.apple.developer.team-identifier": .string(team)]), to: place)
            }
            try claim("ABCDE12345")
            let error = await refusal { try await install(bundle, as: "Maker", on: device, store) }
            #expect(error?.code == .signature && "\(error as Any)".contains("ABCDE12345"), "\(error as Any)")
            try claim(maker.team)
            #expect(try await install(bundle, as: "Maker", on: device, store).signer == maker)
        }
    }

    @Test func `an app of somebody else cannot contain a copy of an extension`() async throws {
        try await DeviceFixture.withSigned { device in
            let store = try device.open()
            let bundle = try BundleFixture(in: device.folder, extensions: [])
            try bundle.addExtension("Sepia", identifier: "org.example.darkroom.more.sepia")
            _ = try await install(bundle, as: "Maker", on: device, store)
            let other = try BundleFixture(
                in: device.folder, name: "More.app", identifier: "org.example.darkroom.more", version: "9.0",
                extensions: ["Sepia"])
            for maker in ["Stranger", nil] {
                let error = await refusal { try await install(other, as: maker, on: device, store) }
                #expect(error?.code == .identifierTaken, "\(error as Any)")
            }
            _ = try await install(other, as: "Maker", on: device, store)
        }
    }
}
