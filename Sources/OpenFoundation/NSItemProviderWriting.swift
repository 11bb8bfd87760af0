public import Foundation

/// An object that can write itself as data of one or more types.
///
/// Source: https://developer.apple.com/documentation/foundation/nsitemproviderwriting
public protocol NSItemProviderWriting: NSObjectProtocol, SendableMetatype {
    /// The types that objects of the class can be written as, the most faithful first.
    static var writableTypeIdentifiersForItemProvider: [String] { get }

    /// The types that this object can be written as; those of the class, unless implemented.
    var writableTypeIdentifiersForItemProvider: [String] { get }

    /// Who may see what objects of the class are written as; everybody, unless implemented.
    static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
        -> NSItemProviderRepresentationVisibility

    /// Who may see what this object is written as; as the class says, unless implemented.
    func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
        -> NSItemProviderRepresentationVisibility

    /// Writes the object.
    ///
    /// - Parameter completionHandler: called once, now or later, from any thread.
    /// - Returns: how far it is; nil when that cannot be said.
    func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress?
}

extension NSItemProviderWriting {
    public var writableTypeIdentifiersForItemProvider: [String] { Self.writableTypeIdentifiersForItemProvider }

    public static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
        -> NSItemProviderRepresentationVisibility
    { .all }

    public func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
        -> NSItemProviderRepresentationVisibility
    { Self.itemProviderVisibilityForRepresentation(withTypeIdentifier: typeIdentifier) }
}

/// An object that can be made of data of one or more types.
///
/// Source: https://developer.apple.com/documentation/foundation/nsitemproviderreading
public protocol NSItemProviderReading: NSObjectProtocol, SendableMetatype {
    /// The types that objects of the class can be made of, the most faithful first.
    static var readableTypeIdentifiersForItemProvider: [String] { get }

    /// Makes an object.
    ///
    /// - Parameter data: may come from another process.
    /// - Parameter typeIdentifier: one of ``readableTypeIdentifiersForItemProvider``, or a kind of it.
    /// - Throws: when the data are not of that type.
    static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}
