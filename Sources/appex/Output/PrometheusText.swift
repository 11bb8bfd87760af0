import AppexModel
import AppexProtocol

/// Metrics in the text format of Prometheus.
///
/// Source: https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
enum PrometheusText {
    /// - Parameter records: the series; those of one name have to be adjacent.
    static func lines(_ records: [MetricRecord]) -> [String] {
        var lines: [String] = []
        var last: String?
        for record in records {
            if record.name != last { lines.append("# TYPE \(record.name) \(record.kind)") }
            last = record.name
            lines += samples(record)
        }
        return lines
    }

    private static func samples(_ record: MetricRecord) -> [String] {
        let own = labels(record.labels)
        guard record.kind == .histogram else { return ["\(record.name)\(own) \(number(record.value))"] }
        let limits = record.buckets.map { (number($0.limit), $0.count) } + [("+Inf", record.count)]
        return limits.map { limit, count in
            "\(record.name)_bucket\(labels(record.labels + [MetricRecord.Label("le", limit)])) \(count)"
        } + ["\(record.name)_sum\(own) \(number(record.value))", "\(record.name)_count\(own) \(record.count)"]
    }

    private static func labels(_ labels: [MetricRecord.Label]) -> String {
        guard !labels.isEmpty else { return "" }
        return "{" + labels.map { "\($0.name)=\"\(escaped($0.value))\"" }.joined(separator: ",") + "}"
    }

    private static func escaped(_ text: String) -> String {
        text.escapingScalars { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\n": "\\n"
            default: nil
            }
        }
    }

    /// Formats a number, without a fraction if it is whole.
    static func number(_ value: Double) -> String {
        Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}
