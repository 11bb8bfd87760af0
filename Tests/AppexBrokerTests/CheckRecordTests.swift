import AppexModel
import AppexProtocol
import Testing

@testable import AppexBroker

/// What `appex doctor` says of each layer of the sandbox.
@Suite struct CheckRecordTests {
    private func landlock(_ version: UInt32) -> String? {
        let states = Dictionary(uniqueKeysWithValues: SandboxLayer.allCases.map { ($0, SandboxReport.State.up) })
        let records = SandboxReport(user: 0, landlockVersion: version, states: states).records
        #expect(records.count == SandboxLayer.allCases.count && records.allSatisfy(\.stands))
        #expect(records.filter { !$0.detail.isEmpty }.map(\.name) == [SandboxLayer.landlock.title])
        return records.first { $0.name == SandboxLayer.landlock.title }?.detail
    }

    @Test(
        arguments: [
            (1, ["emptying", "devices", "signals"]), (2, ["emptying", "devices", "signals"]),
            (3, ["devices", "signals"]),
            (4, ["devices", "signals"]), (5, ["signals"]), (6, []), (9, []),
        ] as [(UInt32, [String])])
    func `an old version of Landlock is named with what it does not stop`(version: UInt32, gaps: [String]) throws {
        let detail = try #require(landlock(version))
        #expect(detail.hasPrefix("version \(version)"))
        for word in ["emptying", "devices", "signals"] {
            #expect(detail.contains(word) == gaps.contains(word), "\(detail)")
        }
        if gaps.isEmpty { #expect(detail == "version \(version)") }
    }
}
