import AppexProtocol
import Foundation
import OpenUniformTypeIdentifiers

/// One registered representation.
struct ItemRepresentation: Sendable {
    typealias Kind = RepresentationDescription.Kind

    enum Source: Sendable {
        /// An object that is there.
        case object(Held<any NSSecureCoding>)
        case item(NSItemProvider.LoadHandler)
        case data(@Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?)
        case file(@Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?)
        /// A file that stays where it is.
        case existingFile(URL)
        /// The URL of a file, whose content comes along when it crosses to another process.
        case fileURL(URL)
        /// Owned by the process at the other end, which may have told the value in advance.
        case remote(RemoteProvider, value: ItemValue?)
    }

    let typeIdentifier: String
    let kind: Kind
    let visibility: NSItemProviderRepresentationVisibility
    /// Whether the file may be opened where it is.
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

    /// Types that say nothing of what an object is.
    private static let genericTypes: Set<String> = ["public.data", "public.item", "public.content"]

    /// Whether a load of an item of a type may choose this representation.
    ///
    /// An object that writes itself as data is not chosen for a type as general as `public.data`, as on
    /// Apple's system: whoever wants it asks for a type that says what it is.
    func gives(itemOf identifier: String) -> Bool {
        guard conforms(to: identifier) else { return false }
        return kind != .writing || !Self.genericTypes.contains(identifier.lowercased())
            || typeIdentifier.lowercased() == identifier.lowercased()
    }
}

/// Who may see a representation.
///
/// ## Difference from Apple
/// There are no signing teams and no app groups yet, so nobody can prove to belong to one: `team` and
/// `group` are as narrow as ``ownProcess``.
///
/// Source: https://developer.apple.com/documentation/foundation/nsitemproviderrepresentationvisibility
public enum NSItemProviderRepresentationVisibility: Int, Sendable {
    /// Every process.
    case all = 0
    /// Only processes of the same development team.
    case team = 1
    /// Only processes of the same app group.
    case group = 2
    /// Only the process that registered it; other processes are not told that it exists.
    case ownProcess = 3

    /// Whether other processes may see it.
    var crosses: Bool { self == .all }

    /// The one that fewer processes see.
    func narrower(_ other: Self) -> Self { rawValue >= other.rawValue ? self : other }
}

/// How a file may be handed over.
///
/// Source: https://developer.apple.com/documentation/foundation/nsitemproviderfileoptions
public struct NSItemProviderFileOptions: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Where it is; without this it is copied.
    public static let openInPlace = NSItemProviderFileOptions(rawValue: 1)
}
