/// What one extension's process may use, and how long it may take for what.
///
/// ``init(point:)`` has the defaults of a point. Apple publishes few of its numbers; where there is one it is the
/// default here (https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension).
package struct ExtensionLimits: Sendable, Hashable {
    /// Bytes of memory of the process's own, shared pages left out.
    package var memory: UInt64 = PointLimits.usualMemory
    /// Processor time that one request may take, of all threads together.
    package var requestProcessorTime: Duration = .seconds(60)
    /// From the launch until `beginRequest` is called.
    package var launchTime: Duration = .seconds(20)
    /// From the request's begin until its outcome. Roomy, since a user may be thinking about what to write; a host
    /// gives less where nobody is.
    package var requestTime: Duration = .seconds(3600)
    /// How long completion handlers and expiring activities may go on once no host uses the process any more, before
    /// they are told that their time is over.
    package var backgroundTime: Duration = .seconds(5)
    /// How long they may take to end then.
    package var graceTime: Duration = .seconds(1)
    /// How long a process stays, frozen, for the next host.
    package var lingerTime: Duration = .seconds(5)
    /// Requests that one process may have open at a time; further hosts are refused.
    package var openRequests: Int = 64
    /// Whether each request gets a process of its own.
    package var hasProcessPerRequest = false
    /// Open descriptors. Roomy, because libdispatch crashes when it cannot open a file in /proc.
    package var openFiles: UInt64 = 256
    /// Threads. Counted per sandbox, and therefore only where a user namespace is available.
    package var threads: UInt64 = 512
    /// Bytes of one file that the extension writes.
    package var fileSize: UInt64 = 4 << 30
    /// Bytes of all files in the extension's container.
    package var containerSize: UInt64 = 8 << 30

    /// What an extension gets of whose point nothing is said.
    package init() {}
}
