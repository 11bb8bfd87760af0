package import FoundationEssentials

/// Reports as JSON: keys in alphabetical order, instants as in `2026-03-01T12:03:59.417Z`.
package enum ReportJSON {
    /// Bytes of the largest file that is read. What this version writes has at most that many.
    package static let limit = 128 << 10

    /// How instants are written.
    package static let dateStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// The text of a report.
    ///
    /// - Throws: `EncodingError` for a number that JSON does not have.
    package static func bytes(of report: ExtensionReport, pretty: Bool = true) throws -> [UInt8] {
        Array(try encoder(pretty: pretty).encode(report))
    }

    /// An encoder of this form, for a value with reports in it.
    package static func encoder(pretty: Bool) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.formatted(dateStyle))
        }
        return encoder
    }

    /// Reads a report.
    ///
    /// - Throws: `DecodingError` for what is none, also for one in another format.
    package static func report(from bytes: [UInt8]) throws -> ExtensionReport {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            if let date = try? dateStyle.parse(text) { return date }
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text.shortened(toBytes: 40))\" is no date")
        }
        let data = Data(bytes)
        let format = try decoder.decode(Format.self, from: data).format
        guard format == ExtensionReport.currentFormat else {
            let text = "format \(format) is not that of this version, \(ExtensionReport.currentFormat)"
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: text))
        }
        return try decoder.decode(ExtensionReport.self, from: data)
    }

    private struct Format: Decodable {
        let format: Int
    }
}
