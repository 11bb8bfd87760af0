import Testing

/// The controllers of this folder are written for Apple's frameworks; that they compile is most of the claim.
@MainActor @Suite struct AppleSourceTests {
    @Test func `a share extension written for Social runs`() {
        let controller = ShareViewController()
        #expect(controller.isContentValid())
        #expect(controller.configurationItems().count == 1)
    }

    @Test func `a widget written for NotificationCenter runs`() async {
        let controller = TodayViewController()
        controller.loadViewIfNeeded()
        let result = await withCheckedContinuation { continuation in
            controller.widgetPerformUpdate { continuation.resume(returning: $0) }
        }
        #expect(result == .newData)
    }

    @Test func `an action written for UIKit runs`() {
        let controller = ActionViewController()
        controller.loadViewIfNeeded()
        #expect(controller.isViewLoaded && controller.imageView.superview != nil)
    }

    @Test func `an action without a view that reads a page finds what the page hands over`() {
        #expect(ActionRequestHandler().provider(in: ActionRequestHandler.page) != nil)
        #expect(ActionRequestHandler().provider(in: []) == nil)
    }

    @Test func `a controller calls its methods from completion handlers without isolation`() async {
        let controller = CompletionViewController()
        controller.loadViewIfNeeded()
        #expect(controller.finished && controller.label.text == nil)
        controller.onFinish = { controller.refresh() }
        await withCheckedContinuation { continuation in
            controller.loadText("a text") { continuation.resume() }
        }
        #expect(controller.label.text == "done")
    }

    @Test func `a controller with the names of several years runs`() {
        let controller = LinkShareViewController()
        controller.loadViewIfNeeded()
        controller.detect("See https://example.com and www.example.org/x.")
        #expect(controller.links.map(\.absoluteString) == ["https://example.com", "http://www.example.org/x"])
        #expect(controller.textView.font?.pointSize == 16 && controller.view.subviews.count == 1)
    }
}
