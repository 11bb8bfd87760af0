/// What the user does with a view whose buttons belong to the host: that of a photo editor or of a widget.
package enum EditAction: Sendable, CaseIterable {
    /// Keeps the edit.
    case done
    /// Goes back to the photograph without edits.
    case revert
    /// Updates a widget.
    case refresh
    /// Gives a widget the height that it prefers.
    case expand
    /// Gives a widget its small height.
    case compact
    /// Discards the edit, or closes the widget.
    case cancel

    /// The key on a screen. Escape is handled by the view, in which it may close an alert first.
    var key: TerminalInput.Key {
        switch self {
        case .done: .control("s")
        case .revert, .refresh: .control("r")
        case .expand, .compact: .control("o")
        case .cancel: .escape
        }
    }

    /// The word in plain lines.
    var word: String {
        switch self {
        case .done: "done"
        case .revert: "revert"
        case .refresh: "refresh"
        case .expand: "expand"
        case .compact: "compact"
        case .cancel: "cancel"
        }
    }

    /// What the word does, after the word.
    var plainWords: String {
        switch self {
        case .done: "done keeps the edit"
        case .revert: "revert goes back to the original"
        case .refresh: "refresh updates the widget"
        case .expand: "expand shows more"
        case .compact: "compact shows less"
        case .cancel: "q cancels"
        }
    }

    /// Whether the action belongs to a widget, which is closed and not cancelled.
    var isOfWidget: Bool {
        switch self {
        case .refresh, .expand, .compact: true
        case .done, .revert, .cancel: false
        }
    }

    /// What the line of keys says, except for Escape.
    var keyWords: String? {
        switch self {
        case .done: "Ctrl-S done"
        case .revert: "Ctrl-R revert"
        case .refresh: "Ctrl-R refresh"
        case .expand: "Ctrl-O expand"
        case .compact: "Ctrl-O compact"
        case .cancel: nil
        }
    }
}
