public import Foundation

/// An object that can be written as data of one or more types.
///
/// Source: https://developer.apple.com/documentation/foundation/nsitemproviderwriting
public protocol NSItemProviderWriting: NSObjectProtocol, SendableMetatype {
    /// The types that objects of the class can be written as, in the order of fidelity.
    static var writableTypeIdentifiersForItemProvider: [String] { get }

    /// The types that this object can be written as, in the order of fidelity; by default those of the class.
    var writableTypeIdentifiersForItemProvider: [String] { get }

    /// The processes that may see objects of the class, written as a type; by default all processes.
    static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
        -> NSItemProviderRepresentationVisibility

    /// The processes that may see this object, written as a type; by default as for the class.
    func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
        -> NSItemProviderRepresentationVisibility

    /// Writes the object as data of a type.
    ///
    /// - Parameter completionHandler: called once, immediately or later, on any thread.
    /// - Returns: the progress; nil if it is unknown.
    func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress?
}

extension NSItemProviderWriting {
    /// The types that objects of the class can be written as.
    public var writableTypeIdentifiersForItemProvider: [String] { Self.writableTypeIdentifiersForItemProvider }

    /// All processes.
    public static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
        -> NSItemProviderRepresentationVisibility
    { .all }

    /// The visibility of the class.
    public func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
        -> NSItemProviderRepresentationVisibility
    { Self.itemProviderVisibilityForRepresentation(withTypeIdentifier: typeIdentifier) }
}

/// An object that can be created from data of one or more types.
///
/// Source: https://developer.apple.com/documentation/foundation/nsitemproviderreading
public protocol NSItemProviderReading: NSObjectProtocol, SendableMetatype {
    /// The types that objects of the class can be created from, in the order of preference.
    static var readableTypeIdentifiersForItemProvider: [String] { get }

    /// Creates an object from data.
    ///
    /// - Parameter data: the data, which may come from another process and are untrusted.
    /// - Parameter typeIdentifier: a type that conforms to one of ``readableTypeIdentifiersForItemProvider``.
    /// - Throws: an error if the data are not of that type.
    static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}
