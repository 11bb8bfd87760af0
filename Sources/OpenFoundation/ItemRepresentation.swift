import AppexProtocol
import Foundation
import OpenUniformTypeIdentifiers

/// One registered representation.
struct ItemRepresentation: Sendable {
    typealias Kind = RepresentationDescription.Kind

    enum Source: Sendable {
        /// An existing object.
        case object(Held<any NSSecureCoding>)
        case item(NSItemProvider.LoadHandler)
        case data(@Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?)
        case file(@Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?)
        /// An existing file, which is not moved or deleted.
        case existingFile(URL)
        /// The URL of a file. The content is sent with it to another process.
        case fileURL(URL)
        /// A representation of the process at the other end, which may have sent the value in advance.
        case remote(RemoteProvider, value: ItemValue?)
    }

    let typeIdentifier: String
    let kind: Kind
    let visibility: NSItemProviderRepresentationVisibility
    /// Whether the file may be opened in place.
    let opensInPlace: Bool
    let source: Source

    init(
        _ typeIdentifier: String, _ kind: Kind, _ visibility: NSItemProviderRepresentationVisibility,
        opensInPlace: Bool = false, _ source: Source
    ) {
        self.typeIdentifier = typeIdentifier
        self.kind = kind
        self.visibility = visibility
        self.opensInPlace = opensInPlace
        self.source = source
    }

    var isRemote: Bool {
        if case .remote = source { true } else { false }
    }

    func conforms(to identifier: String) -> Bool {
        TypeGraph.current.identifier(typeIdentifier, conformsTo: identifier)
    }

    /// Types that are too general to describe an object.
    private static let genericTypes: Set<String> = ["public.data", "public.item", "public.content"]

    /// Whether a load of an item of a type may use this representation.
    ///
    /// As on Apple's system, an `NSItemProviderWriting` object is not used for a type as general as `public.data`, unless
    /// it is registered with exactly this type.
    func gives(itemOf identifier: String) -> Bool {
        guard conforms(to: identifier) else { return false }
        return kind != .writing || !Self.genericTypes.contains(identifier.lowercased())
            || typeIdentifier.lowercased() == identifier.lowercased()
    }
}

/// The processes that may see a representation.
///
/// ## Difference from Apple
/// A host is a program that no app contains, so it belongs to no team and no group, and everything passes through it: ``team``
/// and ``group`` have the same effect as ``ownProcess``.
///
/// Source: https://developer.apple.com/documentation/foundation/nsitemproviderrepresentationvisibility
public enum NSItemProviderRepresentationVisibility: Int, Sendable {
    /// Every process.
    case all = 0
    /// Only processes of the same development team.
    case team = 1
    /// Only processes of the same app group.
    case group = 2
    /// Only the process that registered it. Other processes do not learn that it exists.
    case ownProcess = 3

    /// Whether a representation is sent to other processes.
    var crosses: Bool { self == .all }

    /// The more restrictive of two visibilities.
    func narrower(_ other: Self) -> Self { rawValue >= other.rawValue ? self : other }
}

/// Options for providing a file.
///
/// Source: https://developer.apple.com/documentation/foundation/nsitemproviderfileoptions
public struct NSItemProviderFileOptions: OptionSet, Sendable {
    /// The option bits, which are Apple's.
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The receiver may open the original file. Without this option it receives a copy.
    public static let openInPlace = NSItemProviderFileOptions(rawValue: 1)
}
