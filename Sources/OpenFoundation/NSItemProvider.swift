public import Foundation
import Synchronization

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
        var previewImageHandler: LoadHandler?
        var presentationSize = CGSize.zero
        /// Copies that were handed out and may be read for as long as the provider is there.
        var copies: [TemporaryFile] = []
    }

    let state: Mutex<State>

    /// A provider without representations.
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

    open func copy(with zone: NSZone? = nil) -> Any {
        var state = state.withLock { $0 }
        state.copies = []
        return NSItemProvider(state)
    }

    /// The name that a file made from this provider should have.
    open var suggestedName: String? {
        get { state.withLock { $0.suggestedName } }
        set { state.withLock { $0.suggestedName = newValue } }
    }

    /// Makes a preview image when it is asked for: `NSData`, `NSURL` or `UIImage`.
    open var previewImageHandler: LoadHandler? {
        get { state.withLock { $0.previewImageHandler } }
        set { state.withLock { $0.previewImageHandler = newValue } }
    }

    /// How large the item wants to be shown, in points; zero when it does not say.
    open var preferredPresentationSize: CGSize {
        get { state.withLock { $0.presentationSize } }
        set { state.withLock { $0.presentationSize = newValue } }
    }

    /// The types on offer, in the order of registration, which is the order of fidelity.
    open var registeredTypeIdentifiers: [String] {
        representations.map(\.typeIdentifier)
    }

    /// The types on offer that can be had in a certain way.
    ///
    /// - Parameter fileOptions: `[]` for all, `.openInPlace` for those whose files can be opened where they are.
    open func registeredTypeIdentifiers(fileOptions: NSItemProviderFileOptions = []) -> [String] {
        representations(fileOptions).map(\.typeIdentifier)
    }

    /// Whether a registered type is `typeIdentifier` or a kind of it.
    open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
        hasRepresentationConforming(toTypeIdentifier: typeIdentifier)
    }

    /// The same, of those types that can be had in a certain way.
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

    /// Adds a representation; a second one of the same type is ignored, as the first is the better.
    func append(_ representation: ItemRepresentation) {
        let name = representation.typeIdentifier.lowercased()
        state.withLock { state in
            guard !state.representations.contains(where: { $0.typeIdentifier.lowercased() == name }) else { return }
            state.representations.append(representation)
        }
    }

    /// Keeps a copy until the provider goes; of what another process owns, until the session with it does.
    func keep(_ copy: TemporaryFile, of representation: ItemRepresentation) {
        if case .remote(let owner, _) = representation.source { return owner.session.keep(copy) }
        state.withLock { $0.copies.append(copy) }
    }
}

/// In the options of a load: an `NSValue` with the `CGSize` that a preview image should have, in points.
public let NSItemProviderPreferredImageSizeKey = "NSItemProviderPreferredImageSizeKey"
