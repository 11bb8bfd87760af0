package import AppexProtocol
package import AppexSystem
package import AppexWire
import Foundation
import Glibc
import SystemPackage
import Synchronization

/// The connection between a host and an extension for one request, with the providers that each
/// side has described to the other.
///
/// Both sides have one: it serves loads of its own providers, and makes stand-ins for the other's.
package final class ItemSession: Sendable {
    /// What arrives beside loads.
    package enum Inbound: Sendable {
        case request(InboundRequest)
        case event(code: UInt16, body: [UInt8])
        case closed(WireError)
    }

    private struct State {
        var nextProvider: UInt64 = 1
        var exported: [UInt64: NSItemProvider] = [:]
        var files: [TemporaryFile] = []
        var nextWatch: UInt64 = 1
        /// The loads that wait for the other side.
        var watched: [UInt64: LoadProgress] = [:]
        /// How often the other side has told of the progress of loads, announced memory for none that waits, and given
        /// back what it does not have.
        var progressed = 0
        var strayMemory = 0
        var strayReleases = 0
        /// The loads of the other side.
        var served = 0
    }

    /// Comes before each load of the other side: serves it by calling `serve`, now or later, or lets it be.
    package typealias LoadFilter = @Sendable (_ load: InboundRequest, _ serve: @escaping @Sendable () -> Void) -> Void

    private let state = Mutex(State())
    /// Lives as long as the session.
    private let companion: (any Sendable)?
    private let grant: Grant?
    private let filter: LoadFilter?
    /// Whether this process is confined, so that the other end can show it files.
    let isConfined: Bool
    package let connection: Connection
    let incoming = IncomingMemory()
    /// Through which this side's loads go. Each may bring a descriptor, of which a sandboxed process may have 256.
    let gate = LoadGate(width: 64)
    /// Through which the other side's loads in place go: each has a file open while the broker is asked.
    private let granting = LoadGate(width: 4)
    private let outgoing = OutgoingMemory()
    /// What the other side loads of ours.
    private let loads: LoadQueue
    /// Whether received memory is copied before anybody sees it, since the other side may change it later.
    private let copiesMemory: Bool

    /// How long a load may take. The owner says at once that it has heard, so this bounds work, not silence.
    package static let loadLimit = Duration.seconds(120)

    /// Starts the session on a socket.
    ///
    /// - Parameter companion: kept for as long as the session is, that is, as anybody may load from it.
    /// - Parameter grant: shows a file to the other process; nil where that cannot be.
    /// - Parameter filter: nil to serve every load at once.
    /// - Parameter handler: called on the loop's thread.
    package init(
        socket: consuming Descriptor, role: String, keeping companion: (any Sendable)? = nil,
        grant: Grant? = nil, filter: LoadFilter? = nil, handler: @escaping @Sendable (Inbound) -> Void
    ) throws(WireError) {
        self.companion = companion
        self.grant = grant
        self.filter = filter
        isConfined = role == "extension"
        // A host could do worse to its extensions than change what they read; not so the other way round.
        copiesMemory = role == "host"
        connection = try Connection(
            socket: socket, role: role,
            hearing: .only(isConfined ? SessionInterface.toExtension : SessionInterface.toHost))
        loads = LoadQueue(connection)
        try connection.start { [weak self] inbound in self?.receive(inbound, handler) }
    }

    deinit {
        for file in state.withLock({ $0.files }) { file.remove() }
    }

    /// Keeps a file until the session ends.
    func keep(_ file: TemporaryFile) {
        state.withLock { $0.files.append(file) }
    }

    /// Passes what the other side says of a load on to its progress.
    ///
    /// - Returns: the number of the load there.
    func watch(_ progress: LoadProgress) -> UInt64 {
        state.withLock { state in
            defer { state.nextWatch += 1 }
            state.watched[state.nextWatch] = progress
            return state.nextWatch
        }
    }

    func unwatch(_ number: UInt64) {
        _ = state.withLock { $0.watched.removeValue(forKey: number) }
    }

    /// The description of items for the other side, which may load their providers from now on.
    package func export(_ items: [NSExtensionItem]) -> [ItemDescription] {
        var carried = CarriedValues()
        return items.map { item in
            var description = ItemDescription(item)
            description.attachments = (item.attachments ?? []).map { export($0, &carried) }
            return description
        }
    }

    private func export(_ provider: NSItemProvider, _ carried: inout CarriedValues) -> ProviderDescription {
        let number = state.withLock { state in
            defer { state.nextProvider += 1 }
            state.exported[state.nextProvider] = provider
            return state.nextProvider
        }
        let size = provider.preferredPresentationSize
        return ProviderDescription(
            identifier: number, suggestedName: provider.suggestedName,
            representations: provider.representations.filter(\.visibility.crosses).map {
                RepresentationDescription(
                    $0.typeIdentifier, $0.kind, opensInPlace: $0.opensInPlace, value: carried.value(of: $0))
            },
            hasPreview: provider.previewImageHandler != nil, presentationWidth: Double(size.width),
            presentationHeight: Double(size.height))
    }

    /// Items as the other side described them, with stand-ins for their providers.
    package func items(_ descriptions: [ItemDescription]) -> [NSExtensionItem] {
        descriptions.map { description in
            let item = NSExtensionItem(description)
            if !description.attachments.isEmpty { item.attachments = description.attachments.map(standIn) }
            return item
        }
    }

    private func standIn(_ description: ProviderDescription) -> NSItemProvider {
        let remote = RemoteProvider(session: self, identifier: description.identifier)
        let size = CGSize(width: description.presentationWidth, height: description.presentationHeight)
        // Whoever lays it out turns it into whole numbers, which ends the process for any other size.
        let isPlausible = (0...Self.largestSide).contains(size.width) && (0...Self.largestSide).contains(size.height)
        return NSItemProvider(
            NSItemProvider.State(
                representations: description.representations.map {
                    ItemRepresentation(
                        $0.typeIdentifier, $0.kind, .all, opensInPlace: $0.opensInPlace,
                        .remote(remote, value: $0.value))
                },
                suggestedName: description.suggestedName,
                previewImageHandler: description.hasPreview ? remote.previewImageHandler : nil,
                presentationSize: isPlausible ? size : .zero))
    }

    /// Of a presentation size, in points; a larger one counts as none.
    private static let largestSide: CGFloat = 1_000_000

    private func receive(_ inbound: Connection.Inbound, _ handler: @Sendable (Inbound) -> Void) {
        switch inbound {
        case .request(let request) where request.code == SessionInterface.Load.code:
            guard let filter else { return serve(request) }
            filter(request) { [weak self] in self?.serve(request) }
        case .request(let request): handler(.request(request))
        case .event(SessionInterface.LoadProgress.code, let body, _): progressed(body)
        case .event(SessionInterface.Memory.code, let body, let descriptors):
            receive { () throws(WireError) in
                guard try !incoming.announce(SessionInterface.Memory(wireBytes: body), descriptors) else { return }
                ignore { state in
                    state.strayMemory += 1
                    return state.strayMemory < state.nextWatch
                }
            }
        case .event(SessionInterface.Release.code, let body, _):
            receive { () throws(WireError) in
                guard !outgoing.release(try SessionInterface.Release(wireBytes: body).watch) else { return }
                ignore { state in
                    state.strayReleases += 1
                    return state.strayReleases <= state.served
                }
            }
        case .event(let code, let body, _): handler(.event(code: code, body: body))
        case .closed(let error):
            state.withLock { $0.exported = [:] }
            loads.clear()
            handler(.closed(error))
        }
    }

    private func progressed(_ body: [UInt8]) {
        receive { () throws(WireError) in
            let progress = try SessionInterface.LoadProgress(wireBytes: body)
            let watched = state.withLock { state in
                state.progressed += 1
                return state.watched[progress.watch]
            }
            guard watched == nil else { return watched?.report(progress.fraction) ?? () }
            ignore { $0.progressed < LoadProgress.steps * Int($0.nextWatch) }
        }
    }

    /// Counts a message of the other side that changes nothing, unless it may have been on its way when a load ended.
    private func ignore(unless mayHappen: (inout State) -> Bool) {
        if !state.withLock({ mayHappen(&$0) }) { connection.ignore() }
    }

    /// Handles an event, and ends the connection of a peer that breaks the rules.
    private func receive(_ body: () throws(WireError) -> Void) {
        do throws(WireError) { try body() } catch { connection.reject(error) }
    }

    /// The data of an answered load. The memory is given back when the last copy of the data goes, or
    /// at once when this end copies.
    func data(in mapping: MemoryMapping, _ watch: UInt64) -> Data {
        if copiesMemory {
            defer { release(watch) }
            return mapping.withBytes { Data($0) }
        }
        guard let address = mapping.bytes.baseAddress else { return Data() }
        return Data(
            bytesNoCopy: address, count: mapping.bytes.count,
            deallocator: .custom { [weak self] _, _ in
                withExtendedLifetime(mapping) {}
                self?.release(watch)
            })
    }

    /// Says that there is no more use for the memory of a load.
    func release(_ watch: UInt64) {
        // An owner that has gone has taken its memory along.
        try? connection.send(SessionInterface.Release(watch: watch))
    }

    /// Answers a load of one of our providers.
    private func serve(_ request: InboundRequest) {
        let load: SessionInterface.Load
        do { load = try request.decode() } catch {
            return request.fail(RemoteFailure(code: FailureCode.malformed, message: "A load request: \(error)."))
        }
        let exported = state.withLock { state in
            state.served += 1
            return state.exported[load.provider]
        }
        guard let provider = exported else {
            connection.ignore(request.body.count)
            return request.fail(
                RemoteFailure(code: FailureCode.itemUnavailable, message: "There is no item \(load.provider)."))
        }
        let answer: OneCompletion.Body = { [loads, outgoing, connection] result in
            let loaded = Result { try Self.portable(try result.get(), load.form) }
            guard case .success(.file) = loaded else {
                return loads.answer { Self.answer(request, load, loaded, outgoing, connection) }
            }
            // Opened now: its owner may delete it when this returns.
            let file = Result { Optional(try Self.content(try loaded.get(), load.form)) }
            loads.answer { Self.answer(request, file) }
        }
        let runner: LoadRunner = { [loads] body in
            guard !loads.run({ if !request.isOver { body() } }) else { return }
            request.fail(
                RemoteFailure(
                    code: WireFailure.tooManyRequests, message: "Too many loads at a time; try again after an answer."))
        }
        if load.form == .preview { return provider.loadPreview(LoadOptions(load), on: runner, completion: answer) }
        // What only this process may see is not there for the other one.
        let representation = provider.representations.first {
            $0.typeIdentifier == load.typeIdentifier && $0.visibility.crosses
        }
        let progress = provider.load(
            representation, load.typeIdentifier, load.form, LoadOptions(load), on: runner
        ) { [grant, granting] loaded in
            let content = loaded.map(\.content)
            guard load.form == .inPlace, let grant, let original = (try? loaded.get())?.original else {
                return answer(content)
            }
            // Reads the file, or a whole folder: work as that of a handler is.
            Self.answer(request, inPlace: original, grant, granting) { runner { answer(content) } }
        }
        request.onCancel { progress.cancel() }
        guard load.watch != 0 else { return }
        progress.whenReported { [weak self] fraction in
            // Whoever has gone needs no telling.
            try? self?.connection.send(SessionInterface.LoadProgress(watch: load.watch, fraction: fraction))
        }
    }

    private static func answer(
        _ request: InboundRequest, _ load: SessionInterface.Load, _ loaded: Result<LoadedContent, any Error>,
        _ outgoing: OutgoingMemory, _ connection: Connection
    ) {
        answer(
            request,
            Result {
                let loaded = try loaded.get()
                if load.watch != 0, case .data(let data) = loaded, data.count > inlineLimit,
                    try outgoing.reply(data, to: request, load.watch, connection)
                {
                    return nil
                }
                return try content(loaded, load.form)
            })
    }

    /// - Parameter content: nil when it has been sent.
    private static func answer(
        _ request: InboundRequest, _ content: Result<(SessionInterface.Content, DescriptorBag?)?, any Error>
    ) {
        switch content {
        case .success(nil): break
        case .success(let content?): request.reply(content.0, content.1)
        case .failure(let error): request.reply(SessionInterface.Content.error(ErrorDescription(error)))
        }
    }

    /// Data up to this size travel in the reply itself; above it shared memory costs less.
    private static let inlineLimit = 32 * 1024

    /// Opens a file for the other side. Only a regular one: with a folder's descriptor the other side
    /// could walk out of its sandbox.
    private static func open(_ url: URL) throws -> Descriptor {
        // Not the whole path: it tells the other side how the folders here are named.
        let name = url.lastPathComponent
        let descriptor: Descriptor
        do {
            descriptor = try Descriptor(opening: FilePath(url.path), O_RDONLY | O_NONBLOCK)
        } catch {
            throw NSItemProvider.error(
                .itemUnavailableError, "\(name) cannot be opened: \(error).", underlying: error)
        }
        guard try descriptor.status().st_mode & S_IFMT == S_IFREG else {
            throw NSItemProvider.error(
                .itemUnavailableError,
                "\(name) is no file that can be handed over: only files and folders can.")
        }
        return descriptor
    }

    /// What goes over as it is: data and files also where an object holds or names them.
    private static func portable(_ loaded: LoadedContent, _ form: SessionInterface.Load.Form) throws -> LoadedContent {
        guard case .item(let held) = loaded else { return loaded }
        if let data = held.value as? NSData { return .data(data.lent) }
        if held.value is any ItemPicture { return loaded }
        if form != .item { return .data(try loaded.data()) }
        if let url = held.value as? NSURL, url.isFileURL { return .file(url as URL, stays: true) }
        return loaded
    }

    private static func content(
        _ loaded: LoadedContent, _ form: SessionInterface.Load.Form
    ) throws -> (SessionInterface.Content, DescriptorBag?) {
        switch loaded {
        case .item(let held):
            if let picture = held.value as? any ItemPicture {
                let data = try ItemPictures.data(of: picture, as: "public.image")
                return (.file(name: nil, .picture), DescriptorBag(try SealedMemory.file(holding: data.bytes)))
            }
            var writer = ItemValueWriter(archivesObjects: true)
            guard let value = writer.value(of: held.value, depth: 0) else {
                throw NSItemProvider.error(
                    .unavailableCoercionError,
                    "An object of class \(type(of: held.value)) cannot be sent to another process: it is no value, "
                        + "cannot be archived or is nested more than \(ItemValueWriter.deepest) levels deep."
                )
            }
            return (.value(value), nil)
        case .archived(let object): return (.value(.object(object)), nil)
        case .data(let data) where data.count <= inlineLimit:
            return (.value(.data([UInt8](data))), nil)
        case .data(let data):
            return (.file(name: nil, .data), DescriptorBag(try SealedMemory.file(holding: data.bytes)))
        case .file(let url, _) where NSItemProvider.isFolder(url):
            let archive = try FolderArchive.make(of: url)
            defer { archive.remove() }
            return (
                .file(name: url.lastPathComponent, form == .data ? .data : .folder),
                DescriptorBag(try open(archive.url))
            )
        case .file(let url, _):
            return (.file(name: url.lastPathComponent, .file), DescriptorBag(try open(url)))
        case .received(let file):
            return (.file(name: file.name, file.kind), try file.duplicate())
        }
    }
}
