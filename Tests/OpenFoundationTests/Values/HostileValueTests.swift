import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import Glibc
import OpenFoundation
import SystemPackage
import Testing

/// Values as a hostile extension sends them, read by a host in every way that it has.
@Suite(.accounted) struct HostileValueTests {
    /// 2,000 values, or as many as `APPEX_RANDOM_VALUES` says.
    private static let count = getenv("APPEX_RANDOM_VALUES").flatMap { Int(String(cString: $0)) } ?? 2000

    @Test(arguments: 0..<4) func `a host survives random values of every class that it may name`(_ shard: Int) throws {
        var random = RandomValue(seed: UInt64(shard) + 1, classNames: NameableClasses.names)
        for number in 0..<(Self.count + 3) / 4 {
            let value = random.value()
            var bytes = try value.wireBytes()
            #expect(throws: Never.self, "shard \(shard), value \(number): \(value)") {
                try ValueReader.read(value)
                // And what becomes of the value when one byte of it is another one.
                bytes[random.number(below: bytes.count)] = UInt8(random.number(below: 256))
                _ = try ValueReader.read(bytes)
            }
        }
    }

    @Test func `every input that the fuzzer has kept is read, and gives no URL of a file`() throws {
        let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst()
        let folder = URL(fileURLWithPath: root + "/Fuzz/Corpus/appex-fuzz-values")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(files.count > 100)
        let values = try files.count { try ValueReader.read([UInt8](Data(contentsOf: $0))) }
        #expect(values > 50)
    }

    @Test func `a host that loads by class survives random values of every class that it may name`() async throws {
        var random = RandomValue(seed: 99, classNames: NameableClasses.names)
        let pair = try SessionEnds()
        for _ in 0..<200 {
            let value = random.value()
            let provider = try #require(Self.provider(of: value, pair.host))
            for type in ["public.data", "public.plain-text", "public.url"] {
                try await Self.load(provider, type)
            }
        }
    }

    private static func provider(of value: ItemValue, _ session: ItemExchange) -> NSItemProvider? {
        let types = ["public.data", "public.plain-text", "public.url"]
        let description = ItemDescription(attachments: [
            ProviderDescription(
                identifier: 1,
                representations: types.map { RepresentationDescription($0, .object, value: value) })
        ])
        return session.items([description]).first?.attachments?.first
    }

    private static func load(_ provider: NSItemProvider, _ type: String) async throws {
        func use<Value: SendableMetatype>(_ wanted: Value.Type) async throws {
            let value = try? await provider.loadItem(wanted, forTypeIdentifier: type)
            try value.map(ValueReader.expectNoFile)
        }
        try await use(String.self)
        try await use(URL.self)
        try await use(Data.self)
        try await use(Date.self)
        try await use(UUID.self)
        try await use(NSNumber.self)
        try await use([Any].self)
        try await use([String: Any].self)
        try await use(NSError.self)
        try await use(NSAttributedString.self)
        try await use(Album.self)
        try await use(OwnDate.self)
        try await use(NSLocale.self)
        if let item = try? await provider.loadItem(forTypeIdentifier: type) { try ValueReader.expectNoFile(in: item) }
        if let object = try? await provider.object(URL.self) { try ValueReader.expectNoFile(in: object) }
        _ = try? await provider.data(type)
        _ = try? await provider.loadPreviewImage()
    }

    @Test(arguments: NameableClasses.names) func `no class of Foundation's is made by what it says it has archived`(
        _ name: String
    ) throws {
        let named = NameableClasses.all.filter { String(reflecting: $0) == name }
        let fields: [[String: ItemValue]] =
            [[:]] + RandomValue.keys.flatMap { key in [[key: .null], [key: .string("x")], [key: .integer(-1)]] }
        for fields in fields where name != String(reflecting: Album.self) {
            let object = ItemValue.object(ObjectDescription(className: name, fields: fields))
            let error = #expect(throws: NSError.self) { try object.object(of: named) }
            if name != String(reflecting: NSExtensionItem.self) { #expect(error?.code == -1100) }
        }
    }

    @Test(arguments: [
        "file:///etc/hostname", "FILE:///etc/hostname", "file:relative", "file:", "file://localhost/x", " file:///x",
        "\tfile:///x", "fi\nle:///x", "file\u{0}:///x",
    ])
    func `the URL of a file reaches a host by no path and at no depth`(_ text: String) throws {
        let url = ItemValue.url(text)
        let nested: [ItemValue] = [
            url, .array([url]), .dictionary(["k": url]), .array([.dictionary(["k": .array([url])])]),
            .error(ErrorDescription(domain: "d", code: 1, userInfo: ["NSURL": url, "NSErrorFailingURLKey": url])),
            .text(AttributedText("x", runs: [.init(start: 0, length: 1, attributes: ["NSLink": url])])),
            .object(ObjectDescription(className: "Foundation.NSURL", fields: ["NS.relative": .string(text)])),
            .object(
                ObjectDescription(
                    className: "Foundation.NSURL",
                    fields: [
                        "NS.relative": .string("x"),
                        "NS.base": .object(
                            ObjectDescription(className: "Foundation.NSURL", fields: ["NS.relative": .string(text)])),
                    ])),
            .object(ObjectDescription(className: String(reflecting: Album.self), fields: ["link": url])),
            .object(
                ObjectDescription(className: String(reflecting: Album.self), fields: ["NS.relative": .string(text)])),
        ]
        for value in nested { #expect(throws: Never.self, "\(value)") { try ValueReader.read(value) } }
        #expect(ItemValue.url("https://example.org/file:").value as? URL != nil)
    }
}
