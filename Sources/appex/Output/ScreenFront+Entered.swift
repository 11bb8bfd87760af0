import AppexTerminal

extension ScreenFront {
    /// Takes over the terminal.
    ///
    /// - Throws: ``CommandFailure`` with the reason if the terminal cannot be used.
    static func entered(_ environment: [String: String]) throws -> ScreenFront {
        do { return try ScreenFront(environment) } catch let error as TerminalError {
            throw CommandFailure(error.description, .failed)
        }
    }
}
