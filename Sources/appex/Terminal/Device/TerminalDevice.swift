import AppexSystem
import Dispatch
import Glibc
import SystemPackage

/// The terminal that the program runs in: raw keys, the whole screen, and its size.
///
/// It is given back when the program ends, by whatever; see ``TerminalSignals``.
@MainActor
final class TerminalDevice {
    enum Wake: Sendable {
        /// There are bytes to ``read()``, or the end.
        case input
        case resized
    }

    /// What has happened. Never more than one of each waits.
    let wakes: AsyncStream<Wake>
    private let continuation: AsyncStream<Wake>.Continuation
    private let typed = TypedBytes()
    private let keys: any DispatchSourceRead
    private let changes: any DispatchSourceRead
    /// Where the change of the size is told by a signal handler.
    private let bell: (reading: CInt, ringing: CInt)
    private var before = termios()

    private nonisolated static let terminal = STDIN_FILENO
    // The other screen, no wrapping at the edge, clicks and drags as numbers, pastes as such.
    private static let begin = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h"
    private static let end =
        "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

    /// Whether somebody sits at it who can be shown a screen.
    nonisolated static func isUsable(_ environment: [String: String]) -> Bool {
        let name = environment["TERM"] ?? ""
        return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && !name.isEmpty && name != "dumb"
    }

    /// Takes the terminal.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be used.
    init() throws {
        do {
            bell = try Self.makeBell()
            guard tcgetattr(Self.terminal, &before) == 0 else { throw Errno.current }
        } catch {
            throw CommandFailure("Cannot use the terminal: \(error); try --plain.", .failed)
        }
        (wakes, continuation) = AsyncStream.makeStream(of: Wake.self)
        keys = Self.watchKeys(typed, continuation)
        changes = Self.watchSize(bell.reading, continuation)
        take()
        keys.resume()
        changes.resume()
    }

    /// A pipe that nobody waits for, for as long as the program.
    private static func makeBell() throws(Errno) -> (CInt, CInt) {
        let (reading, ringing) = try Pipe.make().bags()
        guard let ends = reading.take()?.release(), let other = ringing.take()?.release() else {
            throw .badFileDescriptor
        }
        for end in [ends, other] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        return (ends, other)
    }

    private func take() {
        TerminalSignals.install(
            before, terminal: Self.terminal, output: STDOUT_FILENO, sequence: Self.end, bell: bell.ringing)
        var raw = before
        cfmakeraw(&raw)
        tcsetattr(Self.terminal, TCSANOW, &raw)
        write(Self.begin)
    }

    /// Gives the terminal back.
    func leave() {
        continuation.finish()
        // What is typed from now on is for the shell.
        keys.cancel()
        TerminalSignals.giveBack()
    }

    /// Gives the terminal to the shell until the program is brought back. What it shows then is not known.
    func suspend() {
        TerminalSignals.giveBack()
        TerminalSignals.stop()
        take()
    }

    /// Reads what is typed as soon as it comes, on a thread of its own: a second Ctrl-C ends the program even when
    /// neither the main actor nor the loop that hears an extension gets to the first.
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
                TerminalSignals.giveBack()
                _exit(130)
            }
        }
    }

    /// Tells when the size has changed, then not again until ``resized()``.
    private nonisolated static func watchSize(
        _ bell: CInt, _ continuation: AsyncStream<Wake>.Continuation
    ) -> any DispatchSourceRead {
        watch(bell) { source in
            source.suspend()
            continuation.yield(.resized)
        }
    }

    /// - Parameter handler: called with the source itself on any thread when there is something to read.
    private nonisolated static func watch(
        _ descriptor: CInt, _ handler: @escaping @Sendable (any DispatchSourceRead) -> Void
    ) -> any DispatchSourceRead {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        // A source keeps its handler, and with it itself, until it is cancelled.
        source.setEventHandler { handler(source) }
        return source
    }

    /// What has been typed; nil when nobody is there any more.
    func read() -> [UInt8]? { typed.take() }

    /// The size after a change of it.
    func resized() -> CellSize {
        var buffer = [UInt8](repeating: 0, count: 256)
        while Glibc.read(bell.reading, &buffer, buffer.count) > 0 {}
        changes.resume()
        return size
    }

    /// Columns and rows, at least one of each. One that does not know its size is taken to have the usual one.
    var size: CellSize {
        var window = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0 && window.ws_row > 0
        return isKnown
            ? CellSize(width: min(Int(window.ws_col), 1000), height: min(Int(window.ws_row), 500))
            : CellSize(width: 80, height: 24)
    }

    /// Writes everything; what cannot be written any more is lost with the terminal.
    func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = retrying { rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) } }
            guard count < 0 else {
                rest = rest.dropFirst(count)
                continue
            }
            // Somebody else has made it non-blocking.
            guard Errno.current == .wouldBlock else { return }
            var waiting = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
            guard poll(&waiting, 1, 1000) > 0 else { return }
        }
    }
}
