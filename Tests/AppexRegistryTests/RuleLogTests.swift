import AppexModel
import AppexRegistry
import Logging
import Synchronization
import Testing

/// What the log of a broker says of the rules of an app that is installed.
@Suite struct RuleLogTests {
    /// Keeps what is logged.
    private struct Recorder: LogHandler {
        final class Lines: Sendable {
            let all = Mutex<[String]>([])
        }

        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.warning

        init(_ lines: Lines) { self.lines = lines }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.all.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
        }
    }

    /// The lines about an app with two extensions, of which one has this rule.
    private func log(rule: String) throws -> [String] {
        let lines = Recorder.Lines()
        try DeviceFixture.with { device in
            let bundle = try BundleFixture(in: device.folder)
            try bundle.addExtension("Odd", identifier: "org.example.darkroom.odd", rule: rule)
            let logger = Logger(label: "test") { _ in Recorder(lines) }
            let store = try RegistryStore(layout: device.layout, logger: logger)
            try store.recover()
            _ = try store.install(appAt: bundle.path)
        }
        return lines.all.withLock { $0 }
    }

    @Test(arguments: [
        "ANY NSExtensionItems.attachments.contentTypeUTI == \"com.adobe.pdf\"",
        "SUBQUERY(extensionItems, , TRUEPREDICATE", "",
    ])
    func `AT-8: a rule that hides its extension is said in the log`(rule: String) throws {
        let lines = try log(rule: rule)
        #expect(lines.count == 1 && lines.first?.contains("org.example.darkroom.odd") == true, "\(lines)")
    }

    @Test func `of rules without a mistake the log says nothing`() throws {
        #expect(try log(rule: "extensionItems.@count == 1").isEmpty)
    }
}
