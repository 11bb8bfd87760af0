/// Input from a terminal.
enum TerminalInput: Equatable {
    case key(Key)
    /// Typed characters.
    case text(String)
    /// Pasted text, with line feeds as line ends.
    case paste(String)
    case mouse(Mouse, CellPoint)

    enum Key: Equatable {
        case enter, tab, backTab, escape, backspace, delete, up, down, left, right, home, end, pageUp, pageDown
        /// A letter with the Control key, in lower case.
        case control(Character)
    }

    enum Mouse: Equatable {
        case press, drag, release, wheelUp, wheelDown
    }
}
