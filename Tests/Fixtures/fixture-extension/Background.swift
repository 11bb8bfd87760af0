import Foundation
import Glibc
import OpenExtensionFoundation

extension Request {
    /// Counts in a file of the container, a thousand times a second, for as long as the process runs, and completes.
    func countForEver() {
        Self.count { if $0 == 10 { self.complete(text: "counting") } }
    }

    /// Completes once it has counted as far as the text says: time that passes only while this process runs.
    func countOnce() {
        let end = Int(text) ?? 0
        Self.count { if $0 == end { self.complete(text: "counted") } }
    }

    /// Starts an expiring activity and completes. What the activity does, the text says.
    func startActivity() {
        let stop = DispatchSemaphore(value: 0)
        let order = text
        ProcessInfo.processInfo.performExpiringActivity(withReason: "the test wants it") { isExpired in
            Self.say("activity \(isExpired)")
            if isExpired {
                if order == "stops" { stop.signal() }
                return
            }
            Self.count { if order == "ends", $0 == 300 { stop.signal() } }
            stop.wait()
            Self.say("activity ended")
        }
        complete(text: "started")
    }

    /// - Parameter counted: called after each count, with how many there were.
    private static func count(_ counted: @escaping @Sendable (Int) -> Void) {
        let name = "Documents/\(Bundle.main.bundleIdentifier ?? "none").count"
        let path = FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(name).path
        let file = open(path, O_WRONLY | O_CREAT, 0o600)
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "count"))
        let counter = Counter()
        timer.schedule(deadline: .now(), repeating: .milliseconds(1))
        timer.setEventHandler {
            let count = counter.next()
            // Always as many digits, so that a reader never sees half a number.
            let text = String(count + 1_000_000_000)
            pwrite(file, text, text.utf8.count, 0)
            counted(count)
        }
        timer.activate()
        _ = Unmanaged.passRetained(timer as AnyObject)
    }
}
