import AppexModel
import AppexPages
import AppexProtocol
import Foundation
import OpenExtensionKit
import SystemPackage

/// The panel of a browser and its requests to extensions. There is one panel in a process.
actor Panel {
    private let host: ExtensionHost
    private let outlet: Outlet
    /// The extensions that were offered for a page the last time.
    private var offers: [WebPageExtension] = []
    private var requests: [Int: PanelRequest] = [:]
    private var lastRequest = 0
    /// The number of calls that are being answered.
    private var calls = 0
    /// The process that waits for the extension that the person is about to choose.
    private var prepared: PreparedExtension?

    init(host: ExtensionHost, outlet: Outlet) {
        self.host = host
        self.outlet = outlet
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

    private func send(_ message: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        guard let bytes = try? encoder.encode(message) else { return }
        outlet.send(bytes)
    }

    private func answer(_ number: Int, _ value: some Encodable) { send(Answer(re: number, ok: value)) }

    /// Ends all requests.
    func endRequests() async {
        for request in requests.values { await request.cancel() }
        requests = [:]
    }

    /// Performs a call of the panel. Events of views are processed immediately and in order; the number of other
    /// concurrent calls is limited.
    func receive(_ call: PanelCall) async {
        switch call.action {
        case .input(let session, let event): return await requests[session]?.receive(event) ?? ()
        case .presented(let session): return await requests[session]?.presented() ?? ()
        case .traits(let session, let traits): return await requests[session]?.change(traits) ?? ()
        case .whole(let session): return await requests[session]?.tellWhole() ?? ()
        case .cancel(let session):
            await requests.removeValue(forKey: session)?.cancel()
            return answer(call.number, Nothing())
        case .image(let session, let image, let generation):
            let image = await requests[session]?.image(image, generation: generation)
            return answer(call.number, image.map { Picture(type: $0.format.mediaType, data: Data($0.bytes)) })
        default: break
        }
        guard calls < BrowserLimits.calls else {
            return refuse(call.number, PageFailure("Too many operations are in progress; try again."))
        }
        calls += 1
        Task {
            do { try await perform(call) } catch { refuse(call.number, PageFailure(error)) }
            calls -= 1
        }
    }

    /// Answers a call with a failure.
    func refuse(_ number: Int, _ failure: PageFailure) { send(Refusal(re: number, error: failure)) }

    private struct Welcome: Encodable {
        let version = 1
    }

    private func perform(_ call: PanelCall) async throws {
        let number = call.number
        switch call.action {
        case .hello: answer(number, Welcome())
        case .candidates(let subject): answer(number, try await candidates(subject))
        case .icon(let identifier): answer(number, try await icon(of: identifier))
        case .prepare(let identifier): await prepare(identifier)
        case .script(let identifier):
            answer(number, try await Self.script(of: try offer(identifier)))
        case .start(let identifier, let subject, let traits, let results):
            answer(number, try await start(identifier, subject, traits, results: results))
        case .cancel, .image, .input, .presented, .traits, .whole: return
        }
    }

    private struct Picture: Encodable {
        let type: String
        let data: Data
    }

    private struct Script: Encodable {
        let text: String
    }

    private struct Offers: Encodable {
        let share: [Candidate]
        let actions: [Candidate]
    }

    private func candidates(_ subject: SharedSubject) async throws -> Offers {
        let candidates: [Candidate]
        if case .page(let page) = subject {
            offers = try await host.extensions(for: page)
            candidates = offers.map { Candidate($0.identity, script: $0.usesScript) }
        } else {
            candidates = try await host.extensions(matching: try subject.matchedItems()).map { Candidate($0) }
        }
        func at(_ section: ExtensionPoint.SheetSection) -> [Candidate] {
            let points = ExtensionPoint.ofShareSheet.filter { $0.sheetSection == section }.map(\.identifier.rawValue)
            return candidates.filter { points.contains($0.point) }
        }
        return Offers(share: at(.share), actions: at(.action))
    }

    /// The extension with an identifier, if it was offered for a page.
    private func offer(_ identifier: String) throws(PageFailure) -> WebPageExtension {
        guard let offer = offers.first(where: { $0.id == identifier }) else {
            throw PageFailure("The extension is not offered for this page.")
        }
        return offer
    }

    private func icon(of identifier: String) async throws -> Picture? {
        await Self.icon(of: try await host.administration.extension(identifier))
    }

    /// Reads an icon from the disk, which must not keep the updates of views waiting.
    @concurrent private static func icon(of record: ExtensionRecord) async -> Picture? {
        IconFinder.icon(of: record).map { Picture(type: $0.kind.mediaType, data: Data($0.bytes)) }
    }

    /// Reads a script from the disk.
    @concurrent private static func script(of offer: WebPageExtension) async throws(ExtensionError) -> Script {
        Script(text: try offer.script())
    }

    private func prepare(_ identifier: String) async {
        if let prepared, prepared.identity.bundleIdentifier == identifier, prepared.isWaiting { return }
        // Without a process that waits, one is started when the extension is chosen, which reports a failure.
        guard let identity = try? await host.extension(identifier) else { return }
        prepared = try? await host.prepare(identity)
    }

    private struct Started: Encodable {
        let session: Int
    }

    private func start(
        _ identifier: String, _ subject: SharedSubject, _ traits: PageTraits, results: String?
    ) async throws -> Started {
        let value = try results.map { text throws(PageFailure) in try PageValue(parsing: text) }
        // A panel cannot hand results of a script to an extension that must not get any.
        if value != nil, try !offer(identifier).usesScript {
            throw PageFailure("The extension does not run JavaScript in web pages.")
        }
        let identity = try await host.extension(identifier)
        guard requests.count < BrowserLimits.sessions else {
            throw PageFailure("Too many extensions are running for this panel; cancel one.")
        }
        lastRequest += 1
        let number = lastRequest
        let request = PanelRequest(number: number, identity: identity, host: host) { [weak self] in
            await self?.show($0)
        }
        requests[number] = request
        await request.start(subject, results: value, traits: traits)
        return Started(session: number)
    }

    /// Sends a message of a request, and removes a request that has ended.
    private func show(_ news: PanelRequest.News) {
        switch news {
        case .view(let bytes): outlet.send(bytes)
        case .state(let state):
            send(state)
            if state.phase == .done || state.phase == .failed { requests[state.session] = nil }
        }
    }
}
