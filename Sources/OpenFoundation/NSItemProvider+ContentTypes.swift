public import OpenUniformTypeIdentifiers

/// What the type identifiers of a provider are as `UTType`.
///
/// Source: Apple's `UniformTypeIdentifiers` documentation of `NSItemProvider`.
extension NSItemProvider {
    /// The types on offer, in the order of registration. Identifiers that nobody declares are left out.
    public var registeredContentTypes: [UTType] {
        registeredTypeIdentifiers.compactMap { UTType($0) }
    }

    /// Those whose files can be opened where they are.
    public var registeredContentTypesForOpenInPlace: [UTType] {
        registeredTypeIdentifiers(fileOptions: .openInPlace).compactMap { UTType($0) }
    }

    /// Those that are `contentType` or a kind of it.
    public func registeredContentTypes(conformingTo contentType: UTType) -> [UTType] {
        registeredContentTypes.filter { $0.conforms(to: contentType) }
    }
}
