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

    @Test func `a controller is called from completion handlers without isolation`() async {
        let controller = CompletionViewController()
        controller.loadViewIfNeeded()
        #expect(controller.finished)
        await withCheckedContinuation { continuation in
            controller.loadInBackground { continuation.resume() }
        }
        #expect(controller.label.text == "x")
    }
}
