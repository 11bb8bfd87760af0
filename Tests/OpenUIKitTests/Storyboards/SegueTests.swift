import Foundation
import OpenFoundation
import OpenViewTree
import Testing

@testable import OpenUIKit
@testable import appex

final class SegueController: UIViewController {
    private(set) var prepared: [String] = []
    private(set) var unwound = 0
    var allows = true

    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        prepared.append("\(segue.identifier ?? "-") \(segue.destination.title ?? "-")")
    }

    override func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { allows }

    static let registered: Void = {
        ObjectiveCMembers.addMethod("segueUnwind:", of: SegueController.self) {
            let segue: UIStoryboardSegue = try $1.value(at: 0)
            if segue.destination === $0 { $0.unwound += 1 }
            return nil
        }
    }()
}

@MainActor
@Suite(.serialized) struct SegueTests {
    init() { SegueController.registered }

    private static let navigation = """
        <navigationController id="nav" sceneMemberID="viewController">
            <navigationBar key="navigationBar" contentMode="scaleToFill" id="bar"/>
            <connections><segue destination="vc" kind="relationship" relationship="rootViewController" id="r"/></connections>
        </navigationController>
        """

    private func board(kind: String, extra: String = "") throws -> StoryboardFixture {
        try StoryboardFixture(
            .storyboard(
                Self.navigation,
                .controller(
                    class: "SegueController",
                    subviews: """
                        <button id="b"><state key="normal" title="Go"/><connections>
                            <segue destination="two" kind="\(kind)" identifier="go" id="s"/></connections></button>
                        \(extra)
                        """,
                    other: "<navigationItem key=\"navigationItem\" title=\"First\" id=\"item\"/>"),
                .controller(
                    "two", attributes: "title=\"Second\"",
                    subviews: """
                        <button id="back"><connections><segue destination="x" kind="unwind" unwindAction="segueUnwind:" \
                        id="u"/></connections></button>
                        """, other: "") + "<exit id=\"x\" userLabel=\"Exit\" sceneMemberID=\"exit\"/>",
                initial: "nav"))
    }

    @Test func `a navigation controller has the root of its relationship`() throws {
        let fixture = try board(kind: "show")
        let navigation: UINavigationController = try fixture.initial()
        #expect(navigation.viewControllers.count == 1)
        #expect(navigation.topViewController is SegueController)
        #expect(navigation.topViewController?.navigationItem.title == "First")
        #expect(fixture.notes.isEmpty, "\(fixture.notes)")
    }

    @Test func `a button pushes the destination, and an unwind segue returns`() throws {
        let fixture = try board(kind: "show")
        let navigation: UINavigationController = try fixture.initial()
        let screen = try Screen(navigation)
        let first = try #require(navigation.topViewController as? SegueController)
        try screen.send(.activate, to: try #require(first.view.subviews.first))
        #expect(first.prepared == ["go Second"])
        #expect(navigation.viewControllers.count == 2)
        try screen.send(.activate, to: try #require(navigation.topViewController?.view.subviews.first))
        #expect(first.unwound == 1)
        #expect(navigation.topViewController === first)
        #expect(fixture.reports.isEmpty, "\(fixture.reports)")
    }

    @Test func `a segue can be prevented, and performed by the program`() throws {
        let fixture = try board(kind: "presentation")
        let navigation: UINavigationController = try fixture.initial()
        let screen = try Screen(navigation)
        let first = try #require(navigation.topViewController as? SegueController)
        first.allows = false
        try screen.send(.activate, to: try #require(first.view.subviews.first))
        #expect(first.prepared.isEmpty)
        first.performSegue(withIdentifier: "go", sender: nil)
        #expect(first.prepared == ["go Second"])
        #expect(navigation.presentedViewController?.title == "Second")
        first.performSegue(withIdentifier: "stay", sender: nil)
        #expect(
            fixture.reports == [
                "SegueController has no segue with the identifier \"stay\" in its storyboard."
            ])
    }

    @Test func `a container view shows the controller that is embedded in it`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                .controller(
                    class: "SegueController",
                    subviews: """
                        <containerView id="c"><rect key="frame" x="10" y="10" width="100" height="50"/>
                            <connections><segue destination="two" kind="embed" identifier="inner" id="e"/></connections>
                        </containerView>
                        """),
                .controller("two", attributes: "title=\"Inner\"")))
        let controller: SegueController = try fixture.initial()
        controller.loadViewIfNeeded()
        #expect(controller.prepared == ["inner Inner"])
        let child = try #require(controller.children.first)
        #expect(child.view.superview === controller.view.subviews.first)
        #expect(child.view.frame.size == CGSize(width: 100, height: 50))
    }

    @Test func `controllers that contain themselves are named and end nothing`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                .controller(
                    subviews: """
                        <containerView id="c"><connections><segue destination="vc" kind="embed" id="e"/></connections>
                        </containerView>
                        """)))
        let controller: UIViewController = try fixture.initial()
        controller.loadViewIfNeeded()
        #expect(controller.children.isEmpty)
        #expect(fixture.notes.contains { $0.message.contains("contains itself") })
    }
}
