/// Suggestions for an identifier that does not exist.
package enum NearMisses {
    /// The maximum number of suggestions.
    private static let most = 3
    /// The maximum edit distance, in bytes.
    private static let farthest = 2

    /// The identifiers that are most similar to a text, at most three: those that differ only in case, then those with the
    /// same last component, then those with an edit distance of at most two.
    ///
    /// - Parameter byLastComponent: whether the same last component makes an identifier similar.
    package static func of(
        _ text: String, among candidates: some Sequence<String>, byLastComponent: Bool = true
    ) -> [String] {
        let wanted = Array(text.utf8.prefix(DottedName.maximumBytes)).lowercased
        return candidates.compactMap { candidate in
            score(Array(candidate.utf8).lowercased, wanted, byLastComponent).map { (score: $0, candidate: candidate) }
        }
        .sorted { ($0.score, $0.candidate) < ($1.score, $1.candidate) }
        .prefix(most).map(\.candidate)
    }

    /// The sentence "Did you mean …?" with a leading space, for the end of an error message; empty without suggestions.
    ///
    /// - Parameter byLastComponent: whether the same last component makes an identifier similar.
    package static func question(
        _ text: String, among candidates: some Sequence<String>, byLastComponent: Bool = true
    ) -> String {
        let nearest = of(text, among: candidates, byLastComponent: byLastComponent)
        return nearest.isEmpty ? "" : " Did you mean \(nearest.joined(separator: " or "))?"
    }

    private static func score(_ candidate: [UInt8], _ wanted: [UInt8], _ byLastComponent: Bool) -> Int? {
        if candidate == wanted { return 0 }
        if byLastComponent, candidate.lastComponent == wanted.lastComponent { return 1 }
        return distance(candidate, wanted).map { $0 + 1 }
    }

    /// The edit distance (insertions, deletions and replacements); nil if it exceeds ``farthest``.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int? {
        guard abs(left.count - right.count) <= farthest else { return nil }
        var row = Array(0...right.count)
        for (line, byte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, other) in right.enumerated() {
                let replaced = diagonal + (byte == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
            guard let best = row.min(), best <= farthest else { return nil }
        }
        return row[right.count] <= farthest ? row[right.count] : nil
    }
}

extension [UInt8] {
    fileprivate var lowercased: [UInt8] {
        map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
    }

    fileprivate var lastComponent: ArraySlice<UInt8> {
        self[(lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? 0)...]
    }
}
