import AppexProtocol

/// Makes values as a hostile process might: every case of `ItemValue`, names of classes that a host may ask for, and
/// the keys under which those classes archive themselves. The same seed gives the same values.
struct RandomValue {
    private var state: UInt64
    private let classNames: [String]

    /// - Parameter classNames: what objects claim to be, beside names of no class.
    init(seed: UInt64, classNames: [String]) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        self.classNames = classNames + ["", "NSObject", "Foundation", "Foundation.", "Swift.String", "__C.NSString"]
    }

    /// The next number of the sequence, from 0 up to, but not including, `bound`.
    mutating func number(below bound: Int) -> Int {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return Int(truncatingIfNeeded: (state &* 0x2545_F491_4F6C_DD1D) >> 33) % max(1, bound)
    }

    private mutating func one<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }

    /// - Parameter depth: how many levels may still follow.
    mutating func value(depth: Int = 5) -> ItemValue {
        switch number(below: depth > 0 ? 20 : 10) {
        case 0: .null
        case 1: .boolean(number(below: 2) == 0)
        case 2: .integer(one(of: Self.integers))
        case 3: .real(one(of: Self.reals))
        case 4: .string(one(of: Self.texts))
        case 5: .data([UInt8](repeating: UInt8(number(below: 256)), count: one(of: [0, 1, 2, 15, 16, 17, 40])))
        case 6: .date(one(of: Self.reals))
        case 7: .url(one(of: Self.links))
        case 8: .uuid(UInt64(bitPattern: one(of: Self.integers)), .max)
        case 9: .size(width: one(of: Self.reals), height: one(of: Self.reals))
        case 10, 11: .array((0..<number(below: 4)).map { _ in value(depth: depth - 1) })
        case 12, 13: .dictionary(fields(depth: depth - 1))
        case 14: .text(text(depth: depth - 1))
        case 15: .error(error(depth: depth - 1))
        default: .object(object(depth: depth - 1))
        }
    }

    mutating func object(depth: Int) -> ObjectDescription {
        ObjectDescription(className: one(of: classNames), fields: fields(depth: depth))
    }

    mutating func error(depth: Int) -> ErrorDescription {
        ErrorDescription(
            domain: one(of: Self.domains), code: one(of: Self.integers), userInfo: fields(depth: depth))
    }

    mutating func text(depth: Int) -> AttributedText {
        let string = one(of: Self.texts)
        let length = string.utf16.count
        guard length > 0 else { return AttributedText(string) }
        let start = number(below: length)
        let run = AttributedText.Run(
            start: UInt32(start), length: UInt32(1 + number(below: length - start)), attributes: fields(depth: depth))
        return AttributedText(string, runs: [run])
    }

    /// The fields of an object, the entries of a dictionary, a `userInfo` or attributes.
    mutating func fields(depth: Int) -> [String: ItemValue] {
        var fields: [String: ItemValue] = [:]
        for _ in 0..<number(below: 5) { fields[one(of: Self.keys)] = value(depth: depth) }
        return fields
    }

    private static let integers: [Int64] = [
        0, 1, -1, 2, 3, 4, 12, 127, 128, 255, 256, 4096, 65_536, 99_999, -99_999, 1 << 31, 1 << 40, .max, .min,
    ]

    private static let reals: [Double] = [
        0, -0.0, 1, -1, 0.5, 12, 1e9, 1e15, -1e15, 1e20, 1e300, -1e300, .nan, .signalingNaN, .infinity, -.infinity,
        .leastNonzeroMagnitude, .greatestFiniteMagnitude, 9.3e18, 63_113_904_000,
    ]

    private static let texts = [
        "", "a", "plain", "häuser 🏠", "e\u{301}👩‍👩‍👧", "\u{0}", "\r\n", "{1,2}", "{{nan,1e999},{", "NaN", "en_US", "UTC",
        "gregorian",
        "/etc/passwd", "file:///etc/passwd", "a.*(", "@", "{CGSize=dd}", "[999999999999d]", "%@%s%n",
        "\u{FEFF}\u{202E}x",
        String(repeating: "x", count: 300),
    ]

    private static let links = [
        "https://example.org/?q=1", "file:///etc/passwd", "FILE:///etc/passwd", "File:/etc/passwd", "file:relative",
        "file:", "file://localhost/etc/passwd", "%66ile:///etc/passwd", " file:///etc/passwd", "fi\nle:///etc/passwd",
        "\tfile:///etc/passwd", "file\u{0}:///x", "file:///%00", "//etc/passwd", "/etc/passwd", "", " ", "%",
        "http://[::1",
        "http://[::1]:99999999/", "mailto:a@b", "data:,x", "a b", "häuser", "http://häuser.example/ä?ö#ü",
        "blob:file:///x", "file\u{301}:///x", "#", "?", ":", "::", "1:", String(repeating: "a:", count: 200),
    ]

    private static let domains = [
        "NSPOSIXErrorDomain", "NSCocoaErrorDomain", "NSURLErrorDomain", "NSMachErrorDomain", "NSOSStatusErrorDomain",
        "NSItemProviderErrorDomain", "", "example",
    ]

    /// Those of Foundation's classes, of errors, of texts and of ``Album``.
    static let keys = [
        "NS.string", "NS.bytes", "NS.data", "NS.objects", "NS.keys", "NS.object.0", "NS.object.1", "NS.key.0",
        "NS.key.1",
        "NS.relative", "NS.base", "NS.number", "NS.boolval", "NS.intval", "NS.dblval", "NS.time", "NS.startDate",
        "NS.special", "NS.sizeval", "NS.pointval", "NS.rectval", "NS.rangeval.location", "NS.rangeval.length",
        "NS.uuidbytes", "NS.identifier", "NS.name", "NS.value", "NS.exponent", "NS.length", "NS.mantissa",
        "NS.negative",
        "NS.compact", "NS.calendar", "NS.timezone", "NS.locale", "NS.unit", "NS.symbol", "NS.converter",
        "NS.coefficient",
        "NS.count", "NS.count0", "NS.roundingMode", "NS.scale", "NSCode", "NSDomain", "NSUserInfo", "NSString",
        "NSAttributes",
        "NSAttributeInfo", "NSRangeCount", "NSRangeData", "NSLocation", "NSLength", "NSIndexPathLength",
        "NSIndexPathValue", "NSIndexPathData", "NSPattern", "NSOptions", "NSRangeArray", "NSRegularExpression",
        "NSLocalizedDescription", "NSLocalizedFailureReason", "NSLocalizedRecoverySuggestion",
        "NSLocalizedRecoveryOptions", "NSRecoveryAttempter", "NSUnderlyingError", "NSStringEncoding", "NSURL",
        "NSFilePath",
        "NSErrorFailingURLKey", "NSErrorFailingURLStringKey", "NSHelpAnchor", "NSExtensionItemsAndErrorsKey",
        "NSExtensionItemAttributedTitleKey", "NSExtensionItemAttachmentsKey", "item", "title", "pages", "weight",
        "done", "raw", "link", "parts", "notes", "date", "size", "identifier", "cause", "text", "anything", "",
    ]
}
