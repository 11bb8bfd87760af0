/// The scalar values of XML property lists as text, in both directions.
enum PropertyListText {
    /// A decimal or `0x` integer, with an optional sign, or `nil`.
    static func integer(_ text: String) -> PropertyListValue? {
        let trimmed = trimmed(text)
        let digits = trimmed.drop { $0 == "+" || $0 == "-" }
        guard trimmed.utf8.count - digits.utf8.count <= 1 else { return nil }
        let isHexadecimal = digits.begins(with: "0x") || digits.begins(with: "0X")
        let number = isHexadecimal ? digits.dropFirst(2) : digits
        guard number.first?.isHexDigit == true else { return nil }
        let radix = isHexadecimal ? 16 : 10
        if trimmed.begins(with: "-") { return Int64("-" + number, radix: radix).map(PropertyListValue.integer) }
        return UInt64(number, radix: radix).map(PropertyListValue.init(unsigned:))
    }

    /// A floating-point number, `nan` or `inf`, or `nil`.
    static func real(_ text: String) -> Double? {
        let trimmed = trimmed(text)
        return Double(trimmed)
    }

    /// The bytes of a text in base 64 with space anywhere in it, or `nil`.
    static func data(_ text: String) -> [UInt8]? {
        var result: [UInt8] = []
        var accumulator: UInt32 = 0
        var characters = 0
        var padding = 0
        for byte in text.utf8 where byte != 0x20 && !(0x09...0x0D).contains(byte) {
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let sextet = alphabetIndex(byte) else { return nil }
            accumulator = accumulator << 6 | UInt32(sextet)
            characters += 1
            guard characters.isMultiple(of: 4) else { continue }
            result.append(UInt8(truncatingIfNeeded: accumulator >> 16))
            result.append(UInt8(truncatingIfNeeded: accumulator >> 8))
            result.append(UInt8(truncatingIfNeeded: accumulator))
        }
        switch (characters % 4, padding) {
        case (0, 0): break
        case (2, 2): result.append(UInt8(truncatingIfNeeded: accumulator >> 4))
        case (3, 1):
            result.append(UInt8(truncatingIfNeeded: accumulator >> 10))
            result.append(UInt8(truncatingIfNeeded: accumulator >> 2))
        default: return nil
        }
        return result
    }

    /// `bytes` in base 64.
    static func base64(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * (3 - UInt32(group.count)))
            for index in 0..<4 {
                let sextet = Int(bits >> (18 - 6 * UInt32(index))) & 63
                result.append(index <= group.count ? alphabet[sextet] : UInt8(ascii: "="))
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static func alphabetIndex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    /// Seconds since 2001-01-01T00:00:00Z of `YYYY-MM-DDTHH:MM:SSZ`, or `nil`.
    static func date(_ text: String) -> Double? {
        let digits = Array(trimmed(text).utf8)
        guard digits.count == 20 else { return nil }
        var fields: [Int] = []
        for (start, length, separator) in dateFields {
            var number = 0
            for byte in digits[start..<(start + length)] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
            }
            guard digits[start + length] == separator else { return nil }
            fields.append(number)
        }
        guard (1...12).contains(fields[1]), (1...31).contains(fields[2]), fields[3] < 24, fields[4] < 60,
            fields[5] < 60
        else { return nil }
        let days = daysSince2001(year: fields[0], month: fields[1], day: fields[2])
        return Double(days * 86_400 + fields[3] * 3_600 + fields[4] * 60 + fields[5])
    }

    private static let dateFields: [(start: Int, length: Int, separator: UInt8)] = [
        (0, 4, UInt8(ascii: "-")), (5, 2, UInt8(ascii: "-")), (8, 2, UInt8(ascii: "T")),
        (11, 2, UInt8(ascii: ":")), (14, 2, UInt8(ascii: ":")), (17, 2, UInt8(ascii: "Z")),
    ]

    /// Formats `seconds` since 2001-01-01T00:00:00Z as `YYYY-MM-DDTHH:MM:SSZ`. XML lists only support the years 0 to 9999;
    /// other times are clamped.
    static func date(secondsSince2001 seconds: Double) -> String {
        let bounded = seconds.isNaN ? 0 : min(max(seconds, -63_145_526_400), 252_423_993_599)
        let whole = Int(bounded.rounded(.down))
        let days = (whole >= 0 ? whole : whole - 86_399) / 86_400
        let rest = whole - days * 86_400
        let (year, month, day) = civil(daysSince2001: days)
        func padded(_ number: Int, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
            + "T\(padded(rest / 3_600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))Z"
    }

    /// Days from 2001-01-01 to a date of the proleptic Gregorian calendar. The year is counted from
    /// March so that the leap day is its last one.
    private static func daysSince2001(year: Int, month: Int, day: Int) -> Int {
        let marchYear = (month <= 2 ? year - 1 : year) + 400
        let marchMonth = (month + 9) % 12
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - daysToMarchEpoch
    }

    /// The number of days from 1 March of the year -400 to 2001-01-01.
    private static let daysToMarchEpoch = 2_400 * 365 + 600 - 24 + 6 + 306

    /// The inverse of ``daysSince2001(year:month:day:)``.
    private static func civil(daysSince2001 days: Int) -> (year: Int, month: Int, day: Int) {
        let count = days + daysToMarchEpoch
        let era = count / 146_097
        let dayOfEra = count % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = era * 400 + yearOfEra - 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private static func trimmed(_ text: String) -> Substring {
        var result = text[...]
        while result.first?.isWhitespace == true { result.removeFirst() }
        while result.last?.isWhitespace == true { result.removeLast() }
        return result
    }
}
