import Foundation
import OpenViewTree

/// An item of a collection view.
///
/// Source: https://developer.apple.com/documentation/uikit/uicollectionviewcell
@preconcurrency @MainActor
open class UICollectionViewCell: UICollectionReusableView {
    /// Adapts a cell to its state.
    public typealias ConfigurationUpdateHandler = (UICollectionViewCell, UICellConfigurationState) -> Void

    private var ownContentView: UIView?
    private var configuredView: (any UIView & UIContentView)?
    private var needsUpdateConfiguration = true
    /// Called when the user selects the item, for the segue of a cell in a storyboard.
    var selected: (@MainActor () -> Void)?

    /// Whether the item is shown as selected. The collection view sets it.
    open var isSelected = false {
        didSet {
            guard isSelected != oldValue else { return }
            setNeedsRendering()
            setNeedsUpdateConfiguration()
        }
    }
    /// Has no effect; hosts highlight items themselves.
    open var isHighlighted = false
    /// A view behind the content; `nil` for none.
    open var backgroundView: UIView? {
        didSet {
            guard backgroundView !== oldValue else { return }
            oldValue?.removeFromSuperview()
            guard let backgroundView else { return }
            backgroundView.frame = bounds
            backgroundView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            insertSubview(backgroundView, at: 0)
        }
    }
    /// A view whose background colour the cell has while it is selected; `nil` for none. Its content is not shown.
    open var selectedBackgroundView: UIView? { didSet { setNeedsRendering() } }
    /// The background of the cell; `nil` for that of the view.
    open var backgroundConfiguration: UIBackgroundConfiguration? { didSet { setNeedsRendering() } }
    /// Called before the cell is first shown, and when its state has changed.
    open var configurationUpdateHandler: ConfigurationUpdateHandler? { didSet { setNeedsUpdateConfiguration() } }
    /// Whether a change of the state updates ``contentConfiguration``; `true` by default.
    open var automaticallyUpdatesContentConfiguration = true
    /// Has no effect: backgrounds do not depend on the state.
    open var automaticallyUpdatesBackgroundConfiguration = true

    /// The content of the cell; `nil` for the views that the program adds.
    ///
    /// A list cell in a list shows a `UIListContentConfiguration` in the host's style for rows. In all other cases, the
    /// view of the configuration fills ``contentView``.
    open var contentConfiguration: (any UIContentConfiguration)? {
        didSet {
            showConfiguration()
            setNeedsRendering()
        }
    }

    /// The view to which programs add their own views.
    open var contentView: UIView {
        if let ownContentView { return ownContentView }
        let view = UIView(frame: bounds)
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        if isListed {
            view.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 8, leading: 16, bottom: 8, trailing: 16)
        }
        ownContentView = view
        addSubview(view)
        return view
    }

    // MARK: States

    /// The state of the cell.
    open var configurationState: UICellConfigurationState {
        var state = UICellConfigurationState(
            traitCollection: screenController?.traitCollection ?? UITraitCollection())
        state.isSelected = isSelected
        state.isHighlighted = isHighlighted
        return state
    }

    /// Calls ``updateConfiguration(using:)`` before the cell is next shown.
    open func setNeedsUpdateConfiguration() {
        needsUpdateConfiguration = true
        setNeedsLayout()
    }

    /// Adapts the configurations to the state of the cell. The default implementation updates
    /// ``contentConfiguration`` and calls ``configurationUpdateHandler``.
    open func updateConfiguration(using state: UICellConfigurationState) {
        if automaticallyUpdatesContentConfiguration, let contentConfiguration,
            !(contentConfiguration is UIListContentConfiguration)
        {
            self.contentConfiguration = contentConfiguration.updated(for: state)
        }
        configurationUpdateHandler?(self, state)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        guard needsUpdateConfiguration else { return }
        needsUpdateConfiguration = false
        updateConfiguration(using: configurationState)
    }

    // MARK: Content

    /// Whether the content is described to the host as the texts and image of a row.
    var showsListContent: Bool { false }

    private func showConfiguration() {
        guard let contentConfiguration, !showsListContent else {
            configuredView?.removeFromSuperview()
            configuredView = nil
            return
        }
        if let configuredView, type(of: configuredView.configuration) == type(of: contentConfiguration) {
            configuredView.configuration = contentConfiguration
            return
        }
        configuredView?.removeFromSuperview()
        let view = contentConfiguration.makeContentView()
        view.frame = contentView.bounds
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        configuredView = view
        contentView.addSubview(view)
    }

    // MARK: The tree

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        backgroundConfiguration?.describe(&node)
        if isSelected, let color = selectedBackgroundView?.backgroundColor {
            node.set(.backgroundColor, color.viewColor)
        }
        if isListed {
            if isSelected { node.set(.isSelected, true) }
        } else {
            if isSelected { node.add(.selected) }
            if collectionView?.canPress(self) == true { node.add(.button) }
        }
    }

    override func renderChildren(_ node: inout NodeAttributes) -> [RenderedNode] {
        if isListed {
            return subviews.filter { !($0 === ownContentView && $0.subviews.isEmpty) }
                .map { $0.render(at: [.grow: .number(1)]) }
        }
        guard subviews.allSatisfy({ $0 === ownContentView || $0 === backgroundView }) else {
            return super.renderChildren(&node)
        }
        var fill = NodeAttributes()
        fill.set(.horizontalAlignment, ViewAlignment.fill)
        fill.set(.verticalAlignment, ViewAlignment.fill)
        return subviews.map { $0.render(at: fill.values) }
    }

    override func handle(_ event: ViewEvent) {
        super.handle(event)
        switch event {
        case .activate: collectionView?.press(self)
        case .rowAction(let index): collectionView?.perform(Int(index), for: self)
        default: break
        }
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { true }
}
