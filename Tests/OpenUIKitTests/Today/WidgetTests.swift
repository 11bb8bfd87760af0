import Foundation
import OpenExtensionFoundation
import OpenViewTree
import Synchronization
import Testing

@testable import OpenUIKit

/// Widgets as a host sees them.
@MainActor @Suite(.serialized) struct WidgetTests {
    private final class Scores: UIViewController, NCWidgetProviding {
        private(set) var modes: [String] = []
        var canExpand = true
        var update: (@escaping (NCUpdateResult) -> Void) -> Void = { $0(.newData) }

        override func viewDidLoad() {
            super.viewDidLoad()
            if canExpand { extensionContext?.widgetLargestAvailableDisplayMode = .expanded }
        }

        func widgetPerformUpdate(completionHandler: @escaping (NCUpdateResult) -> Void) { update(completionHandler) }

        func widgetActiveDisplayModeDidChange(
            _ activeDisplayMode: NCWidgetDisplayMode, withMaximumSize maxSize: CGSize
        ) {
            modes.append("\(activeDisplayMode) \(Int(maxSize.width)) x \(Int(maxSize.height))")
            preferredContentSize = activeDisplayMode == .compact ? maxSize : CGSize(width: 320, height: 300)
        }
    }

    private func traits(_ mode: ViewDisplayMode) -> ViewTraits {
        ViewTraits(width: 320, height: 110, widget: ViewTraits.Widget(displayMode: mode))
    }

    private func window(_ screen: Screen) throws -> ViewNode { try #require(screen.tree[ViewTree.window]) }

    @Test func `AT-80: a widget is compact, and there is no more of it unless it says so`() throws {
        let small = Scores()
        small.canExpand = false
        #expect(try window(Screen(small, traits: traits(.compact)))[.largestDisplayMode] == nil)
        #expect(small.extensionContext?.widgetLargestAvailableDisplayMode == .compact)

        let large = Scores()
        let screen = try Screen(large, traits: traits(.compact))
        #expect(try window(screen).choice(.largestDisplayMode, as: ViewDisplayMode.self) == .expanded)
        #expect(large.extensionContext?.widgetActiveDisplayMode == .compact)
        #expect(large.modes == ["compact 320 x 110"])
        #expect(try window(screen).number(.preferredHeight) == 110)
        large.extensionContext?.widgetLargestAvailableDisplayMode = .compact
        try screen.turn()
        #expect(try window(screen)[.largestDisplayMode] == nil)
    }

    @Test func `AT-80: it is told when it is expanded, and says how high it is then`() throws {
        let scores = Scores()
        let screen = try Screen(scores, traits: traits(.compact))
        scores.change(to: traits(.expanded))
        try screen.turn()
        #expect(scores.modes == ["compact 320 x 110", "expanded 320 x 440"])
        #expect(scores.extensionContext?.widgetActiveDisplayMode == .expanded)
        #expect(scores.extensionContext?.widgetMaximumSize(for: .compact) == CGSize(width: 320, height: 110))
        #expect(scores.extensionContext?.widgetMaximumSize(for: .expanded) == CGSize(width: 320, height: 440))
        #expect(try window(screen).number(.preferredHeight) == 300)
        // Another width is no other form.
        var wide = traits(.expanded)
        wide.width = 500
        scores.change(to: wide)
        #expect(scores.modes.count == 2)
    }

    @Test func `AT-80: an update says whether there is something new, once`() throws {
        let results = Mutex<[ViewUpdateResult]>([])
        func update(_ body: @escaping (@escaping (NCUpdateResult) -> Void) -> Void) throws -> [ViewUpdateResult] {
            let scores = Scores()
            scores.update = body
            let screen = try Screen(scores, traits: traits(.compact))
            results.withLock { $0 = [] }
            scores.performUpdate { result in results.withLock { $0.append(result) } }
            // New content is sent before the reply.
            try screen.turn()
            return results.withLock { $0 }
        }
        #expect(try update { $0(.newData) } == [.newData])
        #expect(try update { $0(.noData) } == [.noData])
        #expect(
            try update { completion in
                completion(.failed)
                completion(.newData)
            } == [.failed])
        // Who forgets to answer has failed.
        #expect(try update { _ in } == [.failed])
        let plain = UIViewController()
        _ = try Screen(plain, traits: traits(.compact))
        results.withLock { $0 = [] }
        plain.performUpdate { result in results.withLock { $0.append(result) } }
        #expect(results.withLock { $0 } == [.noData])
    }

    @Test func `AT-80: a widget without content says so until it has some`() throws {
        let screen = try Screen(Scores(), traits: traits(.compact))
        let identifier = Bundle.main.bundleIdentifier ?? "org.example.Scores"
        let controller = NCWidgetController()
        #expect(try window(screen)[.hasContent] == nil)
        controller.setHasContent(false, forWidgetWithBundleIdentifier: identifier)
        try screen.turn()
        #expect(try window(screen)[.hasContent] == .flag(false))
        // Another request of the same widget.
        #expect(try window(Screen(Scores(), traits: traits(.compact)))[.hasContent] == .flag(false))
        controller.setHasContent(true, forWidgetWithBundleIdentifier: identifier)
        try screen.turn()
        #expect(try window(screen)[.hasContent] == nil)
    }

    @Test func `outside of a widget there are no forms`() throws {
        let scores = Scores()
        let screen = try Screen(scores)
        #expect(scores.modes == [])
        #expect(scores.extensionContext?.widgetMaximumSize(for: .compact) == .zero)
        #expect(try window(screen)[.largestDisplayMode] == nil)
        #expect(NSExtensionContext(inputItems: []) { _, _ in }.widgetLargestAvailableDisplayMode == .compact)
    }
}
