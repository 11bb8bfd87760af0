import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSandbox
import FoundationEssentials

extension ExtensionReport {
    /// What is known of a process that has ended.
    ///
    /// - Parameter startedOn: when it was started, for people.
    /// - Parameter tail: the last lines that it printed.
    /// - Parameter curve: what it used over its life.
    init(
        _ process: LiveProcess, _ end: ProcessEnd, kind: Kind, summary: String, startedOn: Date, tail: LogTail,
        curve: UsageCurve
    ) {
        let appex = process.appex
        let ended = Date.now
        self.init(
            identifier: ReportIdentifier(at: ended), kind: kind, summary: summary + ".",
            appExtension: Bundle(
                identifier: appex.bundleIdentifier.rawValue, name: Self.text(appex.displayName),
                version: appex.shortVersion.map(Self.text), build: appex.version.map(Self.text)),
            point: appex.extensionPoint.rawValue,
            app: Bundle(
                identifier: appex.appIdentifier.rawValue, name: Self.text(appex.appDisplayName),
                version: process.appVersion.map(Self.text)),
            started: startedOn, ended: ended, age: (ContinuousClock.now - process.started) / .seconds(1))
        if process.pid > 0 { pid = process.pid }
        if !process.grants.isEmpty { grants = process.grants }
        if case .exited(let status, let usage) = end {
            switch status {
            case .exited(let code): exitStatus = code
            case .signaled(let number): signal = Signal(number: number, name: signalName(number))
            case .stopped: break
            }
            // An init that was killed could not tell.
            if usage.peakMemory > 0 { self.usage = Usage(usage) }
        }
        if case .limit(let breach) = process.fault, kind == .limit { limit = breach.report }
        if !curve.samples.isEmpty { self.curve = curve.samples }
        fatalError = tail.fatalError
        if !tail.frames.isEmpty { backtrace = tail.frames }
        log = tail.texts
        let sessions = (Array(process.abandoned.values) + process.sessions.values).filter { $0.parkedSince == nil }
            .sorted {
                $0.opened < $1.opened
            }
        requests = sessions.prefix(Self.requestLimit).map(Request.init)
    }

    /// Bytes of a name or a version.
    private static let nameBytes = 256

    private static func text(_ text: String) -> String { ManifestError.printable(text, limit: nameBytes) }
}

extension ExtensionReport.Usage {
    fileprivate init(_ usage: ResourceUsage) {
        self.init(
            userTime: usage.userTime / .seconds(1), systemTime: usage.systemTime / .seconds(1),
            peakMemory: usage.peakMemory)
    }
}

extension ExtensionReport.Request {
    fileprivate init(_ session: LiveProcess.Session) {
        self.init(
            age: (ContinuousClock.now - session.opened) / .seconds(1), isAnswered: session.isAnswered,
            items: Int(session.summary.items), attachments: Int(session.summary.attachments),
            // What a host calls a type may be any text.
            types: session.summary.types.map { ManifestError.printable($0, limit: RequestSummary.typeBytes) })
    }
}
