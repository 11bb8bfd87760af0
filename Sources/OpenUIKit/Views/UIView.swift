public import Foundation
import OpenViewTree

/// A rectangle that contains other views and is drawn by the host.
///
/// Source: https://developer.apple.com/documentation/uikit/uiview
///
/// ## Difference from Apple
/// The extension neither draws nor computes positions, because fonts and controls are the host's. `frame` is the value
/// that was set, and the host receives the layout that stack views, constraints and frames describe; see
/// Documentation/UIKit.md.
@preconcurrency @MainActor
open class UIView: UIResponder {
    /// The length of an intrinsic content size that a view does not have.
    public static let noIntrinsicMetric: CGFloat = -1

    // MARK: Hierarchy; methods are in UIView+Hierarchy.swift

    /// The view that contains this one.
    public internal(set) weak var superview: UIView?
    /// The views in this one, from back to front.
    public internal(set) var subviews: [UIView] = []
    /// The controller whose ``UIViewController/view`` this is.
    weak var controller: UIViewController?

    // MARK: Appearance

    /// Whether the view and its subviews are hidden. A hidden view takes no space in a stack view.
    open var isHidden = false { didSet { if isHidden != oldValue { setNeedsPlacing() } } }
    /// The opacity, from 0 to 1; values out of range count as the nearest.
    open var alpha: CGFloat = 1 { didSet { if alpha != oldValue { setNeedsRendering() } } }
    /// The background colour; `nil` for a transparent background.
    open var backgroundColor: UIColor? { didSet { if backgroundColor != oldValue { setNeedsRendering() } } }
    /// Has no effect, because the host draws.
    open var isOpaque = true
    /// Has no effect; hosts decide whether content outside a view is visible.
    open var clipsToBounds = false
    /// How an image view fits its image into its frame. It has no effect on other views.
    open var contentMode = ContentMode.scaleToFill { didSet { setNeedsRendering() } }
    /// The corners and border.
    public let layer = CALayer()
    var ownTintColor: UIColor?

    /// The colour of controls, links and symbols. `nil` restores the superview's colour, and finally the host's.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var tintColor: UIColor! {
        get { ownTintColor ?? superview?.tintColor ?? .tintColor }
        set {
            ownTintColor = newValue
            setNeedsRendering()
            tintColorDidChange()
        }
    }

    /// Called when ``tintColor`` of this view was set. The default implementation does nothing.
    ///
    /// ## Difference from Apple
    /// It is not called on subviews, which inherit the colour.
    open func tintColorDidChange() {}

    /// Called after ``traitCollection`` has changed, with its previous value. The default implementation does nothing.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    var traitObservers = TraitObservers()

    // MARK: Geometry

    /// The rectangle in the superview, in points.
    ///
    /// ## Difference from Apple
    /// It is the value that was set. Layout by constraints or stack views does not change it.
    open var frame: CGRect {
        didSet {
            guard frame != oldValue else { return }
            setNeedsPlacing()
            if frame.size != oldValue.size { sizeHasChanged(from: oldValue.size) }
        }
    }

    /// The rectangle in the view's own coordinates, in points.
    ///
    /// ## Difference from Apple
    /// The origin is always zero. Setting a size keeps the origin of ``frame`` instead of ``center``.
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: frame.size) }
        set { frame.size = newValue.size }
    }

    /// The centre of ``frame`` in the superview, in points. Setting it moves the frame.
    open var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set { frame.origin = CGPoint(x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2) }
    }

    /// How the frame follows the size of the superview.
    ///
    /// ## Difference from Apple
    /// A frame that is as long as the superview along an axis stays so, even if the mask fixes its size.
    open var autoresizingMask: AutoresizingMask = [] { didSet { setNeedsPlacing() } }
    /// Whether ``frame`` and ``autoresizingMask`` position the view; `false` when constraints do.
    open var translatesAutoresizingMaskIntoConstraints = true { didSet { setNeedsPlacing() } }
    /// A subview that is shown above the view, such as a search bar; `nil` for none.
    weak var viewAbove: UIView? {
        didSet {
            guard viewAbove !== oldValue else { return }
            if oldValue?.superview === self { oldValue?.removeFromSuperview() }
            if let viewAbove, viewAbove.superview !== self { insertSubview(viewAbove, at: 0) }
            setNeedsLayoutReading()
        }
    }
    /// The layout that was last derived for this view and its subviews.
    var layoutState = LayoutState()

    /// A change of the coordinates around the centre. It is kept and not shown: hosts neither scale nor turn views.
    open var transform = CGAffineTransform.identity

    // MARK: Behaviour

    /// Whether the user can use the view and its subviews.
    open var isUserInteractionEnabled = true { didSet { setNeedsRendering() } }
    /// A number by which `viewWithTag(_:)` finds the view.
    open var tag = 0
    /// Whether the view mirrors its layout for right-to-left languages.
    open var semanticContentAttribute = UISemanticContentAttribute.unspecified { didSet { setNeedsRendering() } }
    /// The recognizers that are attached to the view; `nil` before the first one is added.
    public private(set) var gestureRecognizers: [UIGestureRecognizer]?
    /// The accessibility properties.
    var accessibility = Accessibility() { didSet { setNeedsRendering() } }

    // MARK: The tree

    /// The identifier of the view's node, which never changes.
    lazy var nodeID = RenderedNode.newID()
    /// The identifier of the container around the node and the nodes of subviews, when the node itself cannot have
    /// children.
    lazy var wrapperID = RenderedNode.newID()
    /// The last rendering; `nil` when the view or one of its subviews has changed since.
    var rendered: RenderedNode?
    /// The attributes that the superview's layout gave the view in the last rendering.
    var renderedPlace: [ViewAttribute: ViewValue] = [:]

    /// Makes a view.
    ///
    /// - Parameter frame: the rectangle in the superview, in points.
    public init(frame: CGRect) {
        self.frame = frame
        super.init()
        layer.owner = self
    }

    /// Makes a view of a storyboard or nib file.
    ///
    /// - Parameter coder: contains the properties and subviews. A view that is made with another coder has default
    ///   properties.
    public required init?(coder: NSCoder) {
        frame = .zero
        super.init()
        layer.owner = self
        if let coder = coder as? InterfaceCoder { coder.loader.configure(self, coder.object) }
    }

    /// Makes a view with an empty frame.
    public override convenience init() { self.init(frame: .zero) }

    open override var next: UIResponder? { controller ?? superview }

    /// The size of the content in points, or ``UIView/noIntrinsicMetric`` for a length that the content does not have.
    ///
    /// ## Difference from Apple
    /// The views of this module return ``UIView/noIntrinsicMetric``, because only the host can measure them.
    open var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric) }

    /// Makes the view as large as its content, by removing the size from its frame: the host measures the content.
    open func sizeToFit() { frame.size = .zero }

    // MARK: Changes of the hierarchy

    /// Removes the view from its superview, together with the constraints between it and views outside of it.
    open func removeFromSuperview() {
        guard let superview else { return }
        controller?.viewWillBeRemoved()
        endEditing(true)
        willMove(toSuperview: nil)
        superview.willRemoveSubview(self)
        superview.dropConstraints(into: self)
        superview.subviews.removeAll { $0 === self }
        superview.setNeedsLayoutReading()
        self.superview = nil
        didMoveToSuperview()
    }

    /// Called after a subview was added. The default implementation does nothing.
    open func didAddSubview(_ subview: UIView) {}
    /// Called before a subview is removed. The default implementation does nothing.
    open func willRemoveSubview(_ subview: UIView) {}
    /// Called before the superview changes; `nil` means that the view is removed. The default implementation does
    /// nothing.
    open func willMove(toSuperview newSuperview: UIView?) {}
    /// Called after the superview has changed. The default implementation does nothing.
    open func didMoveToSuperview() {}

    /// Called before the view is first shown, and after ``UIView/setNeedsLayout()``. Override it to set the frames of
    /// subviews.
    open func layoutSubviews() {}

    /// Called before the view is first shown, and after ``setNeedsUpdateConstraints()``. Override it to change
    /// constraints.
    open func updateConstraints() {}

    /// Attaches a gesture recognizer, after detaching it from its present view.
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
        gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
        gestureRecognizer.view = self
        setNeedsRendering()
    }

    /// Detaches a gesture recognizer, and cancels its gesture. Does nothing when it is not attached to this view.
    open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        guard gestureRecognizer.view === self else { return }
        gestureRecognizer.cancel()
        gestureRecognizers?.removeAll { $0 === gestureRecognizer }
        gestureRecognizer.view = nil
        setNeedsRendering()
    }

    /// Whether the user can use the view at present.
    var takesEvents: Bool {
        guard !ancestors.contains(where: { $0.isHidden || !$0.isUserInteractionEnabled }) else { return false }
        return screenController?.isInFront == true
    }

    // MARK: Overridden by the views of this module

    /// Whether editing may begin, and end.
    var mayBeginEditing: Bool { true }
    var mayEndEditing: Bool { true }
    /// Called when the view has got or lost the keyboard focus.
    func didBeginEditing() {}
    func didEndEditing() {}

    /// The kind of the view's node.
    var nodeKind: ViewKind { .container }

    /// Describes the view's own content. Overrides call `super`.
    func describe(_ node: inout NodeAttributes) { describeCommon(&node) }

    /// The subviews that the layout arranges.
    var laidOutSubviews: [UIView] {
        guard let neighbors else { return subviews }
        return subviews.filter { view in !neighbors.all.contains { $0 === view } }
    }
    /// Subviews that are shown beside the node, not inside it; `nil` for none.
    var neighbors: ViewNeighbors? {
        viewAbove.map { ViewNeighbors(axis: .vertical, before: [$0], after: []) }
    }

    /// Describes the children of the node: by default the subviews, arranged by the layout.
    func renderChildren(_ node: inout NodeAttributes) -> [RenderedNode] { renderSubviews(&node) }

    /// Handles an event that the schema has for the kind of the view's node.
    func handle(_ event: ViewEvent) {
        for recognizer in gestureRecognizers ?? [] { recognizer.handle(event) }
    }

    /// The gestures that the host has to detect.
    var gestures: ViewGestures {
        ViewGestures((gestureRecognizers ?? []).filter(\.isEnabled).map(\.gesture))
    }

    /// The seconds for which the view has to be pressed until a hold begins; `nil` for the host's default.
    var holdDelay: TimeInterval? {
        (gestureRecognizers ?? []).filter(\.isEnabled).compactMap {
            ($0 as? UILongPressGestureRecognizer)?.minimumPressDuration
        }.min()
    }

    /// The rectangle in ``bounds`` to which the fractions in the events of gestures refer.
    var gestureSpace: CGRect { bounds.isEmpty ? CGRect(x: 0, y: 0, width: 1, height: 1) : bounds }

    /// Called when the outermost superview has changed its size. Overrides call `super`.
    func surroundingsHaveChanged() { for view in subviews { view.surroundingsHaveChanged() } }

    /// Derives the layout of the subviews.
    func readLayout() -> LayoutReading { LayoutReader.read(self) }

    func defaultHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority { .defaultLow }

    /// Whether the content determines a length along an axis. Views without such a length are the first to take free
    /// space.
    func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool {
        let size = intrinsicContentSize
        return (axis == .horizontal ? size.width : size.height) != Self.noIntrinsicMetric || !subviews.isEmpty
    }
}

extension UIView {
    /// How a view fits its content into its frame; image views use it.
    public enum ContentMode: Int, Sendable {
        case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right
        case topLeft, topRight, bottomLeft, bottomRight
    }

    /// The parts of a frame that change with the size of the superview.
    public struct AutoresizingMask: OptionSet, Sendable {
        /// The bits of the mask.
        public let rawValue: UInt
        /// Makes a mask from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The distance from the left edge changes.
        public static let flexibleLeftMargin = Self(rawValue: 1)
        /// The width changes.
        public static let flexibleWidth = Self(rawValue: 2)
        /// The distance from the right edge changes.
        public static let flexibleRightMargin = Self(rawValue: 4)
        /// The distance from the top edge changes.
        public static let flexibleTopMargin = Self(rawValue: 8)
        /// The height changes.
        public static let flexibleHeight = Self(rawValue: 16)
        /// The distance from the bottom edge changes.
        public static let flexibleBottomMargin = Self(rawValue: 32)
    }
}

/// Whether a view is mirrored in right-to-left layouts.
public enum UISemanticContentAttribute: Int, Sendable {
    case unspecified, playback, spatial, forceLeftToRight, forceRightToLeft
}
