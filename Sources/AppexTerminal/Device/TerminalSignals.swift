import Glibc

/// Restores the terminal however the program ends: its attributes, screen and cursor.
///
/// Everything that a signal handler needs exists before it is installed, and the handlers call only async-signal-safe
/// functions.
enum TerminalSignals {
    /// What a handler needs to restore the terminal.
    private struct SavedState {
        /// The terminal's original attributes.
        var attributes: termios
        var restoreSequence: UnsafeRawBufferPointer
        var terminal: CInt
        var output: CInt
        var wakeDescriptor: CInt
        /// False once the terminal has been restored.
        var isTaken = true
    }

    /// nil until the terminal is taken over first. Signal handlers can neither take locks nor allocate, so they read it
    /// directly: it is allocated once, never freed, and written only by the main thread before the handlers are
    /// installed, except for the flag, which is cleared where the terminal is restored.
    nonisolated(unsafe) private static var saved: UnsafeMutablePointer<SavedState>?

    /// The signals that end the program, from outside or because of a crash.
    private static let fatalSignals = [
        SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV,
    ]

    /// Installs the handlers that restore the terminal.
    ///
    /// - Parameter attributes: the terminal's original attributes.
    /// - Parameter output: the descriptor for output, since `terminal` may be open for reading only.
    /// - Parameter restoreSequence: the escape sequences that restore the screen.
    /// - Parameter wakeDescriptor: receives a byte when the size has changed; must be non-blocking.
    static func install(
        _ attributes: termios, terminal: CInt, output: CInt, restoreSequence: String, wakeDescriptor: CInt
    ) {
        let place = saved ?? .allocate(capacity: 1)
        place.initialize(
            to: SavedState(
                attributes: attributes, restoreSequence: saved?.pointee.restoreSequence ?? copy(restoreSequence),
                terminal: terminal, output: output, wakeDescriptor: wakeDescriptor))
        if saved == nil {
            saved = place
            atexit { TerminalSignals.restore() }
        }
        var action = sigaction()
        action.sa_flags = SA_RESTART
        action.__sigaction_handler.sa_handler = { _ in
            guard let descriptor = TerminalSignals.saved?.pointee.wakeDescriptor else { return }
            var byte: UInt8 = 0
            let error = errno
            _ = write(descriptor, &byte, 1)
            errno = error
        }
        sigaction(SIGWINCH, &action, nil)
        // One-shot: the handler raises the signal again, and the default action then ends the program.
        action.sa_flags = CInt(bitPattern: UInt32(SA_RESETHAND)) | SA_NODEFER
        action.__sigaction_handler.sa_handler = { signal in
            TerminalSignals.restore()
            raise(signal)
        }
        for signal in fatalSignals { sigaction(signal, &action, nil) }
    }

    /// Copies the bytes to memory that is never freed or moved.
    private static func copy(_ sequence: String) -> UnsafeRawBufferPointer {
        let bytes = Array(sequence.utf8)
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        copy.copyBytes(from: bytes)
        return UnsafeRawBufferPointer(copy)
    }

    /// Stops the program's job; returns when the job is resumed.
    static func stop() {
        let before = Glibc.signal(SIGTSTP, SIG_IGN)
        kill(0, SIGTSTP)
        _ = Glibc.signal(SIGTSTP, before)
        // The signal has to be handled by this thread, which would otherwise continue for a moment. Threads of Dispatch
        // block all signals.
        var (signals, mask) = (sigset_t(), sigset_t())
        sigemptyset(&signals)
        sigaddset(&signals, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &signals, &mask)
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    /// Restores the terminal, unless that has been done.
    static func restore() {
        guard let saved, saved.pointee.isTaken else { return }
        saved.pointee.isTaken = false
        // Writing to the terminal would stop a program in the background.
        let before = Glibc.signal(SIGTTOU, SIG_IGN)
        _ = write(saved.pointee.output, saved.pointee.restoreSequence.baseAddress, saved.pointee.restoreSequence.count)
        tcsetattr(saved.pointee.terminal, TCSANOW, &saved.pointee.attributes)
        _ = Glibc.signal(SIGTTOU, before)
    }
}
