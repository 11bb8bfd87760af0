import OpenViewTree

/// A control for choosing a number from a continuous range.
///
/// Source: https://developer.apple.com/documentation/uikit/uislider
open class UISlider: UIControl {
    /// The value in the precision of the host.
    private var number = 0.0 { didSet { if number != oldValue { setNeedsRendering() } } }

    /// The value. Values outside of ``minimumValue`` and ``maximumValue`` count as the nearest, NaN as the minimum.
    /// Setting it does not perform actions.
    open var value: Float {
        get { Float(number) }
        set { if newValue != value { number = fitted(Double(newValue)) } }
    }

    /// The least value; 0 by default. A minimum above ``maximumValue`` raises that. NaN has no effect.
    open var minimumValue: Float = 0 {
        didSet {
            if minimumValue.isNaN { minimumValue = oldValue }
            if maximumValue < minimumValue { maximumValue = minimumValue }
            rangeChanged()
        }
    }

    /// The greatest value; 1 by default. A maximum below ``minimumValue`` lowers that. NaN has no effect.
    open var maximumValue: Float = 1 {
        didSet {
            if maximumValue.isNaN { maximumValue = oldValue }
            if minimumValue > maximumValue { minimumValue = maximumValue }
            rangeChanged()
        }
    }

    /// Whether actions are performed while the user drags, and not only at the end; `true` by default.
    open var isContinuous = true
    /// The colour of the track below the value; `nil` for the tint colour.
    open var minimumTrackTintColor: UIColor? { didSet { setNeedsRendering() } }

    /// Sets ``value`` without performing actions. `animated` has no effect.
    open func setValue(_ value: Float, animated: Bool) { self.value = value }

    private func rangeChanged() {
        number = fitted(number)
        setNeedsRendering()
    }

    private func fitted(_ number: Double) -> Double {
        number.isNaN
            ? Double(minimumValue) : min(max(number, Double(minimumValue)), Double(maximumValue))
    }

    override var nodeKind: ViewKind { .slider }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        node.set(.value, number)
        node.set(.minimum, Double(minimumValue))
        node.set(.maximum, Double(maximumValue))
        if let minimumTrackTintColor { node.set(.tintColor, minimumTrackTintColor.viewColor) }
    }

    override func handle(_ event: ViewEvent) {
        guard case .setNumber(let number, let isFinal) = event, !number.isNaN else { return }
        hostHasSet(.value, .number(number))
        self.number = fitted(number)
        guard isContinuous || isFinal else { return }
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { axis == .vertical }
}
