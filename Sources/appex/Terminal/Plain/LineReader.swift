import AppexSystem
import Dispatch
import Glibc

/// Lines of the standard input, read when somebody wants one.
///
/// A line that nobody has taken waits for the next who asks. No more than ``limit`` bytes of a line are kept.
@MainActor
final class LineReader {
    static let limit = 64 * 1024

    private var bytes: [UInt8] = []
    private var isEnded = false
    private var isReading = false
    private var isSkipping = false
    private var ready: (@MainActor () -> Void)?

    /// Calls back once when there is a line, or the end; whoever asked before is forgotten.
    func demand(_ ready: @escaping @MainActor () -> Void) {
        if hasLine { return ready() }
        self.ready = ready
        guard !isReading else { return }
        isReading = true
        DispatchQueue.global().async {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = retrying { read(STDIN_FILENO, &buffer, buffer.count) }
            let new = Array(buffer.prefix(max(0, count)))
            Task { @MainActor in self.took(new) }
        }
    }

    private var hasLine: Bool { isEnded || bytes.contains(UInt8(ascii: "\n")) }

    private func took(_ new: [UInt8]) {
        isReading = false
        if new.isEmpty { isEnded = true }
        for byte in new {
            if byte == UInt8(ascii: "\n") { isSkipping = false }
            if !isSkipping { bytes.append(byte) }
            // The rest of a line that is too long.
            if bytes.count >= Self.limit, byte != UInt8(ascii: "\n") { isSkipping = true }
        }
        guard let ready else { return }
        self.ready = nil
        demand(ready)
    }

    /// The next line; nil at the end.
    func take() -> String? {
        if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            defer { bytes.removeFirst(end + 1) }
            return String(decoding: bytes[..<end], as: UTF8.self).trimmingSuffix { $0 == "\r" }
        }
        // The last one may have no end of its own.
        defer { bytes = [] }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
        var text = self
        while let last = text.last, predicate(last) { text.removeLast() }
        return text
    }
}
