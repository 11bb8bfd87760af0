public import Foundation

/// The URL of a file is written and read as `public.file-url`, every other one as `public.url`.
extension NSURL: NSItemProviderWriting, NSItemProviderReading {
    public static var writableTypeIdentifiersForItemProvider: [String] { ["public.url", "public.file-url"] }
    public static var readableTypeIdentifiersForItemProvider: [String] { ["public.file-url", "public.url"] }

    public var writableTypeIdentifiersForItemProvider: [String] { isFileURL ? ["public.file-url"] : ["public.url"] }

    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data((self as URL).absoluteString.utf8), nil)
        return nil
    }

    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        let url = URL(string: String(decoding: data, as: UTF8.self)).flatMap { $0.scheme == nil ? nil : $0 as NSURL }
        return try NSItemProvider.object(url, "URL", typeIdentifier)
    }
}
