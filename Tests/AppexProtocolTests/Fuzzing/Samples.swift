import AppexModel
import AppexProtocol
import AppexWire

/// Well-formed frames of every kind and message: what is mutated, and what has to read as it was written.
enum Samples {
    static let values: [ItemValue] = [
        .null, .boolean(true), .boolean(false), .integer(-1), .integer(.max), .unsigned(.max), .real(.pi),
        .real(.infinity),
        .string("héllo"),
        .data([1, 2, 3]), .date(-0.5), .url("https://example.org/?q=1"), .array([]), .dictionary([:]),
        .array([.array([.array([.integer(1)])]), .string("")]),
        .dictionary(["a": .dictionary(["b": .array([.null, .date(1)])]), "ä": .data([]), "": .boolean(false)]),
        .uuid(0x0011_2233_4455_6677, .max), .size(width: 64, height: -0.0), .text(text), .text(AttributedText("")),
        .error(ErrorDescription(domain: "a", code: 3, userInfo: ["u": .error(error)])),
        .object(ObjectDescription(className: "Notes.Note", fields: ["pages": .array([.integer(1)])])),
    ]

    static let text = AttributedText(
        "Plain, and 𝐛old",
        runs: [
            .init(start: 0, length: 5, attributes: ["NSUnderline": .integer(1)]),
            .init(start: 11, length: 3, attributes: [:]),
        ])

    static let error = ErrorDescription(domain: "NSCocoaErrorDomain", code: -1, userInfo: ["k": .string("v")])

    static let items: [ItemDescription] = [
        ItemDescription(),
        ItemDescription(
            title: AttributedText("A photo"), contentText: text, userInfo: ["k": .array(values)],
            attachments: [
                ProviderDescription(
                    identifier: 1, suggestedName: "IMG_1",
                    representations: [
                        RepresentationDescription("public.jpeg", .file, opensInPlace: true),
                        RepresentationDescription("public.image", .object, value: .data([1, 2])),
                    ], hasPreview: true, presentationWidth: 320, presentationHeight: 240),
                ProviderDescription(identifier: .max),
            ]),
    ]

    static let failure = RemoteFailure(
        code: "died", message: "It was killed.", report: "20260301-120359-417")

    static let record = ExtensionRecord(
        identifier: "a.b.c", displayName: "C", version: "1.0", point: "com.apple.services", application: "a.b",
        applicationName: "B", bundlePath: "/x/B.app/PlugIns/C.appex", standing: .off, election: .ignore,
        minimumSystem: "18.0")

    static let application = ApplicationRecord(
        identifier: "a.b", displayName: "B", version: "2", bundlePath: "/x/B.app", extensions: [record, record])

    static let query = MatchQuery(
        points: ["com.apple.services", "x.y"],
        items: [
            MatchItem(attachments: [["public.jpeg", "public.image"], []], hasText: true),
            MatchItem(attachments: [], hasText: false),
        ])

    static let answer = MatchAnswer(fingerprint: .max, extensions: [record])

    /// Requests and events with their replies, by code.
    static let messages: [(code: UInt16, body: [UInt8], reply: [UInt8]?)] = {
        do { return try allMessages() } catch { return [] }
    }()

    private static func allMessages() throws(WireError) -> [(code: UInt16, body: [UInt8], reply: [UInt8]?)] {
        guard let granted = GrantedFile(number: 9, name: "IMG_1.jpg") else { return [] }
        var messages: [(code: UInt16, body: [UInt8], reply: [UInt8]?)] = [
            try request(BrokerInterface.Greet(), Empty()),
            try request(BrokerInterface.Install(path: "/tmp/B.app"), application),
            try request(BrokerInterface.Uninstall(identifier: "a.b"), Empty()),
            try request(BrokerInterface.List(), WireList([application])),
            try request(BrokerInterface.Find(identifier: "a.b.c"), record),
            try request(
                BrokerInterface.Open(
                    identifier: "a.b.c", summary: RequestSummary(items: 2, attachments: 3, types: ["public.jpeg", ""])),
                BrokerInterface.Opened(session: 7, launched: true)),
            try event(BrokerInterface.Close(session: 7, abandoned: true)),
            try event(BrokerInterface.Answered(session: 7)),
            try event(BrokerInterface.Died(session: 7, failure: failure)),
            try request(
                BrokerInterface.Processes(),
                WireList([
                    ProcessRecord(role: .appExtension, pid: 9, parent: 1, identifier: "a.b.c", state: "running", age: 1)
                ])),
            try request(
                BrokerInterface.Layers(), WireList([CheckRecord(name: "seccomp", stands: true, detail: "system calls")])
            ),
            try request(
                BrokerInterface.Enforcement(), WireList([CheckRecord(name: "memory", stands: true, detail: "groups")])),
            try event(ControlInterface.MemoryWarning(used: 7, limit: .max)),
            try request(BrokerInterface.Match(query), answer),
            try request(BrokerInterface.Watch(query, known: 7), answer),
            try request(
                BrokerInterface.Elect(identifier: "a.b.c", election: .use, isFirst: true), WireList([record])),
            try request(
                BrokerInterface.Abandon(session: 7, reason: .brokeProtocol, detail: "there is no node 7"),
                BrokerInterface.Abandoned(report: "20260301-120359-417")),
            try request(
                BrokerInterface.Abandon(session: 7, reason: .timedOut), BrokerInterface.Abandoned(report: nil)),
            try request(
                BrokerInterface.Metrics(),
                WireList([
                    MetricRecord(
                        name: "launch_seconds", kind: .histogram, labels: [.init("kind", "crash")], value: 0.5,
                        count: 2, buckets: [.init(limit: 0.25, count: 1), .init(limit: 1, count: 2)])
                ])),
            try request(BrokerInterface.Park(identifier: "a.b.c"), BrokerInterface.Parked(session: 7)),
            try request(BrokerInterface.Park(identifier: "a.b.c"), BrokerInterface.Parked(session: nil)),
            try event(
                BrokerInterface.Use(
                    session: 7, summary: RequestSummary(items: 1, attachments: 2, types: ["public.jpeg"]))),
            try request(BrokerInterface.Grant(session: 7, name: "IMG_1.jpg"), granted),
            try request(BrokerInterface.Inject(session: 7, harm: .suspend), Empty()),
            try request(
                SessionInterface.Load(provider: 1, typeIdentifier: "public.jpeg", form: .inPlace),
                SessionInterface.Content.granted(granted)),
            try event(ControlInterface.OpenSession(session: 7)),
            try request(ControlInterface.WillSuspend(), Empty()),
            try request(ControlInterface.Expire(), Empty()),
            try event(SessionInterface.Begin(identifier: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", items: items)),
            try event(SessionInterface.Ready()),
            try request(SessionInterface.Complete(items: items), Empty()),
            try request(
                SessionInterface.Cancel(
                    error: error, itemErrors: [SessionInterface.ItemError(item: 1, error: error)]), Empty()),
            try request(
                SessionInterface.Load(provider: 1, typeIdentifier: "public.jpeg", form: .data),
                SessionInterface.Content.value(.data([1, 2, 3]))),
            try request(
                SessionInterface.Load(provider: 1, typeIdentifier: "public.jpeg", form: .file),
                SessionInterface.Content.file(name: "IMG_1.jpg", .file)),
            try request(
                SessionInterface.Load(
                    provider: 1, typeIdentifier: "", form: .preview, watch: 9,
                    options: ["NSItemProviderPreferredImageSizeKey": .size(width: 64, height: 64)],
                    expectedClass: "NSData"),
                SessionInterface.Content.error(error)),
            try request(
                SessionInterface.Load(provider: 1, typeIdentifier: "public.folder", form: .file),
                SessionInterface.Content.file(name: "Album", .folder)),
            try event(SessionInterface.LoadProgress(watch: 9, fraction: 0.5)),
            try request(
                SessionInterface.Load(provider: 2, typeIdentifier: "public.movie", form: .data, watch: 3),
                SessionInterface.Content.memory),
            try event(SessionInterface.Memory(watch: 3, size: 1 << 20)),
            try event(SessionInterface.Release(watch: 3)),
            try event(SessionInterface.HostChanged(.didEnterBackground)),
        ]
        messages += try viewMessages() + photoMessages()
        messages += try decoderMessages() + coordinationMessages()
        return messages
    }

    static func event<Message: WireMessage>(_ message: Message) throws(WireError) -> (UInt16, [UInt8], [UInt8]?) {
        (Message.code, try message.wireBytes(), nil)
    }

    static func request<Message: WireRequest>(
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
