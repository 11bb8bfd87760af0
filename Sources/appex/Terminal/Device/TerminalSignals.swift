import Glibc

/// Gives the terminal back to the shell, however the program ends: the way it was, with its own screen and a cursor.
///
/// Everything that a signal handler needs is in place before one is installed; it only writes and calls what the system
/// allows there.
enum TerminalSignals {
    /// What a handler needs to give the terminal back.
    private struct Loan {
        /// How the terminal was before.
        var attributes: termios
        var farewell: UnsafeRawBufferPointer
        var terminal: CInt
        var output: CInt
        var bell: CInt
        /// False once it has been given back.
        var isTaken = true
    }

    /// nil until the terminal is taken first. Signal handlers may neither take locks nor allocate, so they read it as it
    /// is: allocated once, never freed, and written by the main thread only, before the handlers are installed, but for
    /// the flag, which whoever gives the terminal back clears.
    nonisolated(unsafe) private static var loan: UnsafeMutablePointer<Loan>?

    /// What the program is stopped by, and what it may stop by itself.
    private static let deadly = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    /// Has the terminal given back from now on.
    ///
    /// - Parameter attributes: as it was found.
    /// - Parameter output: where it is written to; what is read from may be open for reading only.
    /// - Parameter sequence: what makes its screen as it was.
    /// - Parameter bell: where a byte is written when the size has changed; does not block.
    static func install(_ attributes: termios, terminal: CInt, output: CInt, sequence: String, bell: CInt) {
        let place = loan ?? .allocate(capacity: 1)
        place.initialize(
            to: Loan(
                attributes: attributes, farewell: loan?.pointee.farewell ?? copy(sequence), terminal: terminal,
                output: output, bell: bell))
        if loan == nil {
            loan = place
            atexit { TerminalSignals.giveBack() }
        }
        var action = sigaction()
        action.sa_flags = SA_RESTART
        action.__sigaction_handler.sa_handler = { _ in
            guard let bell = TerminalSignals.loan?.pointee.bell else { return }
            var byte: UInt8 = 0
            let error = errno
            _ = write(bell, &byte, 1)
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

    /// Bytes that stay where they are.
    private static func copy(_ sequence: String) -> UnsafeRawBufferPointer {
        let bytes = Array(sequence.utf8)
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        copy.copyBytes(from: bytes)
        return UnsafeRawBufferPointer(copy)
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
        guard let loan, loan.pointee.isTaken else { return }
        loan.pointee.isTaken = false
        // A program in the background would be stopped for it.
        let before = Glibc.signal(SIGTTOU, SIG_IGN)
        _ = write(loan.pointee.output, loan.pointee.farewell.baseAddress, loan.pointee.farewell.count)
        tcsetattr(loan.pointee.terminal, TCSANOW, &loan.pointee.attributes)
        _ = Glibc.signal(SIGTTOU, before)
    }
}
