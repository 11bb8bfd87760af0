import AppexModel
import AppexProtocol
import AppexSigning
import AppexSystem
import Foundation
import FuzzSupport
import Glibc
import OpenExtensionKit
import SystemPackage
import Testing

/// `kill -9` of the broker at any instant of an install, an update or an uninstall leaves the state from
/// before or the new one: what is listed and what lies on the disk agree.
@Suite(.timeLimit(.minutes(60))) struct InterruptedChangeTests {
    /// How often a broker is killed; `Scripts/soak --kills` sets another number.
    private static let kills = ProcessInfo.processInfo.environment["APPEX_KILLS"].flatMap { Int($0) } ?? 48
    /// What the choices are drawn from.
    private static let seed =
        ProcessInfo.processInfo.environment["APPEX_KILLS_SEED"].flatMap { UInt64($0) } ?? 20_261_121

    private enum Change: CaseIterable {
        case install, uninstall
    }

    @Test func `a change that is cut off has happened or not`() async throws {
        try await TestDevice.with { device in
            var generator = SeededGenerator(seed: Self.seed)
            var version = 0
            var installed: Int?
            var durations = [Change.install: [Duration.milliseconds(200)], .uninstall: [.milliseconds(50)]]
            func typical(_ change: Change) -> Duration { durations[change].map { $0[$0.count / 2] } ?? .zero }
            var cutOff = 0
            for _ in 0..<Self.kills {
                let change: Change =
                    installed != nil && Int.random(in: 0..<3, using: &generator) == 0 ? .uninstall : .install
                if change == .install { version += 1 }
                let path = try Self.write(version, for: device)
                let host = device.host()
                // Mostly within the change itself; sometimes while the broker is starting for it.
                let broker = Int.random(in: 0..<6, using: &generator) > 0 ? try await Self.startBroker(host) : nil
                let delay = Duration.microseconds(
                    Int64.random(in: 0..<typical(change).microseconds * 5 / 4, using: &generator))
                let started = ContinuousClock.now
                async let done = Self.make(change, path, host)
                try await Self.kill(broker, of: device, after: delay)
                if await done {
                    durations[change] = ((durations[change] ?? []) + [ContinuousClock.now - started]).sorted()
                } else {
                    cutOff += 1
                }
                let wanted = change == .install ? version : nil
                let found = try await Self.check(device)
                #expect(
                    found == installed || found == wanted,
                    "version \(found as Any), was \(installed as Any), wanted \(wanted as Any)")
                installed = found
            }
            // Otherwise the kills came too late or too early to show anything.
            #expect(cutOff >= Self.kills / 6, "only \(cutOff) changes were cut off")
            #expect(cutOff <= Self.kills * 9 / 10, "\(cutOff) changes were cut off or have failed")
            print(
                "\(cutOff) of \(Self.kills) changes were cut off; an install takes \(typical(.install)), an uninstall \(typical(.uninstall))"
            )
        }
    }

    /// Writes a version of an app with enough files that copying it takes a moment.
    private static func write(_ version: Int, for device: TestDevice) throws -> FilePath {
        let folder = device.folder.appending("files/\(version)")
        let path = folder.appending("Fixtures.app")
        if FileManager.default.fileExists(atPath: path.string) { return path }
        var app = TestApp(TestAppex("One", .header, groups: ["group.org.example.x"]), TestAppex("Two", .header))
        app.version = "\(version)"
        app.ballast = 40
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        let bundle = try app.write(into: folder)
        try SigningIdentity.owner(of: device.place.layout).sign(bundle)
        return bundle
    }

    /// - Returns: whether the broker has said that it is done.
    private static func make(_ change: Change, _ path: FilePath, _ host: ExtensionHost) async -> Bool {
        do {
            switch change {
            case .install: _ = try await host.administration.install(path.string)
            case .uninstall:
                _ = try await host.broker.call(
                    BrokerInterface.Uninstall(identifier: "org.example.Fixtures"), once: true)
            }
            return true
        } catch {
            return false
        }
    }

    private static func startBroker(_ host: ExtensionHost) async throws -> Int32 {
        try #require(try await host.processes().first { $0.role == .broker }).pid
    }

    private static func kill(_ broker: Int32?, of device: TestDevice, after delay: Duration) async throws {
        let loop = try EventLoop.shared()
        await withCheckedContinuation { continuation in
            _ = loop.schedule(at: .now + delay) { continuation.resume() }
        }
        guard let broker = broker ?? device.broker else { return }
        sendSignal(SIGKILL, to: broker)
        _ = try await ProcessEnd.of(broker)
    }

    /// Compares what a new broker lists with what is on the disk.
    ///
    /// - Returns: the version that is installed.
    private static func check(_ device: TestDevice) async throws -> Int? {
        let host = device.host()
        // A broker answers before it has put the device in order; every change waits for that, and this one does nothing.
        _ = try? await host.reset("org.example.Nothing")
        let apps = try await host.broker.call(BrokerInterface.List()).0.elements
        let layout = device.place.layout
        let bundles = try contents(layout.bundleContainers)
        let appContainers = try contents(layout.appDataContainers)
        let extensionContainers = try contents(layout.extensionDataContainers)
        let groups = try contents(layout.groupContainers)
        #expect(try contents(layout.staging).isEmpty)
        guard let app = apps.first else {
            #expect(bundles.isEmpty && appContainers.isEmpty && extensionContainers.isEmpty && groups.isEmpty)
            return nil
        }
        #expect(apps.count == 1)
        #expect(app.extensions.map(\.identifier) == ["org.example.Fixtures.One", "org.example.Fixtures.Two"])
        #expect(bundles.count == 1 && appContainers.count == 1 && extensionContainers.count == 2)
        #expect(groups.count == 1)
        let bundle = FilePath(app.bundlePath)
        #expect(bundles == [bundle.removingLastComponent().lastComponent?.string])
        for appex in app.extensions { #expect(FilePath(appex.bundlePath).starts(with: bundle)) }
        let version = try #require(Int(app.version))
        let files = try FileManager.default.subpathsOfDirectory(atPath: bundle.string).sorted()
        let original = try write(version, for: device)
        #expect(files == (try FileManager.default.subpathsOfDirectory(atPath: original.string).sorted()))
        #expect(FileManager.default.contentsEqual(atPath: bundle.string, andPath: original.string))
        return version
    }

    private static func contents(_ folder: FilePath) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.string)
    }
}

extension Duration {
    fileprivate var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
