public import OpenUniformTypeIdentifiers

/// The registered types as `UTType`.
///
/// Source: https://developer.apple.com/documentation/foundation/nsitemprovider
extension NSItemProvider {
    /// The registered types, in the order of registration. Undeclared identifiers are left out.
    public var registeredContentTypes: [UTType] {
        registeredTypeIdentifiers.compactMap { UTType($0) }
    }

    /// The registered types whose files can be opened in place, in the order of registration.
    public var registeredContentTypesForOpenInPlace: [UTType] {
        registeredTypeIdentifiers(fileOptions: .openInPlace).compactMap { UTType($0) }
    }

    /// The registered types that conform to `contentType`, in the order of registration.
    public func registeredContentTypes(conformingTo contentType: UTType) -> [UTType] {
        registeredContentTypes.filter { $0.conforms(to: contentType) }
    }
}
