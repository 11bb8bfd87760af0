import CFloor
import OpenExtensionKit

/// A real extension's view, made with OpenUIKit in the sandbox: from the host's decision to show it until its first tree of
/// 500 nodes is there, when nothing of it runs and when it had been prepared; from a press until its label has changed; and
/// how much of a table of 1,000 rows travels.
enum FirstView: Case {
    static let name = "first-view"

    private static let rounds = Repetitions.of(40)
    private static let presses = Repetitions.of(200)
    /// Milliseconds.
    private static let coldLimit = 100.0
    private static let parkedLimit = 30.0
    private static let pressLimit = 16.0
    private static let settling = Duration.milliseconds(60)
    private static let traits = ViewTraits(width: 390, height: 700)
    private static let button = "Press"

    static func measure() async throws -> [Measurement] {
        let appex = BenchDevice.Appex(
            name: "View", program: "fixture-view", principal: "fixture_view.FixtureViewController")
        let device = try await BenchDevice(linger: 0, [appex])
        let host = device.host()
        let identity = try await host.extension(appex.identifier)
        var times = (cold: [Int64](), parked: [Int64]())
        // The first round fills caches and is not counted.
        for round in 0...rounds {
            let cold = try await first(host, identity)
            try await host.awaitEnd(of: appex.identifier)
            let prepared = try await host.prepare(identity)
            try await Task.sleep(for: settling)
            guard prepared.isWaiting else { throw BenchmarkError("a prepared extension did not wait") }
            let parked = try await first(host, identity)
            try await host.awaitEnd(of: appex.identifier)
            guard round > 0 else { continue }
            times.cold.append(cold)
            times.parked.append(parked)
        }
        let own = [
            Measurement(
                name: "first view, 500 nodes, cold", unit: "ms", ours: times.cold.median / 1e6, limit: coldLimit,
                iterations: rounds),
            Measurement(
                name: "first view, 500 nodes, parked", unit: "ms", ours: times.parked.median / 1e6, limit: parkedLimit,
                iterations: rounds),
            try await press(host, identity),
        ]
        let table = try await rows(host, identity)
        await device.remove()
        return own + table
    }

    private static func show(
        _ name: String, _ host: ExtensionHost, _ identity: AppExtensionIdentity
    ) async throws -> ExtensionView {
        try await host.present(ExtensionHost.items(sharing: [name]), to: identity, traits: traits)
    }

    private static func first(_ host: ExtensionHost, _ identity: AppExtensionIdentity) async throws -> Int64 {
        let start = floor_now()
        let view = try await show("many", host, identity)
        for await update in view.updates where update.tree.nodes.count > 400 { break }
        let time = floor_now() - start
        await view.dismiss()
        return time
    }

    private static func press(_ host: ExtensionHost, _ identity: AppExtensionIdentity) async throws -> Measurement {
        let view = try await show("many", host, identity)
        var updates = view.updates.makeAsyncIterator()
        var button: UInt32?
        while button == nil, let update = await updates.next() {
            button = update.tree.nodes.values.first { $0.kind == .button && $0.text(.text) == Self.button }?.id
        }
        var times: [Int64] = []
        for _ in 0..<presses {
            try await Task.sleep(for: ViewPress.pause)
            let start = floor_now()
            guard let button, let number = view.send(.activate, to: button) else {
                throw BenchmarkError("there is no button")
            }
            while let update = await updates.next(), update.handled < number {}
            times.append(floor_now() - start)
        }
        await view.dismiss()
        return Measurement(
            name: "press to changed label in the host, 500 nodes, OpenUIKit in the sandbox", unit: "ms",
            ours: times.median / 1e6, limit: pressLimit, iterations: presses)
    }

    /// How many rows are sent at first, and when the middle is looked at.
    private static func rows(_ host: ExtensionHost, _ identity: AppExtensionIdentity) async throws -> [Measurement] {
        let view = try await show("table", host, identity)
        var sent: [Int] = []
        var table: UInt32?
        for await update in view.updates {
            let rows = update.operations.count {
                if case .insert(_, .row, _, _) = $0 { true } else { false }
            }
            if table == nil, let found = update.tree.nodes.values.first(where: { $0.kind == .table }) {
                table = found.id
                sent.append(rows)
                view.send(.showRows(first: 500, count: 20), to: found.id)
            } else if table != nil, rows > 0 {
                sent.append(rows)
                break
            }
        }
        await view.dismiss()
        guard sent.count == 2 else { throw BenchmarkError("there is no table") }
        return zip(["at first", "after a jump to 20 others"], sent).map {
            Measurement(
                name: "rows sent of a table of 1,000, \($0.0)", unit: "rows", ours: Double($0.1), limit: 100,
                iterations: 1)
        }
    }
}
