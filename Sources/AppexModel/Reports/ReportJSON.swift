package import FoundationEssentials

/// The JSON form of reports: keys in alphabetical order, times such as `2026-03-01T12:03:59.417Z`.
package enum ReportJSON {
    /// The maximum size of a report's file, in bytes.
    package static let limit = 128 << 10

    /// The format of times.
    package static let dateStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// Encodes a report.
    ///
    /// - Throws: `EncodingError` if a number is not finite.
    package static func bytes(of report: ExtensionReport, pretty: Bool = true) throws -> [UInt8] {
        Array(try encoder(pretty: pretty).encode(report))
    }

    /// Creates an encoder of this form, for values that contain reports.
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

    /// Decodes a report.
    ///
    /// - Throws: `DecodingError` if the bytes are not a report in the current format.
    package static func report(from bytes: [UInt8]) throws -> ExtensionReport {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            if let date = try? dateStyle.parse(text) { return date }
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text.shortened(toBytes: 40))\" is not a date")
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
