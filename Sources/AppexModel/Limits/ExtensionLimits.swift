/// The resource and time limits of an extension's process.
///
/// ``init(point:)`` creates the defaults of a point. Apple publishes few of its limits; those that it does are the
/// defaults here (https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension).
package struct ExtensionLimits: Sendable, Hashable {
    /// The maximum private memory of the process in bytes, without shared pages.
    package var memory: UInt64 = 120 << 20
    /// The maximum processor time of one request, of all threads together.
    package var requestProcessorTime: Duration = .seconds(60)
    /// The maximum time from the launch until the program is ready for its first request.
    package var launchTime: Duration = .seconds(20)

    /// The value of `APPEX_LAUNCH_SECONDS`, which is the limit of all launches on machines that are too busy for the usual one;
    /// nil if it is not set to a number from 1 to 3600.
    package static func launchTime(_ environment: [String: String]) -> Duration? {
        guard let seconds = environment["APPEX_LAUNCH_SECONDS"].flatMap(Double.init), (1...3600).contains(seconds)
        else {
            return nil
        }
        return .milliseconds(Int64(seconds * 1000))
    }

    /// The maximum time from the beginning of a request to its outcome. The default is long, because a user may be writing
    /// a text; a host sets a shorter time-out for a request without a user.
    package var requestTime: Duration = .seconds(3600)
    /// How long completion handlers and expiring activities may continue after the last host has stopped using the process,
    /// before they are told that their time has expired.
    package var backgroundTime: Duration = .seconds(5)
    /// The maximum time for them to end after that.
    package var graceTime: Duration = .seconds(1)
    /// How long a frozen process is kept for the next request.
    package var lingerTime: Duration = .seconds(5)
    /// The maximum number of open requests of one process. Further ones are refused.
    package var openRequests: Int = 64
    /// Whether each request gets its own process.
    package var hasProcessPerRequest = false
    /// The maximum number of open file descriptors. libdispatch crashes if it cannot open a file in /proc.
    package var openFiles: UInt64 = 256
    /// The maximum number of threads. They are counted per sandbox, and therefore only if a user namespace is available.
    package var threads: UInt64 = 512
    /// The maximum size of one file that the extension writes, in bytes.
    package var fileSize: UInt64 = 4 << 30
    /// The maximum size of all files in the extension's container together, in bytes.
    package var containerSize: UInt64 = 8 << 30

    /// The default limits of a point that has no defaults of its own.
    package init() {}

    /// The default limits of an extension point.
    package init(point identifier: ExtensionPointIdentifier) {
        let point = ExtensionPoint(identifier)
        memory = point.memory << 20
        requestTime = point.requestLifetime.limit
        requestProcessorTime = point.processorTime
        lingerTime = point.lingerTime
    }
}
