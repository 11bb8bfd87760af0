import Foundation
import OpenExtensionFoundation
import OpenViewTree
import Synchronization

/// What is known of one request that shows a widget. Kept by its context.
@MainActor
final class WidgetState {
    /// The principal controller.
    private(set) weak var controller: UIViewController?
    /// The largest form that the widget wants to have.
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

    /// nil for a request without a view.
    static func of(_ context: NSExtensionContext?) -> WidgetState? { context?.presentation as? WidgetState }

    static func setHasContent(_ flag: Bool) {
        hasContent = flag
        for known in all { known.state?.controller?.setNeedsScreenUpdate() }
    }

    /// The room of the widget; nil when the host shows no widget.
    var room: ViewTraits.Widget? { controller?.scene?.traits.widget }

    var active: NCWidgetDisplayMode { room.map { NCWidgetDisplayMode($0.displayMode) } ?? .compact }

    func maximumSize(for mode: NCWidgetDisplayMode) -> CGSize {
        guard let traits = controller?.scene?.traits, let room else { return .zero }
        let height = mode == .compact ? room.compactHeight : room.expandedHeight
        return CGSize(width: traits.width, height: height)
    }

    /// Says of the window what a host of widgets wants to know.
    func describe(_ node: inout NodeAttributes) {
        guard room != nil else { return }
        if largest == .expanded { node.set(.largestDisplayMode, ViewDisplayMode.expanded) }
        if !Self.hasContent { node.set(.hasContent, false) }
    }

    /// Tells the widget which form it has.
    func tellDisplayMode() {
        guard room != nil, let widget = controller as? any NCWidgetProviding else { return }
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

/// The answer of a widget that was asked for something new: given once, and a failure when the widget forgets it.
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
