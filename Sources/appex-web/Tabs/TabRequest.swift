import AppexPages
import Foundation
import OpenExtensionKit
import OpenViewTree

/// One request of a tab to an extension or an app, with its view, until its outcome.
actor TabRequest {
    /// A message to the tab.
    enum News: Sendable {
        case state(TabRequestState)
        /// A change of the view, as the page reads it.
        case view(Data)
    }

    /// The extension or app.
    let identity: AppExtensionIdentity
    private let things: SharedThings
    /// The items of another request that are shared; nil if the user shares something of the device.
    private let pending: PendingSharing?
    private let device: WebDevice
    /// Opens a URL for the extension or app.
    private let opening: URLOpening.Handler
    /// Shows the share sheet for items of the extension or app.
    private let sharing: ActivitySharing.Handler
    private let tell: @Sendable (News) async -> Void
    private var task: Task<Void, Never>?
    private var live: LiveView?
    private var editing: TabEditing?
    private var isCancelled = false
    private(set) var state: TabRequestState

    init(
        number: Int, identity: AppExtensionIdentity, things: SharedThings, of pending: PendingSharing?,
        device: WebDevice, opening: @escaping URLOpening.Handler, sharing: @escaping ActivitySharing.Handler,
        tell: @escaping @Sendable (News) async -> Void
    ) {
        self.identity = identity
        self.things = things
        self.device = device
        self.pending = pending
        self.opening = opening
        self.sharing = sharing
        self.tell = tell
        state = TabRequestState(
            session: number, id: identity.bundleIdentifier, name: identity.localizedName, isWidget: things == .nothing,
            isApp: things.isApp)
        if case .edit = things { state.isEditing = true }
    }

    /// Sends the shared items to the extension.
    func start(_ traits: PageTraits) {
        task = Task {
            do {
                await tell(.state(state))
                let view = try await open(traits.traits)
                let drawing = view.showsView ? draw(view) : nil
                let returned = try await view.outcome()
                // The last update is sent before the end.
                await drawing?.value
                // The editing of a photograph ends with its result.
                if let editing { return try await isCancelled ? () : editing.checkEnd() }
                var end = state
                end.phase = .done
                if pending == nil {
                    try await ReturnedThings(things: things, device: device, editor: identity.bundleIdentifier)
                        .take(returned, &end)
                }
                pending?.finish(.completed(identity.bundleIdentifier, returned))
                state = end
            } catch is CancellationError {
                pending?.finish(.dismissed)
                return
            } catch {
                pending?.finish(.cancelled(identity.bundleIdentifier))
                return await fail(error)
            }
            live = nil
            await tell(.state(state))
        }
    }

    /// Ends the request because of an error, unless it has ended.
    private func fail(_ error: any Error) async {
        guard !state.isEnd else { return }
        state.phase = .failed
        if (error as? ExtensionError)?.isUserCancellation != true {
            state.error = PageFailure(error, of: identity.localizedName)
        }
        live = nil
        await tell(.state(state))
    }

    private func open(_ traits: ViewTraits) async throws -> ExtensionView {
        if case .app(let url) = things {
            return try await device.host.open(
                application: identity.bundleIdentifier, url: url, traits: traits, opening: opening,
                sharing: sharing)
        }
        if case .edit(let name) = things {
            let photo = try await device.photos.editable(name)
            let session = try await device.host.edit(photo, with: identity, traits: traits)
            editing = TabEditing(session, of: name, in: device.photos)
            if photo.rendition != nil { state.revertible = name }
            guard let view = session.view else { throw PageFailure("\(identity.localizedName) shows no view.") }
            return view
        }
        return try await device.host.present(
            try await things.items(of: device, pending), to: identity, traits: traits, opening: opening,
            sharing: sharing)
    }

    /// Cancels the request. No further messages are sent to the tab.
    func cancel() async {
        await keepSnapshot()
        isCancelled = true
        guard let editing, let task else { return task?.cancel() ?? () }
        // An extension that does not respond must not keep the tab waiting.
        Task {
            await editing.session.cancel()
            task.cancel()
        }
    }

    // MARK: Editing a photograph

    /// Keeps the edited photograph, which ends the request.
    ///
    /// - Throws: an error after which the user can try again. The end of the extension is reported as the request's.
    func finish() async throws {
        guard let editing else { return }
        do {
            state.photos = [try await editing.finish()]
        } catch let error as ExtensionError where error.code != .refused {
            return await fail(error)
        } catch {
            if await editing.isLost(by: error) { return await fail(error) }
            throw error
        }
        await device.announce(.photos)
        state.phase = .done
        live = nil
        if !isCancelled { await tell(.state(state)) }
    }

    /// Whether the user should confirm that changes are discarded.
    func shouldConfirmCancel() async -> Bool { await editing?.shouldConfirmCancel() ?? false }

    private func draw(_ view: ExtensionView) -> Task<Void, Never> {
        live = LiveView(session: state.session, view: view)
        state.phase = .view
        return Task {
            await tell(.state(state))
            let asking = state.isWidget ? Task { await updateWidget(view) } : nil
            for await update in view.updates {
                if let message = live?.message(update) { await tell(.view(message)) }
            }
            asking?.cancel()
        }
    }

    /// Asks a widget to update its content, and keeps a snapshot of it.
    private func updateWidget(_ view: ExtensionView) async {
        // A widget without new content, or that does not answer in time, continues to show its current content.
        guard let result = try? await view.performUpdate(), result == .newData else { return }
        await keepSnapshot()
    }

    private func keepSnapshot() async {
        guard state.isWidget, let contents = live?.contents(), live?.tree.nodes.count ?? 0 > 1 else { return }
        let snapshot = WidgetSnapshot(operations: contents.operations, images: contents.images)
        await device.today.keep(snapshot, of: identity.bundleIdentifier)
    }

    // MARK: What the page does

    /// Sends the whole view to a page that does not have it.
    func tellWhole() async {
        if let message = live?.whole() { await tell(.view(message)) }
    }

    func presented() { live?.view.presented() }

    func change(_ traits: PageTraits) { live?.view.setTraits(traits.traits) }

    func receive(_ event: PageEvent) async {
        if let message = live?.send(event.event, to: event.node, page: event.number) { await tell(.view(message)) }
    }

    /// Whether the view is running.
    var hasView: Bool { live != nil }

    func image(_ id: UInt32, generation: Int) -> ViewImage? { live?.image(id, generation: generation) }
}
