import AppexPages
import Foundation
import OpenExtensionKit

/// One request of a panel to an extension, with its view, until its outcome.
actor PanelRequest {
    /// A message to the panel.
    enum News: Sendable {
        case state(PanelRequestState)
        /// A change of the view, as the page reads it.
        case view(Data)
    }

    private let identity: AppExtensionIdentity
    private let host: ExtensionHost
    private let tell: @Sendable (News) async -> Void
    private var task: Task<Void, Never>?
    private var live: LiveView?
    private var state: PanelRequestState

    init(
        number: Int, identity: AppExtensionIdentity, host: ExtensionHost, tell: @escaping @Sendable (News) async -> Void
    ) {
        self.identity = identity
        self.host = host
        self.tell = tell
        state = PanelRequestState(session: number, id: identity.bundleIdentifier, name: identity.localizedName)
    }

    /// Sends the shared content to the extension.
    ///
    /// - Parameter results: the answer of the extension's script; nil if it has not run.
    func start(_ subject: SharedSubject, results: PageValue?, traits: PageTraits) {
        task = Task {
            do {
                await tell(.state(state))
                let items = try subject.items(results: results?.value.object)
                let view = try await host.present(items, to: identity, traits: traits.traits)
                let drawing = view.showsView ? draw(view) : nil
                let returned = try await view.outcome()
                // The last update is sent before the end.
                await drawing?.value
                state.returned = try await ReturnedContent(loading: returned)
                state.phase = .done
            } catch is CancellationError {
                return
            } catch {
                state.phase = .failed
                if (error as? ExtensionError)?.isUserCancellation != true {
                    state.error = PageFailure(error, of: identity.localizedName)
                }
            }
            live = nil
            await tell(.state(state))
        }
    }

    /// Cancels the request. No further messages are sent.
    func cancel() { task?.cancel() }

    private func draw(_ view: ExtensionView) -> Task<Void, Never> {
        live = LiveView(session: state.session, view: view)
        state.phase = .view
        return Task {
            await tell(.state(state))
            for await update in view.updates {
                if let message = live?.message(update) { await tell(.view(message)) }
            }
        }
    }

    // MARK: What the panel does

    /// Sends the whole view to a panel that does not have it.
    func tellWhole() async {
        if let message = live?.whole() { await tell(.view(message)) }
    }

    func presented() { live?.view.presented() }

    func change(_ traits: PageTraits) { live?.view.setTraits(traits.traits) }

    func receive(_ event: PageEvent) async {
        if let message = live?.send(event.event, to: event.node, page: event.number) { await tell(.view(message)) }
    }

    func image(_ id: UInt32, generation: Int) -> ViewImage? { live?.image(id, generation: generation) }
}
