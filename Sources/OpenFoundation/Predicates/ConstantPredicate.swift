import Foundation

/// `TRUEPREDICATE` or `FALSEPREDICATE`, as parsed from a text. It exists for its description: Foundation's own constant
/// predicate prints an address.
final class ConstantPredicate: NSPredicate {
    private let value: Bool

    override init(value: Bool) {
        self.value = value
        super.init(value: value)
    }

    override var predicateFormat: String { value ? "TRUEPREDICATE" : "FALSEPREDICATE" }
    override var description: String { predicateFormat }

    override func copy(with zone: NSZone? = nil) -> Any { self }
}
