import AppexSystem
import AppexWire
import FoundationEssentials

/// What the broker holds of one process: its sockets, descriptors and timers.
struct ProcessLink {
    /// The control socket.
    let control: Connection
    /// The process's number for the coordination of files.
    let peer: PeerNumber
    /// When the process was started, for people.
    let startedOn = Date.now
    /// By which the process is signalled; nil until it is known to run.
    var handle: ProcessHandle?
    /// Holds the connection of its network to the outside, which ends with it.
    var network: NetworkConnection?
    /// What the process prints, once it is being launched.
    var output: ExtensionOutput?
    /// The question whether it is ready to be suspended; 0 for none.
    var question: UInt64 = 0

    /// Whether the process has not ended and gone; then what its number tells is about it.
    var isThere: Bool { handle.map { (try? $0.send(0)) != nil } ?? false }
}
