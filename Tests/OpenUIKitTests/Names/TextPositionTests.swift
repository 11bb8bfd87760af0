import Foundation
import OpenFoundation
import Testing

@testable import OpenUIKit

/// Positions in a text, and estimates of where it is drawn.
@MainActor @Suite struct TextPositionTests {
    private func view(_ text: String) -> UITextView {
        let view = UITextView(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
        view.text = text
        return view
    }

    @Test func `the selected range has positions, which count UTF-16 units`() throws {
        let view = view("a🙂b")
        view.selectedRange = NSRange(location: 1, length: 2)
        let range = try #require(view.selectedTextRange)
        #expect(view.text(in: range) == "🙂" && !range.isEmpty)
        #expect(view.offset(from: view.beginningOfDocument, to: range.end) == 3)
        #expect(view.offset(from: view.endOfDocument, to: range.start) == -3)
        #expect(range.start == view.position(from: view.beginningOfDocument, offset: 1))
        #expect(view.compare(range.start, to: range.end) == .orderedAscending)
        view.selectedTextRange = view.textRange(from: view.endOfDocument, to: view.beginningOfDocument)
        #expect(view.selectedRange == NSRange(location: 0, length: 4))
        view.selectedTextRange = nil
        #expect(view.selectedRange == NSRange(location: 4, length: 0))
    }

    @Test func `positions outside of the text do not exist`() throws {
        let view = view("abc")
        #expect(view.position(from: view.endOfDocument, offset: 1) == nil)
        #expect(view.position(from: view.beginningOfDocument, offset: -1) == nil)
        #expect(view.position(from: view.endOfDocument, offset: .max) == nil)
        let range = try #require(view.textRange(from: view.beginningOfDocument, to: view.endOfDocument))
        view.text = "a"
        #expect(view.text(in: range) == nil)
        view.replace(range, withText: "x")
        #expect(view.text == "a" && view.caretRect(for: range.end).width == 2)
    }

    @Test func `the position of the selection matches a pattern`() throws {
        let view = view("abc")
        let selection = try #require(view.selectedTextRange)
        switch selection.end {
        case view.beginningOfDocument: Issue.record("the selection is at the end")
        case view.endOfDocument: break
        default: Issue.record("the end is not found")
        }
    }

    @Test func `a range is replaced, and the selection is behind it`() throws {
        let view = view("one two")
        let start = view.beginningOfDocument
        let end = try #require(view.position(from: start, offset: 3))
        view.replace(try #require(view.textRange(from: start, to: end)), withText: "three")
        #expect(view.text == "three two" && view.selectedRange == NSRange(location: 5, length: 0))
    }

    @Test func `the insertion point moves to the right and down`() {
        let view = view("first\nsecond")
        let (start, end) = (view.caretRect(for: view.beginningOfDocument), view.caretRect(for: view.endOfDocument))
        #expect(end.minX > start.minX && end.minY == start.minY + start.height)
        view.text = String(repeating: "wide ", count: 40)
        #expect(view.caretRect(for: view.endOfDocument).maxX <= view.bounds.width + 2)
    }

    @Test func `a rectangle that is visible does not move the content, and another one by the least`() {
        let view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        view.scrollRectToVisible(CGRect(x: 0, y: 80, width: 2, height: 20), animated: false)
        #expect(view.contentOffset == .zero)
        view.scrollRectToVisible(CGRect(x: 0, y: 90, width: 2, height: 20), animated: true)
        #expect(view.contentOffset == CGPoint(x: 0, y: 10))
        view.scrollRectToVisible(CGRect(x: 0, y: 4, width: 2, height: 20), animated: false)
        #expect(view.contentOffset == CGPoint(x: 0, y: 4))
    }

    @Test func `a text needs more lines in a narrow place, and more place in a large font`() {
        let text = "A sentence that is longer than the place that it has."
        let small: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 10)]
        let line = text.size(withAttributes: small)
        #expect(line.height == UIFont.systemFont(ofSize: 10).lineHeight && line.width > 100)
        func height(_ width: CGFloat, _ attributes: [NSAttributedString.Key: Any]) -> CGFloat {
            let place = CGSize(width: width, height: .greatestFiniteMagnitude)
            return text.boundingRect(
                with: place, options: .usesLineFragmentOrigin, attributes: attributes, context: nil
            )
            .height
        }
        #expect(height(100, small) > height(200, small) && height(1_000, small) == line.height)
        #expect(height(100, [.font: UIFont.systemFont(ofSize: 20)]) > height(100, small))
        let styled = NSAttributedString(string: text, attributes: small)
        #expect(styled.size() == line && NSString(string: text).size(withAttributes: small) == line)
        #expect("".size(withAttributes: small) == CGSize(width: 0, height: line.height))
        #expect(
            "日本".size(withAttributes: small).width == 20
                && "e\u{301}".size(withAttributes: small) == "e".size(withAttributes: small))
    }

    @Test func `a responder keeps the user's activity`() {
        let controller = UIViewController()
        let activity = NSUserActivity(activityType: "org.example.editing")
        activity.addUserInfoEntries(from: ["text": "a", "line": 1])
        activity.addUserInfoEntries(from: ["text": "b"])
        controller.userActivity = activity
        controller.userActivity?.userInfo?["more"] = true
        #expect(activity.userInfo?["text"] as? String == "b" && activity.userInfo?.count == 3)
        controller.updateUserActivityState(activity)
        controller.restoreUserActivityState(activity)
        activity.becomeCurrent()
        activity.invalidate()
        #expect(controller.userActivity === activity && activity.activityType == "org.example.editing")
    }
}
