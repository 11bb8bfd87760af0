import OpenViewTree

/// A control that is on or off.
///
/// Source: https://developer.apple.com/documentation/uikit/uiswitch
open class UISwitch: UIControl {
    /// Whether the switch is on; `false` by default. Setting it does not perform actions.
    open var isOn = false { didSet { if isOn != oldValue { setNeedsRendering() } } }
    /// The colour of the switch while it is on; `nil` for the tint colour.
    open var onTintColor: UIColor? { didSet { setNeedsRendering() } }
    /// The text beside the switch, on hosts that show one.
    open var title: String? { didSet { setNeedsRendering() } }

    /// Sets ``isOn`` without performing actions. `animated` has no effect.
    open func setOn(_ on: Bool, animated: Bool) { isOn = on }

    override var nodeKind: ViewKind { .toggle }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        node.set(.isOn, isOn)
        node.set(.title, title)
        if let onTintColor { node.set(.tintColor, onTintColor.viewColor) }
    }

    override func handle(_ event: ViewEvent) {
        guard case .setFlag(let flag) = event else { return }
        hostHasSet(.isOn, .flag(flag))
        isOn = flag
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { true }
    override func defaultHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority { .defaultHigh }
}
