import OpenFoundation

/// What a writer prints.
enum Acknowledgement: Equatable {
    /// The entry is in the ledger.
    case entry(UUID, number: Int)
    /// The value of the writer is in the defaults.
    case value(Int)

    var line: String {
        switch self {
        case .entry(let id, let number): "entry \(id) \(number)"
        case .value(let number): "value \(number)"
        }
    }

    init?(line: Substring) {
        let words = line.split(separator: " ")
        guard let number = words.last.flatMap({ Int($0) }) else { return nil }
        if words.count == 3, words[0] == "entry", let id = UUID(uuidString: String(words[1])) {
            self = .entry(id, number: number)
        } else if words.count == 2, words[0] == "value" {
            self = .value(number)
        } else {
            return nil
        }
    }
}
