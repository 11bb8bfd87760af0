import AppexSystem
import Dispatch
import Glibc

/// Reads lines of standard input on demand. A line that was read and not taken is kept for the next demand.
@MainActor
final class LineReader {
    private var lines = LineBuffer()
    private var isEnded = false
    private var isReading = false
    private var ready: (@MainActor () -> Void)?

    /// Calls back once when there is a line or the end of the input, and replaces any earlier demand.
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

    private var hasLine: Bool { isEnded || lines.hasLine }

    private func took(_ new: [UInt8]) {
        isReading = false
        if new.isEmpty { isEnded = true }
        lines.add(new)
        guard let ready else { return }
        self.ready = nil
        demand(ready)
    }

    /// The next line; nil at the end of the input.
    func take() -> String? { lines.take() }
}
