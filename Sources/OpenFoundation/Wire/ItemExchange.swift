package import AppexProtocol
package import AppexSystem
package import AppexWire
import Foundation
import Glibc
import SystemPackage
import Synchronization

/// One end of the connection between a host and an extension for one request, with the providers that each end has
/// described to the other.
///
/// A session serves loads of its own providers, and creates providers that load from the other end. May be used from any
/// thread.
package final class ItemExchange: Sendable {
    /// A message of the other end that is not part of a load.
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
        /// The loads that wait for an answer of the other end.
        var watched: [UInt64: LoadProgress] = [:]
        /// How often the other end has reported the progress of loads, sent memory for a load that does not wait for it,
        /// and released memory that it does not have.
        var progressed = 0
        var strayMemory = 0
        var strayReleases = 0
        /// The number of loads by the other end.
        var served = 0
    }

    /// Called before each load by the other end. Serves it by calling `serve`, immediately or later, or not at all.
    package typealias LoadFilter = @Sendable (_ load: InboundRequest, _ serve: @escaping @Sendable () -> Void) -> Void

    private let state = Mutex(State())
    /// An object that is kept for as long as the session.
    private let companion: (any Sendable)?
    private let grant: Grant?
    private let filter: LoadFilter?
    /// Whether this process is sandboxed, so that the other end can make files visible to it.
    let isConfined: Bool
    /// The connection to the other end.
    package let connection: Connection
    let incoming = IncomingMemory()
    /// Limits this end's concurrent loads. The answer to each may contain a descriptor, of which an extension may have
    /// 256.
    let gate = LoadGate(width: 64)
    /// Limits the other end's concurrent loads in place, each of which keeps a file open while the broker is called.
    private let granting = LoadGate(width: 4)
    private let outgoing = OutgoingMemory()
    /// The loads by the other end.
    private let loads: LoadQueue
    /// Whether received memory is copied before use, because the other end could still change it.
    private let copiesMemory: Bool

    /// The maximum time for a load. The owner acknowledges a load at once, so this limits its work, not its silence.
    package static let loadLimit = Duration.seconds(120)

    /// Starts a session on a socket.
    ///
    /// - Parameter role: `host` or `extension`, the role of this process.
    /// - Parameter companion: an object that is kept for as long as the session, that is, as long as it can be loaded from.
    /// - Parameter grant: makes a file visible to the other process; nil if that is not possible.
    /// - Parameter filter: called before each load by the other end; nil to serve every load.
    /// - Parameter handler: called on the loop's thread for every other message.
    /// - Throws: ``WireError`` if the connection cannot be started.
    package init(
        socket: consuming Descriptor, role: String, keeping companion: (any Sendable)? = nil,
        grant: Grant? = nil, filter: LoadFilter? = nil, handler: @escaping @Sendable (Inbound) -> Void
    ) throws(WireError) {
        self.companion = companion
        self.grant = grant
        self.filter = filter
        isConfined = role == "extension"
        // An extension trusts its host, which could do worse than changing memory; a host does not trust its extension.
        copiesMemory = role == "host"
        connection = try Connection(
            socket: socket, role: role,
            hearing: .only(isConfined ? SessionInterface.toExtension : SessionInterface.toHost),
            budget: isConfined ? nil : .ofHost, lendsLoop: true)
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

    /// Reports the progress of a load at the other end to `progress`.
    ///
    /// - Returns: the number by which the other end refers to the load.
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

    /// Describes items for the other end, which may load their providers from now on.
    package func export(_ items: [NSExtensionItem]) -> [ItemDescription] {
        var carried = CarriedValues()
        return items.map { item in
            var description = ItemDescription(item)
            description.attachments = (item.attachments ?? []).map { export($0, &carried) }
            return description
        }
    }

    /// Lets go of providers that were described to the other end, which can no longer load them.
    ///
    /// - Parameter identifiers: the providers' numbers.
    package func withdraw(_ identifiers: [UInt64]) {
        let withdrawn = state.withLock { state in identifiers.map { state.exported.removeValue(forKey: $0) } }
        // Released outside of the lock, because they may close another session.
        withExtendedLifetime(withdrawn) {}
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

    /// Creates the items that the other end has described, with providers that load from it.
    package func items(_ descriptions: [ItemDescription]) -> [NSExtensionItem] {
        descriptions.map { description in
            let item = NSExtensionItem(description)
            if !description.attachments.isEmpty { item.attachments = description.attachments.map(standIn) }
            return item
        }
    }

    private func standIn(_ description: ProviderDescription) -> NSItemProvider {
        let remote = RemoteProvider(exchange: self, identifier: description.identifier)
        let size = CGSize(width: description.presentationWidth, height: description.presentationHeight)
        // Layout code converts sizes to integers, which ends the process if they do not fit.
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

    /// The longest side of a presentation size, in points. A larger size is ignored.
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

    /// The data of an answered load. The memory is released when the data are deallocated, or at once if this end copies.
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

    /// Tells the other end that the memory of a load is no longer used.
    func release(_ watch: UInt64) {
        // If the other end has ended, its memory is no longer reused.
        try? connection.send(SessionInterface.Release(watch: watch))
    }

    /// Serves a load of one of this end's providers.
    private func serve(_ request: InboundRequest) {
        // Options of a few KiB cost as much as many loads without any.
        guard connection.charge(request.body.count) else { return }
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
            // Opened now, because the owner may delete the file when this closure returns.
            let file = Result { Optional(try Self.content(try loaded.get(), load.form)) }
            loads.answer { Self.answer(request, file) }
        }
        let runner: LoadRunner = { [loads] body in
            guard !loads.run(request, { if !request.isOver { body() } }) else { return }
            request.fail(
                RemoteFailure(
                    code: WireFailure.tooManyRequests, message: "Too many loads at a time; try again after an answer."))
        }
        if load.form == .preview { return provider.loadPreview(LoadOptions(load), on: runner, completion: answer) }
        // A representation that only this process may see does not exist for the other one.
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
            // Reading the file, or a whole folder, is work like that of a load handler.
            Self.answer(request, inPlace: original, grant, granting) { runner { answer(content) } }
        }
        request.onCancel { progress.cancel() }
        guard load.watch != 0 else { return }
        progress.whenReported { [weak self] fraction in
            // If the other end has ended, nobody waits for the progress.
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

    /// - Parameter content: the answer; nil if it has already been sent.
    private static func answer(
        _ request: InboundRequest, _ content: Result<(SessionInterface.Content, DescriptorBag?)?, any Error>
    ) {
        switch content {
        case .success(nil): break
        case .success(let content?): request.reply(content.0, content.1)
        case .failure(let error): request.reply(SessionInterface.Content.error(ErrorDescription(error)))
        }
    }

    /// The maximum size of data that are sent in the reply itself, in bytes. For larger data shared memory is faster.
    private static let inlineLimit = 32 * 1024

    /// Opens a regular file for the other end. With the descriptor of a folder, a sandboxed process could leave its
    /// sandbox.
    private static func open(_ url: URL) throws -> Descriptor {
        // Errors do not contain the whole path, which would reveal the names of folders to the other end.
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
                "\(name) cannot be sent: only files and folders can.")
        }
        return descriptor
    }

    /// Converts an object to data or a file if it contains data or is a file URL.
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
                    "An object of class \(type(of: held.value)) cannot be sent to another process: it is not a value, "
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
