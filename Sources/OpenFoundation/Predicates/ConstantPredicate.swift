import Foundation

/// `TRUEPREDICATE` or `FALSEPREDICATE` out of a text. Foundation's own is described by its address.
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
