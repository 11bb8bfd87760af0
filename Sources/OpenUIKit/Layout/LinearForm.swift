/// A length that is not known, as a sum of others that are not: `16 + container - label`.
struct LinearForm: Equatable {
    /// Points.
    var constant = 0.0
    /// How often each unknown length is in it.
    private(set) var factors: [Unknown: Double] = [:]

    /// A length that only the host knows.
    enum Unknown: Hashable {
        /// That of the container.
        case container
        /// That which the content of a child needs.
        case content(Int)
    }

    init(_ constant: Double = 0) { self.constant = constant }

    init(_ unknown: Unknown, _ factor: Double = 1) { factors[unknown] = factor }

    /// Whether it is a number.
    var isConstant: Bool { factors.isEmpty }

    /// How much of the container's length is in it.
    var containerFactor: Double { factors[.container] ?? 0 }

    /// The number that it would be on an endless screen, where nothing overlaps that does not have to: what is in front of
    /// what can be told from it.
    var estimate: Double {
        factors.reduce(constant) { sum, entry in
            sum + entry.value * (entry.key == .container ? Self.estimatedContainer : Self.estimatedContent)
        }
    }

    private static let estimatedContainer = 100_000.0
    /// A line of text is about as high. Between things of fixed lengths, more would hide that they are side by side.
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
