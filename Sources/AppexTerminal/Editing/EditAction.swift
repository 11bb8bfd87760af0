/// What the user does with an editor's view, whose buttons belong to the host.
package enum EditAction: Sendable, CaseIterable {
    /// Keeps the edit.
    case done
    /// Goes back to the photograph without edits.
    case revert
    /// Discards the edit.
    case cancel

    /// The key on a screen. Escape is handled by the view, in which it may close an alert first.
    var key: TerminalInput.Key {
        switch self {
        case .done: .control("s")
        case .revert: .control("r")
        case .cancel: .escape
        }
    }

    /// The word in plain lines.
    var word: String {
        switch self {
        case .done: "done"
        case .revert: "revert"
        case .cancel: "cancel"
        }
    }

    /// What the line of keys says, except for Escape.
    var keyWords: String? {
        switch self {
        case .done: "Ctrl-S done"
        case .revert: "Ctrl-R revert"
        case .cancel: nil
        }
    }
}
