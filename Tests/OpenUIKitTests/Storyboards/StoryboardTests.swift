import Foundation
import OpenFoundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// A controller as an Xcode template has it, without Objective-C.
final class BoardController: UIViewController {
    var label: UILabel?
    var fields: [UITextField] = []
    var width: NSLayoutConstraint?
    private(set) var pressed: [String] = []
    private(set) var calls: [String] = []

    required init?(coder: NSCoder) {
        super.init(coder: coder)
        calls.append("init")
    }

    override func awakeFromNib() {
        super.awakeFromNib()
        calls.append("awake")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        calls.append(label == nil ? "loaded without label" : "loaded")
    }

    func done(_ sender: Any?) { pressed.append("\(type(of: sender ?? self))") }

    /// What `appex port` generates.
    static let registered: Void = {
        ObjectiveCMembers.addMethod("boardDone:", of: BoardController.self) { $0.done(try $1.value(at: 0)) }
        ObjectiveCMembers.addProperty(
            "boardLabel", of: BoardController.self, get: { $0.label }, set: { $0.label = try $1.value(at: 0) })
        ObjectiveCMembers.addProperty(
            "boardFields", of: BoardController.self, get: { $0.fields }, set: { $0.fields = try $1.value(at: 0) })
        ObjectiveCMembers.addProperty(
            "boardWidth", of: BoardController.self, get: { $0.width }, set: { $0.width = try $1.value(at: 0) })
        ObjectiveCMembers.addProperty(
            "boardRadius", of: BoardView.self, get: { $0.radius }, set: { $0.radius = try $1.value(at: 0) })
        ObjectiveCMembers.addProperty(
            "boardCount", of: BoardView.self, get: { $0.count }, set: { $0.count = try $1.value(at: 0) })
    }()
}

/// A view with properties that Interface Builder sets.
final class BoardView: UIView {
    var radius: CGFloat = 0
    var count = 0
    private(set) var isAwake = false

    override func awakeFromNib() { isAwake = true }
}

@MainActor
@Suite(.serialized) struct StoryboardTests {
    init() { BoardController.registered }

    @Test func `a label has the text, font, colour and lines of the storyboard`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                .controller(
                    subviews: """
                        <label opaque="NO" userInteractionEnabled="NO" contentMode="left" text="Hello" textAlignment="center" \
                        lineBreakMode="tailTruncation" numberOfLines="0" id="l" \
                        translatesAutoresizingMaskIntoConstraints="NO">
                            <fontDescription key="fontDescription" type="boldSystem" pointSize="20"/>
                            <color key="textColor" systemColor="secondaryLabelColor"/>
                            <color key="backgroundColor" red="1" green="0" blue="0" alpha="0.5" colorSpace="custom" \
                        customColorSpace="sRGB"/>
                        </label>
                        """)))
        let controller: UIViewController = try fixture.initial()
        let label = try #require(controller.view.subviews.first as? UILabel)
        #expect(label.text == "Hello")
        #expect(label.textAlignment == .center)
        #expect(label.numberOfLines == 0)
        #expect(label.font == .boldSystemFont(ofSize: 20))
        #expect(label.textColor == .secondaryLabel)
        #expect(label.backgroundColor == UIColor(red: 1, green: 0, blue: 0, alpha: 0.5))
        #expect(!label.translatesAutoresizingMaskIntoConstraints)
        #expect(controller.view.frame.size == CGSize(width: 393, height: 852))
        #expect(fixture.notes.isEmpty, "\(fixture.notes)")
        #expect(fixture.reports.isEmpty, "\(fixture.reports)")
    }

    @Test func `a class, its outlets and its actions are those of the program`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                .controller(
                    class: "BoardController",
                    subviews: """
                        <label text="Hello" id="l"/>
                        <textField id="f1"/><textField id="f2"/>
                        <button buttonType="system" id="b"><state key="normal" title="Press"/>
                            <connections><action selector="boardDone:" destination="vc" eventType="touchUpInside" id="a"/>
                            </connections>
                        </button>
                        """,
                    constraints: """
                        <constraint firstItem="l" firstAttribute="width" constant="80" id="w"/>
                        """,
                    other: """
                        <connections>
                            <outlet property="boardLabel" destination="l" id="o1"/>
                            <outlet property="boardWidth" destination="w" id="o2"/>
                            <outletCollection property="boardFields" destination="f1" id="o3"/>
                            <outletCollection property="boardFields" destination="f2" id="o4"/>
                        </connections>
                        """)))
        let controller: BoardController = try fixture.initial()
        #expect(controller.calls == ["init", "awake"])
        let screen = try Screen(controller)
        #expect(controller.calls == ["init", "awake", "loaded"])
        #expect(controller.label?.text == "Hello")
        #expect(controller.width?.constant == 80)
        #expect(controller.fields.count == 2)
        let button = try #require(controller.view.subviews.last as? UIButton)
        try screen.send(.activate, to: button)
        #expect(controller.pressed == ["UIButton"])
        #expect(fixture.reports.isEmpty, "\(fixture.reports)")
    }

    @Test func `constraints of a storyboard lay out the views as those in code do`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                .controller(
                    subviews: """
                        <label text="Above" translatesAutoresizingMaskIntoConstraints="NO" id="a"/>
                        <label text="Below" translatesAutoresizingMaskIntoConstraints="NO" id="b"/>
                        """,
                    constraints: """
                        <constraint firstItem="a" firstAttribute="top" secondItem="vc-safe" secondAttribute="top" \
                        constant="12" id="c1"/>
                        <constraint firstItem="a" firstAttribute="leading" secondItem="vc-safe" \
                        secondAttribute="leading" constant="16" id="c2"/>
                        <constraint firstItem="b" firstAttribute="top" secondItem="a" secondAttribute="bottom" \
                        symbolic="YES" id="c3"/>
                        <constraint firstItem="b" firstAttribute="leading" secondItem="a" secondAttribute="leading" \
                        multiplier="2:1" priority="750" id="c4"/>
                        """)))
        let controller: UIViewController = try fixture.initial()
        let constraints = try #require(controller.view).constraints
        #expect(constraints.map(\.constant) == [12, 16, 8, 0])
        #expect(constraints.map(\.multiplier) == [1, 1, 1, 2])
        #expect(constraints.map(\.priority.rawValue) == [1000, 1000, 1000, 750])
        #expect(constraints.first?.secondItem === controller.view.safeAreaLayoutGuide)
    }

    @Test func `guides of old storyboards are the edges of the view`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                """
                <viewController id="vc" sceneMemberID="viewController">
                    <layoutGuides>
                        <viewControllerLayoutGuide type="top" id="top"/>
                        <viewControllerLayoutGuide type="bottom" id="bottom"/>
                    </layoutGuides>
                    <view key="view" id="v"><subviews><label text="a" id="a"/></subviews>
                        <constraints>
                            <constraint firstItem="a" firstAttribute="top" secondItem="top" secondAttribute="bottom" \
                constant="8" id="c1"/>
                            <constraint firstItem="bottom" firstAttribute="top" secondItem="a" \
                secondAttribute="bottom" constant="9" id="c2"/>
                        </constraints>
                    </view>
                </viewController>
                """))
        let controller: UIViewController = try fixture.initial()
        let constraints = try #require(controller.view).constraints
        #expect(constraints.map(\.secondAttribute) == [.top, .bottom])
        #expect(constraints.map(\.firstAttribute) == [.top, .bottom])
        #expect(constraints.last?.firstItem === controller.view)
    }

    @Test func `attributes are set by key path, as numbers of the property's type`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                .controller(
                    subviews: """
                        <view customClass="BoardView" customModuleProvider="target" id="v">
                            <userDefinedRuntimeAttributes>
                                <userDefinedRuntimeAttribute type="number" keyPath="layer.cornerRadius">
                                    <integer key="value" value="8"/></userDefinedRuntimeAttribute>
                                <userDefinedRuntimeAttribute type="number" keyPath="boardRadius">
                                    <real key="value" value="2.5"/></userDefinedRuntimeAttribute>
                                <userDefinedRuntimeAttribute type="number" keyPath="boardCount">
                                    <integer key="value" value="7"/></userDefinedRuntimeAttribute>
                                <userDefinedRuntimeAttribute type="string" keyPath="boardMissing" value="x"/>
                            </userDefinedRuntimeAttributes>
                        </view>
                        """)))
        let controller: UIViewController = try fixture.initial()
        let view = try #require(controller.view.subviews.first as? BoardView)
        #expect(view.layer.cornerRadius == 8)
        #expect(view.radius == 2.5)
        #expect(view.count == 7)
        #expect(view.isAwake)
        #expect(fixture.reports.count == 1)
        #expect(fixture.reports.first?.contains("boardMissing") == true)
        #expect(fixture.reports.first?.contains("Main.storyboard: the view with the identifier v") == true)
    }

    @Test func `what the program does not have is reported and the rest is made`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                .controller(
                    subviews: """
                        <view customClass="NoSuchView" customModuleProvider="target" id="v"/>
                        <label text="Here" id="l"/>
                        <button id="b"><connections>
                            <action selector="noSuchMethod:" destination="vc" eventType="touchUpInside" id="a"/>
                        </connections></button>
                        """,
                    other: "<connections><outlet property=\"noSuchOutlet\" destination=\"l\" id=\"o\"/></connections>"))
        )
        let controller: UIViewController = try fixture.initial()
        let screen = try Screen(controller)
        #expect(controller.view.subviews.count == 3)
        #expect(
            fixture.reports == [
                "Main.storyboard: the view with the identifier v has the class OpenUIKitTests.NoSuchView, which the program "
                    + "does not contain.",
                "Main.storyboard: the viewController with the identifier vc has an outlet \"noSuchOutlet\" that cannot be set: "
                    + "The class UIViewController has no @objc property or outlet with the name \"noSuchOutlet\".",
            ])
        try screen.send(.activate, to: try #require(controller.view.subviews.last))
        #expect(fixture.reports.last?.contains("noSuchMethod:") == true)
    }

    @Test func `a controller is found by its identifier, and by an initializer of the program`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                .controller(),
                .controller("two", class: "BoardController", attributes: "storyboardIdentifier=\"second\"")))
        let storyboard = fixture.storyboard
        let second = storyboard.instantiateViewController(withIdentifier: "second")
        #expect(second is BoardController)
        #expect(second.storyboard === storyboard)
        var isCalled = false
        let made: BoardController = storyboard.instantiateViewController(identifier: "second") { coder in
            isCalled = true
            return BoardController(coder: coder)
        }
        #expect(isCalled)
        #expect(made.view.frame.width == 393)
        #expect(fixture.reports.isEmpty)
        _ = storyboard.instantiateViewController(withIdentifier: "third")
        #expect(fixture.reports == ["The storyboard \"Main\" has no controller with the identifier \"third\"."])
    }

    @Test func `texts are those of the user's language`() throws {
        InterfaceStore.chosenLanguages = ["de-AT", "en"]
        defer { InterfaceStore.chosenLanguages = nil }
        let fixture = try StoryboardFixture(
            .storyboard(
                .controller(
                    subviews: """
                        <label text="Hello" id="l"/>
                        <button id="b"><state key="normal" title="Send"/></button>
                        <segmentedControl id="s"><segments><segment title="One"/><segment title="Two"/></segments>
                        </segmentedControl>
                        """)),
            texts: ["de": ["l.text": "Hallo", "b.normalTitle": "Senden", "s.segmentTitles[1]": "Zwei", "x.text": "?"]])
        let controller: UIViewController = try fixture.initial()
        let views = try #require(controller.view).subviews
        #expect((views[0] as? UILabel)?.text == "Hallo")
        #expect((views[1] as? UIButton)?.title(for: .normal) == "Senden")
        #expect((views[2] as? UISegmentedControl)?.titleForSegment(at: 1) == "Zwei")
        #expect((views[2] as? UISegmentedControl)?.titleForSegment(at: 0) == "One")
    }

    @Test func `a user who prefers the development language does not get another one`() throws {
        InterfaceStore.chosenLanguages = ["en-GB", "de"]
        defer { InterfaceStore.chosenLanguages = nil }
        let fixture = try StoryboardFixture(
            .storyboard(.controller(subviews: "<label text=\"Hello\" id=\"l\"/>")), texts: ["de": ["l.text": "Hallo"]])
        let controller: UIViewController = try fixture.initial()
        #expect((controller.view.subviews.first as? UILabel)?.text == "Hello")
    }

    @Test func `a compiled storyboard that is not a regular file is reported`() throws {
        let fixture = try StoryboardFixture(.storyboard(.controller()))
        #expect(mkfifo(fixture.folder.appending(path: "Pipe.storyboardc").path, 0o600) == 0)
        #expect(UIStoryboard(name: "Pipe", bundle: fixture.bundle).instantiateInitialViewController() == nil)
        #expect(fixture.reports.first?.contains("it is not a regular file of at most") == true)
    }

    @Test func `a missing storyboard is reported`() throws {
        let fixture = try StoryboardFixture(.storyboard(.controller()))
        #expect(UIStoryboard(name: "None", bundle: fixture.bundle).instantiateInitialViewController() == nil)
        #expect(UIStoryboard(name: "../Main", bundle: fixture.bundle).instantiateInitialViewController() == nil)
        #expect(fixture.reports.count == 2)
        #expect(fixture.reports.first?.hasPrefix("The storyboard \"None\" is not in the bundle") == true)
    }
}
