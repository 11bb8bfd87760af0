import OpenViewTree

/// Builds the sheet's own views from the same nodes that extensions use.
struct ViewTreeBuilder {
    private(set) var tree = ViewTree()
    private var last: UInt32 = 0

    /// Adds a node after the last child of another.
    ///
    /// - Returns: its identifier.
    @discardableResult
    mutating func add(_ kind: ViewKind, to parent: UInt32 = ViewTree.window, _ values: [ViewAttribute: ViewValue] = [:])
        -> UInt32
    {
        last += 1
        let index = UInt32(clamping: tree[parent]?.children.count ?? 0)
        var operations: [ViewOperation] = [.insert(id: last, kind: kind, parent: parent, index: index)]
        for (attribute, value) in values { operations.append(.set(id: last, attribute, value)) }
        // Attributes that the schema does not allow are left out, as in any tree.
        _ = try? tree.apply(operations)
        return last
    }
}

extension ViewTree {
    /// A progress view with a cancel button.
    static func waiting(_ words: String) -> ViewTree {
        var builder = ViewTreeBuilder()
        let screen = builder.add(.screen, [.arrangement: .choice(ViewArrangement.overlay.rawValue)])
        let column = builder.add(
            .container, to: screen,
            [
                .arrangement: .choice(ViewArrangement.column.rawValue), .spacing: .number(16),
                .alignment: .choice(ViewAlignment.center.rawValue),
                .horizontalAlignment: .choice(ViewAlignment.center.rawValue),
                .verticalAlignment: .choice(ViewAlignment.center.rawValue),
            ])
        builder.add(.activity, to: column, [.isAnimating: .flag(true)])
        builder.add(
            .label, to: column, [.text: .text(words), .textAlignment: .choice(ViewTextAlignment.center.rawValue)])
        builder.add(.button, to: column, [.text: .text("Cancel"), .role: .choice(ViewRole.cancel.rawValue)])
        return builder.tree
    }

    /// A question with choices and a cancel button.
    static func choices(_ title: String, _ names: [String]) -> ViewTree {
        var builder = ViewTreeBuilder()
        let alert = builder.add(
            .alert, [.title: .text(title), .presentation: .choice(ViewPresentation.actionSheet.rawValue)])
        for name in names { builder.add(.alertAction, to: alert, [.text: .text(name)]) }
        builder.add(.alertAction, to: alert, [.text: .text("Cancel"), .role: .choice(ViewRole.cancel.rawValue)])
        return builder.tree
    }

    /// The index of the choice that a node of ``choices(_:_:)`` or ``question(_:_:_:)`` stands for; nil for others.
    static func choice(of node: UInt32, among count: Int) -> UInt32? {
        // The choices follow the alert, which is the first node.
        node >= 2 && Int(node) < count + 2 ? node - 2 : nil
    }

    /// A question with answers, the last of which is that of a cancel button.
    ///
    /// - Parameter words: a sentence below the question.
    static func question(_ title: String, _ words: String?, _ answers: [String]) -> ViewTree {
        var builder = ViewTreeBuilder()
        let alert = builder.add(.alert, [.title: .text(title), .detail: .text(words ?? "")])
        for (index, answer) in answers.enumerated() {
            let role = index == answers.count - 1 ? ViewRole.cancel : .normal
            builder.add(.alertAction, to: alert, [.text: .text(answer), .role: .choice(role.rawValue)])
        }
        return builder.tree
    }

    /// A message with one button.
    static func notice(_ title: String, _ words: String) -> ViewTree {
        var builder = ViewTreeBuilder()
        let alert = builder.add(.alert, [.title: .text(title), .detail: .text(words)])
        builder.add(.alertAction, to: alert, [.text: .text("OK"), .role: .choice(ViewRole.cancel.rawValue)])
        return builder.tree
    }
}
