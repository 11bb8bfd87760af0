import OpenViewTree

/// The attributes of a node that is being described. Each value is brought within its range: the program cannot foresee
/// all of them, such as the length of a pasted text, and must not lose its session over it.
struct NodeAttributes {
    private(set) var values: [ViewAttribute: ViewValue] = [:]
    /// The image of the node. Its identifier becomes an attribute when the node is sent.
    var picture: (any ImageSource)?

    init(_ values: [ViewAttribute: ViewValue] = [:]) { self.values = values }

    subscript(attribute: ViewAttribute) -> ViewValue? {
        get { values[attribute] }
        set { values[attribute] = newValue.flatMap { Self.fitted($0, to: ViewSchema.domain(of: attribute)) } }
    }

    mutating func set(_ attribute: ViewAttribute, _ value: Bool) { self[attribute] = .flag(value) }
    mutating func set(_ attribute: ViewAttribute, _ value: Int) { self[attribute] = .integer(Int32(clamping: value)) }
    mutating func set(_ attribute: ViewAttribute, _ value: Double) { self[attribute] = .number(value) }

    /// An empty text removes the attribute.
    mutating func set(_ attribute: ViewAttribute, _ value: String?) {
        self[attribute] = value.flatMap { $0.isEmpty ? nil : .text($0) }
    }

    mutating func set(_ attribute: ViewAttribute, _ value: [String]) { self[attribute] = .list(value) }
    mutating func set(_ attribute: ViewAttribute, _ value: ViewColor?) { self[attribute] = value.map { .color($0) } }

    mutating func set(_ attribute: ViewAttribute, _ value: ViewInsets) {
        self[attribute] = value == ViewInsets() ? nil : .insets(value)
    }

    mutating func set(_ attribute: ViewAttribute, _ value: some ViewChoice) {
        self[attribute] = .choice(value.rawValue)
    }

    /// Adds accessibility traits to those that are set.
    mutating func add(_ traits: ViewAccessibilityTraits) {
        var all = traits
        if case .integer(let number) = self[.accessibilityTraits] { all.formUnion(.init(rawValue: number)) }
        self[.accessibilityTraits] = .integer(all.rawValue)
    }

    /// Adds the attributes that a container gives a child.
    mutating func merge(_ others: [ViewAttribute: ViewValue]) {
        for (attribute, value) in others { self[attribute] = value }
    }

    /// Shows an image or a symbol.
    mutating func show(_ source: (any ImageSource)?) {
        if let name = source?.symbolName { set(.symbol, name) } else { picture = source }
        if let color = (source as? UIImage)?.style.color, source?.symbolName != nil { set(.tintColor, color.viewColor) }
    }

    /// `nil` when no value in range is near.
    private static func fitted(_ value: ViewValue, to domain: ViewSchema.Domain) -> ViewValue? {
        switch (domain, value) {
        case (.number(let range), .number(let number)):
            number.isNaN ? nil : .number(min(max(number, range.lowerBound), range.upperBound))
        // An integer is also a number.
        case (.number(let range), .integer(let number)):
            .number(min(max(Double(number), range.lowerBound), range.upperBound))
        case (.integer(let range), .integer(let number)):
            .integer(min(max(number, range.lowerBound), range.upperBound))
        case (.text(let limit), .text(let text)): .text(prefix(of: text, limit))
        case (.list(let limit), .list(let texts)):
            .list(texts.prefix(ViewLimits.listElements).map { prefix(of: $0, limit) })
        case (.runs, .runs(let runs)): .runs(Array(runs.prefix(ViewLimits.runs)))
        case (.insets, .insets(let insets)):
            .insets(
                ViewInsets(
                    top: length(insets.top), leading: length(insets.leading), bottom: length(insets.bottom),
                    trailing: length(insets.trailing)))
        default: value
        }
    }

    private static func length(_ number: Double) -> Double {
        number.isNaN ? 0 : min(max(number, -ViewLimits.length), ViewLimits.length)
    }

    private static func prefix(of text: String, _ limit: Int) -> String {
        text.utf8.count <= limit ? text : String(text.utf8Prefix(limit))
    }
}

extension String {
    /// The longest prefix of whole Unicode scalars that fits into `limit` bytes.
    func utf8Prefix(_ limit: Int) -> Substring {
        var end = utf8.index(utf8.startIndex, offsetBy: limit, limitedBy: utf8.endIndex) ?? utf8.endIndex
        while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return self[..<end]
    }
}
