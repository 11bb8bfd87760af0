public import DarkroomImaging
public import OpenExtensionFoundation

/// A request that hands one picture to Darkroom and wants it back edited.
public struct PhotoRequest: Sendable {
    private static let imageType = "public.image"
    private static let jpegType = "public.jpeg"

    /// A picture as the host gave it.
    public struct Original: Sendable {
        /// The encoded picture.
        public let data: Data
        /// The name of its file, if it has one.
        public let name: String?
    }

    private let context: NSExtensionContext

    public init(_ context: NSExtensionContext) {
        self.context = context
    }

    /// Edits the first picture among the attachments and returns it to the host, or cancels with the reason.
    public func complete(with edit: PictureEdit) {
        load { result in
            do throws(PhotoRequestError) {
                let original = try result.get()
                finish(with: try edit.attempting(on: original), named: edit.resultName(for: original.name))
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

    /// Returns a JPEG to the host.
    public func finish(with jpeg: Data, named name: String) {
        let provider = NSItemProvider()
        provider.suggestedName = name
        provider.registerDataRepresentation(forTypeIdentifier: Self.jpegType, visibility: .all) { completion in
            completion(jpeg, nil)
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
        _ = attachment.loadDataRepresentation(forTypeIdentifier: Self.imageType) { data, error in
            completion(data.map { .success(Original(data: $0, name: name)) } ?? .failure(.notLoaded(error)))
        }
    }

    private var firstPicture: NSItemProvider? {
        context.inputItems.lazy
            .compactMap { ($0 as? NSExtensionItem)?.attachments }
            .joined()
            .first { $0.hasItemConformingToTypeIdentifier(Self.imageType) }
    }
}

extension PictureEdit {
    fileprivate func attempting(on original: PhotoRequest.Original) throws(PhotoRequestError) -> Data {
        do throws(ImagingError) {
            return try edited(original.data)
        } catch {
            throw .notEdited(error)
        }
    }
}
