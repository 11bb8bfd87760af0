import AppexModel
import Foundation

extension ExtensionReport {
    /// The whole report for people. What comes from an extension or a host cannot steer a terminal.
    var lines: [String] {
        var rows: [(String, String)] = [
            ("Report", identifier.rawValue), ("Kind", kind.rawValue),
            ("Extension", "\(appExtension.identifier) \(appExtension.versions)"), ("Point", point),
            ("App", "\(app.identifier) \(app.versions)"), ("Process", pid.map { "\($0)" } ?? "never ran"),
            ("Started", "\(started.formatted(ReportJSON.dateStyle))"),
            ("Ended", "\(ended.formatted(ReportJSON.dateStyle)), after \(String(format: "%.3f", age)) s"),
        ]
        if let signal { rows.append(("Signal", "\(signal.name) (\(signal.number))")) }
        if let exitStatus { rows.append(("Status", "\(exitStatus)")) }
        if let usage {
            let times = String(format: "%.3f s user, %.3f s system", usage.userTime, usage.systemTime)
            rows.append(("Usage", "\(times), at most \(usage.peakMemory >> 10) KiB of memory"))
        }
        if let fatalError { rows.append(("Message", fatalError)) }
        for request in requests { rows.append(("Request", request.sentence)) }
        rows.append(("Written by", "OpenExtensionKit \(software)"))
        let width = rows.map(\.0.count).max() ?? 0
        let head = rows.map { "\($0.0.padding(toLength: width, withPad: " ", startingAt: 0))  \($0.1)" }
        let frames = (backtrace ?? []).enumerated().map { "  \($0)  \($1.module)  \($1.function ?? $1.offset)" }
        let trace = frames.isEmpty ? [] : ["Where it was, the innermost first:"] + frames + [""]
        let tail = log.isEmpty ? ["It printed nothing."] : ["Its last lines:"] + log.map { "  \($0)" }
        return ([summary, ""] + head + [""] + trace + tail).map(Console.tame)
    }
}

extension ExtensionReport.Bundle {
    fileprivate var versions: String {
        guard let version else { return build ?? "without a version" }
        return build.map { "\(version) (\($0))" } ?? version
    }
}

extension ExtensionReport.Request {
    fileprivate var sentence: String {
        let content = "items: \(items), attachments: \(attachments)"
        let state = isAnswered ? "answered" : "not answered"
        let types = types.isEmpty ? "" : ": " + types.joined(separator: ", ")
        return "open for \(String(format: "%.3f", age)) s, \(state), \(content)\(types)"
    }
}
