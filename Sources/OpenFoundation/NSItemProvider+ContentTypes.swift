public import Foundation
public import OpenUniformTypeIdentifiers

/// What the type identifiers of a provider are as `UTType`.
///
/// Source: Apple's `UniformTypeIdentifiers` documentation of `NSItemProvider`.
extension NSItemProvider {
    /// The types on offer, in the order of registration. Identifiers that nobody declares are left out.
    public var registeredContentTypes: [UTType] {
        registeredTypeIdentifiers.compactMap { UTType($0) }
    }

    /// The types on offer that are `contentType` or a kind of it, in the order of registration.
    public func registeredContentTypes(conformingTo contentType: UTType) -> [UTType] {
        registeredContentTypes.filter { $0.conforms(to: contentType) }
    }

    /// Registers data that are made when they are asked for.
    ///
    /// - Parameter loadHandler: calls its argument once, now or later, from any thread.
    public func registerDataRepresentation(
        for contentType: UTType, visibility: NSItemProviderRepresentationVisibility = .all,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    ) {
        registerDataRepresentation(
            forTypeIdentifier: contentType.identifier, visibility: visibility, loadHandler: loadHandler)
    }

    /// Loads the bytes of the best registered type that conforms.
    ///
    /// - Returns: progress, which can be cancelled: the handler then gets Cocoa error 3072.
    @discardableResult
    public func loadDataRepresentation(
        for contentType: UTType, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        loadDataRepresentation(forTypeIdentifier: contentType.identifier, completionHandler: completionHandler)
    }
}
