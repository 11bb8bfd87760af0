import AppexProtocol
import ArgumentParser
import OpenExtensionKit

struct MetricsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Prints what the broker has counted and measured since it started.",
        discussion: "Documentation/Metrics.md describes the names. If no broker is running, there are no metrics."
    )

    @Flag(help: "Print the text format of Prometheus.")
    var prometheus = false

    @OptionGroup var output: OutputOptions

    private struct Listing: Encodable {
        let metrics: [MetricListing]
    }

    func validate() throws {
        if prometheus, output.json { throw ValidationError("--json and --prometheus exclude each other.") }
    }

    func run() async throws {
        let records = try await ExtensionHost().administration.metrics()
        if output.json { return try Console.print(Listing(metrics: records.map(MetricListing.init))) }
        if prometheus {
            for line in PrometheusText.lines(records) { Console.say(line) }
            return
        }
        guard !records.isEmpty else {
            return Console.say("Nothing is running; the broker starts with the next request.")
        }
        var table = Table(["NAME", "LABELS", "VALUE"])
        for record in records {
            let labels = record.labels.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
            table.add([record.name, labels.isEmpty ? "-" : labels, Self.value(record)])
        }
        table.print()
    }

    private static func value(_ record: MetricRecord) -> String {
        guard record.kind == .histogram else { return PrometheusText.number(record.value) }
        guard record.count > 0 else { return "none" }
        return "\(record.count), on average \(PrometheusText.number(record.value / Double(record.count)))"
    }
}

/// A series as printed with --json.
struct MetricListing: Encodable {
    struct Bucket: Encodable {
        let limit: Double
        let count: UInt64
    }

    let name: String
    let kind: String
    let labels: [String: String]
    /// nil for a histogram.
    let value: Double?
    /// Count, sum and buckets are nil unless it is a histogram.
    let count: UInt64?
    let sum: Double?
    let buckets: [Bucket]?

    init(_ record: MetricRecord) {
        let isHistogram = record.kind == .histogram
        name = record.name
        kind = "\(record.kind)"
        labels = Dictionary(record.labels.map { ($0.name, $0.value) }) { first, _ in first }
        value = isHistogram ? nil : record.value
        count = isHistogram ? record.count : nil
        sum = isHistogram ? record.value : nil
        buckets = isHistogram ? record.buckets.map { Bucket(limit: $0.limit, count: $0.count) } : nil
    }
}
