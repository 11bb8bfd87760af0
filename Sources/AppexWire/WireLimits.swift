import AppexSystem

/// The bounds of the protocol, each with its reason. A peer that exceeds one is disconnected.
package enum WireLimits {
    /// Bytes of one frame with its header. A larger body travels in a memory file. 64 KiB is well below the default
    /// size of a socket buffer, so that an empty buffer always has room for a frame.
    package static let frameBytes = EventLoop.scratchBytes

    /// Bytes of one message body, also in a memory file: a few thousand items with their descriptions. Content does not
    /// travel in a body.
    package static let bodyBytes = 4 * 1024 * 1024

    /// Descriptors in one frame: as many as one receive call has room for.
    package static let descriptors = PacketSocket.maximumDescriptors

    /// Bytes of one string in a message: far above any path, identifier or title.
    package static let stringBytes = 16 * 1024

    /// Elements of one list in a message: more than a user selects, and few enough to process at once.
    package static let listElements = 65536

    /// The depth of nested values. Decoding recurses, so this bounds the stack.
    package static let nesting = 32

    /// Unanswered requests of one peer. Further requests are refused, not queued.
    package static let requestsInFlight = 1024

    /// Bytes in the bodies of the unanswered requests of one peer: four of the largest. Without this bound a peer could
    /// make this end hold 1,024 bodies of 4 MiB.
    package static let requestBytesInFlight = 4 * bodyBytes

    /// Received descriptors that are not closed yet, because their file systems have not answered; nothing is read from a peer with
    /// more. One packet may exceed it.
    package static let unclosedDescriptors = 64

    /// Descriptors that came with the unanswered requests of one peer: a sixteenth of the usual limit of a process.
    package static let requestDescriptorsInFlight = 64

    /// Bytes that wait for a peer that does not read. If there are more, the peer counts as gone.
    package static let backlogBytes = 8 * 1024 * 1024

    /// Bytes of memory for each waiting packet in addition to its own: the array, the bag and their place in the queue.
    package static let backlogOverhead = 128

    /// Descriptors that wait for a peer that does not read: a quarter of the usual limit of a process. If there are
    /// more, the peer counts as gone.
    package static let backlogDescriptors = 256

    /// Messages of a peer that have no effect, such as events with an unknown code, in a second on average.
    package static let idlePerSecond = 1000
    /// Messages without effect at once, as when many are on their way while a view or a load ends.
    package static let idleAtOnce = 16 * 1024
    /// Bytes of a body that count as one more message without effect.
    package static let idleBodyBytes = 4096

    /// How long a peer may take to acknowledge a request. A peer that is busy acknowledges it too.
    package static let acknowledgement = Duration.seconds(10)
}
