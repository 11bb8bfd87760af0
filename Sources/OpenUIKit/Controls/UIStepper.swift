import OpenViewTree

/// A control for raising and lowering a number in steps.
///
/// Source: https://developer.apple.com/documentation/uikit/uistepper
open class UIStepper: UIControl {
    /// The value. Values outside of ``minimumValue`` and ``maximumValue`` count as the nearest, NaN as the minimum.
    /// Setting it does not perform actions.
    open var value: Double {
        get { number }
        set { number = fitted(newValue) }
    }

    private var number = 0.0 { didSet { if number != oldValue { setNeedsRendering() } } }
    /// The least value; 0 by default. NaN has no effect.
    ///
    /// ## Difference from Apple
    /// A minimum above ``maximumValue`` raises that; Apple raises an exception.
    open var minimumValue = 0.0 {
        didSet {
            if minimumValue.isNaN { minimumValue = oldValue }
            if maximumValue < minimumValue { maximumValue = minimumValue }
            rangeChanged()
        }
    }

    /// The greatest value; 100 by default. NaN has no effect.
    ///
    /// ## Difference from Apple
    /// A maximum below ``minimumValue`` lowers that; Apple raises an exception.
    open var maximumValue = 100.0 {
        didSet {
            if maximumValue.isNaN { maximumValue = oldValue }
            if minimumValue > maximumValue { minimumValue = maximumValue }
            rangeChanged()
        }
    }

    /// The size of a step; 1 by default.
    ///
    /// ## Difference from Apple
    /// A step that is not greater than 0 has no effect; Apple raises an exception.
    open var stepValue = 1.0 {
        didSet {
            if !(stepValue > 0) { stepValue = oldValue }
            setNeedsRendering()
        }
    }

    /// Whether a step beyond one end of the range leads to the other end; `false` by default.
    open var wraps = false { didSet { setNeedsRendering() } }
    /// Has no effect; hosts decide whether holding a button repeats the step.
    open var autorepeat = true
    /// Whether actions are performed while a button is held, and not only at the end; `true` by default.
    open var isContinuous = true

    private func rangeChanged() {
        number = fitted(number)
        setNeedsRendering()
    }

    private func fitted(_ number: Double) -> Double {
        number.isNaN ? minimumValue : min(max(number, minimumValue), maximumValue)
    }

    override var nodeKind: ViewKind { .stepper }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        node.set(.value, number)
        // A host must be able to step beyond each end.
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
