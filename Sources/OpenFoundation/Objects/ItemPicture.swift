package import Foundation

/// A picture as an object, which loads make of data and files, and data of it.
///
/// `UIImage` of OpenUIKit conforms. This module does not know that class: it is looked up, under a name that is fixed
/// here and never one from outside, when the first picture of another process arrives.
package protocol ItemPicture: NSObjectProtocol, NSSecureCoding, SendableMetatype {
    /// A picture out of an encoded one, which may come from another process.
    ///
    /// - Returns: nil for what is none.
    static func picture(encoded data: Data) -> (any ItemPicture)?

    /// The picture in the form of a type; of a type that is no certain form, such as `public.image`, in the best one.
    ///
    /// - Returns: nil when it is damaged.
    func encoded(as typeIdentifier: String) -> Data?
}

enum ItemPictures {
    /// The class of pictures; nil in a program without one.
    static let shared = NSClassFromString("OpenUIKit.UIImage") as? any ItemPicture.Type

    /// The data of a picture in the form of a type.
    static func data(of picture: any ItemPicture, as typeIdentifier: String) throws -> Data {
        guard let data = picture.encoded(as: typeIdentifier) else {
            throw NSItemProvider.error(
                .itemUnavailableError,
                "The picture cannot be written as \(typeIdentifier): it is damaged or has no pixels.")
        }
        return data
    }
}
