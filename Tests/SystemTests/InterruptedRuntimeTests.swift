import AppexModel
import AppexRuntimes
import AppexSigning
import AppexSystem
import ExtensionTesting
import Foundation
import FuzzSupport
import Glibc
import SystemPackage
import Testing

/// `kill -9` of `appex runtime install` at any instant leaves the runtime as before or as wanted.
@Suite(.timeLimit(.minutes(60))) struct InterruptedRuntimeTests {
    /// How often a process is killed; `Scripts/soak --kills` sets another number.
    private static let kills = ProcessInfo.processInfo.environment["APPEX_KILLS"].flatMap { Int($0) } ?? 24
    private static let seed =
        ProcessInfo.processInfo.environment["APPEX_KILLS_SEED"].flatMap { UInt64($0) } ?? 20_261_125
    /// The number of libraries, so that a copy takes a moment.
    private static let libraries = 60

    @Test func `an installation that is cut off has happened or not`() async throws {
        try await TestDevice.with { device in
            let sources = try ["one", "two"].map { try Self.runtime($0, in: device.folder.appending("files")) }
            let runtimes = device.place.layout.runtimes
            let place = try runtimes.appending(RuntimeManifest(ofRuntimeAt: sources[0]).identifier.rawValue)
            var generator = SeededGenerator(seed: Self.seed)
            let started = ContinuousClock.now
            #expect(try await device.appex("runtime", "install", sources[1].string).status == 0)
            // Follows the speed of the machine, which others may use too.
            var typical = ContinuousClock.now - started
            var (installed, cutOff) = ("two", 0)
            for number in 0..<Self.kills {
                let wanted = number % 2 == 0 ? "one" : "two"
                let delay = typical * Double.random(in: 0...1.1, using: &generator)
                let started = ContinuousClock.now
                if try await Self.install(sources[number % 2], on: device, killedAfter: delay) {
                    typical = typical * 0.8 + (ContinuousClock.now - started) * 0.2
                } else {
                    cutOff += 1
                    typical = typical * 1.05
                }
                try RuntimeSeal(ofRuntimeAt: place).verify()
                let found = try String(contentsOfFile: place.appending("lib0.so").string, encoding: .utf8)
                #expect(found.hasPrefix(installed) || found.hasPrefix(wanted))
                installed = String(found.prefix(3))
                #expect(RuntimeStore(layout: device.place.layout).identifiers().count == 1)
            }
            #expect(cutOff >= Self.kills / 6, "only \(cutOff) runs were cut off")
            // What a run that was killed has left behind is removed by the next one.
            #expect(try await device.appex("runtime", "install", sources[0].string).status == 0)
            #expect(try await device.appex("runtime", "install", sources[1].string).status == 0)
            let names = try FileManager.default.contentsOfDirectory(atPath: runtimes.string)
            #expect(Set(names).isDisjoint(with: [".new", ".old"]))
        }
    }

    /// Writes a runtime whose identifier is the same for each content.
    private static func runtime(_ content: String, in folder: FilePath) throws -> FilePath {
        let runtime = folder.appending(content)
        try FileManager.default.createDirectory(
            atPath: runtime.appending(SealedFiles.folder).string, withIntermediateDirectories: true)
        func write(_ bytes: [UInt8], _ name: FilePath) throws {
            try Data(bytes).write(to: URL(filePath: runtime.appending(name.components).string))
        }
        for number in 0..<libraries {
            try write(Array(String(repeating: content, count: 20_000).utf8), FilePath("lib\(number).so"))
        }
        try write([1], FilePath(RuntimeFolder.library))
        try write([1], FilePath(RuntimeFolder.program))
        let manifest = RuntimeManifest(
            swiftVersion: "6.3.1", kitVersion: "1", architecture: "x86_64", fingerprint: try FileDigest(of: []),
            modules: ["OpenUIKit"])
        try write(try #require(manifest).xmlBytes(), FilePath(RuntimeFolder.manifest))
        try write(SealedFiles(ofBundleAt: runtime).text(), SealedFiles.file)
        return runtime
    }

    /// - Returns: whether the process has ended before it was killed.
    private static func install(
        _ source: FilePath, on device: TestDevice, killedAfter delay: Duration
    ) async throws -> Bool {
        let loop = try EventLoop.shared()
        return try await device.appex(
            ["runtime", "install", source.string],
            whileRunning: { process in
                await withCheckedContinuation { continuation in
                    _ = loop.schedule(at: .now + delay) { continuation.resume() }
                }
                sendSignal(SIGKILL, to: process)
            })
    }
}
