import AppexModel
import Foundation

/// The versions of a photograph, as a stack with a current one. The files are not accessed.
///
/// A value that is decoded meets all rules of one that was made by ``keep(_:)``, whatever the input contains.
struct PhotoVersions: Equatable, Sendable {
    /// A version, without its files.
    struct Version: Equatable, Sendable, Codable {
        /// The number, from 1. It is never used again for this photograph, also not for one that replaces it.
        var number: Int
        /// The bundle identifier of the extension.
        var editor: BundleIdentifier
        /// When the edit was kept, in whole seconds.
        var date: Date
        /// The type of the rendition.
        var kind: RenditionKind
        /// The number of the version from whose rendition the edit was made; 0 for the original, or for a version that was
        /// removed.
        var base: Int
        /// The format of the adjustment data; nil for a version without them.
        var format: Format?

        /// The name of the file with the rendition.
        var renditionName: String { "\(number).\(kind.rawValue)" }
        /// The name of the file with the adjustment data.
        var adjustmentName: String { "\(number).\(PhotoVersions.adjustmentSuffix)" }
        /// The names of all files.
        var fileNames: [String] { format == nil ? [renditionName] : [renditionName, adjustmentName] }
    }

    /// The format of adjustment data.
    struct Format: Equatable, Sendable, Codable {
        var identifier: String
        var version: String
    }

    /// What is known of an edit that becomes a version.
    struct Edit {
        var editor: BundleIdentifier
        var date: Date
        var kind: RenditionKind
        var format: Format?
        /// What it was made from.
        var source: Source

        /// What an edit was made from.
        enum Source {
            case original
            case current
            /// The file that the current version was made from, because it continues that edit.
            case baseOfCurrent
        }
    }

    /// The photograph that the versions belong to.
    let photograph: PhotoStamp
    /// The versions, oldest first.
    private(set) var versions: [Version] = []
    /// The number of the current version; 0 for the original.
    private(set) var current = 0
    /// The number of the next version.
    private(set) var next = 1

    /// The maximum number of versions.
    static let limit = 32
    /// The largest number of a version.
    static let largestNumber = 1_000_000_000
    static let adjustmentSuffix = "adjustment"

    /// Creates the versions of a photograph that was never edited.
    init(of photograph: PhotoStamp) { self.photograph = photograph }

    /// The current version; nil for the original.
    var currentVersion: Version? { version(current) }

    /// A version by its number.
    func version(_ number: Int) -> Version? { versions.first { $0.number == number } }

    /// The number of the version that an edit was made from; 0 for the original.
    private func base(of edit: Edit) -> Int {
        switch edit.source {
        case .original: return 0
        case .baseOfCurrent:
            if let last = currentVersion, last.format != nil { return last.base }
            return current
        case .current: return current
        }
    }

    /// Puts a version on top of the current one and makes it the current one. Later versions are removed.
    ///
    /// - Returns: the version; nil if the photograph has had ``largestNumber`` versions.
    mutating func keep(_ edit: Edit) -> Version? {
        guard next <= Self.largestNumber else { return nil }
        let version = Version(
            number: next, editor: edit.editor, date: edit.date.wholeSeconds, kind: edit.kind, base: base(of: edit),
            format: edit.format)
        versions = versions.prefix { $0.number <= current } + [version]
        current = version.number
        next += 1
        while versions.count > Self.limit { removeOldest() }
        return version
    }

    /// Removes the oldest version from which no later edit was made that could be continued.
    ///
    /// If there is no such version, it removes the oldest one, and the edits that were made from it lose their adjustment
    /// data: they are still versions, but cannot be continued.
    private mutating func removeOldest() {
        let bases = Set(versions.lazy.filter { $0.format != nil }.map(\.base))
        let place = versions.dropLast().firstIndex { !bases.contains($0.number) } ?? 0
        let removed = versions.remove(at: place).number
        for index in versions.indices where versions[index].base == removed {
            versions[index].base = 0
            versions[index].format = nil
        }
    }

    /// Makes a version the current one; 0 for the original. No version is removed.
    ///
    /// - Returns: false if there is no such version.
    mutating func select(_ number: Int) -> Bool {
        guard number == 0 || version(number) != nil else { return false }
        current = number
        return true
    }

    /// No versions, for a photograph that has replaced this one.
    func restarted(for photograph: PhotoStamp) -> PhotoVersions {
        var result = PhotoVersions(of: photograph)
        result.next = next
        return result
    }

    /// Whether no edit was ever kept, not even one of a photograph that was replaced.
    var areUnused: Bool { next == 1 }

    /// Whether a file was left over by an interrupted change, in a folder that has a record. Files with other names belong
    /// to other programs.
    func isLeftOver(_ name: String) -> Bool {
        // The record may come from others, so its number does not make all files of the folder left over.
        guard let number = Self.number(ofFile: name), (max(1, next - 2 * Self.limit)...next).contains(number) else {
            return false
        }
        return version(number)?.fileNames.contains(name) != true
    }

    /// The number of the version to which a file belongs by its name.
    static func number(ofFile name: String) -> Int? {
        let parts = name.parts(at: ".", keepsEmpty: true)
        guard parts.count == 2, let number = Int(parts[0]), String(number) == parts[0], number > 0,
            parts[1] == adjustmentSuffix || RenditionKind(rawValue: String(parts[1])) != nil
        else { return nil }
        return number
    }
}

extension PhotoVersions: Codable {
    private enum CodingKeys: CodingKey { case photograph, versions, current, next }

    /// - Throws: `DecodingError` for everything that ``keep(_:)`` and ``select(_:)`` cannot have made.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        photograph = try values.decode(PhotoStamp.self, forKey: .photograph)
        versions = try values.decode([Version].self, forKey: .versions)
        current = try values.decode(Int.self, forKey: .current)
        next = try values.decode(Int.self, forKey: .next)
        guard versions.count <= Self.limit, (1...Self.largestNumber + 1).contains(next),
            current == 0 || version(current) != nil
        else {
            throw DecodingError.dataCorruptedError(forKey: .versions, in: values, debugDescription: "Impossible state")
        }
        var earlier: Set = [0]
        var last = 0
        for version in versions {
            guard version.number > last, version.number < next, earlier.contains(version.base), version.isPossible
            else {
                throw DecodingError.dataCorruptedError(
                    forKey: .versions, in: values, debugDescription: "Impossible version \(version.number)")
            }
            last = version.number
            earlier.insert(last)
        }
    }
}

extension PhotoVersions.Version {
    /// Whether the format is one that ``PhotoAdjustmentData`` accepts.
    fileprivate var isPossible: Bool {
        guard let format else { return true }
        return !format.identifier.isEmpty && format.identifier.utf8.count <= PhotoAdjustmentData.formatLimit
            && format.version.utf8.count <= PhotoAdjustmentData.formatLimit
    }
}

extension Date {
    /// The date without the fraction of its second, as it is written.
    fileprivate var wholeSeconds: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)) }
}
