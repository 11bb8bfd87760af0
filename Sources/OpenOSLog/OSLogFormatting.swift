import OpenFoundation

/// The width of a value in a message, and the side on which it is filled.
///
/// Source: https://developer.apple.com/documentation/os/oslogstringalignment
public struct OSLogStringAlignment: Sendable {
    private var width = 0
    private var isLeft = false

    /// The maximum width; larger ones count as this.
    private static let widthLimit = 200

    /// No alignment.
    public static var none: OSLogStringAlignment { OSLogStringAlignment() }

    /// Fills a value on the left side up to a number of columns.
    public static func right(columns: @autoclosure () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(width: columns())
    }

    /// Fills a value on the right side up to a number of columns.
    public static func left(columns: @autoclosure () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(width: columns(), isLeft: true)
    }

    func aligned(_ text: String) -> String {
        let missing = min(width, Self.widthLimit) - text.count
        guard missing > 0 else { return text }
        let space = String(repeating: " ", count: missing)
        return isLeft ? text + space : space + text
    }
}

/// The form of an integer in a message.
///
/// Source: https://developer.apple.com/documentation/os/oslogintegerformatting
public struct OSLogIntegerFormatting: Sendable {
    private var radix = 10
    private var isUppercase = false
    private var prefix = ""
    private var hasSign = false
    private var minDigits = 0

    /// Decimal digits.
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting() }
    /// Hexadecimal digits in lower case.
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
    /// Octal digits.
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }

    /// Decimal digits, optionally with a plus sign and with leading zeros.
    public static func decimal(explicitPositiveSign: Bool = false, minDigits: Int = 0) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(hasSign: explicitPositiveSign, minDigits: minDigits)
    }

    /// Hexadecimal digits, optionally with the prefix `0x` and with leading zeros.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 0
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 16, isUppercase: uppercase, prefix: includePrefix ? "0x" : "", hasSign: explicitPositiveSign,
            minDigits: minDigits)
    }

    /// Octal digits, optionally with the prefix `0` and with leading zeros.
    public static func octal(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, minDigits: Int = 0
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 8, prefix: includePrefix ? "0" : "", hasSign: explicitPositiveSign, minDigits: minDigits)
    }

    func text(_ number: some FixedWidthInteger) -> String {
        let digits = String(number.magnitude, radix: radix, uppercase: isUppercase)
        let zeros = String(repeating: "0", count: max(0, min(minDigits, 200) - digits.count))
        return (number < 0 ? "-" : hasSign ? "+" : "") + prefix + zeros + digits
    }
}

/// The form of a number with a fraction in a message.
///
/// Source: https://developer.apple.com/documentation/os/oslogfloatformatting
public struct OSLogFloatFormatting: Sendable {
    private var conversion = "f"
    private var precision = 6
    private var hasSign = false

    /// Six digits after the point.
    public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting() }
    /// An exponent.
    public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "e") }
    /// An exponent for very large and very small numbers only.
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "g") }
    /// Hexadecimal digits.
    public static var hex: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "a", precision: 13) }

    /// A number of digits after the point, optionally with a plus sign.
    public static func fixed(
        precision: @autoclosure () -> Int = 6, explicitPositiveSign: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(precision: precision(), hasSign: explicitPositiveSign)
    }

    /// An exponent, and a number of digits after the point.
    public static func exponential(
        precision: @autoclosure () -> Int = 6, explicitPositiveSign: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(conversion: "e", precision: precision(), hasSign: explicitPositiveSign)
    }

    /// An exponent for very large and very small numbers only, and a number of digits.
    public static func hybrid(
        precision: @autoclosure () -> Int = 6, explicitPositiveSign: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(conversion: "g", precision: precision(), hasSign: explicitPositiveSign)
    }

    func text(_ number: Double) -> String {
        FormatString("%\(hasSign ? "+" : "").\(max(precision, 0))\(conversion)").filled(with: [number])
    }
}

/// The form of a Boolean in a message.
///
/// Source: https://developer.apple.com/documentation/os/oslogboolformat
public enum OSLogBoolFormat: Sendable {
    /// `true` or `false`.
    case truth
    /// `yes` or `no`.
    case answer

    func text(_ value: Bool) -> String { self == .truth ? "\(value)" : value ? "yes" : "no" }
}
