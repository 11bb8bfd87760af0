import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSandbox
import AppexSystem
import AppexWire
import Glibc
import OpenUniformTypeIdentifiers
import SystemPackage

/// One extension process, from the decision to start it until its end is known.
struct LiveProcess {
    enum Phase: String {
        /// The launcher has the plan; it has not yet said that the process runs.
        case starting
        case running
        /// Nobody uses it; it waits a moment for the next host.
        case lingering
        /// Its end is under way. Nobody joins it any more.
        case ending
    }

    let appex: InstalledAppex
    let control: Connection
    let started: ContinuousClock.Instant
    var phase = Phase.starting
    /// The launcher's name for it, once the plan was accepted.
    var launch: LaunchIdentifier?
    /// As seen from outside; 0 while unknown.
    var pid: Int32 = 0
    var initPid: Int32 = 0
    var sessions: [UInt64: Session] = [:]
    var linger: EventLoop.Token?
    /// It left a request unanswered; nobody joins it any more.
    var isHung = false

    /// One host's use of the process.
    struct Session {
        let client: UInt64
        /// Whether the host has its answer; what the extension still does for it is to serve loads.
        var answered = false
        /// The host's files that the process sees.
        var grants: [GrantKey: GrantedFile] = [:]
        /// Tells the host that the process has gone.
        let died: @Sendable (RemoteFailure) -> Void
    }

    /// What was granted, and under which name.
    struct GrantKey: Hashable {
        let device: dev_t
        let file: ino_t
        let name: String
    }

    /// Its init and itself, as clients are told of them.
    func records(launcher: Int32) -> [ProcessRecord] {
        let age = UInt64(max(0, (ContinuousClock.now - started) / .milliseconds(1)))
        let identifier = appex.bundleIdentifier.rawValue
        return [
            ProcessRecord(
                role: .initProcess, pid: initPid, parent: launcher, identifier: identifier, state: phase.rawValue,
                age: age),
            ProcessRecord(
                role: .appExtension, pid: pid, parent: initPid, identifier: identifier,
                sessions: UInt32(sessions.count),
                state: phase.rawValue, age: age),
        ]
    }
}

extension LaunchPlan {
    /// How an installed extension is started on this device.
    init(_ appex: InstalledAppex, _ configuration: BrokerConfiguration) {
        let types = configuration.layout.typeDeclarations
        // Without the list an extension starts all the same, and knows the system's types.
        let isPublished = types.withPlatformString { access($0, R_OK) } == 0
        let profile = SandboxProfile(
            bundle: appex.containingApp, executable: appex.executablePath, container: appex.containerPath,
            extraReadOnly: SwiftRuntime.folders, data: isPublished ? [types] : [])
        var environment = profile.environment(from: configuration.environment)
        if isPublished { environment[TypeGraph.environmentVariable] = types.string }
        self.init(
            profile: profile, arguments: [appex.executablePath.string], environment: environment,
            allowsWeakSandbox: configuration.acceptsWeakSandbox)
    }
}
