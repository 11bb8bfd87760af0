/// Reads XML property lists: the element level.
///
/// Only the syntax of property lists is supported. There are no entities except the five of XML, no external resources and
/// no namespaces, so nothing outside the file is read, and no entity is expanded repeatedly.
struct XMLPropertyListReader {
    private var scanner: XMLScanner
    private var budget: PropertyListBudget
    /// What is probably a mistake, in sentences.
    private(set) var remarks: [String] = []

    /// Prepares to read `bytes`, which may carry a byte-order mark.
    ///
    /// - Throws: ``ManifestError`` with the code `syntax` when they are not text of their encoding.
    init(
        bytes: [UInt8], file: String, within bounds: PropertyListLimits.Bounds = .manifest
    ) throws(ManifestError) {
        scanner = XMLScanner(bytes: try Self.utf8(bytes, file: file), file: file)
        budget = PropertyListBudget(file: file, within: bounds)
    }

    /// The bytes as UTF-8 without a mark. UTF-16 is recognised by its mark only.
    static func utf8(_ bytes: [UInt8], file: String) throws(ManifestError) -> [UInt8] {
        let text: String?
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            text = String(validating: bytes.dropFirst(3), as: UTF8.self)
        } else if bytes.starts(with: [0xFE, 0xFF]), bytes.count.isMultiple(of: 2) {
            text = String(validating: units(bytes, high: 0), as: UTF16.self)
        } else if bytes.starts(with: [0xFF, 0xFE]), bytes.count.isMultiple(of: 2) {
            text = String(validating: units(bytes, high: 1), as: UTF16.self)
        } else {
            text = String(validating: bytes, as: UTF8.self)
        }
        guard let text else {
            throw ManifestError(
                .syntax, file: file, found: "bytes that are not text",
                expected: "an XML property list in UTF-8 (or in UTF-16 with a byte-order mark) or a binary one")
        }
        return Array(text.utf8)
    }

    /// The 16-bit units after the mark; `high` is the place of the more significant byte.
    private static func units(_ bytes: [UInt8], high: Int) -> [UInt16] {
        stride(from: 2, to: bytes.count - 1, by: 2).map { index in
            UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + 1 - high])
        }
    }

    /// Reads the whole file.
    mutating func read() throws(ManifestError) -> PropertyListValue {
        try scanner.skipProlog()
        let root = try scanner.nextTag(expected: "<plist>")
        guard root.name == "plist", root.kind == .open else {
            throw scanner.error(found: "the tag \(root.description)", expected: "<plist>")
        }
        try scanner.skipBetweenElements()
        let value = try value(of: try scanner.nextTag(expected: "a value"), depth: 1)
        try scanner.skipBetweenElements()
        try close("plist")
        try scanner.skipBetweenElements()
        try scanner.expectEnd()
        return value
    }

    /// Reads the value whose opening tag was just read.
    private mutating func value(of tag: XMLTag, depth: Int) throws(ManifestError) -> PropertyListValue {
        try budget.spendObject(depth: depth)
        guard tag.kind != .close else {
            throw scanner.error(found: "the tag \(tag.description)", expected: "a value")
        }
        switch tag.name {
        case "dict": return .dictionary(tag.kind == .empty ? [:] : try entries(depth: depth))
        case "array": return .array(tag.kind == .empty ? [] : try elements(depth: depth))
        case "string": return .string(try text(of: tag))
        case "true", "false":
            if tag.kind == .open { try close(tag.name) }
            return .boolean(tag.name == "true")
        case "integer": return try scalar(tag, "an integer of at most 64 bits", PropertyListText.integer)
        case "real": return .real(try scalar(tag, "a decimal number", PropertyListText.real))
        case "date": return .date(try scalar(tag, "a date like 2014-09-17T10:00:00Z", PropertyListText.date))
        case "data": return .data(try scalar(tag, "text in base 64", PropertyListText.data))
        default:
            throw scanner.error(found: "the tag \(tag.description)", expected: "a property list element")
        }
    }

    private mutating func elements(depth: Int) throws(ManifestError) -> [PropertyListValue] {
        var result: [PropertyListValue] = []
        while true {
            try scanner.skipBetweenElements()
            let tag = try scanner.nextTag(expected: "a value or </array>")
            if tag.name == "array", tag.kind == .close { return result }
            result.append(try value(of: tag, depth: depth + 1))
        }
    }

    private mutating func entries(depth: Int) throws(ManifestError) -> [String: PropertyListValue] {
        var result: [String: PropertyListValue] = [:]
        while true {
            try scanner.skipBetweenElements()
            let tag = try scanner.nextTag(expected: "<key> or </dict>")
            if tag.name == "dict", tag.kind == .close { return result }
            guard tag.name == "key", tag.kind != .close else {
                throw scanner.error(found: "the tag \(tag.description)", expected: "<key> or </dict>")
            }
            try budget.spendObject(depth: depth)
            let key = try text(of: tag)
            try scanner.skipBetweenElements()
            let entry = try value(of: try scanner.nextTag(expected: "the value of a key"), depth: depth + 1)
            guard result.updateValue(entry, forKey: key) != nil, remarks.count < PropertyListValue.remarkLimit else {
                continue
            }
            let name = ManifestError.printable(key, limit: ManifestError.foundBytes)
            remarks.append(
                "Line \(scanner.lineNumber) ends a second value of the key \"\(name)\" in one dictionary. The last value counts; "
                    + "remove the other one.")
        }
    }

    /// The text of an element up to its closing tag.
    private mutating func text(of tag: XMLTag) throws(ManifestError) -> String {
        guard tag.kind == .open else { return "" }
        let text = try scanner.text()
        try budget.spendText(text)
        try close(tag.name)
        return text
    }

    private mutating func scalar<Value>(
        _ tag: XMLTag, _ expected: String, _ parse: (String) -> Value?
    ) throws(ManifestError) -> Value {
        let text = try text(of: tag)
        guard let value = parse(text) else {
            throw scanner.error(found: "\"\(text.prefix(ManifestError.foundBytes))\"", expected: expected)
        }
        return value
    }

    private mutating func close(_ name: String) throws(ManifestError) {
        let tag = try scanner.nextTag(expected: "</\(name)>")
        guard tag.name == name, tag.kind == .close else {
            throw scanner.error(found: "the tag \(tag.description)", expected: "</\(name)>")
        }
    }
}
