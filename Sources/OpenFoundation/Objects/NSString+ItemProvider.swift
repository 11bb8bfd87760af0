public import Foundation

extension NSString: NSItemProviderWriting, NSItemProviderReading {
    public static var writableTypeIdentifiersForItemProvider: [String] { ["public.utf8-plain-text"] }
    public static var readableTypeIdentifiersForItemProvider: [String] {
        ["public.utf8-plain-text", "public.plain-text"]
    }

    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data((self as String).utf8), nil)
        return nil
    }

    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        try NSItemProvider.object(PlainText.string(data).map { NSString(string: $0) }, "text", typeIdentifier)
    }
}

/// Writes and reads the text alone.
///
/// ## Difference from Apple
/// Apple's writes RTF as well, which nothing on Linux does; attributes cross when the object is an item,
/// as in `NSItemProvider(item:typeIdentifier:)`.
extension NSAttributedString: NSItemProviderWriting, NSItemProviderReading {
    public static var writableTypeIdentifiersForItemProvider: [String] {
        NSString.writableTypeIdentifiersForItemProvider
    }
    public static var readableTypeIdentifiersForItemProvider: [String] {
        NSString.readableTypeIdentifiersForItemProvider
    }

    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data(string.utf8), nil)
        return nil
    }

    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        try NSItemProvider.object(PlainText.string(data).map { NSAttributedString(string: $0) }, "text", typeIdentifier)
    }
}

extension NSItemProvider {
    /// What a class has read.
    ///
    /// - Throws: an error that names the type when nothing could be read, or a class other than the one
    ///   that was asked for, as a subclass of it has been.
    static func object<Object>(_ object: Any?, _ what: String, _ typeIdentifier: String) throws -> Object {
        guard let object else {
            throw error(.unknownError, "What came as \(typeIdentifier) is no \(what).")
        }
        guard let result = object as? Object else {
            throw error(.unexpectedValueClassError, "\(what) of \(typeIdentifier) cannot be read as a \(Object.self).")
        }
        return result
    }
}
