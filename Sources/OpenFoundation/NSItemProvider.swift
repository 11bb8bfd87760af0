public import Foundation
import OpenUniformTypeIdentifiers
import Synchronization
import SystemPackage

/// A promise of data in one or more representations, loaded when somebody asks.
///
/// In another process a provider is a stand-in whose loads go to the process that made it. May be
/// used from any thread; handlers are called on a private queue or thread, exactly once.
///
/// Source: https://developer.apple.com/documentation/foundation/nsitemprovider
open class NSItemProvider: NSObject, NSCopying, @unchecked Sendable {  // all state is behind the lock
    public typealias CompletionHandler = @Sendable ((any NSSecureCoding)?, (any Error)?) -> Void
    public typealias LoadHandler = @Sendable (CompletionHandler?, AnyClass?, [AnyHashable: Any]?) -> Void

    struct State {
        var representations: [ItemRepresentation] = []
        var suggestedName: String?
    }

    let state: Mutex<State>

    /// A provider without representations.
    public override init() {
        state = Mutex(State())
        super.init()
    }

    init(_ representations: [ItemRepresentation], suggestedName: String?) {
        state = Mutex(State(representations: representations, suggestedName: suggestedName))
        super.init()
    }

    /// A provider of one object under one type. Nil for both makes an empty provider.
    public convenience init(item: (any NSSecureCoding)?, typeIdentifier: String?) {
        self.init()
        guard let item, let typeIdentifier else { return }
        let held = HeldItem(item)
        append(ItemRepresentation(typeIdentifier, .all, .item { completion, _, _ in completion?(held.item, nil) }))
    }

    /// A provider of a file: its content under the type that its extension has or else its content looks like
    /// (`public.data` when nothing is known of either), and its URL under `public.file-url`.
    ///
    /// ## Difference from Apple
    /// Apple's system goes by the extension alone.
    ///
    /// - Returns: nil when the URL does not name a readable file.
    public convenience init?(contentsOf fileURL: URL!) {
        guard let fileURL, fileURL.isFileURL, FileManager.default.isReadableFile(atPath: fileURL.path) else {
            return nil
        }
        self.init()
        let type = TypeGraph.current.type(ofFileAt: FilePath(fileURL.path))
        append(
            ItemRepresentation(
                type, .all,
                .file {
                    $0(fileURL, false, nil); return nil
                }))
        append(ItemRepresentation("public.file-url", .all, .fileURL(fileURL)))
        state.withLock { $0.suggestedName = fileURL.lastPathComponent }
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let (representations, name) = state.withLock { ($0.representations, $0.suggestedName) }
        return NSItemProvider(representations, suggestedName: name)
    }

    /// The name that a file made from this provider should have.
    open var suggestedName: String? {
        get { state.withLock { $0.suggestedName } }
        set { state.withLock { $0.suggestedName = newValue } }
    }

    /// The types on offer, in the order of registration, which is the order of fidelity.
    open var registeredTypeIdentifiers: [String] {
        state.withLock { $0.representations.map(\.typeIdentifier) }
    }

    /// Whether a registered type is `typeIdentifier` or a kind of it.
    open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
        representation(conformingTo: typeIdentifier) != nil
    }

    /// The first registered representation, in order of fidelity, that conforms.
    func representation(conformingTo typeIdentifier: String) -> ItemRepresentation? {
        state.withLock { state in
            state.representations.first { TypeGraph.current.identifier($0.typeIdentifier, conformsTo: typeIdentifier) }
        }
    }

    /// Whether other processes may load a type.
    func isVisible(_ typeIdentifier: String) -> Bool {
        state.withLock { $0.representations.contains { $0.typeIdentifier == typeIdentifier && $0.visibility == .all } }
    }

    /// Adds a representation; a second one of the same type is ignored, as the first is the better.
    func append(_ representation: ItemRepresentation) {
        state.withLock { state in
            guard !state.representations.contains(where: { $0.typeIdentifier == representation.typeIdentifier }) else {
                return
            }
            state.representations.append(representation)
        }
    }
}

/// Who may see a representation.
///
/// Source: https://developer.apple.com/documentation/foundation/nsitemproviderrepresentationvisibility
public enum NSItemProviderRepresentationVisibility: Int, Sendable {
    /// Every process.
    case all = 0
    /// Only the process that registered it; other processes are not told that it exists.
    case ownProcess = 3
}

/// An object that a provider was given to keep.
final class HeldItem: @unchecked Sendable {  // immutable; the object is handed out as it was handed in
    let item: any NSSecureCoding

    init(_ item: any NSSecureCoding) { self.item = item }
}

/// One registered representation.
struct ItemRepresentation: Sendable {
    enum Source: Sendable {
        case item(NSItemProvider.LoadHandler)
        case data(@Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?)
        case file(@Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?)
        /// The URL of a file, whose content comes along when it crosses to another process.
        case fileURL(URL)
        /// Owned by the process at the other end.
        case remote(RemoteProvider)
    }

    let typeIdentifier: String
    let visibility: NSItemProviderRepresentationVisibility
    let source: Source

    init(_ typeIdentifier: String, _ visibility: NSItemProviderRepresentationVisibility, _ source: Source) {
        self.typeIdentifier = typeIdentifier
        self.visibility = visibility
        self.source = source
    }
}
