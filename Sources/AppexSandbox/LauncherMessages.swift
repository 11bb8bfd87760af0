import AppexModel
import CLauncherProtocol
import Glibc
import SystemPackage

/// The messages between the broker and its launcher. Their structures and numbers come from `CLauncherProtocol`, which
/// the launcher is compiled against too.
enum LauncherMessage {
    /// The largest request that the launcher reads, in bytes.
    static let maximumRequest = Int(MESSAGE_MAX)
    /// The size of every event, in bytes.
    static let eventSize = MemoryLayout<CLauncherProtocol.event>.size

    /// Asks for a report.
    static func hello() -> [UInt8] { header(REQUEST_HELLO, id: 0).bytes }

    /// Ends the extension of a launch.
    static func kill(_ launch: LaunchIdentifier) -> [UInt8] { header(REQUEST_KILL, id: launch.rawValue).bytes }

    /// Goes on with a launch whose network is connected.
    static func proceed(_ launch: LaunchIdentifier) -> [UInt8] { header(REQUEST_CONTINUE, id: launch.rawValue).bytes }

    /// Asks for a sign of life.
    static func ping(_ request: LaunchIdentifier) -> [UInt8] { header(REQUEST_PING, id: request.rawValue).bytes }

    /// Gives a file to a running extension or, without `grants`, takes it away again.
    static func change(_ request: LaunchIdentifier, _ file: GrantedFile, of launch: LaunchIdentifier, grants: Bool)
        -> [UInt8]
    {
        var writer = header(grants ? REQUEST_GRANT : REQUEST_REVOKE, id: request.rawValue)
        writer.integer(launch.rawValue)
        writer.integer(file.number)
        writer.string(file.name)
        return writer.bytes
    }

    /// Starts an extension. The launcher reads the fields in this order in `plan_parse`.
    static func launch(_ launch: LaunchIdentifier, _ plan: LaunchPlan, _ program: SeccompProgram) -> [UInt8] {
        var writer = header(REQUEST_LAUNCH, id: launch.rawValue)
        encode(plan, program, to: &writer)
        return writer.bytes
    }

    /// Executes a runtime in advance, for the next launch of a plan with the same program.
    ///
    /// - Parameter plan: the program and the environment for it; nil to stop.
    static func warm(_ plan: LaunchPlan?, _ program: SeccompProgram) -> [UInt8] {
        var writer = header(REQUEST_WARM, id: 0)
        if let plan { encode(plan, program, to: &writer) }
        return writer.bytes
    }

    private static func encode(_ plan: LaunchPlan, _ program: SeccompProgram, to writer: inout LauncherWriter) {
        let flags =
            (plan.allowsWeakSandbox ? PLAN_ALLOW_WEAK : 0) | (plan.profile.network ? PLAN_NETWORK : 0)
            | (plan.profile.object == nil ? 0 : PLAN_RUNTIME)
        writer.integer(UInt32(flags))
        writer.string(plan.profile.executable.string)
        writer.string(LaunchPlan.interpreter.string)
        writer.list(plan.arguments) { $0.string($1) }
        // Sorted, so that equal plans are equal bytes.
        writer.list(plan.environment.sorted { $0.key < $1.key }) { $0.string("\($1.key)=\($1.value)") }
        writer.list(plan.visiblePaths) { writer, visible in
            writer.integer(visible.rights.rawValue)
            writer.string(visible.path.string)
        }
        writer.list(limits(plan.profile.limits)) { writer, limit in
            writer.integer(limit.resource)
            writer.integer(limit.value)
        }
        writer.integer(UInt32(program.bytes.count / 8))
        writer.bytes += program.bytes
    }

    private static func header(_ kind: Int, id: UInt64) -> LauncherWriter {
        var writer = LauncherWriter()
        withUnsafeBytes(of: CLauncherProtocol.request(kind: UInt32(kind), version: UInt32(PROTOCOL_VERSION), id: id)) {
            writer.bytes += $0
        }
        return writer
    }

    /// The kernel's numbers of the limits.
    private static func limits(_ limits: ResourceLimits) -> [(resource: UInt32, value: UInt64)] {
        // A core limit of 1 is the one value that also keeps a crash from being piped to the
        // machine's core collector; 0 forbids only the file.
        var result: [(resource: UInt32, value: UInt64)] = [
            (RLIMIT_CORE.rawValue, 1), (RLIMIT_NOFILE.rawValue, limits.openFiles),
            (RLIMIT_FSIZE.rawValue, limits.fileSize), (__RLIMIT_NPROC.rawValue, limits.threads),
            // These are counted for all of a user's processes together. Signals that wait, of which ordinary programs
            // have hardly any; locked memory and message queues, which the allow-list refuses too.
            (__RLIMIT_SIGPENDING.rawValue, 128), (__RLIMIT_MEMLOCK.rawValue, 0), (__RLIMIT_MSGQUEUE.rawValue, 0),
            // The user may have a claim on the processors; extensions have none.
            (__RLIMIT_NICE.rawValue, 0), (__RLIMIT_RTPRIO.rawValue, 0),
        ].map { (UInt32($0.0), $0.1) }
        if let dataSize = limits.dataSize { result.append((UInt32(RLIMIT_DATA.rawValue), dataSize)) }
        return result
    }

    /// What the launcher says.
    enum Incoming: Equatable {
        case report(SandboxReport)
        case event(LauncherEvent)
        /// A file was granted or revoked as this request asked, or this ping has come through.
        case answered(LaunchIdentifier)
    }

    /// Decodes a packet of the launcher.
    ///
    /// - Returns: nil for anything that is not exactly one event of this version.
    static func decode(_ packet: UnsafeRawBufferPointer) -> Incoming? {
        guard packet.count == eventSize else { return nil }
        let event = packet.loadUnaligned(as: CLauncherProtocol.event.self)
        guard event.version == PROTOCOL_VERSION else { return nil }
        let launch = LaunchIdentifier(rawValue: event.id)
        switch Int(event.kind) {
        case EVENT_REPORT:
            return .report(report(event))
        case EVENT_NETWORK:
            return .event(.waitsForNetwork(launch, initPID: event.init_pid))
        case EVENT_STARTED:
            return .event(.started(launch, pid: event.pid, initPID: event.init_pid))
        case EVENT_FAILED:
            let failure = LaunchFailure(
                step: text(event.step), subject: text(event.subject), error: Errno(rawValue: event.error))
            return .event(.failed(launch, failure))
        case EVENT_EXITED:
            let usage = ResourceUsage(
                userTime: .microseconds(bounded(event.user_us)), systemTime: .microseconds(bounded(event.system_us)),
                peakMemory: Int(bounded(event.rss_kib)) << 10)
            let status = ExitStatus(waitStatus: event.exit_status, wasAsked: event.error == ECANCELED)
            return .event(.exited(launch, status, usage))
        case EVENT_CHANGED, EVENT_ALIVE:
            return .answered(launch)
        default:
            return nil
        }
    }

    private static func report(_ event: CLauncherProtocol.event) -> SandboxReport {
        var states: [SandboxLayer: SandboxReport.State] = [:]
        withUnsafeBytes(of: event.layers) { bytes in
            for (layer, error) in zip(SandboxLayer.allCases, bytes.bindMemory(to: Int32.self)) {
                states[layer] = error == 0 ? .up : error == ECANCELED ? .unused : .refused(error)
            }
        }
        return SandboxReport(user: event.euid, landlockVersion: event.landlock_abi, states: states)
    }

    /// The text of an array of characters, up to its first zero. What is not UTF-8 is replaced.
    private static func text(_ characters: some BitwiseCopyable) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// The value, but so small that no arithmetic with it can overflow: 2^52 microseconds are 142 years.
    private static func bounded(_ value: UInt64) -> Int64 { Int64(min(value, 1 << 52)) }
}

/// Appends fields to a request.
private struct LauncherWriter {
    var bytes: [UInt8] = []

    mutating func integer<Value: FixedWidthInteger>(_ value: Value) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// With a final zero. A zero inside would end the string early for the kernel; the launcher
    /// refuses such a request.
    mutating func string(_ value: String) {
        integer(UInt32(clamping: value.utf8.count + 1))
        bytes += value.utf8
        bytes.append(0)
    }

    mutating func list<Element>(_ elements: [Element], _ write: (inout LauncherWriter, Element) -> Void) {
        integer(UInt32(clamping: elements.count))
        for element in elements { write(&self, element) }
    }
}
