public import Foundation
import OpenViewTree

/// A control that performs an action when it is pressed.
///
/// Source: https://developer.apple.com/documentation/uikit/uibutton
open class UIButton: UIControl {
    /// The appearance of a button that has no configuration.
    public enum ButtonType: Int, Sendable {
        case custom, system, detailDisclosure, infoLight, infoDark, contactAdd
        case close = 7
        /// Another name for ``system``.
        public static let roundedRect = ButtonType.system
    }

    /// The meaning of a button, which hosts may show.
    public enum Role: Int, Sendable {
        case normal, primary, cancel, destructive
    }

    /// The type that the button was made with; ``ButtonType/custom`` by default.
    public internal(set) var buttonType = ButtonType.custom
    /// The meaning of the button; ``Role/normal`` by default.
    open var role = Role.normal { didSet { setNeedsRendering() } }
    /// The content and style of the button. `nil` shows what was set by ``setTitle(_:for:)`` and similar methods.
    open var configuration: Configuration? { didSet { setNeedsRendering() } }
    /// Called before the button is shown when its state has changed or ``setNeedsUpdateConfiguration()`` was called.
    open var configurationUpdateHandler: ((UIButton) -> Void)? { didSet { setNeedsUpdateConfiguration() } }
    /// Whether a change of state calls ``updateConfiguration()``; `true` by default.
    open var automaticallyUpdatesConfiguration = true
    /// Whether a press toggles ``UIControl/isSelected``; `false` by default.
    open var changesSelectionAsPrimaryAction = false
    open override var isEnabled: Bool { didSet { if isEnabled != oldValue { stateHasChanged() } } }
    open override var isSelected: Bool { didSet { if isSelected != oldValue { stateHasChanged() } } }
    /// The space around the content in points. It has no effect; hosts decide.
    open var contentEdgeInsets = UIEdgeInsets.zero
    /// The displacement of the title in points. It has no effect; hosts decide.
    open var titleEdgeInsets = UIEdgeInsets.zero
    /// The displacement of the image in points. It has no effect; hosts decide.
    open var imageEdgeInsets = UIEdgeInsets.zero
    /// Has no effect; hosts decide how a pressed button looks.
    open var adjustsImageWhenHighlighted = true
    /// Has no effect; hosts decide how a disabled button looks.
    open var adjustsImageWhenDisabled = true
    /// Has no effect; hosts decide how a pressed button looks.
    open var showsTouchWhenHighlighted = false
    private var needsUpdateConfiguration = true
    private var looks: [State: Look] = [:]
    private let label = UILabel()

    /// The content of a button without a configuration in one state.
    struct Look {
        var title: String?
        var attributedTitle: NSAttributedString?
        var color: UIColor?
        var image: UIImage?
        var symbolConfiguration: UIImage.SymbolConfiguration?
    }

    private func stateHasChanged() {
        if automaticallyUpdatesConfiguration { setNeedsUpdateConfiguration() }
    }

    /// Makes a button of a type, with an empty frame.
    public convenience init(type buttonType: ButtonType) {
        self.init(frame: .zero)
        self.buttonType = buttonType
    }

    /// Makes a button of a type that shows the title and image of an action and performs it.
    public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
        self.init(frame: .zero, primaryAction: primaryAction)
        self.buttonType = buttonType
    }

    /// Makes a button with a configuration. The action provides the title and image that the configuration lacks.
    public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
        self.init(frame: .zero, primaryAction: primaryAction)
        buttonType = .system
        self.configuration = configuration
    }

    /// Makes a button that shows the title and image of an action and performs it.
    ///
    /// - Parameters:
    ///   - frame: the rectangle in the superview, in points.
    ///   - primaryAction: the action to show and perform; `nil` for a button without one.
    public convenience init(frame: CGRect, primaryAction: UIAction?) {
        self.init(frame: frame)
        guard let primaryAction else { return }
        addAction(primaryAction, for: .primaryActionTriggered)
        looks[.normal] = Look(
            title: primaryAction.title.isEmpty ? nil : primaryAction.title, image: primaryAction.image)
        role = primaryAction.attributes.contains(.destructive) ? .destructive : .normal
    }

    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Sets the title for a state; `nil` for that of ``UIControl/State/normal``.
    open func setTitle(_ title: String?, for state: State) { change(state) { $0.title = title } }
    /// Sets the colour of the title for a state; `nil` for that of ``UIControl/State/normal``.
    open func setTitleColor(_ color: UIColor?, for state: State) { change(state) { $0.color = color } }
    /// Sets the image for a state; `nil` for that of ``UIControl/State/normal``.
    open func setImage(_ image: UIImage?, for state: State) { change(state) { $0.image = image } }

    /// Sets the styled title for a state, which is shown instead of the plain title.
    open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
        change(state) { $0.attributedTitle = title }
    }

    /// Sets the configuration of symbols for a state; `nil` for that of ``UIControl/State/normal``.
    open func setPreferredSymbolConfiguration(
        _ configuration: UIImage.SymbolConfiguration?, forImageIn state: State
    ) {
        change(state) { $0.symbolConfiguration = configuration }
    }

    /// Returns the configuration of symbols for a state, or that for ``UIControl/State/normal`` when none was set.
    open func preferredSymbolConfigurationForImage(in state: State) -> UIImage.SymbolConfiguration? {
        looks[state]?.symbolConfiguration ?? looks[.normal]?.symbolConfiguration
    }

    /// Returns the title for a state, or that for ``UIControl/State/normal`` when none was set.
    open func title(for state: State) -> String? { looks[state]?.title ?? looks[.normal]?.title }
    /// Returns the colour of the title for a state, or that for ``UIControl/State/normal`` when none was set.
    open func titleColor(for state: State) -> UIColor? { looks[state]?.color ?? looks[.normal]?.color }
    /// Returns the image for a state, or that for ``UIControl/State/normal`` when none was set.
    open func image(for state: State) -> UIImage? { looks[state]?.image ?? looks[.normal]?.image }

    /// Returns the styled title for a state, or that for ``UIControl/State/normal`` when none was set.
    open func attributedTitle(for state: State) -> NSAttributedString? {
        looks[state]?.attributedTitle ?? looks[.normal]?.attributedTitle
    }

    /// The title for the present state.
    open var currentTitle: String? { title(for: state) }
    /// The image for the present state.
    open var currentImage: UIImage? { image(for: state) }
    /// The colour of the title for the present state; the tint colour when none was set.
    open var currentTitleColor: UIColor { titleColor(for: state) ?? tintColor }
    /// The styled title for the present state.
    open var currentAttributedTitle: NSAttributedString? { attributedTitle(for: state) }
    /// A view with the image for the present state. Changes of it have no effect.
    open var imageView: UIImageView? { UIImageView(image: currentImage) }
    /// A label whose font the button uses for its title. Its other properties have no effect.
    open var titleLabel: UILabel? { label }

    /// Calls ``updateConfiguration()`` before the button is next shown.
    open func setNeedsUpdateConfiguration() {
        needsUpdateConfiguration = true
        setNeedsLayout()
    }

    /// Adapts the configuration to the button's state. The default implementation calls ``configurationUpdateHandler``.
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

    /// Describes the button as an item of a bar.
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
        let image = currentImage ?? buttonType.image
        node.show(
            preferredSymbolConfigurationForImage(in: state).flatMap { image?.applyingSymbolConfiguration($0) } ?? image)
        if let color = titleColor(for: state) { node.set(.textColor, color.viewColor) }
        label.describeFont(&node)
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { true }

    override func release() {
        if changesSelectionAsPrimaryAction { isSelected.toggle() }
        super.release()
    }
}

extension UIButton.ButtonType {
    /// The image of a button of this type when no other was set.
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
