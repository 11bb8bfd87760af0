import AppexModel
import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit
import TestSupport
import Testing

/// Two devices: one on which everybody is being killed, and one beside it on which nobody may notice.
struct ChaosRun: Sendable {
    let settings: ChaosSettings
    let device: TestDevice
    let innocent: TestDevice
    let record = ChaosRecord()

    private static let calm = "org.example.Fixtures.Calm"
    private static let wild = "org.example.Fixtures.\(ChaosMischief.victim)"

    /// Runs for as long as the settings say.
    ///
    /// - Returns: what must not be.
    func run() async throws -> [String] {
        let control = device.host()
        let quiet = innocent.host()
        try await device.install(TestApp(TestAppex("Calm"), TestAppex(ChaosMischief.victim)))
        try await innocent.install(TestApp(TestAppex("Calm")))
        let before = try await usage(control)
        try await chaos(control, quiet)
        try await expectAsBefore(control, before)
        return record.violations
    }

    /// Everything at once, phase after phase.
    private func chaos(_ control: ExtensionHost, _ quiet: ExtensionHost) async throws {
        try await withThrowingTaskGroup(of: Void.self) { watchers in
            for (watched, isInnocent) in [(device, false), (innocent, true)] {
                let monitor = ChaosMonitor(watched, record, isInnocent: isInnocent)
                watchers.addTask { await monitor.run() }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for host in hosts { group.addTask { await host.run() } }
                group.addTask {
                    var mischief = ChaosMischief(device, record, seed: settings.seed)
                    await mischief.run()
                }
                group.addTask {
                    var apps = ChaosApps(device, record, seed: settings.seed)
                    await apps.run()
                    await apps.look()
                }
                try await pass(quiet)
                try await group.waitForAll()
            }
            // So that the last reports are seen.
            try await Task.sleep(for: .seconds(6))
            watchers.cancelAll()
        }
    }

    private var hosts: [ChaosHost] {
        let absent = ChaosApps.extensions.map { "absent:\($0)" }
        let steady = ChaosHost(
            name: "innocent", device: innocent, record: record, seed: settings.seed, atATime: 1,
            targets: ["steady:\(Self.calm)"], isInnocent: true)
        return [steady]
            + (1...3).map { number in
                ChaosHost(
                    name: "host\(number)", device: device, record: record,
                    seed: settings.seed &+ UInt64(number) &* 1_000_003, atATime: 4,
                    targets: ["calm:\(Self.calm)", "wild:\(Self.wild)", "wild:\(Self.wild)"] + absent)
            }
    }

    /// Lets the time pass, and compares what the innocent hold in the end with what they held at first.
    private func pass(_ quiet: ExtensionHost) async throws {
        let all = settings.duration
        try await Task.sleep(for: all / 10)
        // On a busy machine no request may have ended yet, and later ones are compared with those of this phase.
        try? await eventually("a request has ended", atMost: ChaosSettings.extraTime) { record.p99(.quiet) != nil }
        let first = try await innocentUsage(quiet)
        record.phase = .chaos
        try await Task.sleep(for: all * 0.65)
        // A busy machine gets less done in a short run.
        try? await eventually("each has happened", atMost: ChaosSettings.extraTime) { missing.isEmpty }
        record.phase = .settling
        try await Task.sleep(for: all / 4)
        let last = try await innocentUsage(quiet)
        record.phase = .draining
        for (name, before) in first {
            guard let after = last[name] else {
                record.violation("the innocent \(name) is another process than at the beginning")
                continue
            }
            print("innocent \(name): \(after), at first \(before)")
            // Its requests go on meanwhile; what one of them holds comes and goes.
            if let growth = after.growth(since: before, moreDescriptors: Self.inFlight) {
                record.violation("the innocent \(name) \(growth)")
            }
        }
    }

    /// Descriptors that one request may hold at a time.
    private static let inFlight = 8

    private func innocentUsage(_ host: ExtensionHost) async throws -> [String: ChaosUsage] {
        var result: [String: ChaosUsage] = [:]
        var processes = try await host.processes().map { ("\($0.role) \($0.pid)", $0.pid) }
        processes += ChaosProcesses(of: innocent).hosts.map { ("host \($0)", $0) }
        for (name, pid) in processes { result[name] = ChaosUsage(of: pid) }
        return result
    }

    // MARK: Afterwards

    /// What broker and launcher hold while no extension runs and nobody but this host is there.
    private func usage(_ control: ExtensionHost) async throws -> [ProcessRecord.Role: ChaosUsage] {
        try await eventually("every extension has ended", atMost: .seconds(60)) {
            try await control.extensionProcesses().isEmpty
        }
        var result: [ProcessRecord.Role: ChaosUsage] = [:]
        for process in try await control.processes() { result[process.role] = ChaosUsage(of: process.pid) }
        return result
    }

    private func expectAsBefore(
        _ control: ExtensionHost, _ before: [ProcessRecord.Role: ChaosUsage]
    ) async throws {
        for (role, after) in try await usage(control) {
            guard let before = before[role] else { continue }
            print("\(role): \(after), at first \(before)")
            if let growth = after.growth(since: before) { record.violation("the \(role) \(growth)") }
        }
        for host in [device, innocent].map({ $0.host() }) {
            try await host.expectAnswer(from: Self.calm)
        }
        for watched in [device, innocent] {
            for broker in ChaosProcesses(of: watched).brokers { sendSignal(SIGTERM, to: broker) }
            for leak in await watched.leaks(after: .seconds(60)) {
                record.violation("left in \(watched.folder): \(leak)")
            }
            for fault in ChaosRegistry.faults(watched.place.layout) { record.violation(fault) }
        }
        judgeLatency()
        judgeCounts()
    }

    private func judgeLatency() {
        guard let quiet = record.p99(.quiet), let loud = record.p99(.chaos, .settling) else {
            return record.violation("the innocent sent no requests")
        }
        let factor = loud / quiet
        print("p99 of the innocent: \(loud), \(factor) times the quiet one of \(quiet)")
        if factor > ChaosSettings.latencyFactor, loud > ChaosSettings.latencyLimit {
            record.violation("p99 of the innocent is \(loud), and was \(quiet) while it was quiet")
        }
    }

    /// What has not happened yet, of what has to happen at least once: a run in which nothing happened proves nothing.
    private var missing: [String] {
        let counts = record.counts
        let needed = ["requests items", "requests died", "requests timedOut", "kills with a report", "installs"]
        return (needed + ChaosVictim.allCases.map { "killed \($0.rawValue)" }).filter { counts[$0, default: 0] == 0 }
    }

    private func judgeCounts() {
        let counts = record.counts
        for (what, count) in counts.sorted(by: { $0.key < $1.key }) { print("\(count) \(what)") }
        for what in missing { record.violation("in the whole run there were no \(what)") }
        // With a launcher ends one process of each extension, and whatever was still to be started.
        let reports = record.reports.filter { $0.appExtension.identifier == Self.calm && $0.pid != nil }
        let ends = record.kills.count { $0.victim == .launcher }
        if reports.count(where: { $0.kind == .launcherEnded }) > ends {
            record.violation("more reports of launchers' ends than launchers were killed")
        }
    }
}
