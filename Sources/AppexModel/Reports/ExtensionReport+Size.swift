extension ExtensionReport {
    /// Encodes the report as JSON, and leaves parts out if it would exceed the maximum size.
    ///
    /// The names of functions are removed first, because only malicious ones are that long; then, repeatedly, the older
    /// half of the samples and of the log, the backtrace, the types of requests, and finally the message of the Swift
    /// runtime.
    ///
    /// - Returns: at most ``ReportJSON/limit`` bytes.
    /// - Throws: `EncodingError` if a number is not finite; ``ReportTooLarge`` if the rest is still too large.
    package func boundedBytes() throws -> [UInt8] {
        var report = self
        while true {
            let bytes = try ReportJSON.bytes(of: report)
            if bytes.count <= ReportJSON.limit { return bytes }
            guard report.shrink() else { throw ReportTooLarge(bytes: bytes.count) }
        }
    }

    /// Removes the least important part.
    ///
    /// - Returns: false if no removable part is left.
    private mutating func shrink() -> Bool {
        if let backtrace, backtrace.contains(where: { $0.function != nil }) {
            self.backtrace = backtrace.map { BacktraceFrame(module: $0.module, offset: $0.offset) }
        } else if let curve, !curve.isEmpty {
            self.curve = Array(curve.suffix(curve.count / 2))
        } else if !log.isEmpty {
            log = Array(log.suffix(log.count / 2))
        } else if backtrace != nil {
            backtrace = nil
        } else if requests.contains(where: { !$0.types.isEmpty }) {
            for index in requests.indices { requests[index].types = [] }
        } else if fatalError != nil {
            fatalError = nil
        } else {
            return false
        }
        return true
    }
}

/// Reports that a report is too large to be stored even without its removable parts.
package struct ReportTooLarge: Error, Sendable, Equatable, CustomStringConvertible {
    /// The size of its smallest form, in bytes.
    package let bytes: Int

    /// One sentence.
    package var description: String {
        "the report has \(bytes) bytes without everything that can be left out, and at most \(ReportJSON.limit) are kept"
    }
}
