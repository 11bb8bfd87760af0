import Foundation

/// A temporary file for a result, which is deleted with the object.
final class TemporaryPicture: Sendable {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jpg")

    deinit {
        try? FileManager.default.removeItem(at: file)
    }
}
