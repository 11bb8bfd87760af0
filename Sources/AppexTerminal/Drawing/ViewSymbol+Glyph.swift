import OpenViewTree

extension ViewSymbol {
    /// A similar character that takes one cell in any font.
    var glyph: Character {
        switch self {
        case .plus: "+"
        case .minus: "−"
        case .xmark: "✕"
        case .checkmark: "✓"
        case .trash: "⌫"
        case .pencil: "✎"
        case .gear, .sliders: "≡"
        case .magnifyingglass: "⌕"
        case .heart: "♥"
        case .star: "★"
        case .bell: "♪"
        case .photo, .camera: "▣"
        case .link: "∞"
        case .bookmark, .tag, .flag: "⚑"
        case .folder, .tray: "▤"
        case .doc, .copy: "▯"
        case .clock, .calendar: "◷"
        case .person: "☺"
        case .envelope: "✉"
        case .paperplane: "➤"
        case .house: "⌂"
        case .map, .globe: "◍"
        case .mic, .speaker: "◖"
        case .video, .play: "▶"
        case .pause: "‖"
        case .stop: "■"
        case .forward: "»"
        case .backward: "«"
        case .ellipsis: "…"
        case .info: "i"
        case .questionmark: "?"
        case .lock, .key: "⚿"
        case .cart: "∪"
        case .sun: "☼"
        case .moon: "☾"
        case .cloud: "☁"
        case .bolt: "↯"
        case .flame: "♨"
        case .eye: "◉"
        case .list: "☰"
        case .grid: "▦"
        case .share, .arrowUp: "↑"
        case .download, .arrowDown: "↓"
        case .chevronLeft: "‹"
        case .chevronRight: "›"
        case .chevronUp: "˄"
        case .chevronDown: "˅"
        case .arrowLeft: "←"
        case .arrowRight: "→"
        case .undo: "↶"
        case .redo: "↷"
        case .refresh: "↻"
        case .wand: "✦"
        case .warning: "⚠"
        case .plusCircle: "⊕"
        case .xmarkCircle: "⊗"
        case .checkmarkCircle: "⊙"
        case .sportscourt: "◫"
        case .trophy: "♛"
        case .number: "#"
        }
    }
}

extension ViewNode {
    /// The character for its symbol; a generic one if the symbol is unknown, nil if it has none.
    var glyph: Character? {
        text(.symbol).map { ViewSymbol(rawValue: $0)?.glyph ?? "◇" }
    }
}
