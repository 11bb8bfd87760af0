import Foundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// Positions of content, and conversions between coordinates.
@MainActor @Suite struct ScrollTests {
    private final class Watcher: NSObject, UITableViewDataSource, UITableViewDelegate {
        private(set) var offsets: [CGFloat] = []

        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1000 }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            UITableViewCell()
        }
        func scrollViewDidScroll(_ scrollView: UIScrollView) { offsets.append(scrollView.contentOffset.y) }
    }

    @Test func `a table reports an estimated position when other rows are visible`() throws {
        let watcher = Watcher()
        let table = UITableView()
        table.rowHeight = 50
        table.dataSource = watcher
        table.delegate = watcher
        let screen = try Screen(table)
        #expect(table.contentSize.height == 50_000)
        try screen.send(.showRows(first: 100, count: 10), to: table)
        try screen.send(.showRows(first: 100, count: 12), to: table)
        #expect(watcher.offsets == [5000])
    }

    @Test func `a scroll view has a delegate of its own type, and a table of another`() {
        let watcher = Watcher()
        let scroll = UIScrollView()
        scroll.delegate = watcher
        #expect(scroll.delegate === watcher)
        let table = UITableView()
        table.delegate = watcher
        let delegate: (any UITableViewDelegate)? = table.delegate
        #expect(delegate === watcher)
    }

    @Test func `points and rectangles are converted by the frames that were set`() {
        let root = UIView(frame: CGRect(x: 7, y: 7, width: 400, height: 400))
        let left = UIView(frame: CGRect(x: 10, y: 20, width: 100, height: 100))
        let right = UIView(frame: CGRect(x: 200, y: 50, width: 100, height: 100))
        let inner = UIView(frame: CGRect(x: 1, y: 2, width: 10, height: 10))
        root.addSubview(left)
        root.addSubview(right)
        left.addSubview(inner)
        #expect(inner.convert(CGPoint(x: 3, y: 3), to: root) == CGPoint(x: 14, y: 25))
        #expect(inner.convert(CGPoint.zero, to: right) == CGPoint(x: -189, y: -28))
        #expect(inner.convert(CGPoint.zero, to: nil) == CGPoint(x: 11, y: 22))
        #expect(right.convert(CGPoint.zero, from: left) == CGPoint(x: -190, y: -30))
        let converted = right.convert(inner.bounds, from: inner)
        #expect(converted == CGRect(x: -189, y: -28, width: 10, height: 10))
    }
}
