import AppexModel
import AppexRegistry
import Foundation
import SystemPackage
import Testing

/// What a process that is about to be killed has to do. It goes to the child in a file named by the
/// parent's process identifier.
private struct Job: Codable {
    enum Change: String, Codable, CaseIterable {
        case install, update, uninstall, elect
    }

    var folder: String
    var change: Change
    /// The step at which the process kills itself, or `nil` for a moment chosen by the clock.
    var step: InstallStep?
    /// Microseconds until the end when there is no step.
    var microseconds = 0

    static func file(of process: pid_t) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("appex-registry-kill-\(process)")
    }

    static func received() throws -> (Job, DeviceFixture) {
        let job = try JSONDecoder().decode(Job.self, from: Data(contentsOf: file(of: getppid())))
        return (job, try DeviceFixture(folder: FilePath(job.folder)))
    }

    func send() throws {
        try JSONEncoder().encode(self).write(to: Self.file(of: getpid()))
    }
}

@Suite(.serialized) struct KillTests {
    /// An uninstall and an election copy nothing.
    private static let stepsOfFiles: [InstallStep] = [
        .stagingMade, .copied, .validated, .containersMade, .synced, .moved,
    ]
    private static let sepia = BundleIdentifier(rawValue: "org.example.darkroom.sepia")

    private static let moments = Job.Change.allCases.flatMap { change in
        InstallStep.allCases
            .filter { change == .install || change == .update || !Self.stepsOfFiles.contains($0) }
            .map { (change, $0) }
    }

    @Test(.timeLimit(.minutes(5)), arguments: moments)
    fileprivate func `a kill at any step leaves the old state or the new one`(change: Job.Change, step: InstallStep)
        async throws
    {
        let device = try prepare(change)
        defer { clean(device) }
        try Job(folder: device.folder.string, change: change, step: step).send()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            let (job, device) = try Job.received()
            let store = try device.open { if $0 == job.step { kill(getpid(), SIGKILL) } }
            switch job.change {
            case .install, .update: _ = try store.install(appAt: device.folder.appending("Darkroom.app"))
            case .uninstall: try store.uninstall(try #require(store.apps().first?.bundleIdentifier))
            case .elect: try store.elect(.ignore, for: try #require(Self.sepia))
            }
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
            #expect(store.appex(try #require(Self.sepia))?.standing == (isCommitted ? .off : .offered))
        }
        try device.expectNothingLeftOver(store)
    }

    @Test(.timeLimit(.minutes(5)))
    func `kills at random moments leave one whole state`() async throws {
        let device = try prepare(.update)
        defer { clean(device) }
        var states: Set<String> = []
        for _ in 0..<20 {
            // Up to the time of a few installs.
            let delay = Int.random(in: 1_000...300_000)
            try Job(folder: device.folder.string, change: .update, step: nil, microseconds: delay).send()
            await #expect(processExitsWith: .signal(SIGALRM)) {
                let (job, device) = try Job.received()
                let store = try device.open()
                var timer = itimerval()
                timer.it_value.tv_usec = job.microseconds
                setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
                while true {
                    _ = try store.install(appAt: device.folder.appending("Darkroom.app"))
                    _ = try store.install(appAt: device.folder.appending("Old/Darkroom.app"))
                }
            }
            let store = try device.open()
            let versions = store.apps().compactMap(\.shortVersion)
            #expect(versions == ["1.0"] || versions == ["2.0"])
            states.formUnion(versions)
            try device.expectNothingLeftOver(store)
        }
        #expect(!states.isEmpty)
    }

    /// A device with version 1.0 installed unless the change is the first install, and version 2.0
    /// ready beside it.
    private func prepare(_ change: Job.Change) throws -> DeviceFixture {
        let folder = FilePath(NSTemporaryDirectory()).appending("appex-registry-\(UUID().uuidString)")
        let device = try DeviceFixture(folder: folder)
        let old = try BundleFixture(in: folder.appending("Old"))
        if change != .install { _ = try device.open().install(appAt: old.path) }
        _ = try BundleFixture(in: folder, version: "2.0", extensions: ["Sepia", "New"])
        return device
    }

    private func clean(_ device: DeviceFixture) {
        try? FileManager.default.removeItem(atPath: device.folder.string)
        try? FileManager.default.removeItem(at: Job.file(of: getpid()))
    }
}
