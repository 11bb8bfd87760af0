import LedgerStore
import OpenFoundation

/// A process that writes. It prints what it has written, after it is acknowledged, and ends when its input is closed.
struct Writer {
    let author: String
    let place: StressPlace

    /// Writes entries and values until the standard input is closed.
    ///
    /// - Throws: the error of an entry or value that could not be written.
    func run() throws {
        guard let defaults = UserDefaults(suiteName: StressPlace.suiteName) else { throw CocoaError(.fileNoSuchFile) }
        let ledger = place.ledger
        var number = 0
        while !isInputClosed {
            number += 1
            let entry = try ledger.add(Entry(text: "\(number)", author: author))
            acknowledge(.entry(entry.id, number: number))
            try defaults.save(number, forKey: author)
            acknowledge(.value(number))
        }
    }

    /// With one system call, so that a line is printed whole or not at all.
    private func acknowledge(_ acknowledgement: Acknowledgement) {
        let line = Array("\(acknowledgement.line)\n".utf8)
        line.withUnsafeBytes { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }

    private var isInputClosed: Bool {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, 0) > 0
    }
}
