import AppexPictures
public import Foundation
public import OpenFoundation
import OpenUniformTypeIdentifiers

/// A picture writes itself as JPEG and PNG, first as what it was read from.
extension UIImage: NSItemProviderWriting, NSItemProviderReading {
    /// The types in which a picture can be written: PNG and JPEG.
    public static var writableTypeIdentifiersForItemProvider: [String] { ["public.png", "public.jpeg"] }

    /// The types in which this picture can be written, beginning with that of the file it was read from. A symbol has
    /// none, because it is drawn by the host's view.
    public var writableTypeIdentifiersForItemProvider: [String] {
        guard pixelSize != nil else { return [] }
        let types = Self.writableTypeIdentifiersForItemProvider
        if case .encoded(let image) = content, image.format == .jpeg { return types.reversed() }
        return types
    }

    /// The types from which a picture can be read.
    public static var readableTypeIdentifiersForItemProvider: [String] {
        [
            "public.png", "public.jpeg", "public.heic", "public.heif", "public.avif", "org.webmproject.webp",
            "public.tiff", "com.compuserve.gif", "public.image",
        ]
    }

    /// Writes the picture as a file of a type, before this method returns.
    ///
    /// - Parameters:
    ///   - typeIdentifier: `public.png` or `public.jpeg`.
    ///   - completionHandler: called once, with an error if the picture cannot be written.
    /// - Returns: `nil`, because there is no progress to observe.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        let data = encoded(as: typeIdentifier)
        completionHandler(
            data,
            data == nil
                ? NSItemProvider.error(.itemUnavailableError, "The picture cannot be written as \(typeIdentifier).")
                : nil)
        return nil
    }

    /// Reads a picture from a file.
    ///
    /// - Throws: an `NSItemProvider` error if the data are not a picture that can be read.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        guard let image = UIImage(data: data) else {
            throw NSItemProvider.error(.unknownError, "What came as \(typeIdentifier) is no picture.")
        }
        guard let image = image as? Self else {
            throw NSItemProvider.error(.unexpectedValueClassError, "A picture cannot be read as a \(Self.self).")
        }
        return image
    }
}

/// How pictures cross to other processes, and what loads make of them.
extension UIImage: ItemPicture {
    /// A picture from the bytes of a file; nil if they are not a picture that can be read.
    package static func picture(encoded data: Data) -> (any ItemPicture)? { UIImage(data: data) }

    /// The picture as a file of a type; nil if it cannot be written in that type.
    package func encoded(as typeIdentifier: String) -> Data? {
        switch typeIdentifier.lowercased() {
        case "public.png": pngData()
        case "public.jpeg": jpeg
        default: encoded
        }
    }

    /// The bytes it was read from, if those are JPEG: each new encoding would cost some of the picture.
    private var jpeg: Data? {
        if case .encoded(let image) = content, image.format == .jpeg { return image.data }
        return jpegData(compressionQuality: 0.9)
    }
}
