package import AppexWire

/// Text with attributes, without those attributes whose values cannot be sent.
package struct AttributedText: WireRecord, Sendable, Equatable {
    /// A range of the text with the same attributes throughout.
    package struct Run: WireRecord, Sendable, Equatable {
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

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            start = try field(\.start, .u32)
            length = try field(\.length, .u32)
            attributes = try field(\.attributes, .dictionary("the attributes of a text"))
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

    package init(fields field: some FieldCoder<Self>) throws(WireError) {
        let string = try field(\.string, .text)
        let runs = try field(\.runs, .list(of: .value(Run.self)))
        try field.checkDecoded { () throws(WireError) in
            let length = string.utf16.count
            var end = 0
            for run in runs {
                guard Int(run.start) >= end, run.length > 0, Int(run.start) + Int(run.length) <= length else {
                    throw .malformed("a part of a text that is not in it")
                }
                end = Int(run.start) + Int(run.length)
            }
        }
        self.init(string, runs: runs)
    }
}
