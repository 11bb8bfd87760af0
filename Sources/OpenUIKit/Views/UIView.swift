public import Foundation
import OpenViewTree

/// A rectangle with other views in it, which the host draws.
///
/// Source: https://developer.apple.com/documentation/uikit/uiview
///
/// ## Difference from Apple
/// Nothing is drawn in the extension, and no positions are computed there: a host has fonts and means of its own. So `frame`
/// is what was set, and a layout is told as far as stack views, constraints and frames say what is meant; see
/// Documentation/UIKit.md.
@MainActor
open class UIView: UIResponder {
    /// No length of a view's own.
    public static let noIntrinsicMetric: CGFloat = -1

    // MARK: Hierarchy, changed in UIView+Hierarchy.swift

    public internal(set) weak var superview: UIView?
    public internal(set) var subviews: [UIView] = []
    /// The controller whose ``UIViewController/view`` this is.
    weak var controller: UIViewController?

    // MARK: Looks

    open var isHidden = false { didSet { if isHidden != oldValue { setNeedsPlacing() } } }
    /// 0 to 1.
    open var alpha: CGFloat = 1 { didSet { if alpha != oldValue { setNeedsRendering() } } }
    open var backgroundColor: UIColor? { didSet { if backgroundColor != oldValue { setNeedsRendering() } } }
    open var isOpaque = true
    open var clipsToBounds = false
    open var contentMode = ContentMode.scaleToFill { didSet { setNeedsRendering() } }
    /// Corners and borders.
    public let layer = CALayer()
    var ownTintColor: UIColor?

    /// The colour of what can be touched; that of the view it is in, and the host's in the end.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var tintColor: UIColor! {
        get { ownTintColor ?? superview?.tintColor ?? .tintColor }
        set {
            ownTintColor = newValue
            setNeedsRendering()
            tintColorDidChange()
        }
    }

    /// ``tintColor`` has changed. Does nothing by itself.
    open func tintColorDidChange() {}

    // MARK: Geometry

    /// Where it is in the view it is in, in points, as far as code has set it. A view that has constraints, or is in a
    /// stack, keeps what it was set to.
    open var frame: CGRect {
        didSet {
            guard frame != oldValue else { return }
            setNeedsPlacing()
            if frame.size != oldValue.size { sizeHasChanged(from: oldValue.size) }
        }
    }

    /// Its own rectangle.
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: frame.size) }
        set { frame.size = newValue.size }
    }

    open var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set { frame.origin = CGPoint(x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2) }
    }

    /// How the frame follows the size of the view it is in. A frame that fills that view goes on filling it.
    open var autoresizingMask: AutoresizingMask = [] { didSet { setNeedsPlacing() } }
    /// Whether ``frame`` and ``autoresizingMask`` say where it is; constraints do otherwise.
    open var translatesAutoresizingMaskIntoConstraints = true { didSet { setNeedsPlacing() } }
    /// What is known of the layout of this view and those in it.
    var layoutState = LayoutState()

    // MARK: Behaviour

    open var isUserInteractionEnabled = true { didSet { setNeedsRendering() } }
    open var tag = 0
    open var semanticContentAttribute = UISemanticContentAttribute.unspecified { didSet { setNeedsRendering() } }
    public private(set) var gestureRecognizers: [UIGestureRecognizer]?
    /// What somebody is told who does not see the view.
    var accessibility = Accessibility() { didSet { setNeedsRendering() } }
    /// See `UIView+Traits.swift`.
    var ownInterfaceStyle = UIUserInterfaceStyle.unspecified

    // MARK: The tree

    /// The number of its node, the same for as long as it lives.
    lazy var nodeID = RenderedNode.newID()
    /// The number of the container that stands for it when it has both content and subviews.
    lazy var wrapperID = RenderedNode.newID()
    /// What it showed last; nil when it, or a view in it, has changed since.
    var rendered: RenderedNode?
    /// What the view it is in said about its place then.
    var renderedPlace: [ViewAttribute: ViewValue] = [:]

    public init(frame: CGRect) {
        self.frame = frame
        super.init()
        layer.owner = self
    }

    /// A view out of an archive.
    ///
    /// - Returns: one without properties: there are neither storyboards nor nib files.
    public required init?(coder: NSCoder) {
        frame = .zero
        super.init()
        layer.owner = self
    }

    public override convenience init() { self.init(frame: .zero) }

    open override var next: UIResponder? { controller ?? superview }

    /// The size that its content has of its own; ``noIntrinsicMetric`` for none.
    ///
    /// What the kit's own views need is known to the host only, so theirs is none here.
    open var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric) }

    /// Lets the host make the view as large as its content needs: its frame has no size then.
    open func sizeToFit() { frame.size = .zero }

    // MARK: Changes of the hierarchy

    /// Takes the view out of the one it is in, with the constraints that lead out of it.
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

    /// Called after a view was added. Does nothing by itself, like those that follow.
    open func didAddSubview(_ subview: UIView) {}
    open func willRemoveSubview(_ subview: UIView) {}
    open func willMove(toSuperview newSuperview: UIView?) {}
    open func didMoveToSuperview() {}

    /// Called before the view is shown first, and after ``setNeedsLayout()``: the place to set frames of subviews.
    open func layoutSubviews() {}

    /// Called before the view is shown first, and after ``setNeedsUpdateConstraints()``.
    open func updateConstraints() {}

    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
        gestureRecognizer.view = self
        setNeedsRendering()
    }

    open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizers?.removeAll { $0 === gestureRecognizer }
        gestureRecognizer.view = nil
        setNeedsRendering()
    }

    /// Whether a person can do anything to it now.
    var takesEvents: Bool {
        guard !ancestors.contains(where: { $0.isHidden || !$0.isUserInteractionEnabled }) else { return false }
        return screenController?.isInFront == true
    }

    // MARK: For views of the kit

    /// Whether typing may begin here, and end.
    var mayBeginEditing: Bool { true }
    var mayEndEditing: Bool { true }
    /// Typing goes here now, or no longer.
    func didBeginEditing() {}
    func didEndEditing() {}

    /// The component that stands for it.
    var nodeKind: ViewKind { .container }

    /// Says what it shows. Overridden by every view of the kit, which calls `super`.
    func describe(_ node: inout NodeAttributes) { describeCommon(&node) }

    /// The nodes in it: those of its subviews, as its layout has them.
    func renderChildren(_ node: inout NodeAttributes) -> [RenderedNode] { renderSubviews(&node) }

    /// Something was done to it that its kind has.
    func handle(_ event: ViewEvent) {
        if case .activate = event { recognizeTap() }
    }

    /// What its layout means.
    func readLayout() -> LayoutReading { LayoutReader.read(self) }

    func defaultHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority { .defaultLow }

    /// Whether its content gives it a length along an axis; one without takes up free room first.
    func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool {
        let size = intrinsicContentSize
        return (axis == .horizontal ? size.width : size.height) != Self.noIntrinsicMetric || !subviews.isEmpty
    }
}

extension UIView {
    /// How content fills a view.
    public enum ContentMode: Int, Sendable {
        case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right
        case topLeft, topRight, bottomLeft, bottomRight
    }

    /// What of a frame follows the view it is in.
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let flexibleLeftMargin = Self(rawValue: 1)
        public static let flexibleWidth = Self(rawValue: 2)
        public static let flexibleRightMargin = Self(rawValue: 4)
        public static let flexibleTopMargin = Self(rawValue: 8)
        public static let flexibleHeight = Self(rawValue: 16)
        public static let flexibleBottomMargin = Self(rawValue: 32)
    }
}

/// Whether a view is turned around where people read from right to left.
public enum UISemanticContentAttribute: Int, Sendable {
    case unspecified, playback, spatial, forceLeftToRight, forceRightToLeft
}
