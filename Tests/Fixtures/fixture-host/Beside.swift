import Foundation
import Glibc
import OpenExtensionKit

/// A request to one extension, and beside it requests to another one.
///
/// Sends the first request, and then requests to the other extension, one after the other, until the process is ended. For each that is
/// answered it prints `answered MICROSECONDS PROCESSOR-MICROSECONDS`, the time that has passed and that this process has used.
struct Beside: Sendable {
    private let identifier: String
    private let text: String
    private let other: String

    /// - Returns: nil for arguments that are none.
    init?(_ arguments: [String]) {
        guard arguments.count == 3 else { return nil }
        (identifier, text, other) = (arguments[0], arguments[1], arguments[2])
    }

    func run() async throws {
        let host = try ExtensionHost()
        // Starts the other extension.
        try await send("before", to: other, host)
        async let _ = try? send(text, to: identifier, host)
        while true {
            let (start, began) = (Self.processorTime, ContinuousClock.now)
            try await send("beside", to: other, host)
            print("answered", Int((ContinuousClock.now - began) / .microseconds(1)), Self.processorTime - start)
            fflush(nil)
        }
    }

    private nonisolated(nonsending) func send(_ text: String, to identifier: String, _ host: ExtensionHost) async throws
    {
        let item = NSExtensionItem()
        item.userInfo = ["FixtureBehaviour": "uppercase"]
        item.attributedContentText = NSAttributedString(string: text)
        _ = try await host.send([item], to: host.extension(identifier), timeout: .seconds(1800))
    }

    /// The processor time of this process in microseconds.
    private static var processorTime: Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }
}
