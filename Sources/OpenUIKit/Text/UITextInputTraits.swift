import OpenViewTree

/// What kind of text a person is about to type.
public enum UIKeyboardType: Int, Sendable {
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress,
        decimalPad
    case twitter, webSearch, asciiCapableNumberPad
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

/// What the key that ends typing says.
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

/// What is written large; hosts decide.
public enum UITextAutocapitalizationType: Int, Sendable {
    case none, words, sentences, allCharacters
}

/// Whether what is typed is corrected; hosts decide.
public enum UITextAutocorrectionType: Int, Sendable {
    case `default`, no, yes
}

/// Whether spelling is checked; hosts decide.
public enum UITextSpellCheckingType: Int, Sendable {
    case `default`, no, yes
}

/// What typing into a view is like.
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
