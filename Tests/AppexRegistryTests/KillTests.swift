import AppexModel
import AppexRegistry
import AppexSystem
import Foundation
import SystemPackage
import Testing

/// What a kill in the middle of a change leaves behind. A process of its own makes the change and is killed.
@Suite(.serialized) struct KillTests {
    fileprivate enum Change: String, CaseIterable {
        case install, update, uninstall, elect
    }

    /// An uninstall and an election copy nothing.
    private static let stepsOfFiles: [InstallStep] = [
        .stagingMade, .copied, .validated, .containersMade, .synced, .moved,
    ]
    private static let app = "org.example.darkroom"
    private static let sepia = "org.example.darkroom.sepia"

    private static let moments = Change.allCases.flatMap { change in
        InstallStep.allCases
            .filter { change == .install || change == .update || !Self.stepsOfFiles.contains($0) }
            .map { (change, $0) }
    }

    @Test(.timeLimit(.minutes(30)), arguments: moments)
    fileprivate func `a kill at any step leaves the old state or the new one`(change: Change, step: InstallStep) throws
    {
        try Self.withDevice(ready: change) { device in
            switch change {
            case .install, .update: try Self.interrupt(device, "install", "", at: step.rawValue)
            case .uninstall: try Self.interrupt(device, "uninstall", Self.app, at: step.rawValue)
            case .elect: try Self.interrupt(device, "elect", Self.sepia, at: step.rawValue)
            }
            let store = try device.open()
            let isCommitted = [.committed, .published, .retired, .purged].contains(step)
            let expected: [String] =
                switch change {
                case .install: isCommitted ? ["2.0"] : []
                case .update: isCommitted ? ["2.0"] : ["1.0"]
                case .uninstall: isCommitted ? [] : ["1.0"]
                case .elect: ["1.0"]
                }
            #expect(store.apps().map(\.shortVersion) == expected)
            if change == .elect {
                let sepia = try #require(BundleIdentifier(rawValue: Self.sepia))
                #expect(store.appex(sepia)?.standing == (isCommitted ? .off : .offered))
            }
            try device.expectNothingLeftOver(store)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `kills at random moments leave one whole state`() throws {
        try Self.withDevice(ready: .update) { device in
            for _ in 0..<20 {
                // Up to the time of a few installs.
                try Self.interrupt(device, "update-forever", "", at: "\(Int.random(in: 1_000...100_000))")
                let store = try device.open()
                let versions = store.apps().compactMap(\.shortVersion)
                #expect(versions == ["1.0"] || versions == ["2.0"])
                try device.expectNothingLeftOver(store)
            }
        }
    }

    /// A device with version 1.0 installed unless the change is the first install, and version 2.0 ready beside it.
    private static func withDevice(ready change: Change, _ body: (DeviceFixture) throws -> Void) throws {
        try DeviceFixture.with { device in
            let old = try BundleFixture(in: device.folder.appending("Old"))
            if change != .install { _ = try device.open().install(appAt: old.path) }
            _ = try BundleFixture(in: device.folder, version: "2.0", extensions: ["Sepia", "New"])
            try body(device)
        }
    }

    /// Lets a process make a change, and expects that it has been killed in the middle of it.
    private static func interrupt(
        _ device: DeviceFixture, _ change: String, _ identifier: String, at moment: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let own = try #require(ProgramLocator.runningProgram)
        let process = Process()
        process.executableURL = URL(filePath: own.removingLastComponent().appending("fixture-registry").string)
        process.arguments = [device.folder.string, change, identifier, moment]
        try process.run()
        process.waitUntilExit()
        #expect(
            process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL,
            "ended with \(process.terminationStatus)", sourceLocation: sourceLocation)
    }
}
