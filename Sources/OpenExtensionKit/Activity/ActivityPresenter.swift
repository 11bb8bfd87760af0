import AppexModel
public import OpenViewTree

/// Draws a share sheet, whose behaviour ``UIActivityViewController`` controls.
///
/// A presenter is used for one sheet at a time, and its methods are never called concurrently for one sheet.
public protocol ActivityPresenter: Sendable {
    /// The size that is available for an extension's view, in points, and the user's display settings.
    func traits() async -> ViewTraits

    /// Shows the activities and lets the user choose one.
    ///
    /// - Parameter candidates: the current list, then a new one after each change.
    /// - Returns: the chosen activity; nil if the user closes the sheet.
    func choose(among candidates: ActivityCandidates) async -> ActivityCandidate?

    /// Shows the view of the chosen extension until its ``ExtensionView/updates`` end.
    ///
    /// An extension without a view (``ExtensionView/showsView`` is false) may also take some time. If the user closes
    /// the view, the presenter calls ``ExtensionView/dismiss()``.
    func show(_ view: ExtensionView, of candidate: ActivityCandidate) async

    /// Takes the sheet off the screen. Called once, also if the user has closed it.
    func dismiss() async
}

/// An activity that a share sheet offers: one of the app's own, or an extension.
public struct ActivityCandidate: Sendable, Hashable, Identifiable {
    /// The type of the activity: for an extension, its bundle identifier. nil if an activity of the app has no type.
    public let activityType: UIActivity.ActivityType?
    /// The name to display.
    public let title: String
    /// The part of the sheet in which the activity is shown.
    public let category: UIActivity.Category
    /// The extension; nil for an activity of the app.
    public let identity: AppExtensionIdentity?

    /// The index among the app's own activities; nil for an extension.
    let place: Int?

    /// Identifies the candidate within one sheet. Two activities of the same type have different identifiers.
    public var id: String { place.map { "\($0)" } ?? activityType?.rawValue ?? "" }
}

/// A stream of the activities that can be performed with some items: the current list, then a new one after each
/// change of the installed extensions.
///
/// Ends when its task is cancelled, or when the items exceed what ``ExtensionHost/extensions(matching:at:)`` accepts.
public struct ActivityCandidates: AsyncSequence, Sendable {
    /// One list, in the order in which to show it.
    public typealias Element = [ActivityCandidate]
    /// Iterating throws no errors.
    public typealias Failure = Never

    /// The extension points whose extensions a share sheet offers, and the part of the sheet that shows them.
    static let categories: [(point: String, category: UIActivity.Category)] = ExtensionPoint.ofShareSheet.map {
        ($0.identifier.rawValue, $0.sheetSection == .share ? .share : .action)
    }

    let own: [ActivityCandidate]
    let excluded: Set<UIActivity.ActivityType>
    let extensions: AppExtensionIdentity.Identities

    /// Creates an iterator, whose first list is the current one.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(candidates: self, extensions: extensions.makeAsyncIterator())
    }

    /// The iterator of ``ActivityCandidates``.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let candidates: ActivityCandidates
        fileprivate var extensions: AppExtensionIdentity.Identities.AsyncIterator

        /// Waits for the next list: share extensions first, then the app's own activities, then action extensions.
        ///
        /// - Returns: nil if there are no further lists.
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
        guard
            let category = ActivityCandidates.categories.first(where: { $0.point == identity.extensionPointIdentifier })
        else { return nil }
        self.init(
            activityType: UIActivity.ActivityType(identity.bundleIdentifier), title: identity.localizedName,
            category: category.category, identity: identity, place: nil)
    }
}
