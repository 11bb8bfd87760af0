import AppexModel
import AppexRegistry
import CFloor
import Foundation
import OpenExtensionKit
import OpenViewTree
import SystemPackage

/// From a URL until the app shows that its `application(_:open:options:)` was called, beside a launch of the same app without
/// one; and `appex list` on a device with 1,000 apps, beside `appex --version`.
enum Applications: Case {
    static let name = "apps"

    private static let rounds = Repetitions.of(30)
    private static let count = Repetitions.of(1_000)
    /// Milliseconds.
    private static let listLimit = 50.0
    /// How much longer than the launch alone.
    private static let goal = 1.1
    private static let traits = ViewTraits(width: 390, height: 700)

    static func measure() async throws -> [Measurement] {
        try await urls() + [list()]
    }

    private static func urls() async throws -> [Measurement] {
        let appex = BenchDevice.Appex(name: "App", appProgram: "fixture-app")
        // A suspended app is kept for longer than a round.
        let device = try await BenchDevice(linger: 0.5, [appex])
        let host = device.host()
        guard let url = URL(string: "bench://round/1") else { throw BenchmarkError("no URL") }
        var times = (launch: [Int64](), cold: [Int64](), suspended: [Int64]())
        // The first round fills caches and is not counted.
        for round in 0...rounds {
            if round == 1 { times = ([], [], []) }
            times.launch.append(try await open(appex.app, nil, showing: "launched with nothing", host))
            try await host.awaitEnd(of: appex.app)
            times.cold.append(try await open(appex.app, url, showing: "opened \(url)", host))
            times.suspended.append(try await open(appex.app, url, showing: "opened \(url)", twice: true, host))
            try await host.awaitEnd(of: appex.app)
        }
        await device.remove()
        return [
            Measurement(
                name: "URL to the open of its app, which does not run", unit: "ms", ours: times.cold.median / 1e6,
                floor: times.launch.median / 1e6, goal: goal, iterations: rounds),
            Measurement(
                name: "URL to the open of its app, which is suspended", unit: "ms", ours: times.suspended.median / 1e6,
                iterations: rounds),
        ]
    }

    /// Nanoseconds until a label of the app shows a text, or shows it a second time.
    private static func open(
        _ app: String, _ url: URL?, showing text: String, twice: Bool = false, _ host: ExtensionHost
    ) async throws -> Int64 {
        let start = floor_now()
        let view = try await host.open(application: app, url: url, traits: traits)
        var time: Int64?
        for await update in view.updates {
            let isShown = update.tree.nodes.values.contains {
                ($0.text(.text) ?? "").components(separatedBy: text).count > (twice ? 2 : 1)
            }
            guard isShown else { continue }
            time = floor_now() - start
            break
        }
        await view.dismiss()
        guard let time else { throw BenchmarkError("the app has not shown \(text)") }
        return time
    }

    private static func list() async throws -> Measurement {
        let device = try await BenchDevice(linger: 0, [])
        // Its broker, which is going to read what is written here, has not been started.
        try populate(device)
        // Starts it.
        _ = try await device.host().administration.apps()
        var times = (ours: [Int64](), floor: [Int64]())
        for round in 0...rounds {
            if round == 1 { times = ([], []) }
            times.ours.append(try run("list", on: device))
            times.floor.append(try run("--version", on: device))
        }
        await device.remove()
        return Measurement(
            name: "appex list with \(count) apps", unit: "ms", ours: times.ours.median / 1e6,
            floor: times.floor.median / 1e6, limit: listLimit, iterations: rounds)
    }

    private static func populate(_ device: BenchDevice) throws {
        let store = try RegistryStore(layout: device.place.layout)
        try store.recover()
        let app = device.folder.appending("Small.app")
        for number in 0..<count {
            try device.writeBundle(app, "org.example.Small\(number)", "APPL", [:])
            let program = app.appending("Program").string
            try Data(ProgramFormat.header).write(to: URL(fileURLWithPath: program))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
            _ = try store.install(appAt: app, seal: nil, replacing: true)
        }
    }

    private static func run(_ argument: String, on device: BenchDevice) throws -> Int64 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try ExtensionUnderTest.program("appex").string)
        process.arguments = [argument]
        process.environment = device.environment
        process.standardOutput = FileHandle.nullDevice
        let start = floor_now()
        try process.run()
        process.waitUntilExit()
        let time = floor_now() - start
        guard process.terminationStatus == 0 else { throw BenchmarkError("appex \(argument) failed") }
        return time
    }
}
