import AppexProtocol
import AppexSystem
public import Foundation
public import OpenUniformTypeIdentifiers
import Synchronization

extension NSItemProvider {
    /// Loads the object of the first registered type that conforms to a type.
    ///
    /// The result is the stored object, as always in Swift on Apple's system: `NSData` for data, `NSURL` for files. The
    /// copy of another process's file exists for as long as the provider, or another one of the same session. To load an
    /// object of a certain class, use ``loadItem(_:forTypeIdentifier:options:completionHandler:)``.
    ///
    /// - Parameter options: options for the load handler of the item. If the item belongs to another process, only values
    ///   that can be sent are passed on.
    /// - Parameter completionHandler: called once, not on the main thread.
    ///
    /// ## Difference from Apple
    /// The completion handler has no default value. Otherwise `try await provider.loadItem(forTypeIdentifier:)` at the top
    /// level of a program, which the compiler does not treat as asynchronous, would call this method.
    public func loadItem(
        forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
        completionHandler: CompletionHandler?
    ) {
        loadContent(typeIdentifier, .item, LoadOptions(options, expecting: nil)) { [self] result in
            let object = Result { Held(try self.object(of: try result.get())) }
            deliver { completionHandler?(object.value?.value, object.error) }
        }
    }

    /// Loads the object of the first registered type that conforms to a type; see
    /// ``loadItem(forTypeIdentifier:options:completionHandler:)``.
    ///
    /// - Throws: an error of ``errorDomain``, or that of the owner's load handler.
    public func loadItem(
        forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil
    ) async throws -> sending any NSSecureCoding {
        let held: Held<any NSSecureCoding> = try await withCheckedThrowingContinuation { continuation in
            loadItem(forTypeIdentifier: typeIdentifier, options: options) { item, error in
                if let item {
                    continuation.resume(returning: Held(item))
                } else {
                    continuation.resume(throwing: error ?? NSItemProvider.error(.unknownError, "Nothing was loaded."))
                }
            }
        }
        return held.value
    }

    /// Loads the data of the first registered type that conforms to a type. The data of a folder are a zip archive that
    /// contains the folder.
    ///
    /// - Parameter completionHandler: called once, not on the main thread.
    /// - Returns: the progress. If it is cancelled, the handler receives Cocoa error 3072.
    @discardableResult
    public func loadDataRepresentation(
        forTypeIdentifier typeIdentifier: String, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        loadContent(typeIdentifier, .data) { result in
            let data = Result { try result.get().content.data() }
            deliver { completionHandler(data.value, data.error) }
        }
    }

    /// Loads the data of the first registered type that conforms to a type; see
    /// ``loadDataRepresentation(forTypeIdentifier:completionHandler:)``.
    @discardableResult
    public func loadDataRepresentation(
        for contentType: UTType, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        loadDataRepresentation(forTypeIdentifier: contentType.identifier, completionHandler: completionHandler)
    }

    /// Loads the first registered type that conforms to a type into a temporary file, which is deleted when the handler
    /// returns.
    ///
    /// - Parameter completionHandler: called once, not on the main thread.
    /// - Returns: the progress. If it is cancelled, the handler receives Cocoa error 3072.
    @discardableResult
    public func loadFileRepresentation(
        forTypeIdentifier typeIdentifier: String, completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> Progress {
        loadContent(typeIdentifier, .file) { [self] result in
            let file = Result { try copy(of: try result.get()) }
            deliver {
                defer { file.value?.remove() }
                completionHandler(file.value?.url, file.error)
            }
        }
    }

    /// Loads the first registered type that conforms to a type as a file.
    ///
    /// - Parameter openInPlace: false for a temporary file, as in
    ///   ``loadFileRepresentation(forTypeIdentifier:completionHandler:)``; true for the original, as in
    ///   ``loadInPlaceFileRepresentation(forTypeIdentifier:completionHandler:)``.
    /// - Parameter completionHandler: receives the file, and whether it is the original. Called once, not on the main
    ///   thread.
    /// - Returns: the progress. If it is cancelled, the handler receives Cocoa error 3072.
    @discardableResult
    public func loadFileRepresentation(
        for contentType: UTType, openInPlace: Bool = false,
        completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
    ) -> Progress {
        if openInPlace {
            return loadInPlaceFileRepresentation(
                forTypeIdentifier: contentType.identifier, completionHandler: completionHandler)
        }
        return loadFileRepresentation(forTypeIdentifier: contentType.identifier) { completionHandler($0, false, $1) }
    }

    /// Loads the original file of the first registered type that conforms to a type, if its owner allows that; otherwise
    /// a copy, which exists for as long as the provider.
    ///
    /// An extension that loads a file or a folder of its host sees the original, without the files beside it, at a path of
    /// its own, until the host gives the request's session back.
    ///
    /// - Parameter completionHandler: receives the file, and whether it is the original. Called once, not on the main
    ///   thread.
    /// - Returns: the progress. If it is cancelled, the handler receives Cocoa error 3072.
    ///
    /// ## Difference from Apple
    /// The original of another process can only be read; coordinated writing does not exist yet. A copy is loaded if the
    /// sandbox has no private root, for file systems mounted inside a folder, and by a host from its extension.
    @discardableResult
    public func loadInPlaceFileRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
    ) -> Progress {
        loadContent(typeIdentifier, .inPlace) { [self] result in
            let file = Result { () -> (url: URL, isInPlace: Bool) in
                let loaded = try result.get()
                if let original = loaded.original { return (original, true) }
                let copy = try copy(of: loaded)
                keep(copy, of: loaded.representation)
                return (copy.url, false)
            }
            deliver { completionHandler(file.value?.url, file.value?.isInPlace ?? false, file.error) }
        }
    }

    /// Loads a preview image, which is an `NSData`, an `NSURL` or a `UIImage`.
    ///
    /// - Parameter options: options such as `NSItemProviderPreferredImageSizeKey`.
    /// - Parameter completionHandler: called once, not on the main thread.
    ///
    /// ## Difference from Apple
    /// A provider without a ``previewImageHandler`` has no preview image, since Linux creates no previews of files.
    public func loadPreviewImage(options: [AnyHashable: Any]! = [:], completionHandler: CompletionHandler!) {
        let completion = completionHandler
        loadPreview(LoadOptions(options, expecting: nil)) { result in
            let object = Result { () -> Held<any NSSecureCoding> in
                let content = try result.get()
                return Held(try content.object(named: nil, "public.image") { _ in })
            }
            deliver { completion?(object.value?.value, object.error) }
        }
    }

    /// Loads a preview image, which is an `NSData`, an `NSURL` or a `UIImage`.
    ///
    /// - Throws: an error of ``errorDomain``, or that of the owner's handler.
    public func loadPreviewImage(options: [AnyHashable: Any]! = [:]) async throws -> sending any NSSecureCoding {
        let held: Held<any NSSecureCoding> = try await withCheckedThrowingContinuation { continuation in
            loadPreviewImage(options: options) { item, error in
                if let item {
                    continuation.resume(returning: Held(item))
                } else {
                    continuation.resume(throwing: error ?? NSItemProvider.error(.unknownError, "Nothing was loaded."))
                }
            }
        }
        return held.value
    }

    /// Calls the preview image handler, which returns data, a file or a picture.
    ///
    /// - Parameter runner: calls the handler.
    func loadPreview(
        _ options: LoadOptions, on runner: LoadRunner = runAnywhere, completion: @escaping OneCompletion.Body
    ) {
        let once = OneCompletion(completion)
        guard let handler = previewImageHandler else {
            let error = NSItemProvider.error(.itemUnavailableError, "There is no preview image.")
            return HandlerThreads.callbacks.run { once.finish(.failure(error)) }
        }
        runner {
            let completion: CompletionHandler = { item, error in
                switch item.map(object(standingFor:)) {
                case nil: once.finish(nil, error)
                case let data as NSData: once.finish(.success(.data(data.copied)))
                case let url as NSURL where url.isFileURL: once.finish(.success(.file(url as URL, stays: true)))
                case let picture as any ItemPicture: once.finish(.success(.item(Held(picture))))
                case let other?:
                    let text =
                        "The preview image is a \(type(of: other)) instead of data, the URL of a file or an image."
                    once.finish(.failure(NSItemProvider.error(.unexpectedValueClassError, text)))
                }
            }
            handler(completion, options.expectedClass, options.values)
        }
    }

    /// The object of a loaded item.
    func object(of loaded: LoadedItem) throws -> any NSSecureCoding {
        try loaded.content.object(named: suggestedName, loaded.representation.typeIdentifier) {
            keep($0, of: loaded.representation)
        }
    }

    private func copy(of loaded: LoadedItem, isCancelled: () -> Bool = { false }) throws -> TemporaryFile {
        try loaded.content.temporaryFile(
            suggestedName: suggestedName, typeIdentifier: loaded.representation.typeIdentifier,
            isCancelled: isCancelled)
    }

    /// Loads a temporary file, passes it to `body`, and deletes it before this method returns.
    ///
    /// - Throws: an error of ``errorDomain``, that of the owner's load handler, or that of `body`.
    /// - Cancellation: ends the load with Cocoa error 3072, and the copying of a file with ``itemUnavailableError``.
    package func withFileRepresentation<Value: Sendable>(
        forTypeIdentifier typeIdentifier: String, _ body: @escaping @Sendable (URL) throws -> Value
    ) async throws -> Value {
        let load = Mutex<Progress?>(nil)
        let isCancelled = Atomic(false)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let progress = loadContent(typeIdentifier, .file) { [self] result in
                    continuation.resume(
                        with: Result {
                            let file = try copy(of: try result.get()) { isCancelled.load(ordering: .relaxed) }
                            defer { file.remove() }
                            return try body(file.url)
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
