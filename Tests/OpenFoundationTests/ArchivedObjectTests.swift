import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import OpenFoundation
import SystemPackage
import Testing

/// Objects of classes of their own: `NSSecureCoding` across a session.
@Suite(.accounted) struct ArchivedObjectTests {
    /// What a host and an extension might share.
    final class Note: NSObject, NSSecureCoding {
        static var supportsSecureCoding: Bool { true }
        let title: String
        let pages: Int
        let weight: Double
        let isDone: Bool
        let raw: [UInt8]
        let link: URL?
        let parts: [Note]

        init(_ title: String, parts: [Note] = []) {
            self.title = title
            pages = title.count
            weight = 0.5
            isDone = true
            raw = [1, 2, 3]
            link = URL(string: "https://example.org/" + title)
            self.parts = parts
        }

        func encode(with coder: NSCoder) {
            coder.encode(title as NSString, forKey: "title")
            coder.encode(pages, forKey: "pages")
            coder.encode(weight, forKey: "weight")
            coder.encode(isDone, forKey: "done")
            raw.withUnsafeBufferPointer { coder.encodeBytes($0.baseAddress, length: $0.count, forKey: "raw") }
            coder.encode(link as NSURL?, forKey: "link")
            coder.encode(parts as NSArray, forKey: "parts")
        }

        init?(coder: NSCoder) {
            guard let title = coder.decodeObject(of: NSString.self, forKey: "title") else { return nil }
            self.title = title as String
            pages = coder.decodeInteger(forKey: "pages")
            weight = coder.decodeDouble(forKey: "weight")
            isDone = coder.decodeBool(forKey: "done")
            raw = coder.withDecodedUnsafeBytes(forKey: "raw") { $0.map(Array.init) ?? [] }
            link = coder.decodeObject(of: NSURL.self, forKey: "link") as URL?
            parts = coder.decodeObject(of: [NSArray.self, Note.self], forKey: "parts") as? [Note] ?? []
        }

        override var description: String { "\(title) \(pages) \(weight) \(isDone) \(raw) \(link as Any) \(parts)" }
    }

    /// Archives what it must not.
    private final class Loop: NSObject, NSSecureCoding {
        static var supportsSecureCoding: Bool { true }
        override init() {}
        func encode(with coder: NSCoder) { coder.encode(self, forKey: "self") }
        init?(coder: NSCoder) { nil }
    }

    private final class Fork: NSObject, NSSecureCoding {
        static var supportsSecureCoding: Bool { true }
        let next: Fork?
        init(_ next: Fork?) { self.next = next }
        func encode(with coder: NSCoder) {
            coder.encode(next, forKey: "left")
            coder.encode(next, forKey: "right")
        }
        init?(coder: NSCoder) { nil }
    }

    private final class Insecure: NSObject, NSSecureCoding {
        static var supportsSecureCoding: Bool { false }
        override init() {}
        func encode(with coder: NSCoder) {}
        init?(coder: NSCoder) { nil }
    }

    @Test(arguments: Distance.allCases) func `an object comes whole when its class is named`(_ distance: Distance)
        async throws
    {
        let note = Note("häuser", parts: [Note("one"), Note("two", parts: [Note("three")])])
        try await distance.with(NSItemProvider(item: note, typeIdentifier: "org.example.note")) {
            let arrived = try await $0.loadItem(Note.self, forTypeIdentifier: "org.example.note")
            #expect(arrived.description == note.description)
        }
    }

    @Test func `an object whose class nobody names, or another one, is an error`() async throws {
        let provider = NSItemProvider(item: Note("a"), typeIdentifier: "org.example.note")
        try await Distance.acrossSession.with(provider) { provider in
            let unnamed = await failure { _ = try await provider.loadItem(forTypeIdentifier: "org.example.note") }
            #expect(domainAndCode(unnamed) == "NSItemProviderErrorDomain -1100")
            let other = await failure {
                _ = try await provider.loadItem(Fork.self, forTypeIdentifier: "org.example.note")
            }
            #expect(domainAndCode(other) == "NSItemProviderErrorDomain -1100")
        }
    }

    @Test func `AT-42: what cannot be archived is an error for the loader, and the owner goes on`() async throws {
        let deep = (0..<30).reduce(Fork(nil)) { fork, _ in Fork(fork) }
        // Few levels, but a million objects when each is written for itself.
        let wide = (0..<9).reduce(Fork(nil)) { fork, _ in Fork(fork) }
        let many = NSArray(array: Array(repeating: wide, count: 200))
        for item in [Loop(), deep, many, Insecure()] as [any NSSecureCoding] {
            let provider = NSItemProvider(item: item, typeIdentifier: "org.example.thing")
            provider.registerDataRepresentation(forTypeIdentifier: "public.png", visibility: .all) {
                $0(Data("fine".utf8), nil)
                return nil
            }
            try await Distance.acrossSession.with(provider) { provider in
                let error = await failure { _ = try await provider.loadItem(forTypeIdentifier: "org.example.thing") }
                #expect(domainAndCode(error) == "NSItemProviderErrorDomain -1200")
                let data = try await provider.data("public.png")
                #expect(data == Data("fine".utf8))
            }
        }
    }

    @Test func `what is nested too deep is an error that says how deep it may be`() async throws {
        let nested = (0..<30).reduce(NSArray()) { array, _ in NSArray(object: array) }
        let provider = NSItemProvider(item: nested, typeIdentifier: "org.example.thing")
        try await Distance.acrossSession.with(provider) { provider in
            let error = await failure { _ = try await provider.loadItem(forTypeIdentifier: "org.example.thing") }
            #expect(
                error?.localizedDescription
                    == "An object of class NSArray cannot be sent to another process: it is not a value, "
                    + "cannot be archived or is nested more than 24 levels deep.")
        }
    }

    // MARK: A hostile owner

    private static let name = String(reflecting: Note.self)
    private static let good: [String: ItemValue] = ["title": .string("a")]

    private func load(_ value: ItemValue) async throws -> String {
        let (near, far) = try PacketSocket.pair().bags()
        guard let nearEnd = near.take(), let farEnd = far.take() else { throw Errno.badFileDescriptor }
        let session = try ItemExchange(socket: nearEnd, role: "host") { _ in }
        let owner = try Connection(socket: farEnd, role: "extension")
        try owner.start { if case .request(let request) = $0 { request.reply(SessionInterface.Content.value(value)) } }
        let description = ItemDescription(attachments: [
            ProviderDescription(
                identifier: 1, representations: [RepresentationDescription("org.example.note", .object)])
        ])
        let provider = try #require(session.items([description]).first?.attachments?.first)
        defer { owner.close() }
        do {
            return try await provider.loadItem(Note.self, forTypeIdentifier: "org.example.note").title
        } catch let error as NSError {
            return "\(error.domain) \(error.code)"
        }
    }

    @Test func `an object of the class that was asked for is read, whatever its other fields are`() async throws {
        #expect(try await load(.object(ObjectDescription(className: Self.name, fields: Self.good))) == "a")
    }

    @Test(arguments: [
        "Foundation.NSString", "NSObject", "Foundation.NSURL", "", "OpenFoundationTests.ArchivedObjectTests.Loop",
        "Foundation.Thread", "Swift.Array<Swift.Int>", String(repeating: "A", count: 10_000),
    ])
    func `another class is not made, whatever it is called`(_ name: String) async throws {
        let error = try await load(.object(ObjectDescription(className: name, fields: Self.good)))
        #expect(error == "NSItemProviderErrorDomain -1100")
    }

    @Test(
        arguments: [
            ["title": .integer(1)],
            ["title": .object(ObjectDescription(className: "Foundation.NSString", fields: [:]))],
            ["title": .array([])], ["title": .string("a"), "pages": .string("many")],
            ["title": .string("a"), "weight": .null], ["title": .string("a"), "link": .string("no URL object")],
            ["title": .string("a"), "parts": .array([.object(ObjectDescription(className: "X.Y", fields: [:]))])],
            ["title": .string("a"), "parts": .dictionary([:])],
        ] as [[String: ItemValue]])
    func `fields of another kind are an error`(_ fields: [String: ItemValue]) async throws {
        let error = try await load(.object(ObjectDescription(className: Self.name, fields: fields)))
        #expect(["NSItemProviderErrorDomain -1100", "NSCocoaErrorDomain 4864"].contains(error))
    }

    @Test func `an object without what it needs is a corrupt archive`() async throws {
        let error = try await load(.object(ObjectDescription(className: Self.name, fields: [:])))
        #expect(error == "NSCocoaErrorDomain 4864")
    }

    @Test func `an object nested as deep as can be is read or refused, and nothing breaks`() async throws {
        var value = ItemValue.object(ObjectDescription(className: Self.name, fields: Self.good))
        for _ in 0..<9 {
            value = .object(
                ObjectDescription(className: Self.name, fields: ["title": .string("a"), "parts": .array([value])]))
        }
        #expect(try await load(value) == "a")
    }

    @Test func `a value with an object inside is refused as what it is not`() async throws {
        let object = ItemValue.object(ObjectDescription(className: Self.name, fields: Self.good))
        for value in [ItemValue.array([object]), .dictionary(["k": object])] {
            #expect(try await load(value).hasPrefix("NSItemProviderErrorDomain"))
        }
        let error = ErrorDescription(domain: "d", code: 1, userInfo: ["object": object, "plain": .integer(1)]).error
        #expect(error.userInfo["object"] == nil)
        #expect(error.userInfo["plain"] as? Int == 1)
    }
}
