import AppexModel
import Foundation
import Glibc
import SystemPackage

/// A JSON file in which the web device keeps what its user has made.
///
/// A file that cannot be read or understood is never written over: it gets another name beside its own first.
struct RecordFile: Sendable {
    private let path: FilePath

    /// - Parameter name: the file's name, such as `Notes.json`.
    init(_ name: String, in store: FilePath) {
        path = store.appending(name)
    }

    /// What is in the file; nil while there is none, and when it had to be put aside.
    ///
    /// - Throws: ``TabFailure`` when the file can be neither read nor put aside. Then nothing may be written either.
    func read<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value? {
        do {
            return try JSONDecoder().decode(type, from: Data(contentsOf: URL(fileURLWithPath: path.string)))
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch let error as DecodingError {
            try putAside(error)
            return nil
        } catch {
            throw TabFailure("Cannot read \(path): \(error.localizedDescription)".tamed(by: "?"))
        }
    }

    /// Puts a value in the place of what is there. When that fails, what is there stays.
    ///
    /// - Throws: ``TabFailure`` when it cannot be written, such as on a full disk.
    func write(_ value: some Encodable) throws {
        do {
            try JSONEncoder().encode(value).write(to: URL(fileURLWithPath: path.string), options: .atomic)
        } catch {
            throw TabFailure("Cannot write \(path): \(error.localizedDescription)".tamed(by: "?"))
        }
    }

    private func putAside(_ reason: DecodingError) throws {
        let kept = FilePath(path.string + ".damaged-" + UUID().uuidString)
        guard path.withPlatformString({ old in kept.withPlatformString { rename(old, $0) } }) == 0 else {
            throw TabFailure("Cannot put the damaged file \(path) aside: \(Errno(rawValue: errno))".tamed(by: "?"))
        }
        AppexWeb.complain("\(path) holds nothing that this version can read, and is kept as \(kept).".tamed(by: "?"))
    }
}
