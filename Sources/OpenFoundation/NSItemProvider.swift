public import Foundation
import Synchronization

/// Provides content in one or more representations, which are loaded on demand.
///
/// A provider that was received from another process loads from that process. May be used from any thread; completion
/// handlers are called exactly once, on a private queue or thread.
///
/// Source: https://developer.apple.com/documentation/foundation/nsitemprovider
open class NSItemProvider: NSObject, NSCopying, @unchecked Sendable {  // all state is behind the lock
    /// Receives a loaded item, or an error.
    public typealias CompletionHandler = @Sendable ((any NSSecureCoding)?, (any Error)?) -> Void
    /// Loads an item: receives a completion handler to call once, the requested class (nil for any), and the options of
    /// the load.
    public typealias LoadHandler = @Sendable (CompletionHandler?, AnyClass?, [AnyHashable: Any]?) -> Void

    struct State {
        var representations: [ItemRepresentation] = []
        var suggestedName: String?
        var previewImageHandler: LoadHandler?
        var presentationSize = CGSize.zero
        /// Copies whose URLs were returned, and that exist for as long as the provider.
        var copies: [TemporaryFile] = []
    }

    let state: Mutex<State>

    /// Creates a provider without representations.
    public override init() {
        state = Mutex(State())
        super.init()
    }

    init(_ state: State) {
        self.state = Mutex(state)
        super.init()
    }

    deinit {
        for copy in state.withLock({ $0.copies }) { copy.remove() }
    }

    /// Returns a provider with the same representations. Temporary copies of files stay with the original.
    open func copy(with zone: NSZone? = nil) -> Any {
        var state = state.withLock { $0 }
        state.copies = []
        return NSItemProvider(state)
    }

    /// The name that a file created from this provider should have; nil for no preference.
    open var suggestedName: String? {
        get { state.withLock { $0.suggestedName } }
        set { state.withLock { $0.suggestedName = newValue } }
    }

    /// Creates a preview image on demand, which is an `NSData`, an `NSURL` or a `UIImage`; nil for no preview image.
    open var previewImageHandler: LoadHandler? {
        get { state.withLock { $0.previewImageHandler } }
        set { state.withLock { $0.previewImageHandler = newValue } }
    }

    /// The size in which to show the item, in points; zero for no preference.
    open var preferredPresentationSize: CGSize {
        get { state.withLock { $0.presentationSize } }
        set { state.withLock { $0.presentationSize = newValue } }
    }

    /// The registered types, in the order of registration, which is the order of fidelity.
    open var registeredTypeIdentifiers: [String] {
        representations.map(\.typeIdentifier)
    }

    /// The registered types that support some file options, in the order of registration.
    ///
    /// - Parameter fileOptions: `[]` for all types, `.openInPlace` for those whose files can be opened in place.
    open func registeredTypeIdentifiers(fileOptions: NSItemProviderFileOptions = []) -> [String] {
        representations(fileOptions).map(\.typeIdentifier)
    }

    /// Whether a registered type conforms to `typeIdentifier`.
    open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
        hasRepresentationConforming(toTypeIdentifier: typeIdentifier)
    }

    /// Whether a registered type that supports some file options conforms to `typeIdentifier`.
    ///
    /// - Parameter fileOptions: `[]` for all types, `.openInPlace` for those whose files can be opened in place.
    open func hasRepresentationConforming(
        toTypeIdentifier typeIdentifier: String, fileOptions: NSItemProviderFileOptions = []
    ) -> Bool {
        representations(fileOptions).contains { $0.conforms(to: typeIdentifier) }
    }

    var representations: [ItemRepresentation] {
        state.withLock { $0.representations }
    }

    private func representations(_ options: NSItemProviderFileOptions) -> [ItemRepresentation] {
        representations.filter { !options.contains(.openInPlace) || $0.opensInPlace }
    }

    /// Adds a representation. A second one of the same type is ignored.
    func append(_ representation: ItemRepresentation) {
        let name = representation.typeIdentifier.lowercased()
        state.withLock { state in
            guard !state.representations.contains(where: { $0.typeIdentifier.lowercased() == name }) else { return }
            state.representations.append(representation)
        }
    }

    /// Keeps a copy of a file until the provider is released, or, if another process owns the file, until the session ends.
    func keep(_ copy: TemporaryFile, of representation: ItemRepresentation) {
        if case .remote(let owner, _) = representation.source { return owner.exchange.keep(copy) }
        state.withLock { $0.copies.append(copy) }
    }
}

/// The key for the preferred size of a preview image, in the options of a load: an `NSValue` with a `CGSize`, in points.
public let NSItemProviderPreferredImageSizeKey = "NSItemProviderPreferredImageSizeKey"
