import Foundation

/// Why a visual format makes no constraints.
struct VisualFormatError: Error {
    /// The reason, without a full stop.
    let reason: String
}

/// The parts of a visual format.
struct VisualFormat {
    /// A number, or the name of one.
    enum Value {
        case number(Double)
        case name(String)
    }

    /// A condition for a distance or a length.
    struct Condition {
        var relation = NSLayoutConstraint.Relation.equal
        var value: Value
        var priority: Value?
    }

    /// The distance between two items.
    enum Distance {
        case none
        case standard
        case conditions([Condition])
    }

    /// A view, or the view around all of them.
    enum Item {
        case superview
        case view(String, [Condition])
    }

    private(set) var axis = NSLayoutConstraint.Axis.horizontal
    private(set) var items: [Item] = []
    /// The distance after each item but the last.
    private(set) var distances: [Distance] = []

    private let text: [Unicode.Scalar]
    private var position = 0

    /// Reads a format.
    init(_ format: String) throws(VisualFormatError) {
        text = Array(format.unicodeScalars.filter { !$0.properties.isWhitespace })
        if take("V:") { axis = .vertical } else { _ = take("H:") }
        items = [try item()]
        while position < text.count {
            distances.append(try distance())
            items.append(try item())
            if case .superview = items[items.count - 1], position < text.count {
                throw VisualFormatError(reason: "something follows the last \"|\"")
            }
        }
        guard items.contains(where: { if case .view = $0 { true } else { false } }) else {
            throw VisualFormatError(reason: "it has no view")
        }
    }

    // MARK: Reading

    private mutating func take(_ word: String) -> Bool {
        let scalars = Array(word.unicodeScalars)
        guard text[position...].starts(with: scalars) else { return false }
        position += scalars.count
        return true
    }

    private mutating func item() throws(VisualFormatError) -> Item {
        if take("|") { return .superview }
        guard take("["), let name = takeName() else { throw expected("\"|\" or a view in brackets") }
        let conditions = take("(") ? try self.conditions() : []
        guard take("]") else { throw expected("\"]\"") }
        return .view(name, conditions)
    }

    private mutating func distance() throws(VisualFormatError) -> Distance {
        guard take("-") else { return .none }
        if position < text.count, ["[", "|"].contains(text[position]) { return .standard }
        let result = take("(") ? try conditions() : [try condition()]
        guard take("-") else { throw expected("\"-\"") }
        return .conditions(result)
    }

    /// The conditions in parentheses, after the first of them.
    private mutating func conditions() throws(VisualFormatError) -> [Condition] {
        var result = [try condition()]
        while take(",") { result.append(try condition()) }
        guard take(")") else { throw expected("\")\"") }
        return result
    }

    private mutating func condition() throws(VisualFormatError) -> Condition {
        let relation: NSLayoutConstraint.Relation =
            take(">=") ? .greaterThanOrEqual : take("<=") ? .lessThanOrEqual : .equal
        if relation == .equal { _ = take("==") }
        var condition = Condition(relation: relation, value: try value())
        if take("@") { condition.priority = try value() }
        return condition
    }

    private mutating func value() throws(VisualFormatError) -> Value {
        if let name = takeName() { return .name(name) }
        let start = position
        _ = take("-")
        while position < text.count, isDigit(text[position]) || text[position] == "." { position += 1 }
        var digits = ""
        digits.unicodeScalars.append(contentsOf: text[start..<position])
        guard let number = Double(digits) else { throw expected("a number or a name") }
        return .number(number)
    }

    private mutating func takeName() -> String? {
        guard position < text.count, text[position] == "_" || text[position].properties.isXIDStart else { return nil }
        var name = ""
        while position < text.count, text[position] == "_" || text[position].properties.isXIDContinue {
            name.unicodeScalars.append(text[position])
            position += 1
        }
        return name
    }

    private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private func expected(_ what: String) -> VisualFormatError {
        VisualFormatError(reason: "\(what) is expected after \(position) characters that are not spaces")
    }
}
