import OpenExtensionKit

/// The list of photo editing extensions to choose from, and a row with which the user reverts to the original.
struct EditSheet {
    /// What a row of the sheet stands for.
    enum Choice: Sendable {
        case editor(AppExtensionIdentity)
        case revert
    }

    let tree: ViewTree
    private var choices: [UInt32: Choice] = [:]

    /// - Parameter editors: the extensions that are offered, in order.
    /// - Parameter canRevert: whether the photograph has an edit.
    init(_ editors: [AppExtensionIdentity], canRevert: Bool) {
        var builder = ViewTreeBuilder()
        let screen = builder.add(
            .screen, [.arrangement: .choice(ViewArrangement.column.rawValue), .spacing: .number(16)])
        let table = builder.add(.table, to: screen)
        var count: Int32 = 0
        func row(_ text: String, _ detail: String, _ symbol: ViewSymbol) -> UInt32 {
            defer { count += 1 }
            return builder.add(
                .row, to: table,
                [
                    .text: .text(text), .detail: .text(detail), .symbol: .text(symbol.rawValue),
                    .position: .integer(count),
                ])
        }
        for editor in editors {
            choices[row(editor.localizedName, editor.containingApplicationIdentifier, .wand)] = .editor(editor)
        }
        if canRevert { choices[row("Revert to Original", "", .undo)] = .revert }
        tree = builder.tree.setting(table, .rowCount, .integer(count))
    }

    func choice(of node: UInt32) -> Choice? { choices[node] }
}
