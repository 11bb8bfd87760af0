import AppexProtocol
import AppexSystem
import AppexWire
import OpenViewTree
import Testing

@Suite struct MessageTests {
    private static let bodies: [(name: String, body: [UInt8], rewrite: @Sendable ([UInt8]) throws -> [UInt8])] =
        Samples.messages.flatMap {
            code, body, reply -> [(name: String, body: [UInt8], rewrite: @Sendable ([UInt8]) throws -> [UInt8])] in
            guard let entry = MessageCatalogue.all.first(where: { $0.code == code }) else { return [] }
            let message = (entry.name, body, { @Sendable body in try entry.rewrite(message: body) })
            guard let reply else { return [message] }
            return [
                message, ("the reply to \(entry.name)", reply, { @Sendable body in try entry.rewrite(reply: body) }),
            ]
        }

    @Test(arguments: bodies.indices) func `every message and reply is written as it was read`(_ index: Int) throws {
        let (name, body, rewrite) = Self.bodies[index]
        #expect(try rewrite(body) == body, "\(name)")
    }

    @Test(arguments: bodies.indices) func `a message that ends early or goes on is refused, wherever it is cut`(
        _ index: Int
    ) throws {
        let (name, body, rewrite) = Self.bodies[index]
        for count in body.indices {
            #expect(throws: WireError.self, "\(name) of \(count) bytes") { try rewrite(Array(body[..<count])) }
        }
        #expect(throws: WireError.malformed("1 bytes too many"), "\(name)") { try rewrite(body + [0]) }
    }

    @Test func `a text of a view that has been read has at most thirty combining marks in a row`() throws {
        func read(_ text: String) throws -> [String] {
            let operations: [ViewOperation] = [.set(id: 1, .text, .text(text)), .set(id: 1, .segments, .list([text]))]
            let update = ViewInterface.Update(handled: 0, operations: operations)
            return try ViewInterface.Update(wireBytes: update.wireBytes()).operations.flatMap { operation in
                switch operation {
                case .set(_, _, .text(let text)): [text]
                case .set(_, _, .list(let texts)): texts
                default: [String]()
                }
            }
        }
        let marks = { String(repeating: "\u{301}", count: $0) }
        let safe = "a\(marks(30))b\(marks(30))"
        #expect(try read(safe).map { Array($0.utf8) } == [Array(safe.utf8), Array(safe.utf8)])
        for text in ["a\(marks(31))b\(marks(30))", "a\(marks(8000))b\(marks(40))"] {
            #expect(try read(text).map { Array($0.utf8) } == [Array(safe.utf8), Array(safe.utf8)])
        }
    }

    @Test func `items keep everything`() throws {
        let begin = SessionInterface.Begin(identifier: "x", items: Samples.items)
        #expect(try SessionInterface.Begin(wireBytes: begin.wireBytes()).items == Samples.items)
        let error = ErrorDescription(domain: "d", code: -7, userInfo: ["k": .array(Samples.values)])
        #expect(
            try SessionInterface.Cancel(wireBytes: SessionInterface.Cancel(error: error).wireBytes()).error == error)
    }

    @Test func `records keep everything`() throws {
        #expect(try ApplicationRecord(wireBytes: Samples.application.wireBytes()) == Samples.application)
        for role in ProcessRecord.Role.allCases {
            let record = ProcessRecord(
                role: role, pid: .max, parent: -1, identifier: "a", sessions: 3, state: "running", age: .max)
            #expect(try ProcessRecord(wireBytes: record.wireBytes()) == record)
        }
        let layer = CheckRecord(name: "seccomp", stands: false, detail: "the kernel has none")
        #expect(try CheckRecord(wireBytes: layer.wireBytes()) == layer)
    }

    @Test func `loads and contents keep everything`() throws {
        for form in SessionInterface.Load.Form.allCases {
            let load = SessionInterface.Load(provider: .max, typeIdentifier: "public.jpeg", form: form)
            let read = try SessionInterface.Load(wireBytes: load.wireBytes())
            #expect(read.provider == .max && read.typeIdentifier == "public.jpeg" && read.form == form)
        }
        for content in Samples.values.map(SessionInterface.Content.value) + [
            .file(name: nil, .data), .file(name: "a", .file), .error(Samples.error),
        ] {
            #expect(try SessionInterface.Content(wireBytes: content.wireBytes()) == content)
        }
    }

    @Test func `what no enumeration has is refused`() throws {
        var load = try SessionInterface.Load(provider: 1, typeIdentifier: "", form: .file).wireBytes()
        // After the provider and the empty type.
        load[12] = 5
        #expect(throws: WireError.malformed("form 5")) { try SessionInterface.Load(wireBytes: load) }
        var record = try ProcessRecord(role: .broker, pid: 1, parent: 0, state: "", age: 0).wireBytes()
        record[0] = 6
        #expect(throws: WireError.malformed("process role 6")) { try ProcessRecord(wireBytes: record) }
        #expect(throws: WireError.malformed("content 5")) { try SessionInterface.Content(wireBytes: [5]) }
        // A granted file whose name leads out of its folder.
        #expect(throws: WireError.malformed("the name of a file that leads elsewhere")) {
            try SessionInterface.Content(wireBytes: [4, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0x2e, 0x2e])
        }
        #expect(throws: WireError.malformed("file kind 4")) {
            try SessionInterface.Content(wireBytes: [1, 0, 4])
        }
        #expect(throws: WireError.malformed("host state 4")) { try SessionInterface.HostChanged(wireBytes: [4]) }
        var representation = try RepresentationDescription("", .writing).wireBytes()
        representation[4] = 5
        #expect(throws: WireError.malformed("representation 5")) {
            try RepresentationDescription(wireBytes: representation)
        }
    }

    @Test func `a userInfo that is no dictionary is refused`() throws {
        var item = try ItemDescription().wireBytes()
        // After the two absent texts stands the tag of the dictionary, with its count.
        item.replaceSubrange(2..<7, with: [0])
        #expect(throws: WireError.malformed("the userInfo of an item is no dictionary")) {
            try ItemDescription(wireBytes: item)
        }
        let error = Array(try ErrorDescription(domain: "", code: 0, userInfo: [:]).wireBytes().dropLast(5)) + [0]
        #expect(throws: WireError.malformed("the userInfo of an error is no dictionary")) {
            try ErrorDescription(wireBytes: error)
        }
    }

    @Test(arguments: [
        [(0, 0)], [(0, 7)], [(6, 1)], [(3, 2), (2, 1)], [(0, 4), (3, 1)], [(UInt32.max, UInt32.max)],
    ])
    func `a part of a text that is not in it, or out of order, is refused`(_ runs: [(UInt32, UInt32)]) throws {
        let runs = runs.map { AttributedText.Run(start: $0.0, length: $0.1, attributes: [:]) }
        let bytes = try AttributedText("h\u{E4}user", runs: runs).wireBytes()
        #expect(throws: WireError.malformed("a part of a text that is not in it")) {
            try AttributedText(wireBytes: bytes)
        }
    }
}
