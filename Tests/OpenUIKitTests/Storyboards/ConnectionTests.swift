import Foundation
import OpenFoundation
import OpenViewTree
import Testing

@testable import OpenUIKit
@testable import appex

/// A controller that is the delegate of views and gesture recognizers.
final class ConnectionController: UIViewController, UIScrollViewDelegate, UIGestureRecognizerDelegate {
    var note: UIView?
    var item: UIBarButtonItem?
    var itemWhenAwake: UIBarButtonItem?

    override func awakeFromNib() {
        super.awakeFromNib()
        itemWhenAwake = item
    }

    static let registered: Void = {
        ObjectiveCMembers.addProperty(
            "connectionNote", of: ConnectionController.self, get: { $0.note }, set: { $0.note = try $1.value(at: 0) })
        ObjectiveCMembers.addProperty(
            "connectionItem", of: ConnectionController.self, get: { $0.item }, set: { $0.item = try $1.value(at: 0) })
    }()
}

/// A field that is the first responder and has a method of its own.
final class ConnectionField: UITextField {
    private(set) var calls = 0

    static let registered: Void = {
        ObjectiveCMembers.addMethod("connectionClear:", of: ConnectionField.self) { field, _ in
            field.calls += 1
            return nil
        }
    }()
}

@MainActor
@Suite(.serialized) struct ConnectionTests {
    init() {
        ConnectionController.registered
        ConnectionField.registered
    }

    @Test func `the delegates of scroll views and gesture recognizers are set`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                .controller(
                    class: "ConnectionController",
                    subviews: """
                        <scrollView id="s"><connections><outlet property="delegate" destination="vc" id="d1"/>
                        <outletCollection property="gestureRecognizers" destination="g" id="c"/></connections></scrollView>
                        """)
                        + """
                        <swipeGestureRecognizer direction="left" id="g"><connections>
                        <outlet property="delegate" destination="vc" id="d2"/></connections></swipeGestureRecognizer>
                        """))
        let controller: ConnectionController = try fixture.initial()
        let scroll = try #require(controller.view.subviews.first as? UIScrollView)
        #expect(scroll.delegate === controller)
        let swipe = try #require(scroll.gestureRecognizers?.first as? UISwipeGestureRecognizer)
        #expect(swipe.direction == .left)
        #expect(swipe.delegate === controller)
        #expect(fixture.notes.isEmpty, "\(fixture.notes)")
        #expect(fixture.reports.isEmpty, "\(fixture.reports)")
    }

    @Test func `a view at the top level of a scene is made for its outlet`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                .controller(
                    class: "ConnectionController",
                    other: "<connections><outlet property=\"connectionNote\" destination=\"n\" id=\"o\"/></connections>"
                )
                    + "<view id=\"n\"><subviews><label text=\"a\" id=\"l\"/></subviews></view>"))
        let controller: ConnectionController = try fixture.initial()
        _ = controller.view
        #expect(controller.note?.subviews.count == 1)
        #expect(fixture.reports.isEmpty, "\(fixture.reports)")
    }

    @Test func `a scene without a view is connected before the controller awakes`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                """
                <viewController id="vc" customClass="ConnectionController" customModuleProvider="target" \
                sceneMemberID="viewController">
                    <navigationItem key="navigationItem" id="i"><barButtonItem key="rightBarButtonItem" title="a" id="b"/>
                    </navigationItem>
                    <connections><outlet property="connectionItem" destination="b" id="o"/></connections>
                </viewController>
                """))
        let controller: ConnectionController = try fixture.initial()
        #expect(controller.itemWhenAwake === controller.navigationItem.rightBarButtonItem)
        #expect(controller.itemWhenAwake != nil)
    }

    @Test func `outlets that cannot be connected are reported`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                .controller(
                    subviews: """
                        <tableView id="t"><connections><outlet property="dataSource" destination="vc" id="d"/></connections>
                        </tableView>
                        """,
                    other: "<connections><outlet property=\"note\" destination=\"x\" id=\"o\"/></connections>")
                    + "<customObject id=\"x\" customClass=\"Thing\"/>"))
        let controller: UIViewController = try fixture.initial()
        _ = controller.view
        #expect(
            fixture.reports.contains(
                "Main.storyboard: the viewController with the identifier vc has an outlet \"note\" that leads to the object x, "
                    + "which was not made."))
        #expect(
            fixture.reports.contains { $0.contains("has a dataSource of the class UIViewController, which is not") })
    }

    @Test func `an action to the first responder is called there, and reported if there is no method`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                .controller(
                    subviews: """
                        <textField customClass="ConnectionField" customModuleProvider="target" id="f"/>
                        <button id="b"><connections><action selector="connectionClear:" destination="vc-first" \
                        eventType="touchUpInside" id="a"/></connections></button>
                        """)))
        let controller: UIViewController = try fixture.initial()
        let screen = try Screen(controller)
        let field = try #require(controller.view.subviews.first as? ConnectionField)
        let button = try #require(controller.view.subviews.last)
        try screen.send(.activate, to: button)
        #expect(field.calls == 0)
        #expect(
            fixture.reports.last?.contains("no object in the responder chain has the method \"connectionClear:\"")
                == true)
        field.becomeFirstResponder()
        try screen.send(.activate, to: button)
        #expect(field.calls == 1)
    }

    @Test func `scenes of two storyboards that embed each other end in a report`() throws {
        func scene(_ other: String) -> String {
            .storyboard(
                .controller(
                    subviews: """
                        <containerView id="c1"><connections><segue destination="r" kind="embed" id="e1"/></connections>
                        </containerView>
                        <containerView id="c2"><connections><segue destination="r" kind="embed" id="e2"/></connections>
                        </containerView>
                        """),
                "<viewControllerPlaceholder storyboardName=\"\(other)\" id=\"r\" sceneMemberID=\"viewController\"/>")
        }
        let fixture = try StoryboardFixture(scene("Other"), others: ["Other.storyboard": scene("Main")])
        let controller: UIViewController = try fixture.initial()
        #expect(controller.view.subviews.count == 2)
        #expect(fixture.reports.contains { $0.contains("contain each other") })
        #expect(fixture.reports.contains { $0.contains("has an embed segue that leads to the object r") })
    }

    @Test func `values of gesture recognizers without an effect are noted`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                .controller()
                    + "<tapGestureRecognizer numberOfTapsRequired=\"2\" numberOfTouchesRequired=\"1\" id=\"g\"/>"))
        #expect(fixture.notes.count == 1)
        #expect(fixture.notes.first?.message.contains("The value 2 of the attribute numberOfTapsRequired") == true)
    }
}
