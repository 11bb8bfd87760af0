public import Foundation
import OpenViewTree

/// Something to press.
///
/// Source: https://developer.apple.com/documentation/uikit/uibutton
open class UIButton: UIControl {
    /// How a button without a configuration looks.
    public enum ButtonType: Int, Sendable {
        case custom, system, detailDisclosure, infoLight, infoDark, contactAdd
        case close = 7
    }

    /// What pressing it does to a person's work.
    public enum Role: Int, Sendable {
        case normal, primary, cancel, destructive
    }

    public private(set) var buttonType = ButtonType.custom
    open var role = Role.normal { didSet { setNeedsRendering() } }
    /// Takes the place of what was set by ``setTitle(_:for:)`` and the like.
    open var configuration: Configuration? { didSet { setNeedsRendering() } }
    /// Called before the button is shown, when something about it has changed.
    open var configurationUpdateHandler: ((UIButton) -> Void)? { didSet { setNeedsUpdateConfiguration() } }
    /// Whether that is called, and ``updateConfiguration()``, when the button's state becomes another.
    open var automaticallyUpdatesConfiguration = true
    /// Whether a press turns ``UIControl/isSelected`` round.
    open var changesSelectionAsPrimaryAction = false
    open override var isEnabled: Bool { didSet { if isEnabled != oldValue { stateHasChanged() } } }
    open override var isSelected: Bool { didSet { if isSelected != oldValue { stateHasChanged() } } }
    private var needsUpdateConfiguration = true
    private var looks: [State: Look] = [:]
    private let label = UILabel()

    /// What a button without a configuration shows in one state.
    struct Look {
        var title: String?
        var attributedTitle: NSAttributedString?
        var color: UIColor?
        var image: UIImage?
    }

    private func stateHasChanged() {
        if automaticallyUpdatesConfiguration { setNeedsUpdateConfiguration() }
    }

    public convenience init(type buttonType: ButtonType) {
        self.init(frame: .zero)
        self.buttonType = buttonType
    }

    public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
        self.init(frame: .zero, primaryAction: primaryAction)
        self.buttonType = buttonType
    }

    public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
        self.init(frame: .zero, primaryAction: primaryAction)
        buttonType = .system
        self.configuration = configuration
    }

    public override init(frame: CGRect, primaryAction: UIAction?) {
        super.init(frame: frame, primaryAction: primaryAction)
        guard let primaryAction else { return }
        looks[.normal] = Look(
            title: primaryAction.title.isEmpty ? nil : primaryAction.title, image: primaryAction.image)
        role = primaryAction.attributes.contains(.destructive) ? .destructive : .normal
    }

    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open func setTitle(_ title: String?, for state: State) { change(state) { $0.title = title } }
    open func setTitleColor(_ color: UIColor?, for state: State) { change(state) { $0.color = color } }
    open func setImage(_ image: UIImage?, for state: State) { change(state) { $0.image = image } }

    open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
        change(state) { $0.attributedTitle = title }
    }

    /// What was set for a state; what was set for `normal` where there is nothing.
    open func title(for state: State) -> String? { looks[state]?.title ?? looks[.normal]?.title }
    open func titleColor(for state: State) -> UIColor? { looks[state]?.color ?? looks[.normal]?.color }
    open func image(for state: State) -> UIImage? { looks[state]?.image ?? looks[.normal]?.image }

    open func attributedTitle(for state: State) -> NSAttributedString? {
        looks[state]?.attributedTitle ?? looks[.normal]?.attributedTitle
    }

    open var currentTitle: String? { title(for: state) }
    open var currentImage: UIImage? { image(for: state) }
    open var currentTitleColor: UIColor { titleColor(for: state) ?? tintColor }
    /// Has the font of the title; its text is that of the button.
    open var titleLabel: UILabel? { label }

    /// Asks for ``updateConfiguration()``.
    open func setNeedsUpdateConfiguration() {
        needsUpdateConfiguration = true
        setNeedsLayout()
    }

    /// Brings the configuration to the button's state. Calls ``configurationUpdateHandler``.
    open func updateConfiguration() { configurationUpdateHandler?(self) }

    open override func layoutSubviews() {
        super.layoutSubviews()
        guard needsUpdateConfiguration else { return }
        needsUpdateConfiguration = false
        updateConfiguration()
    }

    private func change(_ state: State, _ body: (inout Look) -> Void) {
        body(&looks[state, default: Look()])
        setNeedsRendering()
    }

    override var nodeKind: ViewKind { .button }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        if isSelected { node.set(.isSelected, true) }
        switch role {
        case .normal: break
        case .primary: node.set(.role, ViewRole.primary)
        case .cancel: node.set(.role, ViewRole.cancel)
        case .destructive: node.set(.role, ViewRole.destructive)
        }
        switch contentHorizontalAlignment {
        case .center, .fill: break
        case .left: node.set(.textAlignment, ViewTextAlignment.left)
        case .right: node.set(.textAlignment, ViewTextAlignment.right)
        case .leading: node.set(.textAlignment, ViewTextAlignment.natural)
        case .trailing:
            node.set(.textAlignment, traitsAreRightToLeft ? ViewTextAlignment.left : .right)
        }
        guard let configuration else { return describeLook(&node) }
        configuration.describe(&node, look: Look(title: currentTitle, image: currentImage))
    }

    private var traitsAreRightToLeft: Bool { scene?.traits.isRightToLeft == true }

    /// What a bar shows of it.
    func describeForBar(_ node: inout NodeAttributes) {
        layoutIfNeeded()
        node.set(.text, configuration?.title ?? currentTitle)
        node.show(configuration?.image ?? currentImage)
        accessibility.describe(&node)
        if !isEnabled { node.set(.isEnabled, false) }
    }

    private func describeLook(_ node: inout NodeAttributes) {
        if let attributed = attributedTitle(for: state) {
            TextContent(attributed, usual: label.font).describe(&node)
        } else {
            node.set(.text, currentTitle)
        }
        node.show(currentImage ?? buttonType.image)
        if let color = titleColor(for: state) { node.set(.textColor, color.viewColor) }
        label.describeFont(&node)
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { true }

    override func press() {
        if changesSelectionAsPrimaryAction { isSelected.toggle() }
        super.press()
    }
}

extension UIButton.ButtonType {
    /// What such a button shows when nothing else was set.
    @MainActor
    fileprivate var image: UIImage? {
        switch self {
        case .custom, .system: nil
        case .detailDisclosure, .infoLight, .infoDark: UIImage(systemName: "info")
        case .contactAdd: UIImage(systemName: "plus.circle")
        case .close: UIImage(systemName: "xmark.circle")
        }
    }
}
