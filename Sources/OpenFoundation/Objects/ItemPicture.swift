package import Foundation

/// A picture as an object, which can be converted to and from data and files.
///
/// `UIImage` of OpenUIKit conforms. This module does not import OpenUIKit, but looks the class up by its fixed name when
/// it is first needed; the name never comes from another process.
package protocol ItemPicture: NSObjectProtocol, NSSecureCoding, SendableMetatype {
    /// Creates a picture from an image file, which may come from another process and is untrusted.
    ///
    /// - Returns: nil if the data are not an image.
    static func picture(encoded data: Data) -> (any ItemPicture)?

    /// Encodes the picture as a type, such as `public.jpeg`; for a general type such as `public.image`, in the most
    /// suitable format.
    ///
    /// - Returns: nil if the picture is damaged.
    func encoded(as typeIdentifier: String) -> Data?
}

/// The class of pictures of this program.
enum ItemPictures {
    /// `UIImage`; nil in a program without OpenUIKit.
    static let shared = NSClassFromString("OpenUIKit.UIImage") as? any ItemPicture.Type

    /// Encodes a picture as a type.
    ///
    /// - Throws: ``NSItemProvider/ErrorCode/itemUnavailableError`` if it is damaged.
    static func data(of picture: any ItemPicture, as typeIdentifier: String) throws -> Data {
        guard let data = picture.encoded(as: typeIdentifier) else {
            throw NSItemProvider.error(
                .itemUnavailableError,
                "The picture cannot be written as \(typeIdentifier): it is damaged or has no pixels.")
        }
        return data
    }
}
