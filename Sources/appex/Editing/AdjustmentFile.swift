import AppexModel
import Foundation
import OpenExtensionKit

/// A file that describes an edit: a property list with the keys of the `.AAE` files that Apple's Photos writes beside edited
/// photographs.
enum AdjustmentFile {
    private enum Key {
        static let format = "adjustmentFormatIdentifier"
        static let version = "adjustmentFormatVersion"
        static let data = "adjustmentData"
        static let editor = "adjustmentEditorBundleID"
        static let time = "adjustmentTimestamp"
    }

    /// Reads the description of an edit.
    ///
    /// - Throws: ``CommandFailure`` if the file cannot be read or does not describe an edit.
    static func read(_ path: String) throws -> PhotoAdjustmentData {
        let bytes = try InputFile.content(of: path, limit: PropertyListLimits.Bounds.adjustment.fileBytes)
        let list: PropertyListValue
        do { list = try PropertyListValue(parsing: bytes, file: path, within: .adjustment) } catch {
            throw CommandFailure("Cannot read the adjustment data: \(error)", .failed)
        }
        guard let entries = list.dictionary, let format = entries[Key.format]?.string,
            let version = entries[Key.version]?.string, case .data(let data)? = entries[Key.data]
        else {
            throw CommandFailure(
                "\(path) does not describe an edit: it has to be a property list with \(Key.format), \(Key.version) and \(Key.data), as `appex edit --save-adjustment` writes it.",
                .failed)
        }
        return try PhotoAdjustmentData(formatIdentifier: format, formatVersion: version, data: Data(data))
    }

    /// The content of a file that describes an edit.
    ///
    /// - Parameter editor: the bundle identifier of the extension.
    /// - Parameter date: when the edit was made.
    static func content(_ adjustment: PhotoAdjustmentData, by editor: String, at date: Date) -> Data {
        let list = PropertyListValue.dictionary([
            Key.format: .string(adjustment.formatIdentifier), Key.version: .string(adjustment.formatVersion),
            Key.data: .data([UInt8](adjustment.data)), Key.editor: .string(editor),
            Key.time: .date(date.timeIntervalSinceReferenceDate), "adjustmentBaseVersion": .integer(0),
        ])
        return Data(list.xmlBytes())
    }
}
