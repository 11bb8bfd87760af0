import AppexModel
import AppexSystem
import Foundation
import Glibc
import SystemPackage

/// Where the program prints.
enum Console {
    /// A line for people.
    static func say(_ line: String) {
        write(Data((line + "\n").utf8), to: STDOUT_FILENO)
    }

    /// A line about something that went wrong.
    static func complain(_ message: String) {
        let prefix = message.begins(with: "Error") || message.begins(with: "error") ? "" : "appex: "
        write(Data((prefix + message + "\n").utf8), to: STDERR_FILENO)
    }

    /// Writes everything. Without a reader of standard output, as in `appex list | head -1`, the program ends as SIGPIPE ends other
    /// programs, without a message. If standard output cannot be written for another reason, the program ends with the status of
    /// failure. Errors in writing to standard error are ignored.
    private static func write(_ data: Data, to descriptor: CInt) {
        var rest = data[...]
        while !rest.isEmpty {
            let count = retrying { rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } }
            guard count < 0 else {
                rest = rest.dropFirst(count)
                continue
            }
            let error = Errno.current
            guard descriptor == STDOUT_FILENO else { return }
            if error == .brokenPipe { endWithoutReader() }
            complain("Cannot write the output: \(error).")
            exit(EXIT_FAILURE)
        }
    }

    /// Ends the program as SIGPIPE does by default, also if the signal is ignored or blocked.
    static func endWithoutReader() -> Never {
        signal(SIGPIPE, SIG_DFL)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(SIGPIPE)
        exit(128 + SIGPIPE)
    }

    /// Words that come from an extension, in one line that cannot steer a terminal.
    static func tame(_ message: String) -> String {
        message.tamed()
    }

    /// A text of an extension: its lines as they are, and nothing that could steer a terminal.
    static func tameText(_ text: String) -> String {
        text.tamedLines()
    }

    /// A value for programs, with stable keys in alphabetical order.
    ///
    /// - Parameter pretty: over several lines; else on one, where one value follows another.
    static func print(_ value: some Encodable, pretty: Bool = true) throws {
        say(try JSONOutput.text(of: value, pretty: pretty))
    }
}

/// Text in columns.
struct Table {
    private var rows: [[String]]

    init(_ header: [String]) {
        rows = [header]
    }

    mutating func add(_ row: [String]) {
        rows.append(row)
    }

    /// Every column as wide as its widest cell; the last one is not padded.
    func lines(indent: String = "") -> [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            indent
                + row.enumerated().map { column, cell in
                    column == row.count - 1 ? cell : cell.padding(toLength: widths[column], withPad: " ", startingAt: 0)
                }.joined(separator: "  ")
        }
    }

    func print(indent: String = "") {
        for line in lines(indent: indent) { Console.say(line) }
    }
}
