import AppexProtocol
import AppexSystem
import Foundation
import SystemPackage
import Synchronization

/// The reason for which a file of another process was not accepted.
package enum ReceivedFileError: Error {
    /// It is a folder, or a value instead of a file.
    case notAFile
    /// It has more bytes than the receiver accepts.
    case tooLarge(bytes: Int)
}

extension NSItemProvider {
    /// Loads a regular file of the process that owns the item and copies it to a temporary file, which the caller removes.
    ///
    /// Unlike ``withFileRepresentation(forTypeIdentifier:_:)`` it does not unpack folders, and the name of the copy depends
    /// only on the type: that of the file is chosen by the other process.
    ///
    /// - Parameter limit: the maximum size of the file in bytes, holes included.
    /// - Throws: ``ReceivedFileError``; an error of ``errorDomain``, or that of the owner's load handler.
    /// - Cancellation: ends the load with Cocoa error 3072, and the copying with ``itemUnavailableError``.
    package func receivedFile(forTypeIdentifier typeIdentifier: String, limit: Int) async throws -> TemporaryFile {
        let load = Mutex<Progress?>(nil)
        let isCancelled = Atomic(false)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let progress = loadContent(typeIdentifier, .file) { result in
                    continuation.resume(
                        with: Result {
                            guard case .received(let file) = try result.get().content, file.kind == .file else {
                                throw ReceivedFileError.notAFile
                            }
                            let size = try file.size()
                            guard size <= limit else { throw ReceivedFileError.tooLarge(bytes: size) }
                            return try TemporaryFile.make(named: nil, typeIdentifier) {
                                try file.copy(to: $0) { isCancelled.load(ordering: .relaxed) }
                            }
                        })
                }
                load.withLock { $0 = progress }
                // The cancellation handler may have run before `load` was set.
                if Task.isCancelled { progress.cancel() }
            }
        } onCancel: {
            isCancelled.store(true, ordering: .relaxed)
            load.withLock { $0 }?.cancel()
        }
    }
}
