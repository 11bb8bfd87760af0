package import AppexModel
package import SystemPackage

import AppexSystem
import FoundationEssentials
import Glibc

/// The reports of a device: a folder with one file each, in bounded number.
///
/// Nothing is kept in memory: the user may remove files at any time.
package struct ReportStore: Sendable {
    private let folder: FilePath
    private let limits: Limits

    /// How many reports are kept.
    package struct Limits: Sendable {
        /// Reports of all extensions together.
        package var ofDevice: Int
        /// Reports of one extension, so that an extension that crashes again and again does not push out what is known of the others.
        package var ofExtension: Int

        /// Creates limits; the usual ones are said in `Documentation/Reports.md`.
        package init(ofDevice: Int = 200, ofExtension: Int = 20) {
            self.ofDevice = ofDevice
            self.ofExtension = ofExtension
        }
    }

    /// - Parameter folder: made when the first report is added.
    package init(folder: FilePath, limits: Limits = Limits()) {
        self.folder = folder
        self.limits = limits
    }

    /// Writes a report under the first free identifier at or after its own, and removes surplus reports.
    ///
    /// The file is there as a whole or not at all. It is not brought to the disk: a power cut may take it. Of a report
    /// that is too large for its readers less is kept.
    ///
    /// - Returns: the identifier.
    /// - Throws: `Errno`, `EncodingError` for numbers that JSON does not have, or ``ReportTooLarge``.
    package func add(_ report: ExtensionReport, of appExtension: BundleIdentifier) throws -> ReportIdentifier {
        let made = folder.withPlatformString { mkdir($0, 0o700) }
        guard made == 0 || errno == EEXIST else { throw Errno(rawValue: errno) }
        let present = names()
        var report = report
        let taken = Set(present.map(\.identifier))
        var instant = report.ended
        for _ in 0..<taken.count where taken.contains(report.identifier) {
            instant += 0.001
            report.identifier = ReportIdentifier(at: instant)
        }
        let name = ReportFileName(identifier: report.identifier, appExtension: appExtension)
        try WholeFile.replace(folder.appending(name.text), with: try report.boundedBytes())
        // Not the new one, whatever the clock says.
        for old in surplus(present + [name]) where old.text != name.text { remove(old.text) }
        return report.identifier
    }

    /// The reports, in no order. What is not named as one is passed over; what a broker left that was killed while it
    /// wrote is removed.
    private func names() -> [ReportFileName] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
        for entry in entries where entry.ends(with: WholeFile.newSuffix) {
            if ReportFileName(String(entry.dropLast(WholeFile.newSuffix.count))) != nil { remove(entry) }
        }
        return entries.compactMap(ReportFileName.init)
    }

    /// One that cannot be removed now is removed the next time.
    private func remove(_ name: String) {
        _ = folder.appending(name).withPlatformString { unlink($0) }
    }

    /// Those that are too many: the oldest of an extension that has too many of its own; then, while there are too many
    /// in all, the oldest of whichever extension has most.
    private func surplus(_ names: [ReportFileName]) -> [ReportFileName] {
        var kept = Dictionary(grouping: names, by: \.appExtension).mapValues {
            $0.sorted { $0.identifier > $1.identifier }
        }
        var surplus: [ReportFileName] = []
        for (appExtension, reports) in kept where reports.count > limits.ofExtension {
            surplus += reports.dropFirst(limits.ofExtension)
            kept[appExtension] = Array(reports.prefix(limits.ofExtension))
        }
        var count = names.count - surplus.count
        while count > limits.ofDevice, let most = kept.max(by: Self.givesWayLater) {
            if let oldest = kept[most.key]?.popLast() { surplus.append(oldest) }
            count -= 1
        }
        return surplus
    }

    private static func givesWayLater(
        _ left: (key: BundleIdentifier, value: [ReportFileName]),
        _ right: (key: BundleIdentifier, value: [ReportFileName])
    ) -> Bool {
        if left.value.count != right.value.count { return left.value.count < right.value.count }
        guard let first = left.value.last, let second = right.value.last else { return false }
        return first.identifier > second.identifier
    }
}
