package import AppexModel
package import AppexRuntimes
package import SystemPackage

/// What a broker is told when it starts.
package struct BrokerConfiguration: Sendable {
    /// Where the device keeps its files.
    package var layout: DeviceLayout
    /// Where the device keeps its socket and locks.
    package var runtime: RuntimeDirectory
    /// The launcher's program.
    package var launcher: FilePath
    /// The program that reads pictures and archives for clients; nil when it is not installed.
    package var decoder: FilePath?
    /// The program that connects the network of an extension (slirp4netns); nil when it is not installed.
    package var networkProgram: FilePath?
    /// Where the shared runtimes are.
    package var runtimes: RuntimePlaces
    /// Whether extensions with a network reach the services of this machine that listen on 127.0.0.1 only, at 10.0.2.2.
    package var allowsLoopback: Bool
    /// How long the broker stays without clients and extensions.
    package var idleLimit: Duration
    /// Whether the device's owner accepts a sandbox that lacks a required layer.
    package var acceptsWeakSandbox: Bool
    /// How long an extension's process stays without sessions, where the device's owner has said so for all of them.
    private var linger: Duration?
    /// How long an extension may take until it is ready, where the device's owner has said so for all of them.
    private var launch: Duration?
    /// How memory is to be limited.
    package var memoryControl: MemoryControl.Choice
    /// How much may be started in advance.
    package var parking = ParkingLimits()
    /// Where the kernel tells of memory pressure.
    private var pressureFile: FilePath
    /// Whether an extension that crashes again and again is not started for a while.
    package var backsOff: Bool
    /// The environment from which extensions get language and time zone.
    package var environment: [String: String]

    /// Reads the settings of the environment: `APPEX_IDLE_SECONDS` (60), `APPEX_LINGER_SECONDS` (that of the
    /// extension point, mostly 5), `APPEX_LAUNCH_SECONDS` (20), `APPEX_PARKED_SECONDS` (30), `APPEX_MEMORY_PRESSURE` (`/proc/pressure/memory`),
    /// `APPEX_MEMORY_CONTROL` (`polling` does without control groups), `APPEX_ALLOW_WEAK_SANDBOX` (`1` accepts),
    /// `APPEX_CRASH_BACKOFF` (`0` switches it off), `APPEX_ALLOW_LOOPBACK` (`1` allows). Any other value is ignored.
    package init(
        layout: DeviceLayout, runtime: RuntimeDirectory, launcher: FilePath, decoder: FilePath? = nil,
        networkProgram: FilePath? = nil, runtimes: RuntimePlaces? = nil, environment: [String: String]
    ) {
        self.layout = layout
        self.runtime = runtime
        self.launcher = launcher
        self.decoder = decoder
        self.networkProgram = networkProgram
        self.runtimes = runtimes ?? RuntimePlaces(layout: layout, environment: environment, program: nil)
        self.environment = environment
        idleLimit = Self.seconds(environment["APPEX_IDLE_SECONDS"], default: 60)
        linger = environment["APPEX_LINGER_SECONDS"].map { Self.seconds($0, default: 5) }
        launch = ExtensionLimits.launchTime(environment)
        memoryControl = environment["APPEX_MEMORY_CONTROL"].flatMap(MemoryControl.Choice.init) ?? .best
        parking.time = Self.seconds(environment["APPEX_PARKED_SECONDS"], default: 30)
        pressureFile = FilePath(environment["APPEX_MEMORY_PRESSURE"] ?? "/proc/pressure/memory")
        acceptsWeakSandbox = environment["APPEX_ALLOW_WEAK_SANDBOX"] == "1"
        allowsLoopback = environment["APPEX_ALLOW_LOOPBACK"] == "1"
        backsOff = environment["APPEX_CRASH_BACKOFF"] != "0"
    }

    /// What has been said for all extensions of the device by its environment, over what its file says.
    package func adjusted(_ limits: ExtensionLimits) -> ExtensionLimits {
        var limits = limits
        limits.lingerTime = linger ?? limits.lingerTime
        limits.launchTime = launch ?? limits.launchTime
        return limits
    }

    /// Whether the machine has memory for what is started in advance.
    var memoryPressure: MemoryPressure { MemoryPressure(file: pressureFile, limits: parking) }

    private static func seconds(_ text: String?, default fallback: Double) -> Duration {
        let value = text.flatMap(Double.init) ?? fallback
        // Above a day it means "never", and NaN means nothing.
        return .milliseconds(Int64((value >= 0 ? min(value, 86_400) : fallback) * 1000))
    }
}
