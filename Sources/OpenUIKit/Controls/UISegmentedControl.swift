public import Foundation
import OpenViewTree

/// A row of segments of which the user selects one.
///
/// Source: https://developer.apple.com/documentation/uikit/uisegmentedcontrol
///
/// ## Difference from Apple
/// A segment shows text only. One with a symbol and no title shows the name of the symbol.
open class UISegmentedControl: UIControl {
    /// The index that means that no segment is selected.
    public static let noSegment = -1

    private struct Segment {
        var title: String?
        var image: UIImage?
        var action: UIAction?
        var isEnabled = true
    }

    private var segments: [Segment] = [] { didSet { setNeedsRendering() } }
    private var selected = UISegmentedControl.noSegment { didSet { if selected != oldValue { setNeedsRendering() } } }
    /// Whether a selection is removed after its actions were performed; `false` by default.
    open var isMomentary = false

    /// The colour of the selected segment. It has no effect; hosts decide.
    open var selectedSegmentTintColor: UIColor?
    private var textAttributes: [State: [NSAttributedString.Key: Any]] = [:]

    /// Sets the attributes of titles for a state. They are not shown; hosts decide.
    open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: State) {
        textAttributes[state] = attributes
    }

    /// Returns the attributes of titles that were set for a state; `nil` for none.
    open func titleTextAttributes(for state: State) -> [NSAttributedString.Key: Any]? { textAttributes[state] }

    /// Makes a control without a selection.
    ///
    /// - Parameter items: `String` titles or `UIImage`s; any other value makes an empty segment.
    public convenience init(items: [Any]?) {
        self.init(frame: .zero)
        segments = (items ?? []).map { Segment(title: $0 as? String, image: $0 as? UIImage) }
    }

    /// Makes a control without a selection.
    ///
    /// - Parameters:
    ///   - frame: the rectangle in the superview, in points.
    ///   - actions: one for each segment, with its title; performed when the user selects the segment.
    public convenience init(frame: CGRect, actions: [UIAction]) {
        self.init(frame: frame)
        segments = actions.map { Segment(title: $0.title, image: $0.image, action: $0) }
    }

    /// The number of segments.
    open var numberOfSegments: Int { segments.count }

    /// The index of the selected segment, or ``noSegment``. An index out of range selects none. Setting it does not
    /// perform actions.
    open var selectedSegmentIndex: Int {
        get { selected }
        set { selected = segments.indices.contains(newValue) ? newValue : Self.noSegment }
    }

    /// Inserts a segment with a title. An index out of range means the nearest end; `animated` has no effect.
    open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
        insert(Segment(title: title), at: segment)
    }

    /// Inserts a segment with an image. An index out of range means the nearest end; `animated` has no effect.
    open func insertSegment(with image: UIImage?, at segment: Int, animated: Bool) {
        insert(Segment(image: image), at: segment)
    }

    /// Inserts a segment with an action. An index out of range means the nearest end; `animated` has no effect.
    open func insertSegment(action: UIAction, at segment: Int, animated: Bool) {
        insert(Segment(title: action.title, image: action.image, action: action), at: segment)
    }

    private func insert(_ segment: Segment, at index: Int) {
        let index = min(max(index, 0), segments.count)
        segments.insert(segment, at: index)
        if selected >= index { selected += 1 }
    }

    /// Removes a segment, and the selection if it was selected. Does nothing when the index is out of range.
    open func removeSegment(at segment: Int, animated: Bool) {
        guard segments.indices.contains(segment) else { return }
        segments.remove(at: segment)
        if selected == segment { selected = Self.noSegment }
        if selected > segment { selected -= 1 }
    }

    /// Removes all segments and the selection.
    open func removeAllSegments() {
        segments = []
        selected = Self.noSegment
    }

    /// Sets the title of a segment. Does nothing when the index is out of range.
    open func setTitle(_ title: String?, forSegmentAt segment: Int) { change(segment) { $0.title = title } }
    /// Sets the image of a segment. Does nothing when the index is out of range.
    open func setImage(_ image: UIImage?, forSegmentAt segment: Int) { change(segment) { $0.image = image } }
    /// Sets whether the user can select a segment. Does nothing when the index is out of range.
    open func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) { change(segment) { $0.isEnabled = enabled } }

    /// Returns the title of a segment, or `nil` when it has none or does not exist.
    open func titleForSegment(at segment: Int) -> String? { self[segment]?.title }
    /// Returns the image of a segment, or `nil` when it has none or does not exist.
    open func imageForSegment(at segment: Int) -> UIImage? { self[segment]?.image }
    /// Returns whether the user can select a segment; `false` when it does not exist.
    open func isEnabledForSegment(at segment: Int) -> Bool { self[segment]?.isEnabled ?? false }
    /// Returns the action of a segment, or `nil` when it has none or does not exist.
    open func actionForSegment(at segment: Int) -> UIAction? { self[segment]?.action }

    private subscript(index: Int) -> Segment? { segments.indices.contains(index) ? segments[index] : nil }

    private func change(_ index: Int, _ body: (inout Segment) -> Void) {
        if segments.indices.contains(index) { body(&segments[index]) }
    }

    override var nodeKind: ViewKind { .segmented }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        node.set(.segments, segments.map { $0.title ?? $0.image?.symbolName ?? "" })
        node.set(.selectedIndex, selected)
    }

    override func handle(_ event: ViewEvent) {
        guard case .select(let number) = event else { return }
        let index = Int(number)
        hostHasSet(.selectedIndex, .integer(Int32(clamping: index)))
        guard let segment = self[index], segment.isEnabled, index != selected || isMomentary else { return }
        selected = index
        if let action = segment.action { sendAction(action) }
        sendActions(for: [.valueChanged, .primaryActionTriggered])
        if isMomentary { selected = Self.noSegment }
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { true }
}
