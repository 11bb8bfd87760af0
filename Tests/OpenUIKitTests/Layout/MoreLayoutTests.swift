import Foundation
import OpenUIKit
import OpenViewTree
import Testing

/// More of what people write: rows of equal width, layers, frames, scroll views, stacks with constraints.
@MainActor
@Suite struct MoreLayoutTests {
    private let title = named("title", UILabel())
    private let first = named("first", UIButton(type: .system))
    private let second = named("second", UIButton(type: .system))
    private let picture = named("picture", UIImageView(image: UIImage(systemName: "photo")))
    private let text = named("text", UITextView())
    private let box = named("box", UIView())

    @Test func `two views of equal width share a row`() throws {
        let view = container(first, second) { view in
            [
                first.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 16),
                second.leadingAnchor.constraint(equalTo: first.trailingAnchor, constant: 12),
                second.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -16),
                first.widthAnchor.constraint(equalTo: second.widthAnchor),
                first.topAnchor.constraint(equalTo: view.topAnchor),
                second.topAnchor.constraint(equalTo: first.topAnchor),
            ]
        }
        try expectLayout(
            of: view,
            """
            row spacing=12 fillEqually
              first |leading margin=0,16,0,0
              second |leading margin=0,0,0,16
            """)
    }

    @Test func `a view a third as wide as its container takes a third`() throws {
        let view = container(box, title) { view in
            [
                box.leadingAnchor.constraint(equalTo: view.leadingAnchor),
                box.widthAnchor.constraint(equalTo: view.widthAnchor, multiplier: 0.25),
                title.leadingAnchor.constraint(equalTo: box.trailingAnchor),
                title.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            ]
                + [box, title].flatMap {
                    [
                        $0.topAnchor.constraint(equalTo: view.topAnchor),
                        $0.bottomAnchor.constraint(equalTo: view.bottomAnchor),
                    ]
                }
        }
        try expectLayout(
            of: view,
            """
            row
              box grow=0.25
              title grow=0.75
            """)
    }

    @Test func `a part of the host's width is a length`() throws {
        let view = container(picture) { view in
            [
                picture.centerXAnchor.constraint(equalTo: view.centerXAnchor),
                picture.centerYAnchor.constraint(equalTo: view.centerYAnchor),
                picture.widthAnchor.constraint(equalTo: view.widthAnchor, multiplier: 0.5, constant: -10),
            ]
        }
        try expectLayout(
            of: view,
            """
            overlay
              picture =center |center width=190
            """)
    }

    @Test func `a picture behind, and a column in front of it`() throws {
        let view = container(picture, title, first) { view in
            [
                picture.topAnchor.constraint(equalTo: view.topAnchor),
                picture.bottomAnchor.constraint(equalTo: view.bottomAnchor),
                picture.leadingAnchor.constraint(equalTo: view.leadingAnchor),
                picture.trailingAnchor.constraint(equalTo: view.trailingAnchor),
                title.centerXAnchor.constraint(equalTo: view.centerXAnchor),
                title.topAnchor.constraint(equalTo: view.topAnchor, constant: 40),
                first.centerXAnchor.constraint(equalTo: view.centerXAnchor),
                first.topAnchor.constraint(equalTo: title.bottomAnchor, constant: 12),
            ]
        }
        try expectLayout(
            of: view,
            """
            overlay
              picture
              column =center |leading spacing=12 margin=40,0,0,0
                title =center
                first =center
            """)
    }

    @Test func `a column in the middle has room above and below`() throws {
        let view = container(title, first) { view in
            [
                title.centerXAnchor.constraint(equalTo: view.centerXAnchor),
                title.centerYAnchor.constraint(equalTo: view.centerYAnchor),
                first.topAnchor.constraint(equalTo: title.bottomAnchor, constant: 12),
                first.centerXAnchor.constraint(equalTo: title.centerXAnchor),
            ]
        }
        try expectLayout(
            of: view,
            """
            column
              room grow=0.5
              title =center
              first =center margin=12,0,0,0
              room grow=0.5
            """)
    }

    @Test func `texts on one line of writing`() throws {
        let value = named("value", UILabel())
        let view = container(title, value) { view in
            [
                title.leadingAnchor.constraint(equalTo: view.leadingAnchor),
                title.topAnchor.constraint(equalTo: view.topAnchor, constant: 4),
                value.leadingAnchor.constraint(equalTo: title.trailingAnchor, constant: 6),
                value.firstBaselineAnchor.constraint(equalTo: title.firstBaselineAnchor),
            ]
        }
        try expectLayout(
            of: view,
            """
            row spacing=6
              title |firstBaseline
              value |firstBaseline
            """)
    }

    @Test func `frames are lengths and margins`() throws {
        let view = UIView()
        box.translatesAutoresizingMaskIntoConstraints = true
        box.frame = CGRect(x: 10, y: 20, width: 100, height: 50)
        view.addSubview(box)
        try expectLayout(
            of: view,
            """
            overlay
              box =leading |leading width=100 height=50 margin=20,10,0,0
            """)
    }

    @Test func `a frame that follows its container fills it`() throws {
        final class Controller: UIViewController {
            let text = UITextView()
            override func viewDidLoad() {
                text.accessibilityIdentifier = "text"
                text.frame = view.bounds.insetBy(dx: 10, dy: 0)
                text.autoresizingMask = [.flexibleWidth, .flexibleHeight]
                view.addSubview(text)
            }
        }
        let controller = Controller()
        let screen = try Screen(controller)
        #expect(screen[controller.text]?.insets(.margin).leading == 10)
        #expect(screen[controller.text]?.insets(.margin).trailing == 10)
        #expect(screen[controller.text]?[.width] == nil)
    }

    @Test func `a stack in a scroll view`() throws {
        let stack = named("stack", UIStackView(arrangedSubviews: [title, first]))
        stack.axis = .vertical
        stack.spacing = 10
        let scroll = named("scroll", UIScrollView())
        scroll.addSubview(stack)
        let view = container(scroll) { view in
            [
                scroll.topAnchor.constraint(equalTo: view.topAnchor),
                scroll.bottomAnchor.constraint(equalTo: view.bottomAnchor),
                scroll.leadingAnchor.constraint(equalTo: view.leadingAnchor),
                scroll.trailingAnchor.constraint(equalTo: view.trailingAnchor),
                stack.topAnchor.constraint(equalTo: scroll.contentLayoutGuide.topAnchor, constant: 20),
                stack.bottomAnchor.constraint(equalTo: scroll.contentLayoutGuide.bottomAnchor),
                stack.leadingAnchor.constraint(equalTo: scroll.contentLayoutGuide.leadingAnchor, constant: 16),
                stack.trailingAnchor.constraint(equalTo: scroll.contentLayoutGuide.trailingAnchor, constant: -16),
                stack.widthAnchor.constraint(equalTo: scroll.frameLayoutGuide.widthAnchor, constant: -32),
            ]
        }
        try expectLayout(
            of: view,
            """
            overlay
              scroll
                stack spacing=10 margin=20,16,0,16
                  title
                  first
            """)
    }

    @Test func `a stack has its room, its alignment and who grows`() throws {
        let spacer = named("spacer", UIView())
        let stack = named("stack", UIStackView(arrangedSubviews: [title, spacer, first, second]))
        stack.alignment = .center
        stack.spacing = 8
        stack.setCustomSpacing(20, after: first)
        stack.isLayoutMarginsRelativeArrangement = true
        stack.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        first.widthAnchor.constraint(equalToConstant: 44).isActive = true
        try expectLayout(
            of: stack,
            """
            stack spacing=8 padding=1,2,3,4 alignment=center
              title
              spacer grow=1
              first width=44 margin=0,0,0,12
              second
            """)
    }

    @Test func `of several with content the one that holds on to it the least grows`() throws {
        let value = named("value", UILabel())
        title.setContentHuggingPriority(.defaultLow, for: .horizontal)
        value.setContentHuggingPriority(.defaultHigh, for: .horizontal)
        let stack = named("stack", UIStackView(arrangedSubviews: [title, value]))
        try expectLayout(
            of: stack,
            """
            stack
              title grow=1
              value
            """)
    }

    @Test func `beside a button the text grows`() throws {
        let stack = named("stack", UIStackView(arrangedSubviews: [title, first]))
        try expectLayout(
            of: stack,
            """
            stack
              title grow=1
              first
            """)
        title.removeFromSuperview()
        first.removeFromSuperview()
        let view = container(title, first) { view in
            [
                title.leadingAnchor.constraint(equalTo: view.leadingAnchor),
                first.leadingAnchor.constraint(equalTo: title.trailingAnchor, constant: 8),
                first.trailingAnchor.constraint(equalTo: view.trailingAnchor),
                title.centerYAnchor.constraint(equalTo: view.centerYAnchor),
                first.centerYAnchor.constraint(equalTo: view.centerYAnchor),
            ]
        }
        try expectLayout(
            of: view,
            """
            row spacing=8
              title |center grow=1
              first |center
            """)
    }

    @Test func `constraints between the views of a stack say who is as long as whom`() throws {
        let stack = named("stack", UIStackView(arrangedSubviews: [first, second]))
        first.widthAnchor.constraint(equalTo: second.widthAnchor).isActive = true
        try expectLayout(
            of: stack,
            """
            stack fillEqually
              first
              second
            """)
        let column = named("column", UIStackView(arrangedSubviews: [title, text]))
        column.axis = .vertical
        column.alignment = .center
        text.widthAnchor.constraint(equalTo: column.widthAnchor).isActive = true
        try expectLayout(
            of: column,
            """
            column alignment=center
              title
              text =fill grow=1
            """)
    }

    @Test func `constraints may change and go`() throws {
        let height = box.heightAnchor.constraint(equalToConstant: 10)
        let top = { [box] (view: UIView) in box.topAnchor.constraint(equalTo: view.topAnchor, constant: 5) }
        var pinned: NSLayoutConstraint?
        let view = container(box) { view in
            pinned = top(view)
            return [height] + [pinned].compactMap { $0 }
        }
        let screen = try Screen(view)
        height.constant = 30
        pinned?.constant = 7
        try screen.turn()
        #expect(screen[box]?.number(.height) == 30)
        #expect(screen[box]?.insets(.margin).top == 7)
        height.isActive = false
        try screen.turn()
        #expect(screen[box]?.number(.height) == nil)
        box.removeFromSuperview()
        #expect(pinned?.isActive == false)
        #expect(view.constraints.isEmpty)
    }

    @Test func `contradictions, circles and strange numbers are layouts, too`() throws {
        let view = container(title, first, second) { view in
            [
                title.leadingAnchor.constraint(equalTo: first.trailingAnchor, constant: .nan),
                first.leadingAnchor.constraint(equalTo: second.trailingAnchor, constant: 1),
                second.leadingAnchor.constraint(equalTo: title.trailingAnchor, constant: 1),
                title.widthAnchor.constraint(equalTo: title.widthAnchor, multiplier: 2, constant: .infinity),
                title.widthAnchor.constraint(equalToConstant: -5),
                first.widthAnchor.constraint(equalTo: view.widthAnchor, multiplier: 1e300),
            ]
        }
        view.subviews[0].frame = CGRect(
            x: CGFloat.nan, y: CGFloat.infinity, width: -1, height: CGFloat.greatestFiniteMagnitude)
        let screen = try Screen(view)
        #expect(screen[second] != nil)
    }
}
