package import AppexWire

/// Text with attributes. Attributes whose values are no item values stay behind.
package struct AttributedText: WireValue, Sendable, Equatable {
    /// A part of the text that has the same attributes everywhere.
    package struct Run: WireValue, Sendable, Equatable {
        /// In UTF-16 code units from the start of the text.
        package var start: UInt32
        package var length: UInt32
        package var attributes: [String: ItemValue]

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

    package var string: String
    /// Only parts that have attributes, from the start to the end.
    package var runs: [Run]

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
