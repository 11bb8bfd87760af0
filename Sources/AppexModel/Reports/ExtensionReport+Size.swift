extension ExtensionReport {
    /// The text of the report, with less in it where all of it would make a file that is not read.
    ///
    /// First the names of functions go, as only hostile ones are that long; then the older half of the samples and of
    /// the printed lines, again and again, the backtrace, the types of requests, and last the message of Swift's runtime.
    ///
    /// - Returns: at most ``ReportJSON/limit`` bytes.
    /// - Throws: `EncodingError` for a number that JSON does not have; ``ReportTooLarge`` when what is left is too large
    ///   all the same.
    package func boundedBytes() throws -> [UInt8] {
        var report = self
        while true {
            let bytes = try ReportJSON.bytes(of: report)
            if bytes.count <= ReportJSON.limit { return bytes }
            guard report.shrink() else { throw ReportTooLarge(bytes: bytes.count) }
        }
    }

    /// Leaves the least important part out.
    ///
    /// - Returns: whether there was any.
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

/// A report is too large to be kept, whatever is left out of it.
package struct ReportTooLarge: Error, Sendable, Equatable, CustomStringConvertible {
    /// What its smallest form takes.
    package let bytes: Int

    /// One sentence.
    package var description: String {
        "the report has \(bytes) bytes without everything that can be left out, and at most \(ReportJSON.limit) are kept"
    }
}
