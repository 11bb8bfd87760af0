import DarkroomEditing
import DarkroomImaging
import OpenExtensionFoundation

/// The principal class: one is made for each request.
final class StripMetadataRequestHandler: NSObject, NSExtensionRequestHandling {
    func beginRequest(with context: NSExtensionContext) {
        PhotoRequest(context).complete(with: .strippingMetadata)
    }
}
