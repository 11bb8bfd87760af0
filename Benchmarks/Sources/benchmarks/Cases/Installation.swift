import AppexModel
import AppexProtocol
import AppexRegistry
import CFloor
import Foundation
import OpenExtensionKit
import SystemPackage

/// The installation of a signed app of 50 MB with six extensions by the broker, verification included, beside `cp -a` and one
/// SHA-256 of every file, by turns. And what the check of a program costs at each launch.
enum Installation: Case {
    static let name = "install"

    private static let rounds = Repetitions.of(15)
    /// How many times longer than the floor.
    private static let goal = 1.5
    private static let programBytes = 7_150_000
    /// Microseconds.
    private static let checkLimit = 100.0
    private static let checks = Repetitions.of(10_000)

    static func measure() async throws -> [Measurement] {
        let device = try await BenchDevice(linger: 0, [])
        let app = try writeApp(on: device)
        try sign(app, on: device)
        let administration = device.host().administration
        var times = (ours: [Int64](), copy: [Int64](), synced: [Int64]())
        var check = 0.0
        // The first round fills caches and is not counted.
        for round in 0...rounds {
            if round == 1 { times = ([], [], []) }
            times.copy.append(try copy(app, on: device, synced: false))
            times.synced.append(try copy(app, on: device, synced: true))
            let start = floor_now()
            let installed = try await administration.install(app.string)
            times.ours.append(floor_now() - start)
            if round == 0 { check = try timeOfCheck(FilePath(installed.bundlePath).appending("Program")) }
            try await administration.uninstall(installed.identifier)
        }
        await device.remove()
        let ours = times.ours.median / 1e6
        return [
            Measurement(
                name: "install a signed app of 50 MB with six extensions, beside cp -a and SHA-256", unit: "ms",
                ours: ours, floor: times.copy.median / 1e6, goal: goal, iterations: rounds),
            Measurement(
                name: "the same, beside cp -a, SHA-256 and sync", unit: "ms", ours: ours,
                floor: times.synced.median / 1e6, goal: goal, iterations: rounds),
            Measurement(
                name: "stamp of a program, compared at each launch", unit: "us", ours: check, limit: checkLimit,
                iterations: checks),
        ]
    }

    /// Microseconds of what a broker compares before it starts a program that was not changed.
    private static func timeOfCheck(_ program: FilePath) throws -> Double {
        let installed = try FileStamp(of: program)
        let start = floor_now()
        for _ in 0..<checks {
            guard try FileStamp(of: program) == installed else { throw BenchmarkError("\(program) has changed") }
        }
        return Double(floor_now() - start) / Double(checks) / 1000
    }

    private static func copy(_ app: FilePath, on device: BenchDevice, synced: Bool) throws -> Int64 {
        let copy = device.folder.appending("copy").string
        let start = floor_now()
        try run(
            [
                "/bin/sh", "-c",
                "cp -a '\(app)' '\(copy)' && find '\(copy)' -type f -exec sha256sum {} + >/dev/null"
                    + (synced ? " && sync -f '\(copy)'" : ""),
            ], on: device)
        let time = floor_now() - start
        try FileManager.default.removeItem(atPath: copy)
        return time
    }

    private static func sign(_ app: FilePath, on device: BenchDevice) throws {
        try run([ExtensionUnderTest.program("appex").string, "sign", app.string], on: device)
    }

    private static func run(_ command: [String], on device: BenchDevice) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.environment = device.environment
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkError("\(command.joined(separator: " ")) ended with \(process.terminationStatus)")
        }
    }

    private static func writeApp(on device: BenchDevice) throws -> FilePath {
        let app = device.folder.appending("Large.app")
        try device.writeBundle(app, "org.example.Large", "APPL", [:])
        try writeProgram(in: app)
        for number in 0..<6 {
            let bundle = app.appending("PlugIns/Number\(number).appex")
            try device.writeBundle(
                bundle, "org.example.Large.Number\(number)", "XPC!",
                [
                    "NSExtension": .dictionary([
                        "NSExtensionPointIdentifier": .string("com.apple.services"),
                        "NSExtensionPrincipalClass": .string("Bench.Principal"),
                    ])
                ])
            try writeProgram(in: bundle)
        }
        return app
    }

    /// Bytes that begin as a program does and cannot be compressed.
    private static func writeProgram(in bundle: FilePath) throws {
        var generator = SystemRandomNumberGenerator()
        var content = Data(ProgramFormat.header)
        while content.count < programBytes {
            withUnsafeBytes(of: generator.next() as UInt64) { content.append(contentsOf: $0) }
        }
        let program = bundle.appending("Program").string
        try content.write(to: URL(fileURLWithPath: program))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    }
}
