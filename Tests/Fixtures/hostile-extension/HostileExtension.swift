import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import Glibc
import Synchronization

/// An extension that speaks the wire itself and keeps to none of its rules. Which one it breaks, the key
/// `FixtureBehaviour` of its Info.plist says.
@main
struct HostileExtension {
    static func main() {
        guard let hostility = Hostility.chosen else { exit(66) }
        if hostility == .exitBeforeReading { exit(0) }
        if hostility == .stopItself { raise(SIGSTOP) }
        let sessions = Sessions(hostility)
        do {
            let control = try Connection(socket: Descriptor(owning: ControlInterface.descriptor), role: "extension")
            try control.start { inbound in
                switch inbound {
                case .event(ControlInterface.OpenSession.code, _, let descriptors):
                    if let socket = descriptors.take() { sessions.open(socket, control) }
                // A request that is kept is one that is not answered.
                case .request(let request) where hostility == .neverSettle: _ = Unmanaged.passRetained(request)
                case .closed: exit(0)
                default: break
                }
            }
            while true { pause() }
        } catch {
            exit(67)
        }
    }
}

/// Which rule is broken.
enum Hostility: String, CaseIterable {
    case exitBeforeReading, stopItself
    /// Closes the session's socket, or that of the broker, without an answer.
    case closeSession, closeControl
    /// Serves the first session and closes every later one as soon as it has it.
    case closeLaterSessions
    /// Serves the first session and ends with the next one.
    case exitAtLaterSession
    /// Packets that are no frames.
    case garbage, shortPacket, wrongLength, secondHello, unknownKind
    /// Frames that come at the wrong time.
    case unaskedReply, unknownRequests, completeTwice, completeAfterCancel, beginReturned
    /// Bodies that are too large, not what they say, or no bodies at all.
    case manyItems, tooManyItems, deepValue, bodyInPipe, truncatedBody
    /// More than anybody wants.
    case floodEvents, floodDescriptors, floodRequests, floodBodies
    /// What only the broker sends, on its socket.
    case controlEvent, controlRequest, controlBody, controlDescriptor
    /// All of something that there is: see `Greed`.
    case takeThreads, takeDescriptors, takeProcessors, takeMemory, takeDisk, floodLog, floodControl
    /// Answers to loads: never heard, never answered, of the wrong kind.
    case neverAcknowledge, neverReply, fileWithoutDescriptor, pipeAsFile, folderAsFile, hugeFile, growingName
    /// Returns and answers with values that would end a host, or name its files: see `HostileValues`.
    case hostileValues
    /// Never answers the broker that is about to freeze it, and completes its request before.
    case neverSettle
    /// Leaves processes behind.
    case leaveChildren
    /// Shows a view as the text of the first item says: see `ViewAttack`.
    case attackView
    /// Tries to change the file that it was handed, through the descriptor it came by.
    case abuseFile

    static var chosen: Hostility? {
        let program = URL(fileURLWithPath: CommandLine.arguments.first ?? "")
        let file = program.deletingLastPathComponent().appendingPathComponent("Info.plist")
        guard let data = try? Data(contentsOf: file),
            let info = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        else { return nil }
        return (info["FixtureBehaviour"] as? String).flatMap(Hostility.init(rawValue:))
    }
}

/// The sessions that the broker has passed on; none is ever given up.
final class Sessions: Sendable {
    private let hostility: Hostility
    private let open = Mutex<[HostileSession]>([])

    init(_ hostility: Hostility) {
        self.hostility = hostility
    }

    func open(_ socket: consuming Descriptor, _ control: Connection) {
        let isFirst = open.withLock { $0.isEmpty }
        if hostility == .closeLaterSessions, !isFirst { return }
        if hostility == .exitAtLaterSession, !isFirst { exit(0) }
        guard let session = try? HostileSession(socket, hostility, control) else { return }
        open.withLock { $0.append(session) }
    }
}
