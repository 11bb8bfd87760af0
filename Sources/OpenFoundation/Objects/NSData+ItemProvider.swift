public import Foundation

/// The bytes of whatever is on offer, as `public.data`.
///
/// ## Difference from Apple
/// Apple's `NSData` is neither written nor read as an object; data of a declared type are registered with
/// `registerDataRepresentation`.
extension NSData: NSItemProviderWriting, NSItemProviderReading {
    public static var writableTypeIdentifiersForItemProvider: [String] { ["public.data"] }
    public static var readableTypeIdentifiersForItemProvider: [String] { ["public.data"] }

    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(copied, nil)
        return nil
    }

    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        try NSItemProvider.object(data as NSData, "data", typeIdentifier)
    }
}
