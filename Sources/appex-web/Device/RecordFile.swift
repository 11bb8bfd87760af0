import AppexModel
import AppexPages
import Foundation
import Glibc
import SystemPackage

/// A JSON file in which the web device stores data of its user.
///
/// A file that cannot be read or parsed is never overwritten: it is renamed first.
struct RecordFile: Sendable {
    private let path: FilePath

    /// - Parameter name: the file's name, such as `Notes.json`.
    init(_ name: String, in store: FilePath) {
        path = store.appending(name)
    }

    /// The content of the file; nil if there is none, or it had to be renamed.
    ///
    /// - Throws: ``PageFailure`` if the file can neither be read nor be renamed. Then it must not be written to either.
    func read<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value? {
        do {
            return try JSONDecoder().decode(type, from: Data(contentsOf: URL(fileURLWithPath: path.string)))
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch let error as DecodingError {
            try putAside(error)
            return nil
        } catch {
            throw PageFailure("Cannot read \(path): \(error.localizedDescription)".tamed(by: "?"))
        }
    }

    /// Replaces the content atomically.
    ///
    /// - Throws: ``PageFailure`` if it cannot be written, for example because the disk is full. The old content is kept
    ///   then.
    func write(_ value: some Encodable) throws {
        do {
            try JSONEncoder().encode(value).write(to: URL(fileURLWithPath: path.string), options: .atomic)
        } catch {
            throw PageFailure("Cannot write \(path): \(error.localizedDescription)".tamed(by: "?"))
        }
    }

    private func putAside(_ reason: DecodingError) throws {
        let kept = FilePath(path.string + ".damaged-" + UUID().uuidString)
        guard path.withPlatformString({ old in kept.withPlatformString { rename(old, $0) } }) == 0 else {
            throw PageFailure("Cannot rename the damaged file \(path): \(Errno(rawValue: errno))".tamed(by: "?"))
        }
        AppexWeb.complain("\(path) cannot be read by this version, and was renamed to \(kept).".tamed(by: "?"))
    }
}
