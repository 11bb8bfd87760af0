/// A text of Core Foundation, which does not exist on Linux: `"public.url" as CFString` is the text itself.
///
/// Source: https://developer.apple.com/documentation/corefoundation/cfstring
public typealias CFString = String

/// A value whose memory Apple's function of the same name leaves to the caller.
///
/// ## Difference from Apple
/// It takes the place of `Unmanaged`, whose values are objects; memory is managed in both cases of use.
public struct UnmanagedTypeValue<Value: Sendable>: Sendable {
    private let value: Value

    init(_ value: Value) { self.value = value }

    /// Returns the value.
    public func takeRetainedValue() -> Value { value }

    /// Returns the value.
    public func takeUnretainedValue() -> Value { value }
}

/// The class of file name extensions.
public let kUTTagClassFilenameExtension: String = "public.filename-extension"

/// The class of MIME types.
public let kUTTagClassMIMEType: String = "public.mime-type"

/// The class of pasteboard types. It leads to no types here.
public let kUTTagClassNSPboardType: String = "com.apple.nspboard-type"

/// The class of Mac OS type codes. It leads to no types here.
public let kUTTagClassOSType: String = "com.apple.ostype"

/// Returns whether a type is another type or conforms to it.
///
/// Source: https://developer.apple.com/documentation/coreservices/1444079-uttypeconformsto
public func UTTypeConformsTo(_ inUTI: String, _ inConformsToUTI: String) -> Bool {
    guard let type = UTType(inUTI), let other = UTType(inConformsToUTI) else {
        return UTTypeEqual(inUTI, inConformsToUTI)
    }
    return type.conforms(to: other)
}

/// Returns whether two identifiers are those of one type. Letter case does not matter.
public func UTTypeEqual(_ inUTI1: String, _ inUTI2: String) -> Bool { inUTI1.lowercased() == inUTI2.lowercased() }

/// Returns whether an identifier is that of a dynamic type.
public func UTTypeIsDynamic(_ inUTI: String) -> Bool { UTType(inUTI)?.isDynamic ?? false }

/// Returns whether the system or an installed app declares a type.
public func UTTypeIsDeclared(_ inUTI: String) -> Bool { UTType(inUTI)?.isDeclared ?? false }

/// Returns the preferred type with a tag; a dynamic type if no such type is declared, and `nil` if the tag is malformed.
///
/// - Parameters:
///   - inTagClass: the class of the tag, such as ``kUTTagClassFilenameExtension``.
///   - inTag: the tag, such as `jpg`.
///   - inConformingToUTI: a type that the result conforms to; `nil` for any.
///
/// Source: https://developer.apple.com/documentation/coreservices/1448939-uttypecreatepreferredidentifierf
public func UTTypeCreatePreferredIdentifierForTag(
    _ inTagClass: String, _ inTag: String, _ inConformingToUTI: String?
) -> UnmanagedTypeValue<String>? {
    types(inTagClass, inTag, inConformingToUTI).first.map { UnmanagedTypeValue($0.identifier) }
}

/// Returns all types with a tag, the preferred one first; `nil` if the tag is malformed.
///
/// The parameters are those of ``UTTypeCreatePreferredIdentifierForTag(_:_:_:)``.
public func UTTypeCreateAllIdentifiersForTag(
    _ inTagClass: String, _ inTag: String, _ inConformingToUTI: String?
) -> UnmanagedTypeValue<[String]>? {
    let types = types(inTagClass, inTag, inConformingToUTI)
    return types.isEmpty ? nil : UnmanagedTypeValue(types.map(\.identifier))
}

/// Returns the preferred tag of a type, such as its file name extension; `nil` if it has none of the class.
public func UTTypeCopyPreferredTagWithClass(_ inUTI: String, _ inTagClass: String) -> UnmanagedTypeValue<String>? {
    UTType(inUTI)?.tags[UTTagClass(rawValue: inTagClass)]?.first.map(UnmanagedTypeValue.init)
}

/// Returns the description of a type in English; `nil` if it has none.
public func UTTypeCopyDescription(_ inUTI: String) -> UnmanagedTypeValue<String>? {
    UTType(inUTI)?.localizedDescription.map(UnmanagedTypeValue.init)
}

private func types(_ tagClass: String, _ tag: String, _ parent: String?) -> [UTType] {
    UTType.types(tag: tag, tagClass: UTTagClass(rawValue: tagClass), conformingTo: parent.flatMap { UTType($0) })
}
