package import AppexWire

/// Text with attributes, without those attributes whose values cannot be sent.
package struct AttributedText: WireValue, Sendable, Equatable {
    /// A range of the text with the same attributes throughout.
    package struct Run: WireValue, Sendable, Equatable {
        /// The start of the range in UTF-16 code units.
        package var start: UInt32
        /// The length of the range in UTF-16 code units; at least 1.
        package var length: UInt32
        /// The attributes of the range by name.
        package var attributes: [String: ItemValue]

        /// Creates a run.
        package init(start: UInt32, length: UInt32, attributes: [String: ItemValue]) {
            self.start = start
            self.length = length
            self.attributes = attributes
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(start)
            encoder.integer(length)
            try encoder.value(ItemValue.dictionary(attributes))
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            start = try decoder.integer()
            length = try decoder.integer()
            attributes = try ItemValue.dictionary(from: &decoder, of: "the attributes of a text")
        }
    }

    /// The text; as long as a message may be.
    package var string: String
    /// The ranges that have attributes: ascending, without overlap and within the text, which decoding checks.
    package var runs: [Run]

    /// Creates a text.
    package init(_ string: String, runs: [Run] = []) {
        self.string = string
        self.runs = runs
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        try encoder.text(string)
        try encoder.list(runs) { (encoder, value) throws(WireError) in try encoder.value(value) }
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        string = try decoder.text()
        runs = try decoder.list { (decoder) throws(WireError) in try Run(from: &decoder) }
        let length = string.utf16.count
        var end = 0
        for run in runs {
            guard Int(run.start) >= end, run.length > 0, Int(run.start) + Int(run.length) <= length else {
                throw .malformed("a part of a text that is not in it")
            }
            end = Int(run.start) + Int(run.length)
        }
    }
}
