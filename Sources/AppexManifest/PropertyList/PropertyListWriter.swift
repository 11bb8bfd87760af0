extension PropertyListValue {
    /// Encodes the value as an XML property list.
    ///
    /// Equal values have equal encodings, because keys are sorted by their bytes. Parsing the result restores the value,
    /// except that dates are rounded down to a second. Control characters are written as character references.
    package func xmlBytes() -> [UInt8] {
        var writer = XMLPropertyListWriter()
        writer.write(self, indent: 0)
        return Array(writer.finished().utf8)
    }
}

private struct XMLPropertyListWriter {
    private var text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">

        """

    func finished() -> String {
        text + "</plist>\n"
    }

    mutating func write(_ value: PropertyListValue, indent: Int) {
        switch value {
        case .string(let string): line("<string>\(Self.escaped(string))</string>", indent)
        case .integer(let number): line("<integer>\(number)</integer>", indent)
        case .unsigned(let number): line("<integer>\(number)</integer>", indent)
        case .real(let number): line("<real>\(number)</real>", indent)
        case .boolean(let flag): line(flag ? "<true/>" : "<false/>", indent)
        case .date(let seconds): line("<date>\(PropertyListText.date(secondsSince2001: seconds))</date>", indent)
        case .data(let bytes): line("<data>\(PropertyListText.base64(bytes))</data>", indent)
        case .array(let elements):
            guard !elements.isEmpty else { return line("<array/>", indent) }
            line("<array>", indent)
            for element in elements { write(element, indent: indent + 1) }
            line("</array>", indent)
        case .dictionary(let entries):
            guard !entries.isEmpty else { return line("<dict/>", indent) }
            line("<dict>", indent)
            for (key, entry) in entries.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                line("<key>\(Self.escaped(key))</key>", indent + 1)
                write(entry, indent: indent + 1)
            }
            line("</dict>", indent)
        }
    }

    private mutating func line(_ content: String, _ indent: Int) {
        text += String(repeating: "\t", count: indent) + content + "\n"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\t", "\n": result.unicodeScalars.append(scalar)
            case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
