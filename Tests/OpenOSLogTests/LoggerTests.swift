import Foundation
import Synchronization
import Testing

import Logging
@testable import OpenOSLog

/// Messages that were written, in place of those on standard error.
private final class Written: LogHandler, Sendable {
    private let lines = Mutex<[String]>([])
    var text: [String] { lines.withLock { $0 } }
    var metadata: Logging.Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logging.Logger.Level {
        get { .info }
        set {}
    }
    subscript(metadataKey key: String) -> Logging.Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) { lines.withLock { $0.append("\(event.level): \(event.message)") } }
}

@Suite struct LoggerTests {
    private let written = Written()
    private var destination: OSLog { OSLog(Logging.Logger(label: "test", factory: { [written] _ in written })) }

    @Test func `every function has the level of its name`() {
        let logger = OpenOSLog.Logger(destination)
        logger.debug("debug")
        logger.info("info")
        logger.notice("notice")
        logger.log("log")
        logger.log(level: .fault, "fault")
        logger.warning("warning")
        logger.error("error")
        logger.critical("critical")
        #expect(
            written.text == [
                "info: info", "notice: notice", "notice: log", "critical: fault", "warning: warning", "error: error",
                "critical: critical",
            ])
    }

    @Test func `a message that is not written is not computed`() {
        func fail() -> String {
            Issue.record("the argument was computed")
            return ""
        }
        OpenOSLog.Logger(destination).debug("\(fail())")
        OpenOSLog.Logger(.disabled).fault("\(fail())")
        #expect(!destination.isEnabled(type: .debug) && !OSLog.disabled.isEnabled(type: .fault))
    }

    @Test func `texts are private and numbers are public unless something else is said`() {
        let name = "Joe"
        let url = URL(filePath: "/tmp/x")
        func text(_ message: OSLogMessage) -> String { message.text }
        #expect(text("\(name) \(name, privacy: .public) \(name, privacy: .private)") == "<private> Joe <private>")
        #expect(text("\(3) \(0.5, format: .fixed(precision: 1)) \(true)") == "3 0.5 true")
        #expect(text("\(3, privacy: .private) \(url) \(url, privacy: .public)") == "<private> <private> file:///tmp/x")
        #expect(text("\(NSString(string: "a"), privacy: .public) \(nil as NSObject?, privacy: .public)") == "a (null)")
        #expect(text("\(CocoaError(.fileNoSuchFile)) \(name, privacy: .sensitive)") == "<private> <private>")
        #expect(text("\(name, privacy: .private(mask: .hash))") == text("\(name, privacy: .auto(mask: .hash))"))
        #expect(!text("\(name, privacy: .private(mask: .hash))").contains(name))
    }

    @Test func `values have their form and width`() {
        func text(_ message: OSLogMessage) -> String { message.text }
        #expect(text("\(255, format: .hex(includePrefix: true, uppercase: true, minDigits: 4))") == "0x00FF")
        #expect(
            text("\(-7, format: .decimal(explicitPositiveSign: true, minDigits: 2)) \(8, format: .octal)") == "-07 10")
        #expect(text("[\("a", align: .right(columns: 3), privacy: .public)]") == "[  a]")
        #expect(text("[\(1, align: .left(columns: 3))] \(true, format: .answer)") == "[1  ] yes")
        #expect(text("\(Int.min, format: .hex)") == "-8000000000000000")
        #expect(text("\("a", align: .left(columns: .max), privacy: .public)").count == 200)
    }

    @Test func `the function os_log fills a format`() {
        os_log("a %d %{public}@ %@", log: destination, type: .error, 3, "b", "c")
        os_log(.info, log: destination, "%{private}d %@", 4)
        os_log("plain", log: destination)
        os_log(.error, log: destination, "of \(5)")
        #expect(
            written.text == [
                "error: a 3 b <private>", "info: <private> <decode: missing data>", "notice: plain", "error: of 5",
            ])
    }

    @Test func `a lock protects its value`() async {
        let lock = OSAllocatedUnfairLock(initialState: 0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<1000 { lock.withLock { $0 += 1 } } } }
        }
        #expect(lock.withLock { $0 } == 8000)
        let plain = OSAllocatedUnfairLock()
        #expect(plain.withLock { 3 } == 3)
    }
}
