package import FoundationEssentials

/// Names a report on its device: the instant at which it was written, in UTC, as in `20260301-120359-417`.
///
/// In the order of their texts identifiers are in the order of time.
package struct ReportIdentifier: RawRepresentable, Codable, Sendable, Hashable, Comparable, CustomStringConvertible {
    package let rawValue: String
    package var description: String { rawValue }

    private static let lengths = [8, 6, 3]

    /// Takes a text.
    ///
    /// - Returns: nil unless it is 8, 6 and 3 digits with `-` between them, and so can be part of a file's name.
    package init?(rawValue: String) {
        let parts = rawValue.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == Self.lengths,
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } })
        else { return nil }
        self.rawValue = rawValue
    }

    /// The identifier of an instant. A year of more or less than four digits is written as 9999.
    package init(at date: Date) {
        let digits = date.formatted(ReportJSON.dateStyle).filter { ("0"..."9").contains($0) }
        let known = digits.utf8.count == Self.lengths.reduce(0, +) ? digits : "99991231235959999"
        rawValue = "\(known.prefix(8))-\(known.dropFirst(8).prefix(6))-\(known.suffix(3))"
    }

    package static func < (left: ReportIdentifier, right: ReportIdentifier) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The name of a report's file: `<identifier>.<extension's identifier>.json`. What has to be known to tidy the
/// folder up stands in it, so that no file has to be read for that.
package struct ReportFileName: Sendable, Hashable {
    package let identifier: ReportIdentifier
    package let appExtension: BundleIdentifier

    package init(identifier: ReportIdentifier, appExtension: BundleIdentifier) {
        self.identifier = identifier
        self.appExtension = appExtension
    }

    /// Reads a name.
    ///
    /// - Returns: nil for a file that is no report.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, parts[1].hasSuffix(Self.suffix),
            let identifier = ReportIdentifier(rawValue: String(parts[0])),
            let appExtension = BundleIdentifier(rawValue: String(parts[1].dropLast(Self.suffix.count)))
        else { return nil }
        self.init(identifier: identifier, appExtension: appExtension)
    }

    package var text: String { "\(identifier).\(appExtension.rawValue)\(Self.suffix)" }

    private static let suffix = ".json"
}
