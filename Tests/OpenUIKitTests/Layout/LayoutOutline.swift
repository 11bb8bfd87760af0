import OpenViewTree
import Testing

@testable import OpenUIKit

/// The layout of a view as a host is told it, one line for each node:
/// `row spacing=8 margin=16,16,0,16`, and below it `title =leading |center grow=1`. Alignment across is after `=`, from top
/// to bottom after `|`; fill is left out, as are the defaults.
@MainActor
func layout(of view: UIView) throws -> String {
    let screen = try Screen(view)
    return outline(of: view.nodeID, on: screen, 0)
}

/// The same, compared with what is expected.
@MainActor
func expectLayout(of view: UIView, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let found = try layout(of: view)
    #expect(found == expected, "\n\(found)", sourceLocation: sourceLocation)
}

@MainActor
private func outline(of id: UInt32, on screen: Screen, _ level: Int) -> String {
    guard let node = screen.tree[id] else { return "" }
    var words = [name(of: node)]
    if let alignment = node.choice(.horizontalAlignment, as: ViewAlignment.self) { words.append("=\(alignment)") }
    if let alignment = node.choice(.verticalAlignment, as: ViewAlignment.self) { words.append("|\(alignment)") }
    let numbers: [(ViewAttribute, String)] = [
        (.width, "width"), (.height, "height"), (.minimumWidth, "width>"), (.minimumHeight, "height>"),
        (.maximumWidth, "width<"), (.maximumHeight, "height<"), (.aspectRatio, "ratio"), (.grow, "grow"),
        (.spacing, "spacing"),
    ]
    for (attribute, word) in numbers {
        if let number = node.number(attribute) { words.append("\(word)=\(shortest(number))") }
    }
    for (attribute, word) in [(ViewAttribute.margin, "margin"), (.padding, "padding")] {
        let insets = node.insets(attribute)
        guard insets != ViewInsets() else { continue }
        words.append(
            "\(word)="
                + [insets.top, insets.leading, insets.bottom, insets.trailing].map(shortest).joined(separator: ","))
    }
    if let alignment = node.choice(.alignment, as: ViewAlignment.self) { words.append("alignment=\(alignment)") }
    if let distribution = node.choice(.distribution, as: ViewDistribution.self) { words.append("\(distribution)") }
    let line = String(repeating: "  ", count: level) + words.joined(separator: " ")
    return ([line] + node.children.map { outline(of: $0, on: screen, level + 1) }).joined(separator: "\n")
}

private func name(of node: ViewNode) -> String {
    if let name = node.text(.accessibilityIdentifier) { return name }
    guard node.kind == .container || node.kind == .scroll else { return "\(node.kind)" }
    let arrangement = node.choice(.arrangement, as: ViewArrangement.self) ?? .overlay
    if node.children.isEmpty, node.number(.grow) != nil { return "room" }
    return node.kind == .scroll ? "scroll \(arrangement)" : "\(arrangement)"
}

private func shortest(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}

/// A view with a name, ready for constraints.
@MainActor
func named<View: UIView>(_ name: String, _ view: View) -> View {
    view.accessibilityIdentifier = name
    view.translatesAutoresizingMaskIntoConstraints = false
    return view
}

/// A container with views in it, and constraints between them.
@MainActor
func container(_ views: UIView..., constraints: (UIView) -> [NSLayoutConstraint]) -> UIView {
    let container = UIView()
    for view in views { container.addSubview(view) }
    NSLayoutConstraint.activate(constraints(container))
    return container
}
