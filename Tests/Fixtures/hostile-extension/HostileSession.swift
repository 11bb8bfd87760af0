import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import Glibc
import Synchronization
import SystemPackage

/// One session that is treated badly.
final class HostileSession: Sendable {
    private let hostility: Hostility
    private let control: Connection
    private let connection: Connection
    /// The session's socket, past the connection that keeps to the rules.
    private let raw: DescriptorBag
    private let chosen = Mutex<ViewAttack?>(nil)

    init(_ socket: consuming Descriptor, _ hostility: Hostility, _ control: Connection) throws {
        self.hostility = hostility
        self.control = control
        raw = DescriptorBag(try socket.duplicate())
        connection = try Connection(socket: socket, role: "extension")
        try connection.start { [weak self] in self?.receive($0) }
    }

    private func receive(_ inbound: Connection.Inbound) {
        switch inbound {
        case .event(SessionInterface.Begin.code, let body, _):
            guard let begin = try? SessionInterface.Begin(wireBytes: body) else { return }
            if hostility == .abuseFile { return abuseFile(begin) }
            if hostility == .floodDescriptors { return flood(begin, rounds: 800) }
            if hostility == .attackView { return attack(begin) }
            mark(begin) { Thread.detachNewThread { self.misbehave() } }
        case .event(ViewInterface.Input.code, let body, _):
            guard let input = try? ViewInterface.Input(wireBytes: body) else { return }
            chosen.withLock { $0 }?.handle(input, over: connection)
        case .request(let request): answer(request)
        default: break
        }
    }

    /// Loads the attachment by which a test marks the moment, if there is one, and goes on.
    private func mark(_ begin: SessionInterface.Begin, _ next: @escaping @Sendable () -> Void) {
        let providers = begin.items.flatMap(\.attachments)
        guard
            let mark = providers.first(where: {
                $0.representations.map(\.typeIdentifier) == ["org.openextensionkit.mark"]
            })
        else {
            return next()
        }
        let load = SessionInterface.Load(
            provider: mark.identifier, typeIdentifier: mark.representations[0].typeIdentifier, form: .data)
        connection.begin(load, within: .seconds(20)) { _ in next() }
    }

    private func send(_ packet: [UInt8], _ descriptors: DescriptorBag? = nil) {
        raw.withNumbers { numbers in
            // Waits like an ordinary sender would, by trying again.
            while (try? Packet.send(packet, descriptors, on: numbers[0])) == false { sched_yield() }
        }
    }

    private func send(_ frame: Frame) {
        if let packet = try? frame.packet() { send(packet.bytes, packet.descriptors) }
    }

    private func complete(_ items: [ItemDescription]) {
        connection.begin(SessionInterface.Complete(items: items), within: .seconds(20)) { _ in }
    }

    private func cancel() {
        let error = ErrorDescription(domain: "org.example.hostile", code: 13, userInfo: [:])
        connection.begin(SessionInterface.Cancel(error: error), within: .seconds(20)) { _ in }
    }

    private func misbehave() {
        switch hostility {
        case .exitBeforeReading, .stopItself: break
        case .closeSession:
            raw.withNumbers { Packet.shutdown($0[0]) }
            connection.close()
        case .closeControl: control.close()
        case .neverSettle: complete([])
        case .garbage: send([UInt8](repeating: 0xFF, count: 100))
        case .shortPacket: send([1, 2, 3])
        case .wrongLength: send([200, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        case .unknownKind: send([16, 0, 0, 0, 99, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        case .secondHello: send(Frame(.hello, body: (try? Hello(role: "extension").wireBytes()) ?? []))
        case .unaskedReply: send(Frame(.reply, code: SessionInterface.Load.code, request: 999))
        case .unknownRequests: send(Frame(.request, code: 0x7777, request: 1))
        case .beginReturned:
            if let begin = try? SessionInterface.Begin(identifier: "x", items: []).wireBytes() {
                send(Frame(.request, code: SessionInterface.Begin.code, request: 1, body: begin))
            }
        case .completeTwice:
            complete([ItemDescription(contentText: AttributedText("first"))])
            complete([ItemDescription(contentText: AttributedText("second"))])
            cancel()
        case .completeAfterCancel:
            cancel()
            complete([ItemDescription(contentText: AttributedText("too late"))])
        default: misbehaveAtLength()
        }
    }

    private func misbehaveAtLength() {
        switch hostility {
        case .manyItems: complete((0..<60_000).map { ItemDescription(contentText: AttributedText("\($0)")) })
        case .tooManyItems:
            send(Frame(.request, code: SessionInterface.Complete.code, request: 1, body: [0xFF, 0xFF, 0xFF, 0x7F]))
        case .deepValue: send(Frame(.request, code: SessionInterface.Complete.code, request: 1, body: Self.deepValue))
        case .bodyInPipe:
            guard let pipe = try? Pipe.make().bags() else { return }
            send([16, 0, 0, 0, 0x80 | Frame.Kind.request.rawValue, 1, 3, 3, 1, 0, 0, 0, 0, 0, 0, 0], pipe.0)
        case .truncatedBody:
            send(Frame(.request, code: SessionInterface.Complete.code, request: 1, body: [2, 0, 0, 0, 1]))
        case .floodEvents:
            while !connection.isClosed { send(Frame(.event, code: 0x999, body: [UInt8](repeating: 7, count: 1000))) }
        case .floodBodies:
            // One memory file, again and again.
            guard let packet = try? Frame(.event, code: 0x999, body: [UInt8](repeating: 7, count: 4 << 20)).packet()
            else { return }
            while !connection.isClosed { send(packet.bytes, packet.descriptors) }
        case .floodRequests:
            // Answers wait for a peer that reads none of them.
            for number in 1...20_000 { send(Frame(.request, code: 0x777, request: UInt64(number))) }
        case .neverAcknowledge, .neverReply, .fileWithoutDescriptor, .pipeAsFile, .folderAsFile, .hugeFile,
            .growingName, .closeLaterSessions, .exitAtLaterSession:
            let provider = ProviderDescription(
                identifier: 1, suggestedName: hostility == .growingName ? String(repeating: "../", count: 4000) : nil,
                representations: [RepresentationDescription("public.data", .data)])
            complete([ItemDescription(attachments: [provider])])
        case .takeThreads, .takeDescriptors, .takeProcessors, .takeMemory, .takeDisk, .floodLog, .floodControl:
            // It has begun, so that it lives for as long as its host waits, however busy it keeps the machine.
            try? connection.send(SessionInterface.Ready(showsView: false))
            Greed.indulge(hostility)
        case .controlEvent: Greed.tellBroker(Frame(.event, code: 0x999))
        case .controlRequest: Greed.tellBroker(Frame(.request, code: 0x201, request: 1))
        case .controlBody: Greed.tellBroker(Frame(.event, code: 0x999, body: [UInt8](repeating: 7, count: 4 << 20)))
        case .controlDescriptor:
            Greed.tellBroker(Frame(.reply, code: 0x202, request: 1, descriptors: Self.descriptors(1)))
        case .leaveChildren: leaveChildren()
        case .hostileValues: complete([HostileValues.item])
        default: break
        }
    }

    /// One item whose userInfo is nested a thousand times, by the tags that the codec gives to values.
    private static let deepValue: [UInt8] = {
        let dictionary = (try? ItemValue.dictionary([:]).wireBytes())?.first ?? 0
        let array = (try? ItemValue.array([]).wireBytes())?.first ?? 0
        // One item without title and text, whose userInfo has one entry with an empty key.
        let start: [UInt8] = [1, 0, 0, 0, 0, 0, dictionary, 1, 0, 0, 0, 0, 0, 0, 0]
        return start + (0..<1000).flatMap { _ in [array, 1, 0, 0, 0] }
    }()

    /// Sends descriptors that nobody asked for. A round waits until they have arrived: the kernel counts
    /// those on their way for all processes of a user together, and other tests need some too.
    private func flood(_ begin: SessionInterface.Begin, rounds: Int) {
        guard rounds > 0 else { return complete([]) }
        send(Frame(.event, code: 0x999, descriptors: Self.descriptors(16)))
        mark(begin) { self.flood(begin, rounds: rounds - 1) }
    }

    private static func descriptors(_ count: Int) -> DescriptorBag {
        let bag = DescriptorBag()
        for _ in 0..<count {
            if let descriptor = try? Descriptor(opening: "/proc/self/cmdline", O_RDONLY) { bag.append(descriptor) }
        }
        return bag
    }

    private func attack(_ begin: SessionInterface.Begin) {
        guard let attack = ViewAttack(rawValue: begin.items.first?.contentText?.string ?? "") else { return cancel() }
        chosen.withLock { $0 = attack }
        Thread.detachNewThread { attack.begin(over: self.connection) { self.send($0) } }
    }

    private func answer(_ request: InboundRequest) {
        if let attack = chosen.withLock({ $0 }) {
            return attack.answer(request, over: connection) { send($0) }
        }
        switch hostility {
        // The connection acknowledges when this returns.
        case .neverAcknowledge: while true { pause() }
        case .neverReply: _ = Unmanaged.passRetained(request)
        case .fileWithoutDescriptor: request.reply(SessionInterface.Content.file(name: "x", .data))
        case .pipeAsFile:
            guard let pipe = try? Pipe.make().bags() else { return }
            // Its writer stays open: a reader would wait for ever.
            _ = Unmanaged.passRetained(pipe.1)
            request.reply(SessionInterface.Content.file(name: "x", .file), pipe.0)
        case .folderAsFile:
            guard let folder = try? Descriptor(opening: "/", O_RDONLY | O_DIRECTORY) else { return }
            request.reply(SessionInterface.Content.file(name: "x", .file), DescriptorBag(folder))
        case .hugeFile: request.reply(SessionInterface.Content.file(name: "x", .data), Self.hugeFile())
        case .hostileValues:
            guard let load = try? request.decode(SessionInterface.Load.self) else { return }
            request.reply(SessionInterface.Content.value(HostileValues.value(of: load.provider)))
        default: request.reply(SessionInterface.Content.value(.data([1, 2, 3])))
        }
    }

    /// A file of 3 GiB that occupies nothing.
    private static func hugeFile() -> DescriptorBag? {
        let path = NSTemporaryDirectory() + "/huge"
        let file = open(path, O_RDWR | O_CREAT, 0o600)
        guard file >= 0 else { return nil }
        ftruncate(file, 3 << 30)
        unlink(path)
        return DescriptorBag(owning: [file])
    }

    /// Starts processes that leave its session and process group, then answers nothing.
    private func leaveChildren() {
        typealias Fork = @convention(c) () -> pid_t
        guard let symbol = dlsym(nil, "fork") else { return }
        let fork = unsafeBitCast(symbol, to: Fork.self)
        for _ in 0..<3 where fork() == 0 {
            setsid()
            for number in CInt(1)..<32 { signal(number, SIG_IGN) }
            while true { pause() }
        }
        complete([ItemDescription(contentText: AttributedText("children left"))])
    }

    /// Tries what else a descriptor might be good for than reading, and says how each attempt went.
    private func abuseFile(_ begin: SessionInterface.Begin) {
        guard let provider = begin.items.first?.attachments.first,
            let type = provider.representations.first?.typeIdentifier
        else {
            return
        }
        let load = SessionInterface.Load(provider: provider.identifier, typeIdentifier: type, form: .file)
        connection.begin(load, within: .seconds(20)) { result in
            guard case .success(let reply) = result, let file = reply.descriptors.take() else {
                return self.complete([])
            }
            func errno(_ status: Int) -> ItemValue { .integer(status < 0 ? Int64(Glibc.errno) : 0) }
            var byte: UInt8 = 0
            let number = file.rawValue
            let attempts = [
                "read": errno(pread(number, &byte, 1, 0)), "write": errno(pwrite(number, &byte, 1, 0)),
                "truncate": errno(Int(ftruncate(number, 0))), "change its mode": errno(Int(fchmod(number, 0o777))),
                "change its times": errno(Int(futimens(number, nil))),
                "open it for writing": errno(Int(open("/proc/self/fd/\(number)", O_RDWR))),
                "open it again": errno(Int(open("/proc/self/fd/\(number)", O_RDONLY))),
                "walk out of it": errno(Int(openat(number, "..", O_RDONLY))),
            ]
            self.complete([ItemDescription(userInfo: ["attempts": .dictionary(attempts)])])
        }
    }
}
