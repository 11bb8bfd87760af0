package import FoundationEssentials

/// The identifier of a report on its device: the time at which it was written, in UTC, such as `20260301-120359-417`.
///
/// Sorting identifiers as texts sorts them by time.
package struct ReportIdentifier: RawRepresentable, Codable, Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The text of the identifier.
    package let rawValue: String
    package var description: String { rawValue }

    private static let lengths = [8, 6, 3]

    /// Creates an identifier from its text.
    ///
    /// - Returns: nil unless the text consists of 8, 6 and 3 digits with `-` between them.
    package init?(rawValue: String) {
        let parts = rawValue.parts(at: "-", keepsEmpty: true)
        guard parts.map(\.utf8.count) == Self.lengths,
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } })
        else { return nil }
        self.rawValue = rawValue
    }

    /// Creates the identifier for a time. A year that does not have four digits is replaced by 9999.
    package init(at date: Date) {
        let digits = date.formatted(ReportJSON.dateStyle).filter { ("0"..."9").contains($0) }
        let known = digits.utf8.count == Self.lengths.reduce(0, +) ? digits : "99991231235959999"
        rawValue = "\(known.prefix(8))-\(known.dropFirst(8).prefix(6))-\(known.suffix(3))"
    }

    /// Whether `left` is the earlier report.
    package static func < (left: ReportIdentifier, right: ReportIdentifier) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The name of a report's file: `<identifier>.<extension's identifier>.json`.
///
/// It contains everything that is needed to decide which reports to delete, so that no file has to be read for that.
package struct ReportFileName: Sendable, Hashable {
    /// The identifier of the report.
    package let identifier: ReportIdentifier
    /// The bundle identifier of the extension.
    package let appExtension: BundleIdentifier

    /// Creates a name from its parts.
    package init(identifier: ReportIdentifier, appExtension: BundleIdentifier) {
        self.identifier = identifier
        self.appExtension = appExtension
    }

    /// Parses a file name.
    ///
    /// - Returns: nil if it is not the name of a report.
    package init?(_ text: String) {
        let parts = text.parts(at: ".", atMost: 1)
        guard parts.count == 2, parts[1].ends(with: Self.suffix),
            let identifier = ReportIdentifier(rawValue: String(parts[0])),
            let appExtension = BundleIdentifier(rawValue: String(parts[1].dropLast(Self.suffix.count)))
        else { return nil }
        self.init(identifier: identifier, appExtension: appExtension)
    }

    /// The file name.
    package var text: String { "\(identifier).\(appExtension.rawValue)\(Self.suffix)" }

    private static let suffix = ".json"
}
