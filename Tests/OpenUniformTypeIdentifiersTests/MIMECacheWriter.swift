/// Writes a small `mime.cache`, so that tests need no machine's own.
struct MIMECacheWriter {
    struct Matchlet {
        var offset: Int
        var range = 1
        var value: [UInt8]
        var mask: [UInt8] = []
        var children: [Matchlet] = []
    }

    /// Alias and type, sorted by alias.
    var aliases: [(String, String)] = []
    /// Type and more general types, sorted by type.
    var parents: [(String, [String])] = []
    /// Type and values, the surest first.
    var magic: [(String, [Matchlet])] = []

    private var result: [UInt8] = []

    /// The file.
    func bytes() -> [UInt8] {
        var writer = self
        return writer.write()
    }

    private mutating func write() -> [UInt8] {
        result = [0, 1, 0, 2] + [UInt8](repeating: 0, count: 36)
        set(4, to: list(aliases.map { [string($0.0), string($0.1)] }))
        set(
            8,
            to: list(
                parents.map { type, parents in [string(type), list(parents.map { [string($0)] })] }))
        let matches = magic.map { type, matchlets in [80, string(type), matchlets.count, block(matchlets)] }
        let first = append(matches.flatMap { $0 })
        set(24, to: append([magic.count, 64, first]))
        return result
    }

    private mutating func block(_ matchlets: [Matchlet]) -> Int {
        append(
            matchlets.flatMap { matchlet in
                [
                    matchlet.offset, matchlet.range, 1, matchlet.value.count, append(bytes: matchlet.value),
                    matchlet.mask.isEmpty ? 0 : append(bytes: matchlet.mask), matchlet.children.count,
                    matchlet.children.isEmpty ? 0 : block(matchlet.children),
                ]
            })
    }

    /// A count and that many records.
    private mutating func list(_ records: [[Int]]) -> Int {
        append([records.count] + records.flatMap { $0 })
    }

    private mutating func string(_ text: String) -> Int {
        append(bytes: Array(text.utf8) + [0])
    }

    private mutating func append(_ numbers: [Int]) -> Int {
        append(bytes: numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - $0 * 8)) } })
    }

    private mutating func append(bytes: [UInt8]) -> Int {
        result += bytes
        return result.count - bytes.count
    }

    private mutating func set(_ position: Int, to number: Int) {
        for byte in 0..<4 { result[position + byte] = UInt8(truncatingIfNeeded: number >> (24 - byte * 8)) }
    }
}
