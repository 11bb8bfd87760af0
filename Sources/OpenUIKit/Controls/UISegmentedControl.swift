public import Foundation
import OpenViewTree

/// One of a few, side by side.
///
/// Source: https://developer.apple.com/documentation/uikit/uisegmentedcontrol
///
/// ## Difference from Apple
/// A segment with a picture shows the name of it, where it has one.
open class UISegmentedControl: UIControl {
    /// No segment.
    public static let noSegment = -1

    private struct Segment {
        var title: String?
        var image: UIImage?
        var action: UIAction?
        var isEnabled = true
    }

    private var segments: [Segment] = [] { didSet { setNeedsRendering() } }
    private var selected = UISegmentedControl.noSegment { didSet { if selected != oldValue { setNeedsRendering() } } }
    /// Whether a segment stays chosen for a moment only.
    open var isMomentary = false

    /// - Parameter items: titles or `UIImage`s; anything else is an empty segment.
    public convenience init(items: [Any]?) {
        self.init(frame: .zero)
        segments = (items ?? []).map { Segment(title: $0 as? String, image: $0 as? UIImage) }
    }

    /// - Parameter actions: called when their segments are chosen.
    public convenience init(frame: CGRect, actions: [UIAction]) {
        self.init(frame: frame)
        segments = actions.map { Segment(title: $0.title, image: $0.image, action: $0) }
    }

    open var numberOfSegments: Int { segments.count }

    /// ``noSegment`` for none; what is beyond the last one counts as none.
    open var selectedSegmentIndex: Int {
        get { selected }
        set { selected = segments.indices.contains(newValue) ? newValue : Self.noSegment }
    }

    open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
        insert(Segment(title: title), at: segment)
    }

    open func insertSegment(with image: UIImage?, at segment: Int, animated: Bool) {
        insert(Segment(image: image), at: segment)
    }

    open func insertSegment(action: UIAction, at segment: Int, animated: Bool) {
        insert(Segment(title: action.title, image: action.image, action: action), at: segment)
    }

    private func insert(_ segment: Segment, at index: Int) {
        let index = min(max(index, 0), segments.count)
        segments.insert(segment, at: index)
        if selected >= index { selected += 1 }
    }

    open func removeSegment(at segment: Int, animated: Bool) {
        guard segments.indices.contains(segment) else { return }
        segments.remove(at: segment)
        if selected == segment { selected = Self.noSegment }
        if selected > segment { selected -= 1 }
    }

    open func removeAllSegments() {
        segments = []
        selected = Self.noSegment
    }

    open func setTitle(_ title: String?, forSegmentAt segment: Int) { change(segment) { $0.title = title } }
    open func setImage(_ image: UIImage?, forSegmentAt segment: Int) { change(segment) { $0.image = image } }
    open func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) { change(segment) { $0.isEnabled = enabled } }

    open func titleForSegment(at segment: Int) -> String? { self[segment]?.title }
    open func imageForSegment(at segment: Int) -> UIImage? { self[segment]?.image }
    open func isEnabledForSegment(at segment: Int) -> Bool { self[segment]?.isEnabled ?? false }
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
