public import Foundation
import OpenFoundation

/// A share sheet: offers what can be done with some items, has it done by an extension or by the app itself, and tells
/// the app what came of it.
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
/// It is no view controller, since a host need not be a UIKit app: an ``ActivityPresenter`` draws it. Of Apple's built-in
/// activities there is none.
@MainActor
public final class UIActivityViewController: NSObject {
    /// Who did it, nil for nobody; whether it was completed; the items that an extension returned, `NSExtensionItem`;
    /// what went wrong.
    public typealias CompletionWithItemsHandler = (UIActivity.ActivityType?, Bool, [Any]?, (any Error)?) -> Void

    private let activityItems: [Any]
    private let applicationActivities: [UIActivity]
    private var isPresented = false

    /// What is not offered: activities of the app, and extensions by their bundle identifiers.
    public var excludedActivityTypes: [UIActivity.ActivityType]?

    /// Called once, on the main actor, when the sheet is off the screen:
    ///
    /// | What happened | Type | Completed | Items | Error |
    /// |---|---|---|---|---|
    /// | the extension completed | its identifier | true | what it returned, maybe none | nil |
    /// | the extension cancelled | its identifier | false | nil | the extension's error |
    /// | the extension crashed, hung or could not be started | its identifier | false | nil | ``ExtensionError`` |
    /// | an activity of the app ended | its type | what it said | nil | nil |
    /// | the person closed the sheet, or the extension's view | nil | false | nil | nil |
    public var completionWithItemsHandler: CompletionWithItemsHandler?

    /// - Parameter activityItems: what is shared, at least one thing: what ``ExtensionHost/items(sharing:)`` knows, and
    ///   objects that conform to ``UIActivityItemSource``.
    public init(activityItems: [Any], applicationActivities: [UIActivity]? = nil) {
        self.activityItems = activityItems
        self.applicationActivities = applicationActivities ?? []
        super.init()
    }

    /// Shows the sheet until it is over and ``completionWithItemsHandler`` has been called. A second call does nothing.
    ///
    /// - Cancellation: closes the sheet; an activity of the app that is at work counts as not completed.
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
            let items = ExtensionHost.items(sharing: items(for: type), subject: subject(for: type))
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

    /// What an extension returns, once its view is off the screen.
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
        let items = ExtensionHost.items(sharing: placeholders, subject: "")
        return ActivityCandidates(
            own: own, excluded: Set(excludedActivityTypes ?? []),
            extensions: host.updates(matching: items, at: ActivityCandidates.categories.map(\.key)))
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

    /// The first one that a source has.
    private func subject(for type: UIActivity.ActivityType?) -> String {
        activityItems.lazy.compactMap { $0 as? any UIActivityItemSource }
            .map { $0.activityViewController(self, subjectForActivityType: type) }
            .first { !$0.isEmpty } ?? ""
    }
}
