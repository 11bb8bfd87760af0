import Glibc

/// Gives the terminal back to the shell, however the program ends: the way it was, with its own screen and a cursor.
///
/// Everything that a signal handler needs is in place before one is installed; it only writes and calls what the system
/// allows there.
enum TerminalSignals {
    /// How the terminal was before; nil while nothing is to be given back. Allocated once and never freed, as a handler may
    /// come at any time.
    // Written by the main thread before handlers are installed, read by handlers.
    nonisolated(unsafe) private(set) static var saved: UnsafeMutablePointer<termios>?
    nonisolated(unsafe) private static var isTaken = false
    nonisolated(unsafe) private static var farewell = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    nonisolated(unsafe) private static var bell: CInt = -1
    nonisolated(unsafe) private static var terminal: CInt = -1
    nonisolated(unsafe) private static var output: CInt = -1

    /// What the program is stopped by, and what it may stop by itself.
    private static let deadly = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    /// Has the terminal given back from now on.
    ///
    /// - Parameter attributes: as it was found.
    /// - Parameter output: where it is written to; what is read from may be open for reading only.
    /// - Parameter sequence: what makes its screen as it was.
    /// - Parameter bell: where a byte is written when the size has changed; does not block.
    static func install(_ attributes: termios, terminal: CInt, output: CInt, sequence: String, bell: CInt) {
        let place = saved ?? .allocate(capacity: 1)
        place.initialize(to: attributes)
        saved = place
        if farewell.baseAddress == nil {
            let bytes = Array(sequence.utf8)
            farewell = .allocate(byteCount: bytes.count, alignment: 1)
            farewell.copyBytes(from: bytes)
            atexit { TerminalSignals.giveBack() }
        }
        Self.bell = bell
        Self.terminal = terminal
        Self.output = output
        isTaken = true
        var action = sigaction()
        action.sa_flags = SA_RESTART
        action.__sigaction_handler.sa_handler = { _ in
            var byte: UInt8 = 0
            let error = errno
            _ = write(TerminalSignals.bell, &byte, 1)
            errno = error
        }
        sigaction(SIGWINCH, &action, nil)
        // Once, so that the signal ends the program the second time, which the handler brings about.
        action.sa_flags = CInt(bitPattern: UInt32(SA_RESETHAND)) | SA_NODEFER
        action.__sigaction_handler.sa_handler = { signal in
            TerminalSignals.giveBack()
            raise(signal)
        }
        for signal in deadly { sigaction(signal, &action, nil) }
    }

    /// Stops the job that the program belongs to; comes back when it is brought back.
    static func stop() {
        let before = Glibc.signal(SIGTSTP, SIG_IGN)
        kill(0, SIGTSTP)
        _ = Glibc.signal(SIGTSTP, before)
        // The program itself by this thread: if another one heard of it, this one would go on for a moment. Those of
        // Dispatch hear of nothing.
        var (signals, mask) = (sigset_t(), sigset_t())
        sigemptyset(&signals)
        sigaddset(&signals, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &signals, &mask)
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    /// Makes the terminal as it was; nothing when it has been given back.
    static func giveBack() {
        guard isTaken, let saved else { return }
        isTaken = false
        // A program in the background would be stopped for it.
        let before = Glibc.signal(SIGTTOU, SIG_IGN)
        _ = write(output, farewell.baseAddress, farewell.count)
        tcsetattr(terminal, TCSANOW, saved)
        _ = Glibc.signal(SIGTTOU, before)
    }
}
