import Foundation
import OpenFoundation
import OpenViewTree
import Testing

@testable import OpenUIKit
@testable import appex

final class CollectionBoardController: UICollectionViewController {
    override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 3 }

    override func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        collectionView.dequeueReusableCell(withReuseIdentifier: "Item", for: indexPath)
    }
}

@MainActor
@Suite(.serialized) struct BarStoryboardTests {
    init() { BoardController.registered }

    @Test func `the bar of Xcode's action extension calls its action`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                .controller(
                    class: "BoardController",
                    subviews: """
                        <imageView userInteractionEnabled="NO" contentMode="scaleAspectFit" id="image"/>
                        <navigationBar contentMode="scaleToFill" translatesAutoresizingMaskIntoConstraints="NO" id="bar">
                            <items><navigationItem title="Edit" id="item">
                                <barButtonItem key="leftBarButtonItem" title="Done" style="done" id="done"><connections>
                                    <action selector="boardDone:" destination="vc" id="a"/></connections></barButtonItem>
                            </navigationItem></items>
                        </navigationBar>
                        <toolbar id="tools"><items><barButtonItem systemItem="trash" id="trash"/></items></toolbar>
                        """)))
        let controller: BoardController = try fixture.initial()
        let screen = try Screen(controller)
        let bar = try #require(controller.view.subviews[1] as? UINavigationBar)
        #expect(bar.topItem?.title == "Edit")
        let done = try #require(bar.topItem?.leftBarButtonItem)
        #expect(done.title == "Done")
        #expect(done.style == .done)
        try screen.send(.activate, to: done.nodeID)
        #expect(controller.pressed == ["UIBarButtonItem"])
        #expect((controller.view.subviews[2] as? UIToolbar)?.items?.count == 1)
        #expect(fixture.notes.isEmpty, "\(fixture.notes)")
        #expect(fixture.reports.isEmpty, "\(fixture.reports)")
    }

    @Test func `a collection view has the layout and prototype cells of the storyboard`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                """
                <collectionViewController id="vc" customClass="CollectionBoardController" customModuleProvider="target" \
                sceneMemberID="viewController">
                    <collectionView key="view" dataMode="prototypes" id="c">
                        <rect key="frame" x="0" y="0" width="390" height="800"/>
                        <collectionViewFlowLayout key="collectionViewLayout" minimumLineSpacing="5" id="flow">
                            <size key="itemSize" width="100" height="40"/>
                            <inset key="sectionInset" minX="1" minY="2" maxX="3" maxY="4"/>
                        </collectionViewFlowLayout>
                        <cells><collectionViewCell reuseIdentifier="Item" id="cell">
                            <collectionViewCellContentView key="contentView" id="content"><subviews>
                                <label text="Item" id="l"/></subviews></collectionViewCellContentView>
                        </collectionViewCell></cells>
                        <connections><outlet property="dataSource" destination="vc" id="o1"/>
                            <outlet property="delegate" destination="vc" id="o2"/></connections>
                    </collectionView>
                </collectionViewController>
                """))
        let controller: CollectionBoardController = try fixture.initial()
        _ = try Screen(controller)
        let flow = try #require(controller.collectionView.collectionViewLayout as? UICollectionViewFlowLayout)
        #expect(flow.itemSize == CGSize(width: 100, height: 40))
        #expect(flow.minimumLineSpacing == 5)
        #expect(flow.sectionInset == UIEdgeInsets(top: 2, left: 1, bottom: 4, right: 3))
        let cells = controller.collectionView.visibleCells
        #expect(cells.count == 3)
        #expect(cells.allSatisfy { ($0.contentView.subviews.first as? UILabel)?.text == "Item" })
        #expect(cells.first?.frame.size == CGSize(width: 100, height: 40))
        #expect(fixture.notes.isEmpty, "\(fixture.notes)")
        #expect(fixture.reports.isEmpty, "\(fixture.reports)")
    }

    @Test func `a tab bar controller has the controllers of its relationships`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                """
                <tabBarController id="tabs" sceneMemberID="viewController"><connections>
                    <segue destination="vc" kind="relationship" relationship="viewControllers" id="r1"/>
                    <segue destination="two" kind="relationship" relationship="viewControllers" id="r2"/>
                </connections></tabBarController>
                """, .controller(other: "<tabBarItem key=\"tabBarItem\" title=\"First\" tag=\"4\" id=\"t\"/>"),
                .controller("two", attributes: "title=\"Second\""), initial: "tabs"))
        let tabs: UITabBarController = try fixture.initial()
        #expect(tabs.viewControllers?.count == 2)
        #expect(tabs.viewControllers?.first?.tabBarItem.title == "First")
        #expect(tabs.viewControllers?.first?.tabBarItem.tag == 4)
    }

    @Test func `pickers, page controls and search bars have their attributes`() throws {
        let fixture = try StoryboardFixture(
            .storyboard(
                .controller(
                    subviews: """
                        <searchBar placeholder="Find" showsCancelButton="YES" id="s"/>
                        <pageControl numberOfPages="3" currentPage="1" id="p"/>
                        <datePicker datePickerMode="date" minuteInterval="5" id="d"/>
                        <pickerView id="k"/>
                        <visualEffectView id="e"><view key="contentView" id="ec"><subviews><label text="In" id="l"/></subviews>
                        </view><blurEffect style="light"/></visualEffectView>
                        """)))
        let controller: UIViewController = try fixture.initial()
        let views = try #require(controller.view).subviews
        #expect((views[0] as? UISearchBar)?.placeholder == "Find")
        #expect((views[0] as? UISearchBar)?.showsCancelButton == true)
        #expect((views[1] as? UIPageControl)?.currentPage == 1)
        #expect((views[2] as? UIDatePicker)?.datePickerMode == .date)
        #expect(views[3] is UIPickerView)
        #expect(((views[4] as? UIVisualEffectView)?.contentView.subviews.first as? UILabel)?.text == "In")
        #expect(fixture.notes.isEmpty, "\(fixture.notes)")
    }
}
