/// The machine's shared MIME database: what the content of a file begins with, and how MIME types are related.
///
/// Reads `mime.cache`, the binary form that `update-mime-database` writes; the format is part of the Shared MIME-info
/// Specification of freedesktop.org. The file is the system's own, yet every offset in it is checked, and a database
/// that leads nowhere gives no answer.
package struct MIMEDatabase: Sendable {
    private let bytes: [UInt8]
    private let aliasList: Int
    private let parentList: Int
    private let magicList: Int

    /// How many comparisons one file is worth. A real database makes 60,000 at most: a thousand values, some of them
    /// looked for in hundreds of places.
    private static let maximumComparisons = 250_000
    /// The longest list that is read. A database has some hundred types.
    private static let maximumCount = 16_384
    /// How many types above another are looked at. A database has at most a handful.
    private static let maximumRelated = 64

    /// - Parameter bytes: the content of a `mime.cache`
    /// - Returns: nil when it is not one of version 1.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 40, bytes.starts(with: [0, 1]) else { return nil }
        self.bytes = bytes
        aliasList = Self.number(at: 4, in: bytes)
        parentList = Self.number(at: 8, in: bytes)
        magicList = Self.number(at: 24, in: bytes)
    }

    /// How many bytes of a file's beginning decide its type.
    package var extent: Int { number(magicList + 4) }

    /// The MIME type that the beginning of a file speaks for, nil when nothing is known to begin like that.
    package func mimeType(ofContent content: [UInt8]) -> String? {
        var budget = Self.maximumComparisons
        let first = number(magicList + 8)
        // The surest types come first.
        for match in 0..<count(at: magicList) where budget > 0 {
            let entry = first + match * 16
            if anyMatchlet(of: count(at: entry + 8), at: number(entry + 12), matches: content, depth: 0, &budget) {
                return string(number(entry + 4))
            }
        }
        return nil
    }

    /// A MIME type, the other names that it has, and the more general types that it is a kind of, nearest first.
    package func related(to mimeType: String) -> [String] {
        var related = [canonicalName(of: mimeType)]
        var next = 0
        while next < related.count, related.count < Self.maximumRelated {
            let parents = number(entry(of: related[next], in: parentList) + 4)
            if parents > 0 {
                for parent in 0..<count(at: parents) where related.count < Self.maximumRelated {
                    guard let name = string(number(parents + 4 + parent * 4)), !related.contains(name) else { continue }
                    related.append(name)
                }
            }
            next += 1
        }
        return related.flatMap { [$0] + aliases(of: $0) }
    }
}

// MARK: - Magic

extension MIMEDatabase {
    private func anyMatchlet(
        of matchlets: Int, at first: Int, matches content: [UInt8], depth: Int, _ budget: inout Int
    ) -> Bool {
        for matchlet in 0..<matchlets where budget > 0 {
            let entry = first + matchlet * 32
            guard isMatch(entry, content, &budget) else { continue }
            let children = count(at: entry + 24)
            if children == 0 { return true }
            // The nesting of a real database is four deep.
            if depth < 16,
                anyMatchlet(of: children, at: number(entry + 28), matches: content, depth: depth + 1, &budget)
            {
                return true
            }
        }
        return false
    }

    /// Whether the value of a matchlet is in its range of the content. The word size is of no concern: a database lists
    /// values that depend on the byte order in both orders.
    private func isMatch(_ entry: Int, _ content: [UInt8], _ budget: inout Int) -> Bool {
        budget -= 1
        let start = number(entry)
        let length = number(entry + 12)
        let value = number(entry + 16)
        let mask = number(entry + 20)
        guard length > 0, value + length <= bytes.count, mask + length <= bytes.count else { return false }
        var position = start
        let end = start + max(number(entry + 4), 1)
        while position < end, position + length <= content.count, budget > 0 {
            budget -= 1
            let isEqual = (0..<length).allSatisfy {
                let bits = mask == 0 ? 0xFF : bytes[mask + $0]
                return content[position + $0] & bits == bytes[value + $0] & bits
            }
            if isEqual { return true }
            position += 1
        }
        return false
    }
}

// MARK: - Names

extension MIMEDatabase {
    private func canonicalName(of mimeType: String) -> String {
        string(number(entry(of: mimeType, in: aliasList) + 4)) ?? mimeType
    }

    private func aliases(of mimeType: String) -> [String] {
        (0..<count(at: aliasList)).compactMap { position in
            let entry = aliasList + 4 + position * 8
            return string(number(entry + 4)) == mimeType ? string(number(entry)) : nil
        }
    }

    /// Where the pair of a sorted list is whose first member is `name`; the end of the database when it is not there.
    private func entry(of name: String, in list: Int) -> Int {
        var low = 0
        var high = count(at: list)
        while low < high {
            let middle = (low + high) / 2
            let entry = list + 4 + middle * 8
            guard let found = string(number(entry)) else { break }
            if found == name { return entry }
            if found.utf8.lexicographicallyPrecedes(name.utf8) { low = middle + 1 } else { high = middle }
        }
        return bytes.count
    }

    /// The length of a list, which is written at an offset.
    private func count(at offset: Int) -> Int {
        min(number(offset), Self.maximumCount)
    }

    /// The string at an offset; nil where there is none of a likely length.
    private func string(_ offset: Int) -> String? {
        guard offset > 0, offset < bytes.count else { return nil }
        let text = bytes[offset...].prefix(256).prefix { $0 != 0 }
        return text.isEmpty || text.count == 256 ? nil : String(decoding: text, as: UTF8.self)
    }

    private func number(_ offset: Int) -> Int {
        Self.number(at: offset, in: bytes)
    }

    /// The number of 32 bits at an offset, zero behind the end.
    private static func number(at offset: Int, in bytes: [UInt8]) -> Int {
        guard offset >= 0, offset + 4 <= bytes.count else { return 0 }
        return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
