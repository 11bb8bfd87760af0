import OpenViewTree

/// The kind of text that the user is expected to type. Hosts without a keyboard for a kind show the default one.
public enum UIKeyboardType: Int, Sendable {
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress,
        decimalPad
    case twitter, webSearch, asciiCapableNumberPad
    /// Another name for ``asciiCapable``.
    public static let alphabet = UIKeyboardType.asciiCapable

    var viewKeyboard: ViewKeyboard {
        switch self {
        case .default, .twitter, .namePhonePad: .standard
        case .asciiCapable: .asciiCapable
        case .numbersAndPunctuation: .numbersAndPunctuation
        case .URL: .url
        case .numberPad, .asciiCapableNumberPad: .numberPad
        case .phonePad: .phonePad
        case .emailAddress: .emailAddress
        case .decimalPad: .decimalPad
        case .webSearch: .webSearch
        }
    }
}

/// The label of the Return key. Hosts show the default label for those that they do not know.
public enum UIReturnKeyType: Int, Sendable {
    case `default`, go, google, join, next, route, search, send, yahoo, done, emergencyCall, `continue`

    var viewReturnKey: ViewReturnKey {
        switch self {
        case .default, .join, .route, .emergencyCall: .standard
        case .go: .go
        case .google, .yahoo, .search: .search
        case .send: .send
        case .next, .continue: .next
        case .done: .done
        }
    }
}

/// The capitalization of typed text; hosts decide.
public enum UITextAutocapitalizationType: Int, Sendable {
    case none, words, sentences, allCharacters
}

/// Whether typed text is corrected; hosts decide.
public enum UITextAutocorrectionType: Int, Sendable {
    case `default`, no, yes
}

/// Whether spelling is checked; hosts decide.
public enum UITextSpellCheckingType: Int, Sendable {
    case `default`, no, yes
}

/// The text input settings of a view.
struct TextInputTraits {
    var keyboard = UIKeyboardType.default
    var returnKey = UIReturnKeyType.default
    var autocapitalization = UITextAutocapitalizationType.sentences
    var autocorrection = UITextAutocorrectionType.default
    var spellChecking = UITextSpellCheckingType.default

    func describe(_ node: inout NodeAttributes) {
        if keyboard.viewKeyboard != .standard { node.set(.keyboard, keyboard.viewKeyboard) }
        if returnKey.viewReturnKey != .standard { node.set(.returnKey, returnKey.viewReturnKey) }
    }
}
