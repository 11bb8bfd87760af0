/// Parses the bytes that a terminal sends into keys, text and mouse events, however they are split.
///
/// Unknown sequences are consumed to their end and dropped, whatever their length. No state holds more than
/// ``pasteLimit`` bytes.
struct TerminalInputParser {
    /// Bytes of one paste; more are dropped, because a text of a view cannot be longer.
    static let pasteLimit = 64 * 1024
    private static let sequenceLimit = 64

    private enum State: Equatable {
        case ground
        case escape
        /// After `ESC [`, with the bytes so far.
        case control
        /// After `ESC O`: a keypad key.
        case keypad
        /// A response of the terminal that was not requested: up to `ESC \` or BEL.
        case string
        case paste
    }

    private var state = State.ground
    private var bytes: [UInt8] = []
    private var text: [UInt8] = []
    private var lastWasReturn = false

    /// How long to wait for another byte before ``flush()``: for an escape key, or a paste whose end was lost. Nil if
    /// no sequence is open.
    var pause: Duration? {
        if state == .paste { return .seconds(1) }
        return state != .ground || !text.isEmpty ? .milliseconds(40) : nil
    }

    /// Parses bytes into events.
    mutating func parse(_ input: some Sequence<UInt8>) -> [TerminalInput] {
        var result: [TerminalInput] = []
        for byte in input { take(byte, &result) }
        endText(&result, isComplete: false)
        return result
    }

    /// Ends an open sequence, because no byte has come for ``pause``.
    mutating func flush() -> [TerminalInput] {
        var result: [TerminalInput] = []
        endText(&result, isComplete: true)
        if state == .escape { result.append(.key(.escape)) }
        if state == .paste { result.append(Self.paste(bytes)) }
        reset()
        return result
    }

    private mutating func reset() {
        state = .ground
        bytes = []
    }

    private mutating func take(_ byte: UInt8, _ result: inout [TerminalInput]) {
        switch state {
        case .ground: takePlain(byte, &result)
        case .escape: takeAfterEscape(byte, &result)
        case .control: takeControl(byte, &result)
        case .keypad:
            reset()
            if let key = Self.letterKeys[byte] { result.append(.key(key)) }
        case .string:
            // `ESC` may start the terminator, and starts a new sequence in any case.
            if byte == 0x1B { state = .escape } else if byte == 0x07 { reset() }
        case .paste: takePasted(byte, &result)
        }
    }

    private mutating func takePlain(_ byte: UInt8, _ result: inout [TerminalInput]) {
        guard byte < 0x20 || byte == 0x7F else {
            text.append(byte)
            return
        }
        endText(&result, isComplete: true)
        // Carriage return and line feed together are one key.
        defer { lastWasReturn = byte == 0x0D }
        switch byte {
        case 0x1B: state = .escape
        case 0x0A where lastWasReturn: break
        case 0x0D, 0x0A: result.append(.key(.enter))
        case 0x09: result.append(.key(.tab))
        case 0x08, 0x7F: result.append(.key(.backspace))
        case 0x01...0x1A: result.append(.key(.control(Character(Unicode.Scalar(byte + 0x60)))))
        default: break
        }
    }

    private mutating func takeAfterEscape(_ byte: UInt8, _ result: inout [TerminalInput]) {
        switch byte {
        case UInt8(ascii: "["): state = .control
        case UInt8(ascii: "O"): state = .keypad
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            state = .string
        case 0x1B: result.append(.key(.escape))
        // A key with Alt, or the end of a string: ignored.
        default: reset()
        }
    }

    private mutating func takeControl(_ byte: UInt8, _ result: inout [TerminalInput]) {
        switch byte {
        case 0x40...0x7E:
            let parameters = bytes
            reset()
            finishControl(byte, parameters, &result)
        case 0x20..<0x40:
            // A sequence beyond the limit is dropped at its end.
            if bytes.count <= Self.sequenceLimit { bytes.append(byte) }
        case 0x1B:
            bytes = []
            state = .escape
        default: reset()
        }
    }

    private mutating func finishControl(_ final: UInt8, _ parameters: [UInt8], _ result: inout [TerminalInput]) {
        guard parameters.count <= Self.sequenceLimit else { return }
        if parameters.first == UInt8(ascii: "<") {
            if let mouse = Self.mouse(parameters.dropFirst(), isRelease: final == UInt8(ascii: "m")) {
                result.append(mouse)
            }
            return
        }
        let numbers = Self.numbers(parameters[...])
        if final == UInt8(ascii: "~") {
            if numbers.first == 200 {
                state = .paste
            } else if let key = numbers.first.flatMap({ Self.numberKeys[$0] }) {
                result.append(.key(key))
            }
        } else if let key = Self.letterKeys[final] {
            result.append(.key(key))
        }
    }

    private static let letterKeys: [UInt8: TerminalInput.Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "Z"): .backTab, UInt8(ascii: "M"): .enter,
    ]
    private static let numberKeys: [Int: TerminalInput.Key] = [
        1: .home, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    ]

    /// Parses numbers separated by semicolons; malformed or very large ones become -1.
    private static func numbers(_ parameters: ArraySlice<UInt8>) -> [Int] {
        parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
            part.count > 6 ? -1 : Int(String(decoding: part, as: UTF8.self)) ?? -1
        }
    }

    private static func mouse(_ parameters: ArraySlice<UInt8>, isRelease: Bool) -> TerminalInput? {
        let numbers = numbers(parameters)
        guard numbers.count == 3, numbers[0] >= 0, numbers[1] > 0, numbers[2] > 0 else { return nil }
        let place = CellPoint(x: numbers[1] - 1, y: numbers[2] - 1)
        // Shift, Alt and Control make no difference.
        switch numbers[0] & ~0b11100 {
        case 0: return .mouse(isRelease ? .release : .press, place)
        case 32: return .mouse(isRelease ? .release : .drag, place)
        case 64: return .mouse(.wheelUp, place)
        case 65: return .mouse(.wheelDown, place)
        default: return nil
        }
    }

    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private mutating func takePasted(_ byte: UInt8, _ result: inout [TerminalInput]) {
        bytes.append(byte)
        if bytes.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
            result.append(Self.paste(bytes.dropLast(Self.pasteEnd.count)))
            reset()
        } else if bytes.count > Self.pasteLimit + Self.pasteEnd.count {
            // Keeps the start, and the last bytes, which may be the terminator.
            bytes.remove(at: Self.pasteLimit)
        }
    }

    private static func paste(_ bytes: some Sequence<UInt8>) -> TerminalInput {
        // Each line ends with CR LF, CR or LF.
        var text: [UInt8] = []
        for byte in bytes.prefix(pasteLimit) {
            if byte == UInt8(ascii: "\n"), text.last == UInt8(ascii: "\r") { text.removeLast() }
            text.append(byte)
        }
        return .paste(
            String(decoding: text.map { $0 == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : $0 }, as: UTF8.self))
    }

    /// Emits the text so far, except the bytes of an incomplete character.
    private mutating func endText(_ result: inout [TerminalInput], isComplete: Bool) {
        guard !text.isEmpty else { return }
        let rest = isComplete ? 0 : Self.openBytes(text)
        let typed = String(decoding: text.dropLast(rest), as: UTF8.self).filter {
            $0 != "\u{FFFD}" && $0.drawable != nil
        }
        text = Array(text.suffix(rest))
        lastWasReturn = false
        if !typed.isEmpty { result.append(.text(typed)) }
    }

    /// The number of bytes at the end that start an incomplete character.
    private static func openBytes(_ bytes: [UInt8]) -> Int {
        for (count, byte) in bytes.suffix(3).reversed().enumerated() where byte >= 0xC0 {
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
            return count + 1 < length ? count + 1 : 0
        }
        return 0
    }
}
