import AppexModel
import Foundation
import OpenExtensionKit

/// An edit that was kept or written, as printed with --json.
struct EditListing: Encodable {
    /// The path of the photograph.
    let photo: String
    /// The bundle identifier of the extension.
    let `extension`: String
    /// The number of the version; missing if the edit was not kept.
    var version: Int?
    /// The file of the version; missing if the edit was not kept.
    var rendition: String?
    /// The file that was written in addition.
    var output: String?
    /// The size of the edited photograph.
    var bytes = 0

    init(_ photo: URL, _ extension: String) {
        self.photo = photo.path
        self.extension = `extension`
    }

    init(_ photo: URL, _ version: PhotoVersion) {
        self.init(photo, version.extensionIdentifier)
        self.version = version.number
        rendition = version.rendition.path
        bytes = version.bytes
    }

    /// Adds a file that was written.
    mutating func add(_ written: EditOutput.Written) {
        output = written.path
        bytes = written.bytes
    }

    /// What was done with the photograph, in one line.
    ///
    /// - Parameter verb: what was done with the extension.
    /// - Parameter name: the name of the extension.
    func line(_ verb: String, _ name: String) -> String {
        let photo = URL(fileURLWithPath: photo).lastPathComponent
        var parts = ["\(Console.tame(photo)) \(verb) \(Console.tame(name))"]
        if let version { parts.append("version \(version)") }
        if let output { parts.append("written to \(Console.tame(output))") }
        return parts.joined(separator: ", ") + " (\(bytes) bytes)"
    }
}

/// The versions of a photograph, as printed with --json.
struct HistoryListing: Encodable {
    struct Version: Encodable {
        let number: Int
        let `extension`: String
        let date: Date
        let bytes: Int
        let rendition: String
        /// The number of the version that it was made from; missing for the original, or for a version that was removed.
        let base: Int?
        let isCurrent: Bool
    }

    let photo: String
    /// Whether another photograph has replaced the one whose edits are kept.
    let isReplaced: Bool
    /// The number of the current version; 0 for the original.
    let current: Int
    let versions: [Version]

    init(_ edited: EditedPhoto) {
        photo = edited.photo.path
        isReplaced = edited.isReplaced
        let current = edited.current?.number ?? 0
        self.current = current
        versions = edited.versions.map {
            Version(
                number: $0.number, extension: $0.extensionIdentifier, date: $0.date, bytes: $0.bytes,
                rendition: $0.rendition.path, base: $0.base, isCurrent: $0.number == current)
        }
    }

    /// Prints a table in which the current version has an asterisk.
    func print() {
        guard !versions.isEmpty else {
            return Console.say("\(Console.tame(URL(fileURLWithPath: photo).lastPathComponent)) has no edits.")
        }
        var table = Table(["", "VERSION", "EDITOR", "DATE", "BYTES"])
        table.add([current == 0 ? "*" : " ", "original"])
        for version in versions {
            table.add([
                version.isCurrent ? "*" : " ", "\(version.number)", Console.tame(version.extension),
                version.date.formatted(.iso8601), "\(version.bytes)",
            ])
        }
        table.print()
    }
}

extension EditedPhoto {
    /// A warning if a new edit would remove the versions of another photograph; otherwise nil.
    var warning: String? {
        guard isReplaced else { return nil }
        return "\(photo.lastPathComponent) is not the photograph whose edits are kept; a new edit removes them.".tamed()
    }
}

extension PhotoVersion {
    /// The size of the edited photograph; 0 if it cannot be found.
    var bytes: Int {
        (try? FileManager.default.attributesOfItem(atPath: rendition.path)[.size] as? Int) ?? 0
    }
}
