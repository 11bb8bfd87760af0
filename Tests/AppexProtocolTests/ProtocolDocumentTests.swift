import AppexProtocol
import AppexWire
import Foundation
import Testing

/// The document has to say what the code does, since others implement the protocol from it.
@Suite struct ProtocolDocumentTests {
    /// The cells of every table row.
    private static func rows() throws -> [[String]] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Documentation/Protocol.md"), encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
            line.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    @Test func `every message stands in the document under its code, and no other`() throws {
        var documented: [UInt16: String] = [:]
        for row in try Self.rows() where row[0].hasPrefix("0x") {
            let code = try #require(UInt16(row[0].dropFirst(2), radix: 16))
            #expect(documented.updateValue(row[1], forKey: code) == nil, "\(row[0]) stands there twice")
        }
        for entry in MessageCatalogue.all {
            let name = entry.name.split(separator: ".").last.map(String.init) ?? entry.name
            #expect(documented.removeValue(forKey: entry.code) == (entry.reply != nil ? name : "\(name) (event)"))
        }
        #expect(documented.isEmpty, "these messages do not exist: \(documented)")
    }

    @Test func `the fields and the reply of every message are those of its declaration`() throws {
        let rows = try Self.rows()
        let table = RecordTable()
        for (code, body, _) in Samples.messages {
            let entry = try #require(MessageCatalogue.all.first { $0.code == code })
            let record = try #require(try entry.message.init(wireBytes: body) as? any WireRecord, "\(entry.name)")
            let fields = try table.list(record)
            let number = "0x" + String(code, radix: 16, uppercase: true)
            let row = try #require(rows.first { $0[0] == number }, "\(entry.name)")
            #expect(row[3] == fields, "\(entry.name)")
            #expect(row[4] == Self.documentedReply(entry), "\(entry.name)")
        }
    }

    private static func documentedReply(_ entry: MessageCatalogue.Entry) -> String {
        guard let reply = entry.reply else { return "–" }
        if reply == Empty.self { return "empty" }
        if let list = reply as? any ListReply.Type { return "list of \(documentedName(list.element))" }
        return documentedName(reply)
    }

    @Test func `every record and enumeration is documented as it is declared, and no other`() throws {
        let table = RecordTable()
        for (code, body, reply) in Samples.messages {
            let entry = try #require(MessageCatalogue.all.first { $0.code == code })
            if let record = try entry.message.init(wireBytes: body) as? any WireRecord { try table.list(record) }
            guard let reply, let value = try entry.reply?.init(wireBytes: reply) else { continue }
            if let record = value as? any WireRecord { try table.list(record) }
            // The one reply that is a choice of records.
            if case .granted(let file) = value as? SessionInterface.Content { try table.list(file) }
        }
        let messages = Set(MessageCatalogue.all.map { documentedName($0.message) })
        var expected = table.records.filter { !messages.contains($0.key) && !$0.key.hasPrefix("WireList<") }
        expected.merge(table.enumerations) { first, _ in first }
        var documented: [String: String] = [:]
        for row in try Self.rows() where row[0].hasPrefix("`") && row.count == 3 {
            let name = row[0].trimmingCharacters(in: ["`"])
            guard name.first?.isUppercase == true else { continue }
            #expect(documented.updateValue(row[1], forKey: name) == nil, "\(name) stands there twice")
        }
        for (name, fields) in expected.sorted(by: { $0.key < $1.key }) {
            #expect(documented.removeValue(forKey: name) == fields, "| `\(name)` | \(fields) |")
        }
        #expect(documented.isEmpty, "these records do not exist: \(documented)")
    }

    @Test func `no two messages have the same code`() {
        #expect(Set(MessageCatalogue.all.map(\.code)).count == MessageCatalogue.all.count)
    }

    @Test func `every kind of frame stands in the document under its number`() throws {
        let rows = try Self.rows()
        for kind in Frame.Kind.allCases {
            #expect(rows.contains { $0[0] == "\(kind.rawValue)" && $0[1] == "\(kind)" }, "\(kind)")
        }
    }

    @Test func `the limits are those of the code`() throws {
        let rows = try Self.rows()
        let limits = [
            ("frame", "\(WireLimits.frameBytes / 1024) KiB"),
            ("body", "\(WireLimits.bodyBytes >> 20) MiB"),
            ("descriptors in a frame", "\(WireLimits.descriptors)"),
            ("string (identifiers, names, paths)", "\(WireLimits.stringBytes / 1024) KiB"),
            ("list", "\(grouped(WireLimits.listElements)) elements"),
            ("nesting of item values", "\(WireLimits.nesting)"),
            (
                "requests in flight from one peer",
                "\(grouped(WireLimits.requestsInFlight)), with \(WireLimits.requestBytesInFlight >> 20) MiB of bodies"
                    + " and \(WireLimits.requestDescriptorsInFlight) descriptors"
            ),
            (
                "waiting for a peer that does not read",
                "\(WireLimits.backlogBytes >> 20) MiB, \(WireLimits.backlogDescriptors) descriptors"
            ),
            ("points and items of a query", "\(MatchLimits.points) and \(grouped(MatchLimits.items))"),
            ("attachments of all items of a query", grouped(MatchLimits.attachments)),
            (
                "types of one attachment, of all, bytes of one of them",
                "\(MatchLimits.types), \(grouped(MatchLimits.allTypes)), \(grouped(MatchLimits.typeBytes))"
            ),
            ("unanswered *Watch* requests of one client", "\(MatchLimits.watches)"),
            ("identifier of a report", "\(RemoteFailure.reportBytes) bytes"),
            (
                "types of a request's summary, bytes of one of them",
                "\(RequestSummary.typeLimit), \(RequestSummary.typeBytes)"
            ),
            ("failure code and message", "\(RemoteFailure.codeBytes) and \(grouped(RemoteFailure.messageBytes)) bytes"),
        ]
        for (name, value) in limits {
            #expect(rows.contains { $0[0] == name && $0[1] == value }, "\(name): \(value)")
        }
    }

    private func grouped(_ number: Int) -> String {
        number < 1000
            ? "\(number)"
            : "\(number / 1000),\(String(repeating: "0", count: 3 - "\(number % 1000)".count))\(number % 1000)"
    }
}

/// A reply that is a list.
private protocol ListReply {
    static var element: Any.Type { get }
}

extension WireList: ListReply {
    static var element: Any.Type { Element.self }
}
