/// The machine's shared MIME database: the magic numbers by which files are recognized, and the relations of MIME
/// types.
///
/// It reads `mime.cache`, the binary form that `update-mime-database` writes; the format is part of the Shared
/// MIME-info Specification of freedesktop.org. The file belongs to the system, but every offset in it is checked, and a
/// damaged database gives no answer.
package struct MIMEDatabase: Sendable {
    private let bytes: [UInt8]
    private let aliasList: Int
    private let parentList: Int
    private let magicList: Int

    /// Comparisons for one file. A real database needs 60,000 at most: a thousand values, some of them searched for at
    /// hundreds of offsets.
    private static let maximumComparisons = 250_000
    /// Entries of one list. A real database has some hundred types.
    private static let maximumCount = 16_384
    /// Supertypes of one type. A real database has at most a handful.
    private static let maximumRelated = 64

    /// Reads a database.
    ///
    /// - Parameter bytes: the content of a `mime.cache`.
    /// - Returns: nil if it is not a database of version 1.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 40, bytes.starts(with: [0, 1]) else { return nil }
        self.bytes = bytes
        aliasList = Self.number(at: 4, in: bytes)
        parentList = Self.number(at: 8, in: bytes)
        magicList = Self.number(at: 24, in: bytes)
    }

    /// The number of bytes at the start of a file that can decide its type.
    package var extent: Int { number(magicList + 4) }

    /// The MIME type that the first bytes of a file indicate; nil if they are unknown.
    package func mimeType(ofContent content: [UInt8]) -> String? {
        var budget = Self.maximumComparisons
        let first = number(magicList + 8)
        // The matches are sorted by descending priority.
        for match in 0..<count(at: magicList) where budget > 0 {
            let entry = first + match * 16
            if anyMatchlet(of: count(at: entry + 8), at: number(entry + 12), matches: content, depth: 0, &budget) {
                return string(number(entry + 4))
            }
        }
        return nil
    }

    /// A MIME type with its canonical name, its aliases and its supertypes, nearest first.
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
            // Matchlets of a real database are nested four deep.
            if depth < 16,
                anyMatchlet(of: children, at: number(entry + 28), matches: content, depth: depth + 1, &budget)
            {
                return true
            }
        }
        return false
    }

    /// Whether the value of a matchlet occurs in its range of the content. The word size does not matter: a database
    /// lists values that depend on the byte order in both orders.
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

    /// The offset of the pair of a sorted list whose first member is `name`; the end of the database if there is none.
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

    /// The length of the list whose offset is stored at `offset`.
    private func count(at offset: Int) -> Int {
        min(number(offset), Self.maximumCount)
    }

    /// The string at an offset; nil if there is none of a plausible length.
    private func string(_ offset: Int) -> String? {
        guard offset > 0, offset < bytes.count else { return nil }
        let text = bytes[offset...].prefix(256).prefix { $0 != 0 }
        return text.isEmpty || text.count == 256 ? nil : String(decoding: text, as: UTF8.self)
    }

    private func number(_ offset: Int) -> Int {
        Self.number(at: offset, in: bytes)
    }

    /// The 32-bit number at an offset; 0 beyond the end.
    private static func number(at offset: Int, in bytes: [UInt8]) -> Int {
        guard offset >= 0, offset + 4 <= bytes.count else { return 0 }
        return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
