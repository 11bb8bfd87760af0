import AppexProtocol
import AppexWire

/// Well-formed frames of every kind and message: what is mutated, and what has to read as it was written.
enum Samples {
    static let values: [ItemValue] = [
        .null, .boolean(true), .boolean(false), .integer(-1), .integer(.max), .real(.pi), .real(.infinity),
        .string("héllo"),
        .data([1, 2, 3]), .date(-0.5), .url("https://example.org/?q=1"), .array([]), .dictionary([:]),
        .array([.array([.array([.integer(1)])]), .string("")]),
        .dictionary(["a": .dictionary(["b": .array([.null, .date(1)])]), "ä": .data([]), "": .boolean(false)]),
    ]

    static let items: [ItemDescription] = [
        ItemDescription(),
        ItemDescription(
            title: "A photo", contentText: "Taken in May", userInfo: ["k": .array(values)],
            attachments: [
                ProviderDescription(
                    identifier: 1, suggestedName: "IMG_1", typeIdentifiers: ["public.jpeg", "public.image"]),
                ProviderDescription(identifier: .max),
            ]),
    ]

    static let failure = RemoteFailure(code: "died", message: "It was killed.")

    static let record = ExtensionRecord(
        identifier: "a.b.c", displayName: "C", version: "1.0", point: "com.apple.services", application: "a.b",
        applicationName: "B", bundlePath: "/x/B.app/PlugIns/C.appex")

    static let application = ApplicationRecord(
        identifier: "a.b", displayName: "B", version: "2", bundlePath: "/x/B.app", extensions: [record, record])

    /// Requests and events with their replies, by code.
    static let messages: [(code: UInt16, body: [UInt8], reply: [UInt8]?)] = {
        do { return try allMessages() } catch { return [] }
    }()

    private static func allMessages() throws(WireError) -> [(code: UInt16, body: [UInt8], reply: [UInt8]?)] {
        let error = ErrorDescription(domain: "NSCocoaErrorDomain", code: -1, userInfo: ["k": .string("v")])
        return [
            try request(BrokerInterface.Greet(), Empty()),
            try request(BrokerInterface.Install(path: "/tmp/B.app"), application),
            try request(BrokerInterface.Uninstall(identifier: "a.b"), Empty()),
            try request(BrokerInterface.List(), WireList([application])),
            try request(
                BrokerInterface.Find(point: "com.apple.services", identifier: nil), WireList([record, record])),
            try request(BrokerInterface.Open(identifier: "a.b.c"), BrokerInterface.Opened(session: 7, launched: true)),
            try event(BrokerInterface.Close(session: 7, abandoned: true)),
            try event(BrokerInterface.Answered(session: 7)),
            try event(BrokerInterface.Died(session: 7, failure: failure)),
            try request(
                BrokerInterface.Processes(),
                WireList([
                    ProcessRecord(role: .appExtension, pid: 9, parent: 1, identifier: "a.b.c", state: "running", age: 1)
                ])),
            try request(
                BrokerInterface.Walls(), WireList([WallRecord(name: "seccomp", stands: true, detail: "system calls")])),
            try event(ControlInterface.OpenSession(session: 7)),
            try event(SessionInterface.Begin(identifier: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", items: items)),
            try event(SessionInterface.Began()),
            try request(SessionInterface.Complete(items: items), Empty()),
            try request(SessionInterface.Cancel(error: error), Empty()),
            try request(
                SessionInterface.Load(provider: 1, typeIdentifier: "public.jpeg", form: .data, transfer: 1),
                SessionInterface.Content.value(.data([1, 2, 3]))),
            try request(
                SessionInterface.Load(provider: 1, typeIdentifier: "public.jpeg", form: .file, transfer: 2),
                SessionInterface.Content.file(name: "IMG_1.jpg", isData: false)),
            try request(
                SessionInterface.Load(provider: 2, typeIdentifier: "public.movie", form: .data, transfer: 3),
                SessionInterface.Content.memory),
            try event(SessionInterface.Memory(transfer: 3, size: 1 << 20)),
            try event(SessionInterface.Release(transfer: 3)),
        ]
    }

    private static func event<Message: WireMessage>(_ message: Message) throws(WireError) -> (UInt16, [UInt8], [UInt8]?)
    {
        (Message.code, try message.wireBytes(), nil)
    }

    private static func request<Message: WireRequest>(
        _ message: Message, _ reply: Message.Reply
    ) throws(WireError) -> (UInt16, [UInt8], [UInt8]?) {
        (Message.code, try message.wireBytes(), try reply.wireBytes())
    }

    /// All of it as packets.
    static let packets: [[UInt8]] = {
        var frames: [Frame] = []
        for (code, body, reply) in messages {
            frames.append(
                reply == nil
                    ? Frame(.event, code: code, body: body) : Frame(.request, code: code, request: 1, body: body))
            if let reply { frames.append(Frame(.reply, code: code, request: 1, body: reply)) }
        }
        frames += values.map { Frame(.event, code: HostileBytes.itemValueCode, body: (try? $0.wireBytes()) ?? []) }
        frames.append(Frame(.hello, body: (try? Hello(role: "sample").wireBytes()) ?? []))
        frames.append(Frame(.failure, code: 1, request: 1, body: (try? failure.wireBytes()) ?? []))
        frames += [Frame(.accepted, request: 1), Frame(.cancel, request: 1)]
        return frames.compactMap { try? $0.packet().bytes }
    }()
}
