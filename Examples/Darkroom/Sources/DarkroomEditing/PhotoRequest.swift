public import DarkroomImaging
public import OpenExtensionFoundation

/// A request that hands one picture to Darkroom and wants it back edited.
public struct PhotoRequest: Sendable {
    private static let imageType = "public.image"
    private static let jpegType = "public.jpeg"

    /// A picture as the host gave it.
    public struct Original: Sendable {
        /// The encoded picture, which is not loaded into memory: a photograph can be larger than the memory of an extension.
        /// The file exists until the request ends.
        public let file: URL
        /// The name of the picture, if it has one.
        public let name: String?
    }

    private let context: NSExtensionContext

    public init(_ context: NSExtensionContext) {
        self.context = context
    }

    /// The bytes of memory that are left for the work on a picture.
    public static var availableMemory: UInt64? {
        // What earlier work has freed counts as used until then.
        PictureMemory.releaseUnused()
        return ProcessInfo.processInfo.availableMemory
    }

    /// Edits the first picture among the attachments and returns it to the host, or cancels with the reason.
    public func complete(with edit: PictureEdit) {
        load { result in
            do throws(PhotoRequestError) {
                try finish(try result.get(), with: edit)
            } catch {
                cancel(with: error)
            }
        }
    }

    /// Loads the first picture among the attachments.
    ///
    /// - Throws: ``PhotoRequestError/noPicture`` or ``PhotoRequestError/notLoaded(_:)``.
    public func original() async throws -> Original {
        try await withCheckedThrowingContinuation { continuation in
            load { continuation.resume(with: $0) }
        }
    }

    /// Edits a picture and returns it to the host as a file, which is deleted when the host has released it.
    ///
    /// - Parameter progress: is called as ``EditProgress`` says.
    public func finish(
        _ original: Original, with edit: some PictureEditing, progress: EditProgress? = nil
    ) throws(PhotoRequestError) {
        let result = TemporaryPicture()
        do throws(ImagingError) {
            try edit.edit(original.file, to: result.file, memory: Self.availableMemory, progress: progress)
        } catch {
            throw .notEdited(error)
        }
        let provider = NSItemProvider()
        provider.suggestedName = edit.resultName(for: original.name)
        provider.registerFileRepresentation(forTypeIdentifier: Self.jpegType, visibility: .all) { completion in
            completion(result.file, false, nil)
            return nil
        }
        let item = NSExtensionItem()
        item.attachments = [provider]
        context.completeRequest(returningItems: [item])
    }

    /// Ends the request without a result.
    public func cancel(with error: PhotoRequestError) {
        context.cancelRequest(withError: error.asNSError)
    }

    private func load(_ completion: @escaping @Sendable (Result<Original, PhotoRequestError>) -> Void) {
        guard let attachment = firstPicture else { return completion(.failure(.noPicture)) }
        let name = attachment.suggestedName
        // The host's own file if that can be opened, otherwise a copy of it.
        _ = attachment.loadInPlaceFileRepresentation(forTypeIdentifier: Self.imageType) { file, _, error in
            completion(file.map { .success(Original(file: $0, name: name)) } ?? .failure(.notLoaded(error)))
        }
    }

    private var firstPicture: NSItemProvider? {
        context.inputItems.lazy
            .compactMap { ($0 as? NSExtensionItem)?.attachments }
            .joined()
            .first { $0.hasItemConformingToTypeIdentifier(Self.imageType) }
    }
}
