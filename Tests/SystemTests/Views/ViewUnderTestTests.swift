import OpenExtensionFoundation
import OpenExtensionKit
import TestSupport
import Testing

/// Driving a view by what people see of it.
@Suite(.timeLimit(.minutes(30))) struct ViewUnderTestTests {
    /// The hand-made view, with more in it.
    private static func view(
        _ more: ViewOperation..., patience: Duration = .ample
    ) async throws -> ViewUnderTest {
        let shown = try await InProcessExtension { HandMadeView(adding: more) }.present([])
        return try await ViewUnderTest(shown.view, patience: patience)
    }

    @Test func `actions wait until the extension has worked them off`() async throws {
        let view = try await Self.view()
        try await view.slide(to: 0.25)
        #expect(view.tree[HandMadeView.label]?.text(.text) == "0.25")
        try await view.slide(to: 0.75)
        try await view.find(.text("0.75"))
        try await view.tap(.button("Done"))
        #expect(try await view.outcome().first?.attributedContentText?.string == "done")
    }

    @Test func `a node is found by kind, text, label and identifier, all at once`() async throws {
        let view = try await Self.view(
            .set(id: HandMadeView.done, .accessibilityLabel, .text("End")),
            .set(id: HandMadeView.done, .accessibilityIdentifier, .text("end")))
        for query in [.text("Done"), .label("End"), .identifier("end"), .button("Done")] as [ViewQuery] {
            #expect(try await view.find(query).id == HandMadeView.done)
        }
        #expect(try await view.find(ViewQuery(.button, text: "Done", label: "End")).id == HandMadeView.done)
        await view.dismiss()
    }

    @Test func `an error about a node that was there at last says that the view is gone`() async throws {
        let view = try await Self.view()
        let (gone, missing) = (
            "\(ViewTestError.notFound(.button("Done"), view.tree))",
            "\(ViewTestError.notFound(.button("None"), view.tree))"
        )
        #expect(gone.hasPrefix("The view has left the screen, so the button"))
        #expect(missing.hasPrefix("There is no button"))
        await view.dismiss()
    }

    @Test func `what is not there is an error that shows the view`() async throws {
        let view = try await Self.view(patience: .milliseconds(50))
        let error = await #expect(throws: ViewTestError.self) { try await view.tap(.button("Gone")) }
        #expect(
            error?.description == """
                There is no button or barButton or alertAction that says "Gone" in this view:
                window
                  screen #1
                    label "0" #2
                    slider #3
                    button "Done" #4
                """)
        await view.dismiss()
    }

    @Test func `what is there twice, or cannot be pressed, is an error`() async throws {
        let view = try await Self.view(
            .insert(id: 9, kind: .button, parent: 1, index: 0), .set(id: 9, .text, .text("Off")),
            .set(id: 9, .isEnabled, .flag(false)))
        let twice = await #expect(throws: ViewTestError.self) { try await view.tap(ViewQuery(.button)) }
        #expect(twice?.description.hasPrefix("There are 2 nodes in this view that match button:\nwindow") == true)
        let off = await #expect(throws: ViewTestError.self) { try await view.tap(.button("Off")) }
        #expect(off?.description.hasPrefix("A person cannot perform activate on the button") == true)
        await view.dismiss()
    }

    @Test func `an event that is never worked off is an error`() async throws {
        let silent = InProcessExtension { HandMadeView { _, _, _, _ in } }
        let view = try await ViewUnderTest(silent.present([]).view, patience: .milliseconds(50))
        let error = await #expect(throws: ViewTestError.self) { try await view.slide(to: 1) }
        #expect(error?.description.contains("did not handle setNumber") == true)
        await #expect(throws: ViewTestError.self) {
            _ = try await view.wait("a miracle") { $0.nodes.count > 99 ? true : nil }
        }
        await view.dismiss()
    }
}
