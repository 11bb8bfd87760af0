import OpenViewTree

/// On or off.
///
/// Source: https://developer.apple.com/documentation/uikit/uiswitch
open class UISwitch: UIControl {
    open var isOn = false { didSet { if isOn != oldValue { setNeedsRendering() } } }
    open var onTintColor: UIColor? { didSet { setNeedsRendering() } }
    /// What stands beside it, where a host shows it with a text.
    open var title: String? { didSet { setNeedsRendering() } }

    /// Does not call any action.
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
