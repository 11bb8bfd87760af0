import AppexModel
import AppexPages
import Foundation
import OpenExtensionKit

/// A tab of a browser with its sessions, which are kept for some time after its connection was lost.
actor Tab {
    let identifier = UUID().uuidString
    private let device: WebDevice
    private var outlet: Outlet?
    private var sessions: [Int: TabRequest] = [:]
    private var lastSession = 0
    /// The share sheets for items of sessions, by session.
    private var sharings: [Int: PendingSharing] = [:]
    /// The final states of recent sessions that the page has not acknowledged. They are part of the next welcome
    /// message.
    private var missed: [TabRequestState] = []
    /// Forgets the tab if it does not reconnect.
    private var expiry: Task<Void, Never>?
    /// The number of calls that are being answered.
    private var calls = 0

    init(device: WebDevice) { self.device = device }

    private struct Welcome: Encodable {
        let tab: String
        let hasPhotos: Bool
        /// The maximum number of items that can be shared together.
        var sharedItems = WebLimits.sharedItems
        let sessions: [TabRequestState]
    }

    private struct Answer<Value: Encodable>: Encodable {
        let re: Int
        let ok: Value
    }

    private struct Refusal: Encodable {
        let re: Int
        let error: PageFailure
    }

    private struct Nothing: Encodable {}

    /// Connects the tab, possibly again, and sends everything that it shows.
    func attach(_ new: Outlet, answering number: Int) async {
        outlet?.close()
        outlet = new
        expiry?.cancel()
        expiry = nil
        // The page has not kept its sheets.
        for sharing in sharings.values { sharing.finish(.dismissed) }
        let ended = missed
        let open = sessions.sorted { $0.key < $1.key }.map(\.value)
        var states: [TabRequestState] = []
        for session in open { states.append(await session.state) }
        let hasPhotos = await device.photos.hasFolder
        guard outlet === new else { return }
        // A session that has ended in the meantime reports its end by itself.
        states.removeAll { $0.isEnd || sessions[$0.session] == nil }
        answer(number, Welcome(tab: identifier, hasPhotos: hasPhotos, sessions: ended + states))
        for session in open { await session.tellWhole() }
    }

    /// Notes that a connection has ended. Unless the tab has a new one, it is remembered for some time.
    func detach(_ old: Outlet) {
        guard outlet === old else { return }
        outlet = nil
        expiry = Task {
            guard (try? await Task.sleep(for: WebLimits.tabMemory)) != nil else { return }
            await device.forget(self)
        }
    }

    /// Ends all sessions.
    func end() async {
        outlet?.close()
        // If the end of its connection is noticed later, the tab is no longer remembered.
        outlet = nil
        expiry?.cancel()
        for session in sessions.values { await session.cancel() }
        sessions = [:]
    }

    /// Sends a message, if there is a connection. The next welcome message contains what was missed.
    func send(_ message: some Encodable) {
        guard let outlet, let bytes = try? ReportJSON.encoder(pretty: false).encode(message) else { return }
        outlet.send(bytes)
    }

    private func answer(_ number: Int, _ value: some Encodable) { send(Answer(re: number, ok: value)) }

    /// Performs a call of the page. Events of views are processed immediately and in order; the number of other
    /// concurrent calls is limited.
    func receive(_ call: TabCall) async {
        switch call.action {
        case .input(let session, let event): return await sessions[session]?.receive(event) ?? ()
        case .presented(let session): return await sessions[session]?.presented() ?? ()
        case .traits(let session, let traits): return await sessions[session]?.change(traits) ?? ()
        case .whole(let session): return await sessions[session]?.tellWhole() ?? ()
        default: break
        }
        guard calls < WebLimits.sessions else {
            return send(Refusal(re: call.number, error: PageFailure("Too many operations are in progress; try again.")))
        }
        calls += 1
        Task {
            do { try await perform(call) } catch { send(Refusal(re: call.number, error: PageFailure(error))) }
            calls -= 1
        }
    }

    private func perform(_ call: TabCall) async throws {
        let number = call.number
        switch call.action {
        case .hello: return
        case .photos: answer(number, await device.photos.photos())
        case .undo(let photo, let version): try await step(-1, photo, from: version, number)
        case .redo(let photo): try await step(1, photo, number)
        case .revert(let photo):
            answer(number, try await device.photos.revert(photo))
            await device.announce(.photos)
        case .finish(let session):
            try await sessions[session]?.finish()
            answer(number, Nothing())
        case .leave(let session): answer(number, await sessions[session]?.shouldConfirmCancel() ?? false)
        case .notes: answer(number, await device.notes.notes)
        case .saveNote(let id, let text, let changed):
            answer(number, try await device.notes.save(id, text: text, over: changed))
            await device.announce(.notes)
        case .deleteNote(let id):
            try await device.notes.delete(id)
            answer(number, Nothing())
            await device.announce(.notes)
        case .candidates(let things): answer(number, try await candidates(things))
        case .choices: answer(number, try await device.settings.choices())
        case .elect(let identifier, let on):
            if on { try await device.host.enable(identifier) } else { try await device.host.disable(identifier) }
            answer(number, Nothing())
            await device.announce(.extensions)
        case .order(let identifiers):
            for identifier in identifiers.prefix(100).reversed() {
                try await device.host.enable(identifier, first: true)
            }
            answer(number, Nothing())
            await device.announce(.extensions)
        case .start(let identifier, let things, let traits):
            answer(number, try await start(try await device.host.extension(identifier), things, traits))
        case .dismissSharing(let session):
            dismissSharing(of: session)
            answer(number, Nothing())
        case .home: answer(number, try await device.settings.homeScreen())
        case .open(let identifier, let traits):
            let app = try await device.settings.app(identifier)
            answer(number, try await start(AppExtensionIdentity(app), .app(nil), traits))
        case .cancel(let session):
            missed.removeAll { $0.session == session }
            await sessions.removeValue(forKey: session)?.cancel()
            answer(number, Nothing())
        case .widgets: answer(number, try await widgets())
        case .setWidgets(let identifiers):
            try await device.today.set(identifiers)
            answer(number, try await widgets())
            await device.announce(.widgets)
        case .apps, .uninstall, .limits, .setLimit, .reports, .report, .processes:
            try await administer(call)
        case .presented, .input, .traits, .whole: return
        }
    }

    private func administer(_ call: TabCall) async throws {
        let (number, settings) = (call.number, device.settings)
        switch call.action {
        case .apps: answer(number, try await settings.apps())
        case .uninstall(let identifier):
            try await settings.uninstall(identifier)
            answer(number, Nothing())
            await device.announce(.extensions)
        case .limits(let subject): answer(number, try await settings.limits(subject))
        case .setLimit(let subject, let key, let value):
            try await settings.setLimit(subject, key, value)
            answer(number, try await settings.limits(subject))
        case .reports: answer(number, settings.reports())
        case .report(let identifier): answer(number, try settings.report(identifier))
        case .processes: answer(number, try await settings.processes())
        default: return
        }
    }

    private func step(_ step: Int, _ photo: String, from version: String? = nil, _ number: Int) async throws {
        answer(number, try await device.photos.step(step, photo, from: version))
        await device.announce(.photos)
    }

    private struct Candidates: Encodable {
        let share: [Candidate]
        let actions: [Candidate]
        /// Photo editing extensions, for one photograph.
        let editors: [Candidate]
    }

    private func candidates(_ things: SharedThings) async throws -> Candidates {
        let pending = pending(things)
        let excluded = pending?.sharing.excludedActivityTypes ?? []
        let offered = try await device.host.extensions(matching: things.items(of: device, pending))
            .filter { !excluded.contains($0.bundleIdentifier) }
        func at(_ section: ExtensionPoint.SheetSection) -> [Candidate] {
            let points = ExtensionPoint.ofShareSheet.filter { $0.sheetSection == section }.map(\.identifier.rawValue)
            return offered.filter { points.contains($0.extensionPointIdentifier) }.map { Candidate($0) }
        }
        let isPhoto = if case .photos(let names) = things { names.count == 1 } else { false }
        let editors = isPhoto ? try await device.host.photoEditors(for: .image) : []
        return Candidates(share: at(.share), actions: at(.action), editors: editors.map { Candidate($0) })
    }

    private struct Widgets: Encodable {
        let shown: [Candidate]
        let others: [Candidate]
        /// The snapshots of the shown widgets by identifier: the operations that create them, as JSON.
        let snapshots: [String: String]
    }

    private func widgets() async throws -> Widgets {
        let offered = try await device.host.extensions(at: "com.apple.widget-extension")
        let listed = await device.today.identifiers
        let shown = listed.compactMap { id in offered.first { $0.bundleIdentifier == id } }
        var snapshots: [String: String] = [:]
        for id in listed {
            snapshots[id] = await device.today.snapshot(of: id).map { String(decoding: $0.operations, as: UTF8.self) }
        }
        return Widgets(
            shown: shown.map { Candidate($0) },
            others: offered.filter { !listed.contains($0.bundleIdentifier) }.map { Candidate($0) }, snapshots: snapshots
        )
    }

    private struct Started: Encodable {
        let session: Int
    }

    private func start(
        _ identity: AppExtensionIdentity, _ things: SharedThings, _ traits: PageTraits
    ) async throws -> Started {
        guard sessions.count < WebLimits.sessions else {
            throw PageFailure("Too many extensions are running for this tab; cancel one.")
        }
        lastSession += 1
        let number = lastSession
        let session = TabRequest(
            number: number, identity: identity, things: things, of: pending(things), device: device
        ) { [weak self] in
            await self?.open($0, traits) == true
        } sharing: { [weak self] in
            await self?.share($0, of: number) ?? .notShown
        } tell: { [weak self] in
            await self?.show($0)
        }
        sessions[number] = session
        await session.start(traits)
        return Started(session: number)
    }

    /// Shows the app that opens a URL, in front of the extension or app that asked for it.
    ///
    /// - Parameter traits: those of the view that asked; the page tells the app the size of its own.
    private func open(_ opening: URLOpening, _ traits: PageTraits) async -> Bool {
        (try? await start(opening.application, .app(opening.url), traits)) != nil
    }

    private struct Sharing: Encodable {
        private(set) var `is` = "share"
        let session: Int
        /// The name of the extension or app that shares.
        let name: String
    }

    /// Shows the share sheet for items of a session.
    private func share(_ sharing: ActivitySharing, of session: Int) async -> ActivitySharing.Outcome {
        guard outlet != nil, sharings[session] == nil else { return .notShown }
        defer { sharings[session] = nil }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                sharings[session] = PendingSharing(sharing, continuation)
                send(Sharing(session: session, name: sessions[session]?.identity.localizedName ?? ""))
            }
        } onCancel: {
            Task { await self.dismissSharing(of: session) }
        }
    }

    private func dismissSharing(of session: Int) { sharings[session]?.finish(.dismissed) }

    /// What the session that the content comes from shares.
    private func pending(_ things: SharedThings) -> PendingSharing? {
        if case .items(let session) = things { sharings[session] } else { nil }
    }

    /// Sends a message of a session, and removes a session that has ended.
    func show(_ news: TabRequest.News) {
        switch news {
        case .view(let bytes): outlet?.send(bytes)
        case .state(let state):
            send(state)
            guard state.isEnd else { return }
            sessions[state.session] = nil
            // Today restarts a widget that has died.
            if !state.isWidget { missed = missed.suffix(WebLimits.sessions - 1) + [state] }
        }
    }

    /// The session with a number, for the images of its view.
    func session(_ number: Int) -> TabRequest? { sessions[number] }
}
