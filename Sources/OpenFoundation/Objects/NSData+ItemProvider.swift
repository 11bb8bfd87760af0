public import Foundation

/// Data can be written as `public.data`, and read from every type that conforms to it.
///
/// ## Difference from Apple
/// Apple's `NSData` does not conform to these protocols. Data of a more specific type are registered with
/// `registerDataRepresentation`.
extension NSData: NSItemProviderWriting, NSItemProviderReading {
    /// `public.data`.
    public static var writableTypeIdentifiersForItemProvider: [String] { ["public.data"] }
    /// `public.data`.
    public static var readableTypeIdentifiersForItemProvider: [String] { ["public.data"] }

    /// Calls the completion handler immediately with a copy of the data.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(copied, nil)
        return nil
    }

    /// Creates an object from the data.
    ///
    /// - Throws: ``NSItemProvider/ErrorCode/unexpectedValueClassError`` for a subclass of `NSData`.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        try NSItemProvider.object(data as NSData, "data", typeIdentifier)
    }
}
