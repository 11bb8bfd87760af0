import AppexSystem
import Dispatch
import Glibc
import SystemPackage

/// The terminal that the program runs in: raw input, the whole screen, and its size.
///
/// It is restored when the program ends, for whatever reason; see ``TerminalSignals``.
@MainActor
package final class TerminalDevice {
    enum Wake: Sendable {
        /// There are bytes to ``read()``, or the input has ended.
        case input
        case resized
    }

    /// Events. At most one of each kind is pending.
    let wakes: AsyncStream<Wake>
    private let continuation: AsyncStream<Wake>.Continuation
    private let typed = TypedBytes()
    private let keys: any DispatchSourceRead
    private let changes: any DispatchSourceRead
    /// The pipe through which the signal handler reports a change of the size.
    private let wakePipe: (reading: CInt, writing: CInt)
    private var before = termios()

    private nonisolated static let terminal = STDIN_FILENO
    // Alternate screen, no automatic wrapping, SGR mouse reports for clicks and drags, bracketed paste.
    private static let begin = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h"
    private static let end =
        "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

    /// Whether standard input and output are a terminal that can show a screen.
    ///
    /// - Parameter environment: of the process; `TERM` names the kind of terminal.
    package nonisolated static func isUsable(_ environment: [String: String]) -> Bool {
        let name = environment["TERM"] ?? ""
        return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && !name.isEmpty && name != "dumb"
    }

    /// Takes over the terminal.
    ///
    /// - Throws: ``TerminalError`` if it cannot be used.
    init() throws {
        do {
            wakePipe = try Self.makeWakePipe()
            guard tcgetattr(Self.terminal, &before) == 0 else { throw Errno.current }
        } catch {
            throw TerminalError(description: "Cannot use the terminal: \(error); try --plain.")
        }
        (wakes, continuation) = AsyncStream.makeStream(of: Wake.self)
        keys = Self.watchKeys(typed, continuation)
        changes = Self.watchSize(wakePipe.reading, continuation)
        take()
        keys.resume()
        changes.resume()
    }

    /// A non-blocking pipe that stays open until the program ends.
    private static func makeWakePipe() throws(Errno) -> (CInt, CInt) {
        let bags = try Pipe.make().bags()
        guard let reading = bags.0.take()?.release(), let writing = bags.1.take()?.release() else {
            throw .badFileDescriptor
        }
        for end in [reading, writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        return (reading, writing)
    }

    private func take() {
        TerminalSignals.install(
            before, terminal: Self.terminal, output: STDOUT_FILENO, restoreSequence: Self.end,
            wakeDescriptor: wakePipe.writing)
        var raw = before
        cfmakeraw(&raw)
        tcsetattr(Self.terminal, TCSANOW, &raw)
        write(Self.begin)
    }

    /// Restores the terminal.
    func leave() {
        continuation.finish()
        // Further input is for the shell.
        keys.cancel()
        TerminalSignals.restore()
    }

    /// Returns the terminal to the shell until the program is resumed. The screen's content is unknown afterwards.
    func suspend() {
        TerminalSignals.restore()
        TerminalSignals.stop()
        take()
    }

    /// Reads input as soon as it arrives, on a thread of its own: a second Ctrl-C ends the program even if both the main
    /// actor and the loop that receives an extension's messages are blocked.
    private nonisolated static func watchKeys(
        _ typed: TypedBytes, _ continuation: AsyncStream<Wake>.Continuation
    ) -> any DispatchSourceRead {
        watch(terminal) { source in
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = retrying { Glibc.read(terminal, &buffer, buffer.count) }
            if count <= 0 { source.cancel() }
            switch typed.add(buffer.prefix(max(0, count))) {
            case .nothing: break
            case .tell: continuation.yield(.input)
            case .leave:
                TerminalSignals.restore()
                _exit(130)
            }
        }
    }

    /// Reports a change of the size, and no further one until ``resized()``.
    private nonisolated static func watchSize(
        _ descriptor: CInt, _ continuation: AsyncStream<Wake>.Continuation
    ) -> any DispatchSourceRead {
        watch(descriptor) { source in
            source.suspend()
            continuation.yield(.resized)
        }
    }

    /// - Parameter handler: called with the source on any thread when there is something to read.
    private nonisolated static func watch(
        _ descriptor: CInt, _ handler: @escaping @Sendable (any DispatchSourceRead) -> Void
    ) -> any DispatchSourceRead {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        // The source retains its handler, and thereby itself, until it is cancelled.
        source.setEventHandler { handler(source) }
        return source
    }

    /// The typed bytes; nil at the end of the input.
    func read() -> [UInt8]? { typed.take() }

    /// The size after a change.
    func resized() -> CellSize {
        var buffer = [UInt8](repeating: 0, count: 256)
        while Glibc.read(wakePipe.reading, &buffer, buffer.count) > 0 {}
        changes.resume()
        return size
    }

    /// The columns and rows, at most 1,000 by 500; 80 by 24 if the terminal does not report its size.
    var size: CellSize {
        var window = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0 && window.ws_row > 0
        return isKnown
            ? CellSize(width: min(Int(window.ws_col), 1000), height: min(Int(window.ws_row), 500))
            : CellSize(width: 80, height: 24)
    }

    /// Writes everything; output to a terminal that has gone is lost.
    func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = retrying { rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) } }
            guard count < 0 else {
                rest = rest.dropFirst(count)
                continue
            }
            // Another process has made the descriptor non-blocking.
            guard Errno.current == .wouldBlock else { return }
            var waiting = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
            guard poll(&waiting, 1, 1000) > 0 else { return }
        }
    }
}
