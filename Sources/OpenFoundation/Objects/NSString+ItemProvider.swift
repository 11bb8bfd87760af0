public import Foundation

/// A string can be written as UTF-8 text, and read from plain text.
extension NSString: NSItemProviderWriting, NSItemProviderReading {
    /// `public.utf8-plain-text`.
    public static var writableTypeIdentifiersForItemProvider: [String] { ["public.utf8-plain-text"] }
    /// `public.utf8-plain-text`, then `public.plain-text`.
    public static var readableTypeIdentifiersForItemProvider: [String] {
        ["public.utf8-plain-text", "public.plain-text"]
    }

    /// Calls the completion handler immediately with the text in UTF-8.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data((self as String).utf8), nil)
        return nil
    }

    /// Creates a string from UTF-8 text, or from UTF-16 text with a byte-order mark.
    ///
    /// - Throws: an error of ``NSItemProvider/errorDomain`` for other data, or for a subclass of `NSString`.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        try NSItemProvider.object(PlainText.string(data).map { NSString(string: $0) }, "text", typeIdentifier)
    }
}

/// An attributed string can be written and read as plain text, without its attributes.
///
/// ## Difference from Apple
/// Apple's class also writes RTF, for which Linux has no support. Attributes are sent to another process if the object is
/// registered as an item, as by `NSItemProvider(item:typeIdentifier:)`.
extension NSAttributedString: NSItemProviderWriting, NSItemProviderReading {
    /// `public.utf8-plain-text`.
    public static var writableTypeIdentifiersForItemProvider: [String] {
        NSString.writableTypeIdentifiersForItemProvider
    }
    /// `public.utf8-plain-text`, then `public.plain-text`.
    public static var readableTypeIdentifiersForItemProvider: [String] {
        NSString.readableTypeIdentifiersForItemProvider
    }

    /// Calls the completion handler immediately with the text in UTF-8.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data(string.utf8), nil)
        return nil
    }

    /// Creates an attributed string without attributes from UTF-8 text, or from UTF-16 text with a byte-order mark.
    ///
    /// - Throws: an error of ``NSItemProvider/errorDomain`` for other data, or for a subclass of `NSAttributedString`.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        try NSItemProvider.object(PlainText.string(data).map { NSAttributedString(string: $0) }, "text", typeIdentifier)
    }
}

extension NSItemProvider {
    /// Casts an object that a class has read to the requested class.
    ///
    /// - Parameter what: the name of the content, for errors.
    /// - Throws: ``ErrorCode/unknownError`` if nothing could be read; ``ErrorCode/unexpectedValueClassError`` if the
    ///   requested class is a subclass of the object's class.
    static func object<Object>(_ object: Any?, _ what: String, _ typeIdentifier: String) throws -> Object {
        guard let object else {
            throw error(.unknownError, "The content of type \(typeIdentifier) is not a valid \(what).")
        }
        guard let result = object as? Object else {
            throw error(
                .unexpectedValueClassError, "The \(what) of type \(typeIdentifier) cannot be read as a \(Object.self).")
        }
        return result
    }
}
