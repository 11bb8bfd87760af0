import Glibc
import Testing

/// Everybody is killed at random while requests go on, and every promise holds all the same. `Scripts/soak --chaos`
/// runs it.
@Suite struct ChaosTests {
    @Test(.enabled(if: ChaosSettings.ofEnvironment != nil, "it runs for APPEX_CHAOS_SECONDS, which is not set"))
    func `whoever is killed, every request ends once, nothing stays behind and the innocent notice nothing`()
        async throws
    {
        let settings = try #require(ChaosSettings.ofEnvironment)
        print("chaos for \(settings.duration) with the seed \(settings.seed)")
        // Brokers leave when they are told to; extensions of the innocent device stay.
        try await TestDevice.with(idle: 60, linger: 0.3) { device in
            try await TestDevice.with(idle: 60, linger: 60) { innocent in
                let run = ChaosRun(settings: settings, device: device, innocent: innocent)
                let violations = try await run.run()
                // To be looked at.
                if !violations.isEmpty { setenv("APPEX_KEEP_DEVICES", "1", 1) }
                for violation in violations { Issue.record("\(violation) (seed \(settings.seed))") }
                try #require(violations.isEmpty, "the devices are kept in \(device.folder) and \(innocent.folder)")
            }
        }
    }
}
