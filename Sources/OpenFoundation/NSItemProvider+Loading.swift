import AppexProtocol
public import Foundation
import Synchronization

extension NSItemProvider {
    /// Loads the object of the best registered type that conforms.
    ///
    /// The stored object itself comes back: `NSData` for data representations, `NSURL` for files.
    ///
    /// ## Difference from Apple
    /// `options` are not used yet.
    public func loadItem(
        forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
        completionHandler: CompletionHandler? = nil
    ) {
        loadContent(typeIdentifier, .item) { result in
            do {
                let object = try result.get().object()
                completionHandler?(object, nil)
            } catch {
                completionHandler?(nil, error)
            }
        }
    }

    /// Loads the object of the best registered type that conforms.
    ///
    /// - Throws: an error of ``errorDomain``, or the one that the owner's load handler gave.
    public func loadItem(
        forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil
    ) async throws -> sending any NSSecureCoding {
        let held: HeldItem = try await withCheckedThrowingContinuation { continuation in
            loadItem(forTypeIdentifier: typeIdentifier, options: options) { item, error in
                if let item {
                    continuation.resume(returning: HeldItem(item))
                } else {
                    continuation.resume(throwing: error ?? NSItemProvider.error(.unknownError, "Nothing was loaded."))
                }
            }
        }
        return held.item
    }

    /// Loads the bytes of the best registered type that conforms.
    ///
    /// - Returns: progress, which can be cancelled: the handler then gets Cocoa error 3072.
    @discardableResult
    public func loadDataRepresentation(
        forTypeIdentifier typeIdentifier: String, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        loadContent(typeIdentifier, .data) { result in
            do {
                let data = try result.get().data()
                completionHandler(data, nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Loads the best registered type that conforms into a temporary file, which is deleted when
    /// the handler returns.
    ///
    /// - Returns: progress, which can be cancelled: the handler then gets Cocoa error 3072.
    @discardableResult
    public func loadFileRepresentation(
        forTypeIdentifier typeIdentifier: String, completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> Progress {
        let name = suggestedName
        return loadContent(typeIdentifier, .file) { result in
            do {
                let file = try result.get().temporaryFile(suggestedName: name, typeIdentifier: typeIdentifier)
                defer { file.remove() }
                completionHandler(file.url, nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Loads a file, lends it to `body`, and deletes it before this returns.
    ///
    /// - Cancellation: the load ends with Cocoa error 3072.
    package func withFileRepresentation<Value: Sendable>(
        forTypeIdentifier typeIdentifier: String, _ body: @escaping @Sendable (URL) throws -> Value
    ) async throws -> Value {
        let name = suggestedName
        let load = Mutex<Progress?>(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let progress = loadContent(typeIdentifier, .file) { result in
                    continuation.resume(
                        with: Result {
                            let file = try result.get().temporaryFile(
                                suggestedName: name, typeIdentifier: typeIdentifier)
                            defer { file.remove() }
                            return try body(file.url)
                        })
                }
                load.withLock { $0 = progress }
                // The handler below may have run before there was anything to cancel.
                if Task.isCancelled { progress.cancel() }
            }
        } onCancel: {
            load.withLock { $0 }?.cancel()
        }
    }
}
