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
            #expect(documented.removeValue(forKey: entry.code) == (entry.isAnswered ? name : "\(name) (event)"))
        }
        #expect(documented.isEmpty, "these messages do not exist: \(documented)")
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
