public import DarkroomImaging
public import OpenExtensionFoundation

/// A request that hands one picture to Darkroom and wants it back edited.
public struct PhotoRequest {
    private static let imageType = "public.image"
    private static let jpegType = "public.jpeg"

    private let context: NSExtensionContext

    public init(_ context: NSExtensionContext) {
        self.context = context
    }

    /// Edits the first picture among the attachments and returns it to the host, or cancels with the reason.
    public func complete(with edit: PictureEdit) {
        guard let attachment = firstPicture else {
            context.cancelRequest(withError: PhotoRequestError.noPicture.asNSError)
            return
        }
        let name = edit.resultName(for: attachment.suggestedName)
        _ = attachment.loadDataRepresentation(forTypeIdentifier: Self.imageType) { [context] data, error in
            guard let data else {
                context.cancelRequest(withError: PhotoRequestError.notLoaded(error).asNSError)
                return
            }
            do throws(ImagingError) {
                let edited = try edit.edited(data)
                context.completeRequest(returningItems: [Self.item(holding: edited, named: name)])
            } catch {
                context.cancelRequest(withError: PhotoRequestError.notEdited(error).asNSError)
            }
        }
    }

    private var firstPicture: NSItemProvider? {
        context.inputItems.lazy
            .compactMap { ($0 as? NSExtensionItem)?.attachments }
            .joined()
            .first { $0.hasItemConformingToTypeIdentifier(Self.imageType) }
    }

    private static func item(holding jpeg: Data, named name: String) -> NSExtensionItem {
        let provider = NSItemProvider()
        provider.suggestedName = name
        provider.registerDataRepresentation(forTypeIdentifier: jpegType, visibility: .all) { completion in
            completion(jpeg, nil)
            return nil
        }
        let item = NSExtensionItem()
        item.attachments = [provider]
        return item
    }
}
