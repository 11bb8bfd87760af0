import OpenViewTree

/// A number that is made larger or smaller step by step.
///
/// Source: https://developer.apple.com/documentation/uikit/uistepper
open class UIStepper: UIControl {
    /// Always between ``minimumValue`` and ``maximumValue``.
    open var value: Double {
        get { number }
        set { number = fitted(newValue) }
    }

    private var number = 0.0 { didSet { if number != oldValue { setNeedsRendering() } } }
    open var minimumValue = 0.0 { didSet { rangeChanged() } }
    open var maximumValue = 100.0 { didSet { rangeChanged() } }
    /// Greater than 0.
    open var stepValue = 1.0 { didSet { setNeedsRendering() } }
    /// Whether a step beyond one end leads to the other.
    open var wraps = false { didSet { setNeedsRendering() } }
    /// Whether holding a button repeats it, which hosts decide.
    open var autorepeat = true
    /// Whether actions are called while a button is held.
    open var isContinuous = true

    private func rangeChanged() {
        number = fitted(number)
        setNeedsRendering()
    }

    private func fitted(_ number: Double) -> Double {
        number.isNaN ? minimumValue : min(max(number, minimumValue), max(minimumValue, maximumValue))
    }

    override var nodeKind: ViewKind { .stepper }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        node.set(.value, number)
        // Where it wraps, a host has to offer one step beyond each end.
        node.set(.minimum, minimumValue - (wraps ? stepValue : 0))
        node.set(.maximum, maximumValue + (wraps ? stepValue : 0))
        node.set(.step, stepValue)
    }

    override func handle(_ event: ViewEvent) {
        guard case .setNumber(let number, let isFinal) = event, !number.isNaN else { return }
        hostHasSet(.value, .number(number))
        if wraps, number > maximumValue {
            self.number = minimumValue
        } else if wraps, number < minimumValue {
            self.number = maximumValue
        } else {
            self.number = fitted(number)
        }
        guard isContinuous || isFinal else { return }
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { true }
    override func defaultHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority { .defaultHigh }
}
