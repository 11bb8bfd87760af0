import AppexModel
import AppexProtocol
import AppexWire
import Testing

/// Texts that describe content are bounded where they are decoded, whatever the sender has encoded.
@Suite struct TextLimitTests {
    /// One Character of about as many bytes.
    private static func marks(_ bytes: Int) -> String { "a" + String(repeating: "\u{301}\u{323}", count: bytes / 4) }

    private static func isBounded(_ text: String, _ limit: Int) -> Bool {
        text.utf8.count <= limit && text.isStreamSafe && !text.isEmpty
    }

    /// The bytes of an error with texts of any length, which `ErrorDescription` would shorten.
    private static func errorBytes(domain: String, _ userInfo: [String: ItemValue]) throws -> [UInt8] {
        var encoder = WireEncoder()
        try encoder.string(domain)
        encoder.integer(Int64(1))
        try encoder.value(ItemValue.dictionary(userInfo))
        return encoder.bytes
    }

    @Test(arguments: [true, false])
    func `each text of an error is bounded, however deep it is`(isOneCharacter: Bool) throws {
        let long = isOneCharacter ? Self.marks(1 << 20) : String(repeating: "x", count: 1 << 20)
        let inner = ErrorDescription(domain: "d", code: 2, userInfo: ["NSLocalizedDescription": .string(long)])
        let values: [String: ItemValue] = [
            "NSLocalizedDescription": .string(long), "list": .array([.dictionary(["key": .string(long)])]),
            "text": .text(AttributedText(long, runs: [.init(start: 0, length: 1 << 18, attributes: [:])])),
            "NSUnderlyingError": .error(inner),
        ]
        let domain = long.shortened(toBytes: WireLimits.stringBytes)
        // As a hostile sender encodes it, and as this code does.
        for bytes in [
            try Self.errorBytes(domain: domain, values),
            try ErrorDescription(domain: domain, code: 1, userInfo: values).wireBytes(),
        ] {
            let error = try ErrorDescription(wireBytes: bytes)
            #expect(Self.isBounded(error.domain, TextLimits.identifierBytes))
            var texts: [String] = []
            func collect(_ value: ItemValue) {
                switch value {
                case .string(let text): texts.append(text)
                case .text(let text):
                    texts.append(text.string)
                    #expect(text.runs.isEmpty)
                case .array(let values): values.forEach(collect)
                case .dictionary(let values): values.values.forEach(collect)
                case .error(let error): error.userInfo.values.forEach(collect)
                default: break
                }
            }
            error.userInfo.values.forEach(collect)
            #expect(texts.count == 4)
            for text in texts { #expect(Self.isBounded(text, TextLimits.errorTextBytes)) }
        }
    }

    @Test func `names, types and titles of items are bounded, and the texts of items are not`() throws {
        let long = Self.marks(WireLimits.stringBytes - 64)
        let body = Self.marks(1 << 20)
        let item = ItemDescription(
            title: AttributedText(body), contentText: AttributedText(body), userInfo: ["key": .string(body)],
            attachments: [
                ProviderDescription(
                    identifier: 1, suggestedName: long,
                    representations: [RepresentationDescription(long, .object, value: .string(body))])
            ])
        let read = try ItemDescription(wireBytes: item.wireBytes())
        #expect(Self.isBounded(try #require(read.title).string, TextLimits.titleBytes))
        let provider = try #require(read.attachments.first)
        #expect(Self.isBounded(try #require(provider.suggestedName), TextLimits.nameBytes))
        let representation = try #require(provider.representations.first)
        #expect(Self.isBounded(representation.typeIdentifier, TextLimits.identifierBytes))
        // Compared as bytes, because comparing the texts would take long.
        for value in [.string(try #require(read.contentText).string), read.userInfo["key"], representation.value] {
            guard case .string(let text)? = value else {
                Issue.record("no text")
                return
            }
            #expect(Array(text.utf8) == Array(body.utf8))
        }
    }

    @Test func `a title keeps the attributes of the part that is kept`() throws {
        let runs = [
            AttributedText.Run(start: 0, length: 10, attributes: ["a": .boolean(true)]),
            AttributedText.Run(start: 4000, length: 1000, attributes: ["b": .boolean(true)]),
        ]
        let title = AttributedText(String(repeating: "x", count: 6000), runs: runs)
        let read = try ItemDescription(wireBytes: ItemDescription(title: title).wireBytes())
        #expect(read.title == AttributedText(String(repeating: "x", count: 4096), runs: [runs[0]]))
    }

    @Test func `every string of a message can be compared in linear time, and a path is kept as it is`() throws {
        let long = Self.marks(4000)
        var encoder = WireEncoder()
        try encoder.string(long)
        var decoder = WireDecoder(encoder.bytes)
        #expect(try decoder.string().isStreamSafe)
        let grant = try BrokerInterface.Grant(
            wireBytes: BrokerInterface.Grant(session: 1, name: long).wireBytes())
        #expect(Array(grant.name.utf8) == Array(long.utf8))
        let load = SessionInterface.Load(provider: 1, typeIdentifier: long, form: .item, expectedClass: long)
        let read = try SessionInterface.Load(wireBytes: load.wireBytes())
        #expect(Self.isBounded(read.typeIdentifier, TextLimits.identifierBytes))
        #expect(Self.isBounded(try #require(read.expectedClass), TextLimits.identifierBytes))
        let object = try ObjectDescription(wireBytes: ObjectDescription(className: long, fields: [:]).wireBytes())
        #expect(Self.isBounded(object.className, TextLimits.identifierBytes))
        let content = SessionInterface.Content.file(name: long, .file)
        guard case .file(let name?, .file) = try SessionInterface.Content(wireBytes: content.wireBytes()) else {
            Issue.record("no file")
            return
        }
        #expect(Self.isBounded(name, TextLimits.nameBytes))
    }
}
