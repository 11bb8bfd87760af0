/// What a person does at a terminal.
enum TerminalInput: Equatable {
    case key(Key)
    /// Typed characters.
    case text(String)
    /// A text that was pasted at once; its lines end in line feeds.
    case paste(String)
    case mouse(Mouse, CellPoint)

    enum Key: Equatable {
        case enter, tab, backTab, escape, backspace, delete, up, down, left, right, home, end, pageUp, pageDown
        /// A letter with the control key, in lower case.
        case control(Character)
    }

    enum Mouse: Equatable {
        case press, drag, release, wheelUp, wheelDown
    }
}
