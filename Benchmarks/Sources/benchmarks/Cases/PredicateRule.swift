import AppexPredicates
import Glibc

/// Reading and evaluating a predicate such as a rule has, and the same by GNUstep's `NSPredicate`, by turns.
///
/// The predicate has the operators that GNUstep knows and answers as Apple does; it has neither `SUBQUERY` over a
/// variable's key path nor `UTI-CONFORMS-TO`. A rule with those is measured without a peer.
enum PredicateRule: Case {
    static let name = "predicates"

    private static let rounds = Repetitions.of(20)
    private static let count = Repetitions.of(5_000)

    private static let common = """
        (ANY types == "public.image" OR ANY types BEGINSWITH "com.apple.") AND NOT (ANY types == "public.url") \
        AND attachments.@count <= 20 AND name CONTAINS[c] "PHOTO" AND title LIKE "*Holiday*"
        """

    private static let rule = """
        SUBQUERY(extensionItems, $item, SUBQUERY($item.attachments, $attachment,
            ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.image" OR
            ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.movie"
        ).@count == $item.attachments.@count AND $item.attachments.@count <= 20).@count == 1
        """

    /// The same as in predicates.m.
    private static let item = PredicateValue.dictionary([
        "types": .list([.string("public.jpeg"), .string("public.image")]),
        "attachments": .list([.string("one"), .string("two"), .string("three")]),
        "name": .string("My photos"), "title": .string("Our Holiday in May"),
    ])

    /// Three attachments, as in a share.
    private static let share: PredicateValue = {
        let attachment = PredicateValue.dictionary([
            "registeredTypeIdentifiers": .list([.string("public.jpeg"), .string("public.image")])
        ])
        let item = PredicateValue.dictionary(["attachments": .list([attachment, attachment, attachment])])
        return .dictionary(["extensionItems": .list([item])])
    }()

    static func measure() async throws -> [Measurement] {
        [
            try measure("read a predicate", ["parse", common]) { try parse(common) },
            try measure("evaluate a predicate", ["evaluate", common]) { try evaluate(common, item) },
            try measure("read an activation rule", nil) { try parse(rule) },
            try measure("evaluate an activation rule", nil) { try evaluate(rule, share) },
        ]
    }

    private static func measure(
        _ name: String, _ peer: [String]?, _ ours: () throws -> Int64
    ) throws -> Measurement {
        var mine: [Int64] = []
        var theirs: [Int64] = []
        for _ in 0..<rounds {
            mine.append(try ours())
            if let peer, let time = try Peer.nanoseconds("predicates", [peer[0], "\(count)", peer[1]]) {
                theirs.append(time)
            }
        }
        return Measurement(
            name: name, unit: "µs", ours: mine.median / Double(count) / 1e3,
            peer: theirs.isEmpty ? nil : theirs.median / Double(count) / 1e3,
            peerName: theirs.isEmpty ? nil : "GNUstep", iterations: rounds * count)
    }

    // MARK: - Ours

    private static func parse(_ format: String) throws -> Int64 {
        let start = now()
        for _ in 0..<count { _ = try Predicate(parsing: format) }
        return now() - start
    }

    private static func evaluate(_ format: String, _ value: PredicateValue) throws -> Int64 {
        let predicate = try Predicate(parsing: format)
        let context = EvaluationContext()
        var holds = true
        let start = now()
        for _ in 0..<count { holds = try predicate.evaluate(with: value, context: context) && holds }
        let time = now() - start
        guard holds else { throw BenchmarkError("a predicate does not hold: \(format)") }
        return time
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
