import AppexProtocol
import ExtensionTesting
import Foundation
import OpenExtensionKit
import OpenViewTree
import Testing

private let identifier = "org.example.Fixtures.View"

/// An extension whose principal class is a view controller, in its own process.
@Suite(.timeLimit(.minutes(30))) struct UIKitViewTests {
    private static func with(
        point: String = "com.apple.ui-services", _ text: String? = nil,
        _ body: nonisolated(nonsending) (ViewUnderTest) async throws -> Void
    ) async throws {
        try await TestDevice.with { device in
            var appex = TestAppex("View", .view, point: point)
            appex.principal = "fixture_view.FixtureViewController"
            try await device.install(appex)
            let item = NSExtensionItem()
            item.attributedContentText = text.map { NSAttributedString(string: $0) }
            let view = try await device.present(text == nil ? [] : [item], to: identifier)
            try await body(view)
            await view.dismiss()
        }
    }

    @Test func `AT-19: the context of a controller is nil in init and there when the view is loaded`() async throws {
        try await Self.with("form") { view in
            let shown = try await view.find(.identifier("origin")).text(.accessibilityLabel)
            #expect(shown == "true true 1")
        }
    }

    @Test func `AT-20: a widget has an empty array of items`() async throws {
        try await Self.with(point: "com.apple.widget-extension") { view in
            let shown = try await view.find(.identifier("origin")).text(.accessibilityLabel)
            #expect(shown == "true true 0")
        }
    }

    @Test func `what a person does reaches the controls, and the host gets the result`() async throws {
        try await Self.with("form") { view in
            try await view.type("Ada")
            try await view.slide(to: 0.5)
            try await view.set(to: true)
            let shown = try await view.find(.identifier("summary")).text(.text)
            #expect(shown == "Ada 0.5 true")
            try await view.tap(.button("Done"))
            #expect(try await view.outcome().first?.attributedContentText?.string == "Ada 0.5 true")
        }
    }

    @Test func `gestures on a picture and a button reach their recognizers and actions`() async throws {
        try await Self.with("gestures") { view in
            func heard(_ identifier: String) async throws -> String? {
                try await view.find(.identifier(identifier)).text(.text)
            }
            let picture = ViewQuery.label("Picture")
            let corner = ViewPoint(x: 0.125, y: 0.25)
            try await view.hold(picture, at: corner)
            #expect(try await heard("gestures") == "hold began at 25 25")
            try await view.release(picture, at: corner)
            #expect(try await heard("gestures") == "hold ended at 25 25")
            try await view.drag(picture, from: corner, to: ViewPoint(x: 0.5, y: 0))
            #expect(try await heard("gestures") == "drag ended by 75 -25 at 100 0")
            try await view.pinch(picture, to: 2)
            #expect(try await heard("gestures") == "pinch ended 2.0 at 100 50")
            let button = ViewQuery.button("Original")
            try await view.hold(button)
            #expect(try await heard("touches") == "touches down")
            try await view.release(button)
            try await view.hold(button)
            try await view.release(button, at: ViewPoint(x: 2, y: 0))
            #expect(try await heard("touches") == "touches down inside down outside")
        }
    }

    @Test func `an alert asks in front of the form`() async throws {
        try await Self.with("navigation") { view in
            #expect(view.tree.nodes.values.contains { $0.kind == .navigationBar && $0.text(.title) == "Form" })
            try await view.tap(.button("Ask"))
            try await view.tap(.text("Yes"))
            try await view.find(.text("Sure"))
        }
    }

    @Test func `an extension that hangs is ended when its view is closed, and the next request gets another`()
        async throws
    {
        try await TestDevice.withLastingProcesses { device in
            var appex = TestAppex("View", .view, point: "com.apple.ui-services")
            appex.principal = "fixture_view.FixtureViewController"
            try await device.install(appex)
            let host = device.host()
            let hung = try await device.present([], to: identifier)
            try await hung.tap(.button("Ask"))
            let process = try await host.process(of: identifier).pid
            hung.view.send(.activate, to: try await hung.find(.text("Hang")).id)
            // What an answer does is done when the question has gone.
            for await update in hung.view.updates where !update.tree.nodes.values.contains(where: { $0.kind == .alert })
            {
                break
            }
            await hung.dismiss()
            let next = try await device.present([], to: identifier)
            try await next.find(.button("Ask"))
            #expect(try await host.process(of: identifier).pid != process)
            await next.dismiss()
        }
    }

    @Test func `of many labels only the one that has changed travels`() async throws {
        try await Self.with("many") { view in
            #expect(view.tree.nodes.count > 490)
            var updates = view.view.updates.makeAsyncIterator()
            _ = await updates.next()
            try await view.tap(.button("Press"))
            let update = await updates.next()
            #expect(update?.operations.count == 1)
        }
    }
}
