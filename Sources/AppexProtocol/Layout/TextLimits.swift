import AppexModel
package import AppexWire

/// The bounds of texts that describe content, in bytes of UTF-8. A longer text is shortened where it is encoded and where it is
/// decoded. Content itself, such as the text of an item, has no bound but that of a message.
///
/// Decoding also keeps at most 30 combining marks in a row of each of these texts, because comparing and hashing take a time
/// that is quadratic in their number.
package enum TextLimits {
    /// A type identifier, an error's domain, and the name of a class. Real ones have less than 200 bytes.
    package static let identifierBytes = 1024
    /// The name of a file. File systems allow 255 bytes.
    package static let nameBytes = 1024
    /// An item's title.
    package static let titleBytes = 4096
    /// Each text of an error, such as its description and its recovery suggestion.
    package static let errorTextBytes = 4096
}

/// The title of an item, which is shortened as a label is.
package struct TitleFormat: WireFormat {
    package func encode(_ value: AttributedText, to encoder: inout WireEncoder) throws(WireError) {
        try value.bounded(toBytes: TextLimits.titleBytes).encode(to: &encoder)
    }

    package func decode(from decoder: inout WireDecoder) throws(WireError) -> AttributedText {
        try AttributedText(from: &decoder).bounded(toBytes: TextLimits.titleBytes)
    }
}

/// The values of an error, whose texts are shortened as labels are.
package struct ErrorValuesFormat: WireFormat {
    private let dictionary = DictionaryFormat(name: "the userInfo of an error")

    package func encode(_ value: [String: ItemValue], to encoder: inout WireEncoder) throws(WireError) {
        try dictionary.encode(Self.bounded(value), to: &encoder)
    }

    package func decode(from decoder: inout WireDecoder) throws(WireError) -> [String: ItemValue] {
        Self.bounded(try dictionary.decode(from: &decoder))
    }

    private static func bounded(_ values: [String: ItemValue]) -> [String: ItemValue] {
        values.mapValues { $0.bounded(toBytes: TextLimits.errorTextBytes) }
    }
}

extension WireFormat where Self == TitleFormat {
    /// The title of an item.
    package static var title: Self { Self() }
}

extension WireFormat where Self == ErrorValuesFormat {
    /// The values of an error.
    package static var errorValues: Self { Self() }
}

extension AttributedText {
    /// The beginning of the text, with at most 30 combining marks in a row. A text that loses marks loses its attributes too,
    /// because their ranges no longer fit.
    fileprivate func bounded(toBytes limit: Int) -> AttributedText {
        guard string.utf8.count > limit || !string.isStreamSafe else { return self }
        let beginning = string.shortened(toBytes: limit)
        guard beginning.isStreamSafe else { return AttributedText(beginning.streamSafe) }
        let length = beginning.utf16.count
        return AttributedText(beginning, runs: runs.filter { Int($0.start) + Int($0.length) <= length })
    }
}

extension ItemValue {
    /// The value with every text in it bounded. Errors inside of it are bounded where they are decoded.
    fileprivate func bounded(toBytes limit: Int) -> ItemValue {
        switch self {
        case .string(let text): .string(text.shortened(toBytes: limit).streamSafe)
        case .text(let text): .text(text.bounded(toBytes: limit))
        case .array(let values): .array(values.map { $0.bounded(toBytes: limit) })
        case .dictionary(let values): .dictionary(values.mapValues { $0.bounded(toBytes: limit) })
        default: self
        }
    }
}
