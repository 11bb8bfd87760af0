import Foundation
import OpenExtensionFoundation
import OpenViewTree
import Synchronization

/// The state of a request that shows a widget. Its context keeps it.
@MainActor
final class WidgetState {
    /// The principal controller.
    private(set) weak var controller: UIViewController?
    /// The largest mode that the widget supports.
    var largest = NCWidgetDisplayMode.compact {
        didSet { if largest != oldValue { controller?.setNeedsScreenUpdate() } }
    }

    private static var hasContent = true
    private static var all: [WeakState] = []

    private struct WeakState {
        weak var state: WidgetState?
    }

    init(_ controller: UIViewController) {
        self.controller = controller
        Self.all.removeAll { $0.state == nil }
        Self.all.append(WeakState(state: self))
    }

    /// `nil` for a request without a view.
    static func of(_ context: NSExtensionContext?) -> WidgetState? { context?.presentation as? WidgetState }

    static func setHasContent(_ flag: Bool) {
        hasContent = flag
        for known in all { known.state?.controller?.setNeedsScreenUpdate() }
    }

    /// The sizes of the widget; `nil` when the host does not show a widget.
    var sizes: ViewTraits.Widget? { controller?.scene?.traits.widget }

    var active: NCWidgetDisplayMode { sizes.map { NCWidgetDisplayMode($0.displayMode) } ?? .compact }

    func maximumSize(for mode: NCWidgetDisplayMode) -> CGSize {
        guard let traits = controller?.scene?.traits, let sizes = traits.widget else { return .zero }
        let height = mode == .compact ? sizes.compactHeight : sizes.expandedHeight
        return CGSize(width: traits.width, height: height)
    }

    /// Sets the attributes of the window for hosts of widgets.
    func describe(_ node: inout NodeAttributes) {
        guard sizes != nil else { return }
        if largest == .expanded { node.set(.largestDisplayMode, ViewDisplayMode.expanded) }
        if !Self.hasContent { node.set(.hasContent, false) }
    }

    /// Calls the widget's method for its display mode.
    func tellDisplayMode() {
        guard sizes != nil, let widget = controller as? any NCWidgetProviding else { return }
        widget.widgetActiveDisplayModeDidChange(active, withMaximumSize: maximumSize(for: active))
    }
}

extension NCWidgetDisplayMode {
    init(_ mode: ViewDisplayMode) {
        switch mode {
        case .compact: self = .compact
        case .expanded: self = .expanded
        }
    }
}

/// The reply to an update of a widget, sent once. It reports a failure if the widget releases it without a call.
final class WidgetUpdateAnswer: Sendable {
    typealias Reply = @Sendable (ViewUpdateResult) -> Void

    private let reply: Mutex<Reply?>

    init(_ reply: @escaping Reply) { self.reply = Mutex(reply) }

    deinit { give(.failed) }

    func give(_ result: NCUpdateResult) {
        let reply = reply.withLock { reply in
            defer { reply = nil }
            return reply
        }
        switch result {
        case .newData: reply?(.newData)
        case .noData: reply?(.noData)
        case .failed: reply?(.failed)
        }
    }
}
