public import OpenViewTree

/// Draws a share sheet; ``UIActivityViewController`` says what happens in it. Its calls come one after the other.
public protocol ActivityPresenter: Sendable {
    /// The room for an extension's view.
    func traits() async -> ViewTraits

    /// Shows what can be done and lets a person choose.
    ///
    /// - Parameter candidates: the list, and another one whenever it becomes another.
    /// - Returns: nil when the person closes the sheet.
    func choose(among candidates: ActivityCandidates) async -> ActivityCandidate?

    /// Shows an extension at work until ``ExtensionView/updates`` end; one without a view
    /// (``ExtensionView/showsView``) may take a while, too. When the person closes it, ``ExtensionView/dismiss()``.
    func show(_ view: ExtensionView, of candidate: ActivityCandidate) async

    /// Takes the sheet off the screen.
    func dismiss() async
}

/// Something that can be done with shared items.
public struct ActivityCandidate: Sendable, Hashable, Identifiable {
    /// nil for an activity of the app that has none.
    public let activityType: UIActivity.ActivityType?
    /// The name that people see.
    public let title: String
    public let category: UIActivity.Category
    /// nil for an activity of the app itself.
    public let identity: AppExtensionIdentity?

    /// Which of the app's own activities it is.
    let place: Int?

    /// Of two things with one type each has its own.
    public var id: String { place.map { "\($0)" } ?? activityType?.rawValue ?? "" }
}

/// What can be done with some items, now and whenever it becomes another; see ``ActivityPresenter``.
public struct ActivityCandidates: AsyncSequence, Sendable {
    public typealias Element = [ActivityCandidate]
    public typealias Failure = Never

    /// Extension points whose extensions a share sheet offers, and where they stand in it.
    static let categories: KeyValuePairs<String, UIActivity.Category> = [
        "com.apple.share-services": .share, "com.apple.ui-services": .action, "com.apple.services": .action,
    ]

    let own: [ActivityCandidate]
    let excluded: Set<UIActivity.ActivityType>
    let extensions: AppExtensionIdentity.Identities

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(candidates: self, extensions: extensions.makeAsyncIterator())
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let candidates: ActivityCandidates
        fileprivate var extensions: AppExtensionIdentity.Identities.AsyncIterator

        /// The next list: ways to send first, then what the app itself does, then actions. nil when there will be none.
        public mutating func next() async -> [ActivityCandidate]? {
            guard let identities = await extensions.next() else { return nil }
            let others = identities.compactMap(ActivityCandidate.init).filter {
                $0.activityType.map { !candidates.excluded.contains($0) } ?? true
            }
            return others.filter { $0.category == .share } + candidates.own + others.filter { $0.category == .action }
        }
    }
}

extension ActivityCandidate {
    fileprivate init?(_ identity: AppExtensionIdentity) {
        guard let category = ActivityCandidates.categories.first(where: { $0.key == identity.extensionPointIdentifier })
        else { return nil }
        self.init(
            activityType: UIActivity.ActivityType(identity.bundleIdentifier), title: identity.localizedName,
            category: category.value, identity: identity, place: nil)
    }
}
