/// The statements about a file, each one once.
struct ChangeList {
    private var seen: Set<SourceChange> = []
    private var changes: [SourceChange] = []

    /// Adds a statement.
    mutating func add(_ severity: SourceChange.Severity, line: Int, _ message: String) {
        let change = SourceChange(line: line, severity: severity, message: message)
        if seen.insert(change).inserted { changes.append(change) }
    }

    /// Whether nothing was stated.
    var isEmpty: Bool { changes.isEmpty }

    /// The statements in the order of the lines.
    var sorted: [SourceChange] {
        changes.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }.map(\.element)
    }
}
