import AppexProtocol
public import Foundation
public import OpenUniformTypeIdentifiers
import Synchronization

extension NSItemProvider {
    /// Loads the object of the best registered type that conforms.
    ///
    /// The stored object itself comes back, as always in Swift on Apple's system: `NSData` for data
    /// representations, `NSURL` for files. The copy of a file that is not in this process stays for as long as
    /// the provider, or another one of the same session, is there. To get a certain class see
    /// ``loadItem(_:forTypeIdentifier:options:completionHandler:)``.
    ///
    /// - Parameter options: for the load handler of the item; what is no item value stays behind when the
    ///   item is in another process.
    /// - Parameter completionHandler: called once, not on the main thread.
    ///
    /// ## Difference from Apple
    /// The handler has no default: without one nothing would come of the call, and at the top level of a program, which
    /// the compiler does not count as asynchronous, `try await provider.loadItem(forTypeIdentifier:)` would mean this.
    public func loadItem(
        forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
        completionHandler: CompletionHandler?
    ) {
        loadContent(typeIdentifier, .item, LoadOptions(options, expecting: nil)) { [self] result in
            let object = Result { Held(try self.object(of: try result.get())) }
            deliver { completionHandler?(object.value?.value, object.error) }
        }
    }

    /// Loads the object of the best registered type that conforms.
    ///
    /// - Throws: an error of ``errorDomain``, or the one that the owner's load handler gave.
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

    /// Loads the bytes of the best registered type that conforms; those of a folder are a zip archive with
    /// the folder at the top.
    ///
    /// - Returns: progress, which can be cancelled: the handler then gets Cocoa error 3072.
    @discardableResult
    public func loadDataRepresentation(
        forTypeIdentifier typeIdentifier: String, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        loadContent(typeIdentifier, .data) { result in
            let data = Result { try result.get().content.data() }
            deliver { completionHandler(data.value, data.error) }
        }
    }

    /// The same for a type.
    @discardableResult
    public func loadDataRepresentation(
        for contentType: UTType, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        loadDataRepresentation(forTypeIdentifier: contentType.identifier, completionHandler: completionHandler)
    }

    /// Loads the best registered type that conforms into a temporary file, which is deleted when
    /// the handler returns.
    ///
    /// - Returns: progress, which can be cancelled: the handler then gets Cocoa error 3072.
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

    /// Loads the best registered type that conforms as a file.
    ///
    /// - Parameter openInPlace: false for a temporary file, as in
    ///   ``loadFileRepresentation(forTypeIdentifier:completionHandler:)``; true for the file itself, as in
    ///   ``loadInPlaceFileRepresentation(forTypeIdentifier:completionHandler:)``.
    /// - Parameter completionHandler: gets the file, and whether it is the original.
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

    /// Opens a file of the best registered type that conforms where it is, if its owner allows that; else a
    /// copy, which stays for as long as the provider.
    ///
    /// An extension that loads a file or a folder of its host gets the original at a path of its own, without
    /// what lies around it, until the host has no more to do with the request.
    ///
    /// - Parameter completionHandler: gets the file, and whether it is the original.
    /// - Returns: progress, which can be cancelled: the handler then gets Cocoa error 3072.
    ///
    /// ## Difference from Apple
    /// The original of another process can only be read; there is no coordinated writing yet. A copy comes where
    /// the sandbox has no private root, of what is mounted inside a folder, and to a host from its extension.
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

    /// Loads a preview image: `NSData`, `NSURL` or `UIImage`.
    ///
    /// - Parameter options: ``NSItemProviderPreferredImageSizeKey`` says how large it should be.
    ///
    /// ## Difference from Apple
    /// Without a ``previewImageHandler`` there is none: nothing on Linux makes previews of files.
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

    /// Loads a preview image: `NSData`, `NSURL` or `UIImage`.
    ///
    /// - Throws: an error of ``errorDomain``, or the one that the owner's handler gave.
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

    /// Asks the owner for a preview image, which is data, a file or a picture.
    ///
    /// - Parameter runner: where the owner's handler is called.
    func loadPreview(
        _ options: LoadOptions, on runner: LoadRunner = runAnywhere, completion: @escaping OneCompletion.Body
    ) {
        let once = OneCompletion(completion)
        guard let handler = previewImageHandler else {
            let error = NSItemProvider.error(.itemUnavailableError, "There is no preview image.")
            return DispatchQueue.global().async { once.finish(.failure(error)) }
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
                        "A \(type(of: other)) came as a preview image instead of data, the URL of a file or an image."
                    once.finish(.failure(NSItemProvider.error(.unexpectedValueClassError, text)))
                }
            }
            handler(completion, options.expectedClass, options.values)
        }
    }

    /// The object that a load of an item gives.
    func object(of loaded: LoadedItem) throws -> any NSSecureCoding {
        try loaded.content.object(named: suggestedName, loaded.representation.typeIdentifier) {
            keep($0, of: loaded.representation)
        }
    }

    private func copy(of loaded: LoadedItem) throws -> TemporaryFile {
        try loaded.content.temporaryFile(
            suggestedName: suggestedName, typeIdentifier: loaded.representation.typeIdentifier)
    }

    /// Loads a file, lends it to `body`, and deletes it before this returns.
    ///
    /// - Cancellation: the load ends with Cocoa error 3072.
    package func withFileRepresentation<Value: Sendable>(
        forTypeIdentifier typeIdentifier: String, _ body: @escaping @Sendable (URL) throws -> Value
    ) async throws -> Value {
        let load = Mutex<Progress?>(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let progress = loadContent(typeIdentifier, .file) { [self] result in
                    continuation.resume(
                        with: Result {
                            let file = try copy(of: try result.get())
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
