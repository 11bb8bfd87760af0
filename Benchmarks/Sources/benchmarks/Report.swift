/// How results are printed.
enum Report {
    /// The line for programs; a key that has no value is null.
    static func json(_ measurement: Measurement) -> String {
        let fields: [(String, String)] = [
            ("case", quoted(measurement.name)),
            ("unit", quoted(measurement.unit)),
            ("ours", number(measurement.ours)),
            ("floor", number(measurement.floor)),
            ("peer", number(measurement.peer)),
            ("peer_name", measurement.peerName.map(quoted) ?? "null"),
            ("peer_ratio", number(measurement.peerRatio)),
            ("peer_goal", number(measurement.lead)),
            ("ratio", number(measurement.ratio)),
            ("goal", number(measurement.goal ?? measurement.limit)),
            ("met", measurement.met.map { "\($0)" } ?? "null"),
        ]
        return "{" + fields.map { "\(quoted($0.0)): \($0.1)" }.joined(separator: ", ") + "}"
    }

    /// The table for people.
    static func table(_ measurements: [Measurement]) -> String {
        let head = ["case", "ours", "floor", "unit", "ratio", "goal", "met", "peer", "iterations"]
        let rows = measurements.map { measurement in
            [
                measurement.name, number(measurement.ours), number(measurement.floor), measurement.unit,
                number(measurement.ratio), number(measurement.goal ?? measurement.limit),
                measurement.met.map { $0 ? "yes" : "NO" } ?? "-",
                peer(measurement), "\(measurement.iterations)",
            ].map { $0 == "null" ? "-" : $0 }
        }
        let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
        return ([head] + rows).map { row in
            row.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                // Words to the left, numbers to the right.
                return column == 0 || column == 3 ? cell + padding : padding + cell
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    /// Its name and time, and how many times ours that is, with how many times it has to be.
    private static func peer(_ measurement: Measurement) -> String {
        guard let name = measurement.peerName else { return "-" }
        let times = "\(name) \(number(measurement.peer)), \(number(measurement.peerRatio))x"
        return measurement.lead.map { "\(times) of \(number($0))x" } ?? times
    }

    /// Three digits after the point are more than the machine is good for.
    private static func number(_ value: Double?) -> String {
        guard let value, value.isFinite else { return "null" }
        let thousandths = Int((value * 1000).rounded())
        let digits = String(abs(thousandths) % 1000)
        let fraction = String(repeating: "0", count: 3 - digits.count) + digits
        return "\(thousandths < 0 ? "-" : "")\(abs(thousandths) / 1000).\(fraction)"
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }
}
