import OpenViewTree

/// A number between two others, chosen by moving.
///
/// Source: https://developer.apple.com/documentation/uikit/uislider
open class UISlider: UIControl {
    /// As exact as the host has told it.
    private var number = 0.0 { didSet { if number != oldValue { setNeedsRendering() } } }

    /// Always between ``minimumValue`` and ``maximumValue``.
    open var value: Float {
        get { Float(number) }
        set { if newValue != value { number = fitted(Double(newValue)) } }
    }

    open var minimumValue: Float = 0 { didSet { rangeChanged() } }
    open var maximumValue: Float = 1 { didSet { rangeChanged() } }
    /// Whether actions are called while it is being moved, and not at the end only.
    open var isContinuous = true
    open var minimumTrackTintColor: UIColor? { didSet { setNeedsRendering() } }

    /// Does not call any action.
    open func setValue(_ value: Float, animated: Bool) { self.value = value }

    private func rangeChanged() {
        number = fitted(number)
        setNeedsRendering()
    }

    private func fitted(_ number: Double) -> Double {
        number.isNaN
            ? Double(minimumValue) : min(max(number, Double(minimumValue)), Double(max(minimumValue, maximumValue)))
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
