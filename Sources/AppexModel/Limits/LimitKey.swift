/// One of the limits, by the name that files, commands and documentation have for it.
package enum LimitKey: String, Sendable, CaseIterable {
    case memory, requestProcessorTime, launchTime, requestTime, backgroundTime, graceTime, lingerTime
    case openRequests, hasProcessPerRequest, openFiles, threads, fileSize, containerSize

    /// What a value of it is.
    package enum Unit: Sendable {
        /// A number of bytes, written as in `64 MiB`.
        case bytes
        /// Written as in `30 s`.
        case time
        /// A whole number.
        case count
        /// `true` or `false`.
        case flag
    }

    package var unit: Unit {
        switch self {
        case .memory, .fileSize, .containerSize: .bytes
        case .requestProcessorTime, .launchTime, .requestTime, .backgroundTime, .graceTime, .lingerTime: .time
        case .openRequests, .openFiles, .threads: .count
        case .hasProcessPerRequest: .flag
        }
    }

    /// What the value may be, in bytes, milliseconds or pieces. The lower ends are what a Swift program needs to come
    /// to its first request at all.
    package var range: ClosedRange<UInt64> {
        switch self {
        case .memory: 8 << 20...1 << 40
        case .fileSize: 64 << 10...1 << 50
        case .containerSize: 1 << 20...1 << 50
        case .requestProcessorTime, .launchTime, .requestTime: 100...Self.week
        case .backgroundTime, .graceTime, .lingerTime: 0...Self.week
        case .openRequests: 1...4096
        // libdispatch crashes when it cannot open a file in /proc.
        case .openFiles: 64...65_536
        case .threads: 16...4096
        case .hasProcessPerRequest: 0...1
        }
    }

    private static let week: UInt64 = 7 * 24 * 3600 * 1000

    /// What it limits, as the rest of a line.
    package var meaning: String {
        switch self {
        case .memory: "memory of its own"
        case .requestProcessorTime: "processor time that one request may take"
        case .launchTime: "from the launch until beginRequest is called"
        case .requestTime: "from the request's begin until its outcome"
        case .backgroundTime: "how long handlers may go on when no host uses it any more"
        case .graceTime: "how long they may take to end once told to"
        case .lingerTime: "how long it stays for the next host"
        case .openRequests: "requests that one process may have open"
        case .hasProcessPerRequest: "each request gets a process of its own"
        case .openFiles: "open descriptors"
        case .threads: "threads"
        case .fileSize: "size of one file that it writes"
        case .containerSize: "size of all files in its container"
        }
    }
}

extension ExtensionLimits {
    /// A limit as a plain number: bytes, milliseconds, pieces, or 1 for true.
    ///
    /// What is set has to be in the key's ``LimitKey/range``.
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
    /// 0 when it is negative.
    package var wholeMilliseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(clamping: seconds) * 1000 + UInt64(clamping: attoseconds / 1_000_000_000_000_000)
    }
}
