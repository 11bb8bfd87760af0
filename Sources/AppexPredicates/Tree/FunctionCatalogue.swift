/// The functions that the predicate language knows by name.
package enum FunctionCatalogue {
    /// How many arguments each function takes, by Apple's full name.
    package static let argumentCounts: [String: ClosedRange<Int>] = {
        var counts: [String: ClosedRange<Int>] = [:]
        // These take one collection or its elements as separate arguments.
        for name in ["sum:", "average:", "count:", "min:", "max:", "median:", "mode:", "stddev:"] {
            counts[name] = 1...PredicateLimits.tokens
        }
        for name in ["now", "random"] { counts[name] = 0...0 }
        for name in [
            "sqrt:", "log:", "ln:", "exp:", "floor:", "ceiling:", "abs:", "trunc:", "uppercase:", "lowercase:",
            "length:", "onesComplement:", "noindex:", "random:", "randomn:",
        ] { counts[name] = 1...1 }
        for name in [
            "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:", "raise:toPower:",
            "bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:", "rightshift:by:",
            "castObject:toType:", "objectFrom:withIndex:", "distanceToLocation:fromLocation:",
        ] { counts[name] = 2...2 }
        return counts
    }()

    /// The collection operators that a key path can contain after `@`.
    package static let collectionOperators: Set<String> = [
        "count", "avg", "sum", "min", "max", "unionOfObjects", "distinctUnionOfObjects", "unionOfArrays",
        "distinctUnionOfArrays", "unionOfSets", "distinctUnionOfSets",
    ]

    /// The full name of a function that may be written without its last colon, as `abs` and `abs:` are.
    ///
    /// - Returns: `nil` if there is no function of that name. If there is one with a different number of arguments, its
    ///   name.
    static func fullName(of name: String, argumentCount: Int) -> String? {
        let names = [name, name + ":"].filter { argumentCounts[$0] != nil }
        return names.first { argumentCounts[$0]?.contains(argumentCount) == true } ?? names.first
    }

    /// Known names that are spelled like an unknown one, best first, as suggestions.
    static func neighbours(of name: String) -> [String] {
        let wanted = Array(name.prefix(40).lowercased().utf8.filter { $0 != UInt8(ascii: ":") })
        let ranked = argumentCounts.keys.compactMap { candidate -> (Int, String)? in
            let spelling = Array(candidate.lowercased().utf8.filter { $0 != UInt8(ascii: ":") })
            let distance = editDistance(wanted, spelling)
            let isNear = distance <= max(2, spelling.count / 3) || (wanted.count > 2 && spelling.starts(with: wanted))
            return isNear ? (distance, candidate) : nil
        }
        return ranked.sorted { $0 < $1 }.prefix(3).map(\.1)
    }

    /// The Levenshtein distance of two words.
    private static func editDistance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var row = Array(0...other.count)
        for (i, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, otherLetter) in other.enumerated() {
                let replaced = diagonal + (letter == otherLetter ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
