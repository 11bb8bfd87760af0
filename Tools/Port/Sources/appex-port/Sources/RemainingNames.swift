/// Finds the names in a source that Apple's frameworks have and that are missing here.
enum RemainingNames {
    /// The first use of each name, with its line.
    ///
    /// - Parameter names: the names that are looked for.
    /// - Parameter declared: the classes of the module, whose names are not Apple's.
    static func uses(in text: String, of names: [String: String], except declared: Set<String>) -> [(String, line: Int)]
    {
        var found: Set<String> = []
        var uses: [(String, line: Int)] = []
        var number = 0
        for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            let code = line.drop { $0 == 0x20 || $0 == 0x09 }
            if code.starts(with: "//".utf8) { continue }
            for word in code.split(whereSeparator: { !isWord($0) }) where word.count >= 4 {
                guard let name = String(word), names[name] != nil, !declared.contains(name),
                    found.insert(name).inserted
                else { continue }
                uses.append((name, number))
            }
        }
        return uses
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), 0x80...0xFF: true
        default: false
        }
    }
}
