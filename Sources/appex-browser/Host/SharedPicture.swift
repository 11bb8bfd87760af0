import AppexModel
import AppexPages
import Foundation
import OpenExtensionKit
import OpenUniformTypeIdentifiers

/// A picture of a web page.
struct SharedPicture: Decodable, Sendable {
    /// The media type that the page's server has stated.
    let type: String
    /// The name of the file.
    let name: String
    /// The content; nil as long as extensions are only offered.
    let data: Data?

    private enum Key: String, CodingKey { case type, name, data }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        type = try values.decode(String.self, forKey: .type)
        let name = try values.decodeIfPresent(String.self, forKey: .name) ?? ""
        let last = name.parts(at: "/").last.map { String($0).shortened(toBytes: 200) } ?? ""
        self.name = FileNameRule.isValid(last) ? last : ""
        guard let text = try values.decodeIfPresent(String.self, forKey: .data) else {
            data = nil
            return
        }
        guard let data = Data(base64Encoded: text) else { throw PageFailure("The picture cannot be read.") }
        guard data.count <= BrowserLimits.pictureBytes else { throw PageFailure("The picture is larger than 16 MB.") }
        self.data = data
    }

    /// A provider of the picture. Its type is that of the content, whatever the server states.
    ///
    /// - Throws: ``PageFailure`` if the content is not a picture that browsers show.
    func provider() throws(PageFailure) -> NSItemProvider {
        guard let data, let kind = PictureKind(data), let type = UTType(mimeType: kind.mediaType) else {
            throw PageFailure("The picture cannot be handed over: it is not PNG, JPEG, GIF, WebP or AVIF.")
        }
        let provider = NSItemProvider()
        provider.suggestedName = name.isEmpty ? "picture" : name
        provider.registerDataRepresentation(forTypeIdentifier: type.identifier, visibility: .all) { deliver in
            deliver(data, nil)
            return nil
        }
        return provider
    }

    /// An item without content, which decides which extensions are offered.
    ///
    /// - Throws: ``PageFailure`` if the stated type is not that of a picture.
    func describedItem() throws(PageFailure) -> NSExtensionItem {
        guard let type = UTType(mimeType: type), type.conforms(to: .image) else {
            throw PageFailure("This is not a picture of a known type.")
        }
        let item = NSExtensionItem()
        item.attachments = [NSItemProvider(item: NSData(), typeIdentifier: type.identifier)]
        return item
    }
}
