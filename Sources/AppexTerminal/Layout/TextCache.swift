import OpenViewTree

/// The texts of a tree as cells, cached while they are unchanged, as most are between two frames.
struct TextCache {
    private struct Key: Hashable {
        let id: UInt32
        let attribute: ViewAttribute
    }

    private struct Entry {
        let text: String
        let runs: [TextRun]
        let isSecure: Bool
        let styled: StyledText
    }

    private var entries: [Key: Entry] = [:]
    /// Bytes of all texts that were added.
    private var bytes = 0

    mutating func text(of node: ViewNode, _ attribute: ViewAttribute) -> StyledText {
        let key = Key(id: node.id, attribute: attribute)
        let text = node.text(attribute) ?? ""
        let runs: [TextRun] =
            if attribute == .text, case .runs(let runs)? = node[.runs] { runs } else { [] }
        let isSecure = node.flag(.isSecure)
        if let entry = entries[key], entry.text == text, entry.runs == runs, entry.isSecure == isSecure {
            return entry.styled
        }
        // Entries of removed nodes accumulate; those that are needed are soon recreated.
        if entries.count > 4 * ViewLimits.nodes || bytes > 4 * ViewLimits.treeTextBytes { self = TextCache() }
        bytes += text.utf8.count
        let styled = StyledText(text, runs: runs, isSecure: isSecure)
        entries[key] = Entry(text: text, runs: runs, isSecure: isSecure, styled: styled)
        return styled
    }
}
