public import Foundation

/// A file URL can be written and read as `public.file-url`, any other URL as `public.url`.
extension NSURL: NSItemProviderWriting, NSItemProviderReading {
    /// `public.url`, then `public.file-url`.
    public static var writableTypeIdentifiersForItemProvider: [String] { ["public.url", "public.file-url"] }
    /// `public.file-url`, then `public.url`.
    public static var readableTypeIdentifiersForItemProvider: [String] { ["public.file-url", "public.url"] }

    /// `public.file-url` for a file URL, otherwise `public.url`.
    public var writableTypeIdentifiersForItemProvider: [String] { isFileURL ? ["public.file-url"] : ["public.url"] }

    /// Calls the completion handler immediately with the absolute string in UTF-8.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data((self as URL).absoluteString.utf8), nil)
        return nil
    }

    /// Creates a URL from its absolute string.
    ///
    /// - Throws: an error of ``NSItemProvider/errorDomain`` if it is not a URL with a scheme, or for a subclass of `NSURL`.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        let url = URL(string: String(decoding: data, as: UTF8.self)).flatMap { $0.scheme == nil ? nil : $0 as NSURL }
        return try NSItemProvider.object(url, "URL", typeIdentifier)
    }
}
