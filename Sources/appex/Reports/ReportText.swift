import AppexModel
import Foundation

extension ExtensionReport {
    /// The whole report as text for people. Texts of extensions and hosts are escaped so that they cannot control a
    /// terminal.
    var lines: [String] {
        let head: [(String, String)?] = [
            ("Report", identifier.rawValue), ("Kind", kind.rawValue),
            // An app's own program is reported too.
            appExtension.identifier == app.identifier
                ? nil : ("Extension", "\(appExtension.identifier) \(appExtension.versions)"),
            ("Point", point), ("App", "\(app.identifier) \(app.versions)"),
            grants.map { ("Granted", $0.joined(separator: ", ")) }, ("Process", pid.map { "\($0)" } ?? "never ran"),
            ("Started", "\(started.formatted(ReportJSON.dateStyle))"),
            ("Ended", "\(ended.formatted(ReportJSON.dateStyle)), after \(String(format: "%.3f", age)) s"),
        ]
        var rows = head.compactMap { $0 }
        if let signal { rows.append(("Signal", "\(signal.name) (\(signal.number))")) }
        if let exitStatus { rows.append(("Status", "\(exitStatus)")) }
        if let usage {
            let times = String(format: "%.3f s user, %.3f s system", usage.userTime, usage.systemTime)
            rows.append(("Usage", "\(times), at most \(usage.peakMemory >> 10) KiB of memory"))
        }
        if let limit { rows.append(("Limit", limit.sentence)) }
        for sample in curve?.suffix(Self.shownSamples) ?? [] { rows.append(("Used", sample.sentence)) }
        if let fatalError { rows.append(("Message", fatalError)) }
        for request in requests { rows.append(("Request", request.sentence)) }
        rows.append(("Written by", "OpenExtensionKit \(software)"))
        let width = rows.map(\.0.count).max() ?? 0
        let table = rows.map { "\($0.0.padding(toLength: width, withPad: " ", startingAt: 0))  \($0.1)" }
        let frames = (backtrace ?? []).enumerated().map { "  \($0)  \($1.module)  \($1.function ?? $1.offset)" }
        let trace = frames.isEmpty ? [] : ["Where it was, the innermost first:"] + frames + [""]
        let tail = log.isEmpty ? ["It printed nothing."] : ["Its last lines:"] + log.map { "  \($0)" }
        return ([summary, ""] + table + [""] + trace + tail).map(Console.tame)
    }
}

extension ExtensionReport {
    /// How many of the last samples of the resource usage are shown.
    fileprivate static let shownSamples = 8
}

extension ExtensionReport.Limit {
    fileprivate var sentence: String {
        let isSize = LimitKey(rawValue: name).map { if case .bytes = $0.unit { true } else { false } } ?? false
        func text(_ number: Double) -> String {
            isSize ? String(format: "%.1f MiB", number / 1_048_576) : String(format: "%.2f s", number)
        }
        return "\(name): \(text(used)) of \(text(value))"
    }
}

extension ExtensionReport.Sample {
    fileprivate var sentence: String {
        let memory = Double(memory) / 1_048_576
        return String(format: "after %.3f s: %.1f MiB of memory, %.2f s of processor time", time, memory, processorTime)
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
