import AppexModel
import Glibc
import SystemPackage

/// The launcher's language: one packet per message, little endian, fixed fields first. The other
/// side of this file is Sources/appex-launch/launch.h.
enum LauncherMessage {
    static let version: UInt32 = 1
    /// The largest request the launcher reads.
    static let maximumRequest = 64 * 1024
    /// The size of every event.
    static let eventSize = 400

    static func hello() -> [UInt8] { header(kind: 1, id: 0).bytes }

    static func kill(_ launch: LaunchIdentifier) -> [UInt8] { header(kind: 3, id: launch.rawValue).bytes }

    static func ping(_ request: LaunchIdentifier) -> [UInt8] { header(kind: 6, id: request.rawValue).bytes }

    /// A file for a running extension, or without `grants` the end of that.
    static func change(_ request: LaunchIdentifier, _ file: GrantedFile, of launch: LaunchIdentifier, grants: Bool)
        -> [UInt8]
    {
        var writer = header(kind: grants ? 4 : 5, id: request.rawValue)
        writer.integer(launch.rawValue)
        writer.integer(file.number)
        writer.string(file.name)
        return writer.bytes
    }

    static func launch(_ launch: LaunchIdentifier, _ plan: LaunchPlan, _ program: SeccompProgram) -> [UInt8] {
        var writer = header(kind: 2, id: launch.rawValue)
        writer.integer(UInt32(plan.allowsWeakSandbox ? 1 : 0))
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
        return writer.bytes
    }

    private static func header(kind: UInt32, id: UInt64) -> LauncherWriter {
        var writer = LauncherWriter()
        writer.integer(kind)
        writer.integer(version)
        writer.integer(id)
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
        case report(WallReport)
        case event(LauncherEvent)
        /// A file was granted or revoked as this request asked, or this ping has come through.
        case answered(LaunchIdentifier)
    }

    /// Decodes a packet of the launcher.
    ///
    /// - Returns: nil for anything that is not exactly one event of this version.
    static func decode(_ packet: UnsafeRawBufferPointer) -> Incoming? {
        guard packet.count == eventSize else { return nil }
        func integer<Value: FixedWidthInteger>(at offset: Int, as type: Value.Type = Value.self) -> Value {
            Value(littleEndian: packet.loadUnaligned(fromByteOffset: offset, as: type))
        }
        func text(at offset: Int, size: Int) -> String {
            String(decoding: packet[offset..<offset + size].prefix { $0 != 0 }, as: UTF8.self)
        }
        guard integer(at: 4, as: UInt32.self) == version else { return nil }
        let launch = LaunchIdentifier(rawValue: integer(at: 8))
        switch integer(at: 0, as: UInt32.self) {
        case 129:
            var states: [Wall: WallReport.State] = [:]
            for wall in Wall.allCases {
                let error: Int32 = integer(at: 64 + 4 * wall.rawValue)
                states[wall] = error == 0 ? .up : error == ECANCELED ? .unused : .refused(error)
            }
            return .report(WallReport(user: integer(at: 56), landlockVersion: integer(at: 60), states: states))
        case 130:
            return .event(.started(launch, pid: integer(at: 16), initPID: integer(at: 20)))
        case 131:
            let error = Errno(rawValue: integer(at: 24))
            return .event(
                .failed(
                    launch,
                    LaunchFailure(
                        step: text(at: 112, size: 32), subject: text(at: 144, size: 256), error: error)))
        case 132:
            // Bounded so that no arithmetic can overflow: 2^52 microseconds are 142 years.
            func bounded(at offset: Int) -> Int64 { Int64(min(integer(at: offset, as: UInt64.self), 1 << 52)) }
            let usage = ResourceUsage(
                userTime: .microseconds(bounded(at: 32)), systemTime: .microseconds(bounded(at: 40)),
                peakMemory: Int(bounded(at: 48)) << 10)
            let status = ExitStatus(waitStatus: integer(at: 28), wasAsked: integer(at: 24, as: Int32.self) == ECANCELED)
            return .event(.exited(launch, status, usage))
        case 133, 134:
            return .answered(launch)
        default:
            return nil
        }
    }
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
