import OpenViewTree

/// A row of dots that shows which of several pages is visible, and lets the user select another one.
///
/// Source: https://developer.apple.com/documentation/uikit/uipagecontrol
///
/// ## Difference from Apple
/// Hosts show the dots as segments. Of more than 64 pages, the 64 around the current one have dots.
@preconcurrency @MainActor
open class UIPageControl: UIControl {
    /// The appearance of the background; hosts decide.
    public enum BackgroundStyle: Int, Sendable {
        case automatic, prominent, minimal
    }

    private var pages = 0 { didSet { if pages != oldValue { setNeedsRendering() } } }
    private var page = 0 { didSet { if page != oldValue { setNeedsRendering() } } }

    /// The number of pages; 0 by default. A negative number counts as 0.
    open var numberOfPages: Int {
        get { pages }
        set {
            pages = max(newValue, 0)
            page = fitted(page)
        }
    }

    /// The index of the current page; 0 by default. An index out of range counts as the nearest. Setting it does not
    /// perform actions.
    open var currentPage: Int {
        get { page }
        set { page = fitted(newValue) }
    }

    /// Whether the control is hidden if there is at most one page; `false` by default.
    open var hidesForSinglePage = false { didSet { setNeedsRendering() } }
    /// Has no effect; hosts decide on the colour of the other dots.
    open var pageIndicatorTintColor: UIColor?
    /// The colour of the dot of the current page; `nil` for the tint colour.
    open var currentPageIndicatorTintColor: UIColor? { didSet { setNeedsRendering() } }
    /// Has no effect; hosts decide on the background.
    open var backgroundStyle = BackgroundStyle.automatic
    /// Has no effect; hosts decide whether the user can slide along the dots.
    open var allowsContinuousInteraction = true

    private func fitted(_ index: Int) -> Int { min(max(index, 0), max(pages - 1, 0)) }

    /// The pages that have dots.
    private var shown: Range<Int> {
        let count = min(pages, ViewLimits.listElements)
        let first = min(max(page - count / 2, 0), pages - count)
        return first..<first + count
    }

    override var nodeKind: ViewKind { .segmented }

    override func describe(_ node: inout NodeAttributes) {
        super.describe(&node)
        let shown = shown
        node.set(.segments, shown.map { $0 == page ? "●" : "○" })
        node.set(.selectedIndex, pages == 0 ? -1 : page - shown.lowerBound)
        if hidesForSinglePage, pages <= 1 { node.set(.isHidden, true) }
        if let color = currentPageIndicatorTintColor { node.set(.tintColor, color.viewColor) }
        if node[.accessibilityValue] == nil, pages > 0 {
            node.set(.accessibilityValue, "page \(page + 1) of \(pages)")
        }
    }

    override func handle(_ event: ViewEvent) {
        guard case .select(let number) = event else { return }
        hostHasSet(.selectedIndex, .integer(Int32(clamping: number)))
        let shown = shown
        guard Int(number) < shown.count, shown.lowerBound + Int(number) != page else { return }
        page = shown.lowerBound + Int(number)
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { true }
    override func defaultHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority { .defaultHigh }
}
