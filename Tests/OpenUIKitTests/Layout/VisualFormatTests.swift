import Foundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// Constraints that are made from visual formats.
@MainActor @Suite struct VisualFormatTests {
    private let around = UIView()
    private let first = UIView()
    private let second = UIView()

    init() {
        around.addSubview(first)
        around.addSubview(second)
    }

    private func made(
        _ format: String, _ options: NSLayoutConstraint.FormatOptions = [], metrics: [String: Any]? = nil
    ) -> [String] {
        NSLayoutConstraint.constraints(
            withVisualFormat: format, options: options, metrics: metrics, views: ["a": first, "b": second]
        ).map { constraint in
            let relation = [-1: "<=", 0: "==", 1: ">="][constraint.relation.rawValue] ?? "?"
            let right = constraint.secondItem.map { "\(name($0)).\(constraint.secondAttribute) + " } ?? ""
            let priority = constraint.priority == .required ? "" : " @\(Int(constraint.priority.rawValue))"
            let left = constraint.firstItem.map(name) ?? "?"
            return "\(left).\(constraint.firstAttribute) \(relation) \(right)\(Int(constraint.constant))\(priority)"
        }
    }

    private func name(_ item: AnyObject) -> String { item === first ? "a" : item === second ? "b" : "|" }

    @Test func `views fill a row, and a column`() {
        #expect(made("H:|[a]|") == ["a.leading == |.leading + 0", "|.trailing == a.trailing + 0"])
        #expect(made("V:|[a][b]|") == ["a.top == |.top + 0", "b.top == a.bottom + 0", "|.bottom == b.bottom + 0"])
    }

    @Test func `distances are numbers, names of numbers, and those that are usual`() {
        #expect(
            made("|-20-[a]-gap-[b]", metrics: ["gap": 12]) == [
                "a.leading == |.leading + 20", "b.leading == a.trailing + 12",
            ])
        #expect(made("[a]-[b]-|") == ["b.leading == a.trailing + 8", "|.trailingMargin == b.trailing + 0"])
        #expect(
            made("V:|-(8@998)-[a]-(>=4,<=9@250)-[b]") == [
                "a.top == |.top + 8 @998", "b.top >= a.bottom + 4", "b.top <= a.bottom + 9 @250",
            ])
        #expect(made("[a]-(-3)-[b]") == ["b.leading == a.trailing + -3"])
    }

    @Test func `lengths are numbers, names of numbers, and lengths of other views`() {
        #expect(made("[a(40)]") == ["a.width == 40"])
        #expect(made("V:[a(>=wide@750,<=90)]", metrics: ["wide": 7.0]) == ["a.height >= 7 @750", "a.height <= 90"])
        #expect(made("[a(==b)]") == ["a.width == b.width + 0"])
    }

    @Test func `views are aligned across the direction`() {
        #expect(
            made("[a][b]", [.alignAllTop, .alignAllBottom]) == [
                "b.leading == a.trailing + 0", "b.top == a.top + 0", "b.bottom == a.bottom + 0",
            ])
        #expect(made("V:[a][b]", .alignAllTrailing) == ["b.top == a.bottom + 0", "b.trailing == a.trailing + 0"])
        #expect(made("[a][b]", .alignAllLeading).isEmpty)
    }

    @Test func `a row begins on the left or on the right if the options say so`() {
        #expect(made("|-2-[a]", .directionLeftToRight) == ["a.left == |.left + 2"])
        #expect(made("|-2-[a]-4-[b]", .directionRightToLeft) == ["|.right == a.right + 2", "a.left == b.right + 4"])
    }

    @Test(arguments: [
        "", "|", "||", "[a", "[a]]", "[c]", "[a(]", "[a()]", "[a(x)]", "[a]-", "[a]--[b]", "[a]-(-[b]", "[a]-x-[b]",
        "a",
        "|[a]|[b]", "H:", "V:|-", "[a(1.2.3)]", "[a]-(4@)-[b]", "[a(>=)]", "\u{301}[a]",
    ])
    func `a format that cannot be read makes no constraints`(format: String) {
        #expect(made(format).isEmpty)
    }

    @Test func `edges need a superview, and distances between views do not`() {
        let free = ["a": UIView(), "b": UIView()]
        #expect(NSLayoutConstraint.constraints(withVisualFormat: "|[a]|", metrics: nil, views: free).isEmpty)
        #expect(NSLayoutConstraint.constraints(withVisualFormat: "[a]-3-[b]", metrics: nil, views: free).count == 1)
    }

    @Test func `a table that fills a view is drawn`() throws {
        let controller = UIViewController()
        let label = UILabel()
        label.text = "Filled"
        label.translatesAutoresizingMaskIntoConstraints = false
        controller.view.addSubview(label)
        let views = ["label": label]
        controller.view.addConstraints(
            NSLayoutConstraint.constraints(withVisualFormat: "H:|-12-[label]-12-|", metrics: nil, views: views))
        NSLayoutConstraint.activate(
            NSLayoutConstraint.constraints(withVisualFormat: "V:|-8-[label]", metrics: nil, views: views))
        let screen = try Screen(controller)
        #expect(screen[label]?.text(.text) == "Filled" && controller.view.constraints.count == 3)
    }
}
