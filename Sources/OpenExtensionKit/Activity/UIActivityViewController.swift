public import Foundation
import OpenFoundation

/// A share sheet: offers activities for some items, performs the chosen one in an extension or in the app, and reports
/// its result.
///
/// ```
/// let sheet = UIActivityViewController(activityItems: [photo], applicationActivities: nil)
/// sheet.completionWithItemsHandler = { type, completed, items, error in … }
/// await sheet.present(by: presenter, on: host)
/// ```
///
/// Source: https://developer.apple.com/documentation/uikit/uiactivityviewcontroller
///
/// ## Difference from Apple
/// This class is not a view controller, since a host need not be a UIKit app: an ``ActivityPresenter`` draws the sheet.
/// Apple's built-in activities do not exist.
@MainActor
public final class UIActivityViewController: NSObject {
    /// Receives the type of the activity, nil if none was performed; whether it was completed; the items that an
    /// extension returned, each an `NSExtensionItem`; and the error.
    public typealias CompletionWithItemsHandler = (UIActivity.ActivityType?, Bool, [Any]?, (any Error)?) -> Void

    private let activityItems: [Any]
    private let applicationActivities: [UIActivity]
    private var isPresented = false

    /// The activities that are not offered: the app's own by type, extensions by bundle identifier. nil excludes none.
    public var excludedActivityTypes: [UIActivity.ActivityType]?

    /// Called once, on the main actor, after the sheet has left the screen:
    ///
    /// | What happened | Type | Completed | Items | Error |
    /// |---|---|---|---|---|
    /// | the extension completed | its identifier | true | the returned items, possibly none | nil |
    /// | the extension cancelled | its identifier | false | nil | the extension's error |
    /// | the extension crashed, hung or could not be started | its identifier | false | nil | ``ExtensionError`` |
    /// | an activity of the app finished | its type | as it reported | nil | nil |
    /// | the user closed the sheet or the extension's view | nil | false | nil | nil |
    public var completionWithItemsHandler: CompletionWithItemsHandler?

    /// Creates a share sheet.
    ///
    /// - Parameter activityItems: the objects to share, at least one: of the types that
    ///   ``ExtensionHost/items(sharing:)`` accepts, or conforming to ``UIActivityItemSource``.
    /// - Parameter applicationActivities: the app's own activities, in the order in which to show them.
    public init(activityItems: [Any], applicationActivities: [UIActivity]? = nil) {
        self.activityItems = activityItems
        self.applicationActivities = applicationActivities ?? []
        super.init()
    }

    /// Shows the sheet, and returns after it has left the screen and ``completionWithItemsHandler`` has been called. A
    /// second call does nothing.
    ///
    /// - Cancellation: closes the sheet; an activity of the app that is being performed counts as not completed.
    public func present(by presenter: any ActivityPresenter, on host: ExtensionHost) async {
        guard !isPresented else { return }
        isPresented = true
        let outcome = await run(presenter, host)
        await presenter.dismiss()
        completionWithItemsHandler?(outcome.type, outcome.isCompleted, outcome.items, outcome.error)
        completionWithItemsHandler = nil
    }

    private struct Outcome {
        var type: UIActivity.ActivityType?
        var isCompleted = false
        var items: [NSExtensionItem]?
        var error: (any Error)?
    }

    private func run(_ presenter: any ActivityPresenter, _ host: ExtensionHost) async -> Outcome {
        guard let chosen = await presenter.choose(among: candidates(on: host)), !Task.isCancelled else {
            return Outcome()
        }
        let type = chosen.activityType
        guard let identity = chosen.identity else {
            guard let place = chosen.place, applicationActivities.indices.contains(place) else { return Outcome() }
            let activity = applicationActivities[place]
            let isCompleted = await activity.run(with: items(for: type).map(\.content))
            return Outcome(type: type, isCompleted: isCompleted)
        }
        do {
            let items = NSExtensionItem.items(sharing: items(for: type), subject: subject(for: type))
            let view = try await host.present(items, to: identity, traits: presenter.traits())
            return Outcome(type: type, isCompleted: true, items: try await returned(by: view, presenter, chosen))
        } catch is CancellationError {
            return Outcome()
        } catch let error as ExtensionError where error.code == .cancelledByExtension {
            return Outcome(type: type, error: error.underlying)
        } catch {
            return Outcome(type: type, error: error)
        }
    }

    /// Waits until the extension has completed and its view has left the screen.
    ///
    /// - Returns: the items that the extension returned.
    /// - Throws: as ``ExtensionView/outcome()``.
    private func returned(
        by view: ExtensionView, _ presenter: any ActivityPresenter, _ chosen: ActivityCandidate
    ) async throws -> [NSExtensionItem] {
        async let isShown: Void = presenter.show(view, of: chosen)
        let returned: Result<[NSExtensionItem], any Error>
        do { returned = .success(try await view.outcome()) } catch { returned = .failure(error) }
        await isShown
        return try returned.get()
    }

    private func candidates(on host: ExtensionHost) -> ActivityCandidates {
        let things = placeholders.map(\.content)
        let own = applicationActivities.enumerated().compactMap { place, activity -> ActivityCandidate? in
            let isExcluded = activity.activityType.map { excludedActivityTypes?.contains($0) == true } ?? false
            guard let title = activity.activityTitle, !isExcluded, activity.canPerform(withActivityItems: things)
            else { return nil }
            return ActivityCandidate(
                activityType: activity.activityType, title: title, category: type(of: activity).activityCategory,
                identity: nil, place: place)
        }
        let items = NSExtensionItem.items(sharing: placeholders)
        return ActivityCandidates(
            own: own, excluded: Set(excludedActivityTypes ?? []),
            extensions: host.updates(matching: items, at: ActivityCandidates.categories.map(\.point)))
    }

    private var placeholders: [SharedThing] {
        activityItems.map { item in
            guard let source = item as? any UIActivityItemSource else { return SharedThing(content: item) }
            return SharedThing(
                content: source.activityViewControllerPlaceholderItem(self), dataType: dataType(of: source, for: nil))
        }
    }

    private func items(for type: UIActivity.ActivityType?) -> [SharedThing] {
        activityItems.compactMap { item in
            guard let source = item as? any UIActivityItemSource else { return SharedThing(content: item) }
            return source.activityViewController(self, itemForActivityType: type).map {
                SharedThing(content: $0, dataType: dataType(of: source, for: type))
            }
        }
    }

    private func dataType(of source: any UIActivityItemSource, for type: UIActivity.ActivityType?) -> String {
        let identifier = source.activityViewController(self, dataTypeIdentifierForActivityType: type)
        return identifier.isEmpty ? "public.data" : identifier
    }

    /// The first subject that a source provides; empty for none.
    private func subject(for type: UIActivity.ActivityType?) -> String {
        activityItems.lazy.compactMap { $0 as? any UIActivityItemSource }
            .map { $0.activityViewController(self, subjectForActivityType: type) }
            .first { !$0.isEmpty } ?? ""
    }
}
