import AppexModel
import OpenViewTree

/// A view as lines of text, in which every action has a number.
struct PlainView: Equatable {
    /// The meaning of a line that a person entered.
    enum Answer: Equatable {
        /// - Parameter value: the value to show from now on, if the person has set one.
        case tell(ViewEvent, UInt32, set: ViewAttribute?, ViewValue?)
        /// A gesture, event by event.
        case gesture([ViewEvent], UInt32)
        case close
        /// The line has no meaning; the sentence says what to enter.
        case unclear(String)
    }

    private(set) var lines: [String] = []
    /// The nodes by number, from 1.
    private(set) var nodes: [UInt32] = []
    private let tree: ViewTree

    init(_ tree: ViewTree) {
        self.tree = tree
        guard let front = tree.children(of: ViewTree.window).last(where: { !$0.flag(.isHidden) }) else { return }
        describe(front)
    }

    /// - Parameter isNamed: whether the texts in the node are the name of the row around it.
    private mutating func describe(_ node: ViewNode, isNamed: Bool = false) {
        guard !node.flag(.isHidden), !node.flag(.isAccessibilityHidden) else { return }
        if !isNamed || node.takesFocus || ![.label, .image].contains(node.kind), let words = words(of: node) {
            let name = words.parts(at: "\n", keepsEmpty: true).map { String($0).tamed() }
            if node.takesFocus {
                nodes.append(node.id)
                lines.append("\(nodes.count) \(name.joined(separator: " "))\(node.plainGestures)")
            } else {
                lines += name
            }
        }
        let children = tree.children(of: node.id)
        // Buttons of bars come last, in reading order.
        let bars = children.filter { $0.kind == .navigationBar || $0.kind == .barButton }
        let isNamed = isNamed || isNamedByTexts(node)
        for child in children where child.kind != .navigationBar && child.kind != .barButton {
            describe(child, isNamed: isNamed)
        }
        for bar in bars { describe(bar) }
    }

    /// Whether a row has no text of its own, so that the texts in it are its name.
    private func isNamedByTexts(_ node: ViewNode) -> Bool {
        node.kind == .row && node.takesFocus
            && [ViewAttribute.text, .detail, .accessibilityLabel].allSatisfy { (node.text($0) ?? "").isEmpty }
    }

    /// The name of a row without a text: its label, or the texts and pictures in it.
    private func rowName(_ row: ViewNode) -> String {
        guard isNamedByTexts(row) else { return row.spokenName }
        var names: [String] = []
        var open = Array(tree.children(of: row.id).reversed())
        while let node = open.popLast() {
            guard !node.flag(.isHidden), !node.flag(.isAccessibilityHidden) else { continue }
            if !node.takesFocus, [.label, .image].contains(node.kind), !node.spokenName.isEmpty {
                names.append(node.spokenName)
            }
            open += tree.children(of: node.id).reversed()
        }
        return names.isEmpty ? "[row]" : names.joined(separator: ", ")
    }

    /// The text of a node; nil for one that only contains others.
    private func words(of node: ViewNode) -> String? {
        let name = node.spokenName
        let off = node.flag(.isEnabled, default: true) ? "" : " (off)"
        switch node.kind {
        case .window, .scroll, .table: return nil
        case .container: return node.takesFocus ? "[\(name)]" : nil
        case .screen, .navigationBar:
            let parts = [node.text(.title), node.text(.detail)].compactMap { $0 }.filter { !$0.isEmpty }
            return parts.isEmpty ? nil : "== \(parts.joined(separator: " - ")) =="
        case .alert: return [node.text(.title), node.text(.detail)].compactMap { $0 }.joined(separator: "\n")
        case .label: return name.isEmpty ? nil : node.text(.text) ?? name
        case .image:
            if node.takesFocus { return "[\(name.isEmpty ? "image" : name)]" }
            // A view without a picture shows nothing.
            return name.isEmpty ? node.image(.image).map { _ in "(image)" } : "(image: \(name))"
        case .button, .barButton, .alertAction: return "[\(name)]\(off)\(node.flag(.isSelected) ? " (chosen)" : "")"
        case .textField, .textView:
            let hidden = node.flag(.isSecure)
            let text = node.text(.text) ?? ""
            let label = node.text(.accessibilityLabel) ?? node.text(.placeholder) ?? "text"
            return "\(label): \(hidden ? String(repeating: "*", count: text.count) : text)\(off)"
        case .toggle: return "[\(node.flag(.isOn) ? "x" : " ")]\(name.isEmpty ? "" : " ")\(name)\(off)"
        case .slider, .stepper:
            let range =
                "\((node.number(.minimum) ?? 0).plain) to \((node.number(.maximum) ?? (node.kind == .slider ? 1 : 100)).plain)"
            return "\(name.isEmpty ? "number" : name): \((node.number(.value) ?? 0).plain) (\(range))\(off)"
        case .segmented:
            let chosen = node.integer(.selectedIndex)
            let parts = node.list(.segments).enumerated().map { $0.offset == chosen ? "(\($0.element))" : $0.element }
            return parts.joined(separator: " | ") + off
        case .progress: return "(\(Int(min(1, max(0, node.number(.value) ?? 0)) * 10) * 10) %)"
        case .activity: return node.flag(.isAnimating, default: true) ? "(working)" : nil
        case .row:
            var parts = [node.text(.text), node.text(.detail)].compactMap { $0 }.filter { !$0.isEmpty }
            if parts.isEmpty, node.takesFocus { parts = [rowName(node)] }
            let sign = node.choice(.accessory, as: ViewAccessory.self) == .checkmark ? " (chosen)" : ""
            return parts.isEmpty && !node.takesFocus ? nil : parts.joined(separator: " - ") + sign
        }
    }

    /// Interprets a line: a number, and after it a value.
    func answer(_ line: String) -> Answer {
        let parts = line.parts(at: " ", atMost: 1).map(String.init)
        guard let first = parts.first else { return .unclear(usage) }
        if ["q", "quit", "cancel"].contains(first.lowercased()) { return .close }
        guard let number = Int(first), nodes.indices.contains(number - 1), let node = tree[nodes[number - 1]] else {
            return .unclear(usage)
        }
        let value = parts.count > 1 ? parts[1] : nil
        switch node.kind {
        case .textField, .textView:
            guard let value else { return .unclear("Write the text after the number: \(number) some words") }
            var editing = TextEditing("", cursor: 0, isMultiline: node.kind == .textView)
            // Own text: what the user has typed.
            editing.insert(value.replacing("\\n", with: "\n"))
            let end = editing.selection
            return .tell(
                .edit(text: editing.text, selectionStart: end, selectionEnd: end), node.id, set: .text,
                .text(editing.text))
        case .toggle:
            let isOn = value.map { ["on", "yes", "1", "x"].contains($0.lowercased()) } ?? !node.flag(.isOn)
            return .tell(.setFlag(isOn), node.id, set: .isOn, .flag(isOn))
        case .slider, .stepper:
            let least = node.number(.minimum) ?? 0
            let most = max(least, node.number(.maximum) ?? (node.kind == .slider ? 1 : 100))
            guard let number = value.flatMap(Double.init), number.isFinite else {
                return .unclear(
                    "Write a value from \(least.plain) to \(most.plain) after the number: \(number) \(most.plain)")
            }
            let bounded = min(most, max(least, number))
            return .tell(.setNumber(bounded, isFinal: true), node.id, set: .value, .number(bounded))
        case .segmented:
            let names = node.list(.segments)
            let chosen = value.flatMap { value in Int(value).map { $0 - 1 } ?? names.firstIndex(of: value) }
            guard let chosen, names.indices.contains(chosen) else {
                return .unclear("Write which one after the number, from 1 to \(names.count): \(number) 1")
            }
            return .tell(
                .select(UInt32(clamping: chosen)), node.id, set: .selectedIndex, .integer(Int32(clamping: chosen)))
        default:
            if let value, !node.gestures.isEmpty { return gesture(value, of: node, number) }
            guard node.isPressable else { return .unclear(node.gestureUsage(number)) }
            return .tell(.activate, node.id, set: nil, nil)
        }
    }

    /// Interprets the words after the number of a node with gestures.
    private func gesture(_ line: String, of node: ViewNode, _ number: Int) -> Answer {
        let words = line.parts(at: " ")
        let numbers = words.dropFirst().compactMap { Double($0) }
        let events: [ViewEvent]
        switch (words.first, numbers.count) {
        case ("hold", 0): events = [.hold(.began, at: .center)]
        case ("release", 0): events = [.hold(.ended, at: .center)]
        case ("drag", 4):
            let start = ViewPoint(x: numbers[0], y: numbers[1])
            let end = ViewPoint(x: numbers[2], y: numbers[3])
            let distance = ViewPoint(x: end.x - start.x, y: end.y - start.y)
            events = [
                .drag(.began, at: start, by: .zero), .drag(.changed, at: end, by: distance),
                .drag(.ended, at: end, by: distance),
            ]
        case ("pinch", 1):
            events = [
                .pinch(.began, at: .center, scale: 1), .pinch(.changed, at: .center, scale: numbers[0]),
                .pinch(.ended, at: .center, scale: numbers[0]),
            ]
        default: events = []
        }
        guard let first = events.first?.gesture?.kind, node.gestures.contains(first), words.count == numbers.count + 1,
            events.allSatisfy(\.isInReach)
        else { return .unclear(node.gestureUsage(number)) }
        return .gesture(events, node.id)
    }

    private var usage: String {
        nodes.isEmpty
            ? "There is nothing to choose; q closes." : "Write a number from 1 to \(nodes.count), or q to close."
    }
}

extension ViewNode {
    /// The gestures with what to write after the number of a node.
    private static let gestureWords: [(gesture: ViewGestures, name: String, examples: [String])] = [
        (.hold, "hold", ["hold", "release"]), (.drag, "drag", ["drag 0.1 0.1 0.5 0.5"]),
        (.pinch, "pinch", ["pinch 2"]),
    ]

    /// The gestures of the node, after its text.
    fileprivate var plainGestures: String {
        let names = Self.gestureWords.filter { gestures.contains($0.gesture) }.map(\.name)
        return names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
    }

    fileprivate func gestureUsage(_ number: Int) -> String {
        let examples = Self.gestureWords.filter { gestures.contains($0.gesture) }.flatMap(\.examples)
        return "Write a gesture after the number: \(examples.map { "\(number) \($0)" }.joined(separator: ", "))"
    }
}

extension Double {
    /// The number as people write it.
    fileprivate var plain: String {
        self == rounded() && abs(self) < 1e9 ? "\(Int(self))" : text(decimals: 2)
    }
}
