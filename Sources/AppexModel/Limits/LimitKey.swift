/// A limit, by its name in files, commands and documentation. ``ExtensionLimits`` describes the limits.
package enum LimitKey: String, Sendable, CaseIterable {
    case memory, requestProcessorTime, launchTime, requestTime, backgroundTime, graceTime, lingerTime
    case openRequests, hasProcessPerRequest, openFiles, threads, fileSize, containerSize

    /// The unit of a limit.
    package enum Unit: Sendable {
        /// Bytes, written as in `64 MiB`.
        case bytes
        /// Milliseconds, written as in `30 s`.
        case time
        /// A whole number.
        case count
        /// `true` or `false`.
        case flag
    }

    /// The unit of the limit.
    package var unit: Unit {
        switch self {
        case .memory, .fileSize, .containerSize: .bytes
        case .requestProcessorTime, .launchTime, .requestTime, .backgroundTime, .graceTime, .lingerTime: .time
        case .openRequests, .openFiles, .threads: .count
        case .hasProcessPerRequest: .flag
        }
    }

    /// The allowed values, in bytes, milliseconds or as a number. The lower bounds are what a Swift program needs to reach
    /// its first request.
    package var range: ClosedRange<UInt64> {
        switch self {
        case .memory: 8 << 20...1 << 40
        case .fileSize: 64 << 10...1 << 50
        case .containerSize: 1 << 20...1 << 50
        case .requestProcessorTime, .launchTime, .requestTime: 100...Self.week
        case .backgroundTime, .graceTime, .lingerTime: 0...Self.week
        case .openRequests: 1...4096
        // libdispatch crashes if it cannot open a file in /proc.
        case .openFiles: 64...65_536
        case .threads: 16...4096
        case .hasProcessPerRequest: 0...1
        }
    }

    private static let week: UInt64 = 7 * 24 * 3600 * 1000

    /// A short description of the limit, for a table.
    package var meaning: String {
        switch self {
        case .memory: "private memory"
        case .requestProcessorTime: "processor time of one request"
        case .launchTime: "time from the launch until it is ready for its first request"
        case .requestTime: "time from the beginning of a request to its outcome"
        case .backgroundTime: "time for handlers after the last host has stopped using it"
        case .graceTime: "time for handlers to end after they were told to"
        case .lingerTime: "time that it is kept for the next request"
        case .openRequests: "open requests of one process"
        case .hasProcessPerRequest: "each request gets its own process"
        case .openFiles: "open file descriptors"
        case .threads: "threads"
        case .fileSize: "size of one file that it writes"
        case .containerSize: "size of all files in its container and its groups'"
        }
    }
}

extension ExtensionLimits {
    /// The value of a limit: bytes, milliseconds, a number, or 1 for true.
    ///
    /// A new value must be within the key's ``LimitKey/range``.
    package subscript(key: LimitKey) -> UInt64 {
        get {
            switch key {
            case .memory: memory
            case .requestProcessorTime: requestProcessorTime.wholeMilliseconds
            case .launchTime: launchTime.wholeMilliseconds
            case .requestTime: requestTime.wholeMilliseconds
            case .backgroundTime: backgroundTime.wholeMilliseconds
            case .graceTime: graceTime.wholeMilliseconds
            case .lingerTime: lingerTime.wholeMilliseconds
            case .openRequests: UInt64(clamping: openRequests)
            case .hasProcessPerRequest: hasProcessPerRequest ? 1 : 0
            case .openFiles: openFiles
            case .threads: threads
            case .fileSize: fileSize
            case .containerSize: containerSize
            }
        }
        set {
            let time = Duration.milliseconds(Int64(clamping: newValue))
            switch key {
            case .memory: memory = newValue
            case .requestProcessorTime: requestProcessorTime = time
            case .launchTime: launchTime = time
            case .requestTime: requestTime = time
            case .backgroundTime: backgroundTime = time
            case .graceTime: graceTime = time
            case .lingerTime: lingerTime = time
            case .openRequests: openRequests = Int(clamping: newValue)
            case .hasProcessPerRequest: hasProcessPerRequest = newValue != 0
            case .openFiles: openFiles = newValue
            case .threads: threads = newValue
            case .fileSize: fileSize = newValue
            case .containerSize: containerSize = newValue
            }
        }
    }
}

extension Duration {
    /// The duration in milliseconds, rounded down; 0 if it is negative.
    package var wholeMilliseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(clamping: seconds) * 1000 + UInt64(clamping: attoseconds / 1_000_000_000_000_000)
    }
}
