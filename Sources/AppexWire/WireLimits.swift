import AppexSystem

/// The bounds of the wire, each with its reason. A peer that exceeds one is disconnected.
package enum WireLimits {
    /// Bytes of one frame with its header. A larger body travels by descriptor. 64 KiB keeps a frame
    /// well below the default socket buffer, so that one frame never waits for room of its own.
    package static let frameBytes = EventLoop.scratchBytes

    /// Bytes of one message body, by descriptor too: a few thousand items with their descriptions.
    /// Content never travels in a body.
    package static let bodyBytes = 4 * 1024 * 1024

    /// Descriptors in one frame: what one receive call has room for.
    package static let descriptors = PacketSocket.maximumDescriptors

    /// Bytes of one string in a message: far above any path, identifier or title.
    package static let stringBytes = 16 * 1024

    /// Elements of one list in a message: more than a user ever selects, few enough to walk at once.
    package static let listElements = 65536

    /// How deep values may be nested. Decoding recurses, so this bounds the stack.
    package static let nesting = 32

    /// Requests of one peer that are being worked on; further ones are refused, not queued.
    package static let requestsInFlight = 1024

    /// Bytes in the bodies of those requests: four of the largest. Without this bound, one peer could
    /// make this end hold 1,024 bodies of 4 MiB.
    package static let requestBytesInFlight = 4 * bodyBytes

    /// Descriptors that came with those requests, a sixteenth of what a process usually may have open.
    package static let requestDescriptorsInFlight = 64

    /// Bytes that wait for a peer which does not read. Beyond it the peer counts as gone.
    package static let backlogBytes = 8 * 1024 * 1024

    /// What a waiting packet costs beside its bytes: the array, the bag and their place in the queue.
    package static let backlogOverhead = 128

    /// Descriptors that wait for a peer which does not read, a quarter of what a process usually may
    /// have open. Beyond it the peer counts as gone.
    package static let backlogDescriptors = 256

    /// Messages of a peer that change nothing, such as events with an unknown code: so many in a second on average and
    /// more at once, as when many are on their way while a view or a load ends. A body counts as one more for each 4 KiB.
    package static let idlePerSecond = 1000
    package static let idleAtOnce = 16 * 1024
    package static let idleBodyBytes = 4096

    /// How long a peer may take to say that a request has arrived. A peer that is busy still says so.
    package static let acknowledgement = Duration.seconds(10)
}
