/// Constants without a literal of their own are written as a cast, which the parser turns back into the constant.
extension PredicateValue {
    /// The constant that a cast of this value stands for; `nil` if it is an ordinary cast.
    func literal(castTo type: String) -> PredicateValue? {
        switch (type, self) {
        case ("NSDate", .real(let seconds)): .date(seconds)
        case ("NSDate", .integer(let seconds)): .date(Double(seconds))
        case ("NSDate", .string(let text)): Self.nonFinite[text].map(PredicateValue.date)
        case ("NSNumber", .string(let text)): Self.nonFinite[text].map(PredicateValue.real)
        case ("NSData", .string(let text)): Self.bytes(hexadecimal: text).map(PredicateValue.data)
        default: nil
        }
    }

    private static let nonFinite = ["inf": Double.infinity, "-inf": -.infinity, "nan": .nan]

    private static func bytes(hexadecimal text: String) -> [UInt8]? {
        let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[place], let low = digits[place + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        return bytes
    }
}

extension [UInt8] {
    var hexadecimal: String {
        var text = ""
        for byte in self {
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
        return text
    }
}

extension String {
    /// The text in quotation marks, with the escapes that the parser understands.
    var quoted: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\\", "\"":
                text += "\\"
                text.unicodeScalars.append(scalar)
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
