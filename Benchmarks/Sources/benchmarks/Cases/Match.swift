import AppexActivation
import AppexSystem
import CFloor
import Glibc
import OpenUniformTypeIdentifiers

/// Which of 10,000 extensions are offered for three attachments, against a scan of as many bit masks in C, by turns.
/// The peer is GLib, asked for the applications for three types.
enum Match: Case {
    static let name = "match"

    private static let extensions = 10_000
    private static let rounds = Repetitions.of(500)
    /// Microseconds.
    private static let limit = 100.0
    /// What a registry has for the rules, out of 10 ms to its first answer.
    private static let openingLimit = 3.0

    private static let share = [
        ItemTypes(attachments: [["public.jpeg"], ["com.adobe.pdf", "public.file-url"], ["public.url"]])
    ]

    static func measure() async throws -> [Measurement] {
        let population = try RulePopulation(count: extensions)
        var index = MatchIndex(rules: population.rules, types: .system)
        let compiling = nanoseconds(rounds: Repetitions.of(10)) {
            index = MatchIndex(rules: population.rules, types: .system)
        }.median
        let bytes = index.encoded()
        let opening = nanoseconds(rounds: Repetitions.of(30)) {
            if let opened = try? MatchIndex(decoding: bytes, types: .system) { index = opened }
        }.median

        let entries = population.rules.indices.dropLast().map(MatchIndex.Entry.kept) + [.added(population.rules[0])]
        let updating = nanoseconds(rounds: Repetitions.of(10)) { index = index.updated(entries) }.median

        let attachments: [UInt64] = [0b1_0000_0110, 0b11_0001_0100, 0b1]
        var matching = [UInt32](repeating: 0, count: extensions + 1)
        var ours: [Int64] = []
        var floor: [Int64] = []
        var answers = 0
        for _ in 0..<rounds {
            ours += nanoseconds(rounds: 1) { answers += index.matches(share).count }
            floor += nanoseconds(rounds: 1) {
                answers += Int(floor_match(population.floor, Int32(extensions), attachments, 3, &matching))
            }
        }
        guard answers > 0 else { throw BenchmarkError("no extension is offered") }
        let peer = try Peer.nanoseconds("glib-match", ["\(extensions)"]).map(Double.init)
        return [
            Measurement(
                name: "match 3 attachments, \(extensions) extensions", unit: "us", ours: ours.median / 1000,
                floor: floor.median / 1000, peer: peer.map { $0 / 1000 },
                peerName: peer == nil ? nil : "g_app_info_get_all_for_type", limit: limit, iterations: rounds),
            Measurement(
                name: "open the index of \(extensions) rules, \(bytes.count / 1024) KiB", unit: "ms",
                ours: opening / 1e6, limit: openingLimit, iterations: 30),
            Measurement(
                name: "compile \(extensions) rules", unit: "ms", ours: compiling / 1e6, iterations: 10),
            Measurement(
                name: "replace 1 of \(extensions) rules", unit: "ms", ours: updating / 1e6, iterations: 10),
        ]
    }

    private static func nanoseconds(rounds: Int, _ work: () -> Void) -> [Int64] {
        (0..<rounds).map { _ in
            let start = floor_now()
            work()
            return floor_now() - start
        }
    }
}
