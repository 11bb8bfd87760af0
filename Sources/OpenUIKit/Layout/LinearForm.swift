/// A linear combination of unknown lengths, such as `16 + container - label`.
struct LinearForm: Equatable {
    /// The known part, in points.
    var constant = 0.0
    /// The factor of each unknown length.
    private(set) var factors: [Unknown: Double] = [:]

    /// A length that only the host knows.
    enum Unknown: Hashable {
        /// The length of the container.
        case container
        /// The length of a child's content.
        case content(Int)
    }

    init(_ constant: Double = 0) { self.constant = constant }

    init(_ unknown: Unknown, _ factor: Double = 1) { factors[unknown] = factor }

    /// Whether there are no unknown lengths.
    var isConstant: Bool { factors.isEmpty }

    /// The factor of the container's length.
    var containerFactor: Double { factors[.container] ?? 0 }

    /// The value on a very large screen, where views overlap only if they must. It tells which of two positions comes
    /// first.
    var estimate: Double {
        factors.reduce(constant) { sum, entry in
            sum + entry.value * (entry.key == .container ? Self.estimatedContainer : Self.estimatedContent)
        }
    }

    private static let estimatedContainer = 100_000.0
    /// The height of a line of text. A larger value would hide that views are beside each other if their distances are
    /// fixed.
    private static let estimatedContent = 20.0
    private static let tolerance = 1e-9

    mutating func add(_ other: LinearForm, _ factor: Double = 1) {
        constant += other.constant * factor
        for (unknown, value) in other.factors {
            let sum = (factors[unknown] ?? 0) + value * factor
            factors[unknown] = abs(sum) < Self.tolerance ? nil : sum
        }
    }

    static func + (left: LinearForm, right: LinearForm) -> LinearForm {
        var sum = left
        sum.add(right)
        return sum
    }

    static func - (left: LinearForm, right: LinearForm) -> LinearForm {
        var difference = left
        difference.add(right, -1)
        return difference
    }

    static func * (form: LinearForm, factor: Double) -> LinearForm {
        var product = LinearForm()
        product.add(form, factor)
        return product
    }
}
