import Foundation
import OpenExtensionKit
import OpenViewTree

/// One request of a tab to an extension, with its view, until its outcome.
actor ShareSession {
    /// What a tab is told.
    enum News: Sendable {
        case state(SessionState)
        /// A change of the view, as the page reads it.
        case view(Data)
    }

    private let identity: AppExtensionIdentity
    private let things: SharedThings
    private let device: WebDevice
    private let tell: @Sendable (News) async -> Void
    private var task: Task<Void, Never>?
    private var live: LiveView?
    private(set) var state: SessionState

    init(
        number: Int, identity: AppExtensionIdentity, things: SharedThings, device: WebDevice,
        tell: @escaping @Sendable (News) async -> Void
    ) {
        self.identity = identity
        self.things = things
        self.device = device
        self.tell = tell
        state = SessionState(
            session: number, id: identity.bundleIdentifier, name: identity.localizedName, isWidget: things == .nothing)
    }

    /// Hands the things over.
    func start(_ traits: PageTraits) {
        task = Task {
            do {
                await tell(.state(state))
                let items = try await things.items(of: device)
                let view = try await device.host.present(items, to: identity, traits: traits.traits)
                let drawing = view.showsView ? draw(view) : nil
                let returned = try await view.outcome()
                // What it has shown last is told before its end.
                await drawing?.value
                var end = state
                end.phase = .done
                try await ReturnedThings(things: things, device: device).take(returned, &end)
                state = end
            } catch is CancellationError {
                return
            } catch {
                state.phase = .failed
                if !Self.isCancel(error) { state.error = TabFailure(error, of: identity.localizedName) }
            }
            live = nil
            await tell(.state(state))
        }
    }

    /// Gives it up; nothing more is told of it.
    func cancel() async {
        await keepSnapshot()
        task?.cancel()
    }

    private func draw(_ view: ExtensionView) -> Task<Void, Never> {
        live = LiveView(session: state.session, view: view)
        state.phase = .view
        return Task {
            await tell(.state(state))
            let asking = state.isWidget ? Task { await askForNews(view) } : nil
            for await update in view.updates {
                if let message = live?.message(update) { await tell(.view(message)) }
            }
            asking?.cancel()
        }
    }

    /// Asks a widget for what is new, and keeps a picture of what it then shows.
    private func askForNews(_ view: ExtensionView) async {
        // One that has nothing new, or does not say in time, goes on showing what it shows.
        guard let result = try? await view.performUpdate(), result == .newData else { return }
        await keepSnapshot()
    }

    private func keepSnapshot() async {
        guard state.isWidget, let snapshot = live?.snapshot(), live?.tree.nodes.count ?? 0 > 1 else { return }
        await device.today.keep(snapshot, of: identity.bundleIdentifier)
    }

    // MARK: What the page does

    /// The page knows nothing of the view, and gets all of it.
    func tellWhole() async {
        if let message = live?.whole() { await tell(.view(message)) }
    }

    func presented() { live?.view.presented() }

    func change(_ traits: PageTraits) { live?.view.setTraits(traits.traits) }

    func receive(_ event: PageEvent) async {
        if let message = live?.send(event.event, to: event.node, page: event.number) { await tell(.view(message)) }
    }

    func image(_ id: UInt32, generation: Int) -> ViewImage? { live?.image(id, generation: generation) }

    /// A person who has cancelled needs no telling.
    private static func isCancel(_ error: any Error) -> Bool {
        guard let error = error as? ExtensionError, error.code == .cancelledByExtension,
            let cause = error.underlying as NSError?
        else { return false }
        return cause.domain == NSCocoaErrorDomain && cause.code == CocoaError.userCancelled.rawValue
    }
}
