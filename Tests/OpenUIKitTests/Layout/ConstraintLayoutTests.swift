import Foundation
import OpenUIKit
import Testing

/// What people write, and the layout that it means.
@MainActor
@Suite struct ConstraintLayoutTests {
    private let title = named("title", UILabel())
    private let subtitle = named("subtitle", UILabel())
    private let button = named("button", UIButton(type: .system))
    private let field = named("field", UITextField())
    private let text = named("text", UITextView())
    private let icon = named("icon", UIImageView(image: UIImage(systemName: "star")))
    private let toggle = named("toggle", UISwitch())
    private let box = named("box", UIView())

    @Test func `a view pinned to all edges fills its container`() throws {
        let view = container(text) { view in
            [
                text.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 8),
                text.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 16),
                view.trailingAnchor.constraint(equalTo: text.trailingAnchor, constant: 16),
                text.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: -8),
            ]
        }
        try expectLayout(
            of: view,
            """
            overlay
              text margin=8,16,8,16
            """)
    }

    @Test func `a view in the middle stays there`() throws {
        let view = container(title) { view in
            [
                title.centerXAnchor.constraint(equalTo: view.centerXAnchor),
                title.centerYAnchor.constraint(equalTo: view.centerYAnchor, constant: -20),
                title.leadingAnchor.constraint(greaterThanOrEqualTo: view.leadingAnchor, constant: 16),
                title.trailingAnchor.constraint(lessThanOrEqualTo: view.trailingAnchor, constant: -16),
            ]
        }
        try expectLayout(
            of: view,
            """
            overlay
              title =center |center margin=0,16,40,16
            """)
    }

    @Test func `lengths are those of constraints`() throws {
        let view = container(box) { view in
            [
                box.centerXAnchor.constraint(equalTo: view.centerXAnchor),
                box.centerYAnchor.constraint(equalTo: view.centerYAnchor),
                box.widthAnchor.constraint(equalToConstant: 120),
                box.heightAnchor.constraint(equalTo: box.widthAnchor, multiplier: 0.5),
                box.widthAnchor.constraint(lessThanOrEqualToConstant: 300),
            ]
        }
        try expectLayout(
            of: view,
            """
            overlay
              box =center |center width=120 width<=300 ratio=2
            """)
    }

    @Test func `views below one another are a column`() throws {
        let view = container(title, field, button) { view in
            let margins = view.layoutMarginsGuide
            return [
                title.topAnchor.constraint(equalTo: margins.topAnchor, constant: 20),
                title.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
                title.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
                field.topAnchor.constraint(equalTo: title.bottomAnchor, constant: 8),
                field.leadingAnchor.constraint(equalTo: title.leadingAnchor),
                field.trailingAnchor.constraint(equalTo: title.trailingAnchor),
                button.topAnchor.constraint(equalTo: field.bottomAnchor, constant: 8),
                button.centerXAnchor.constraint(equalTo: view.centerXAnchor),
            ]
        }
        try expectLayout(
            of: view,
            """
            column spacing=8
              title margin=20,16,0,16
              field margin=0,16,0,16
              button =center
            """)
    }

    @Test func `different gaps become margins`() throws {
        let view = container(title, subtitle, button) { view in
            [
                title.topAnchor.constraint(equalTo: view.topAnchor, constant: 10),
                subtitle.topAnchor.constraint(equalToSystemSpacingBelow: title.bottomAnchor, multiplier: 1),
                button.topAnchor.constraint(equalTo: subtitle.bottomAnchor, constant: 30),
            ]
                + [title, subtitle, button].map {
                    $0.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 12)
                }
        }
        try expectLayout(
            of: view,
            """
            column
              title =leading margin=10,12,0,0
              subtitle =leading margin=8,12,0,0
              button =leading margin=30,12,0,0
            """)
    }

    @Test func `what is between a top and a bottom grows`() throws {
        let view = container(title, text, button) { view in
            [
                title.topAnchor.constraint(equalTo: view.topAnchor),
                text.topAnchor.constraint(equalTo: title.bottomAnchor),
                button.topAnchor.constraint(equalTo: text.bottomAnchor),
                button.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: -20),
            ]
                + [title, text, button].flatMap { child in
                    [
                        child.leadingAnchor.constraint(equalTo: view.leadingAnchor),
                        child.trailingAnchor.constraint(equalTo: view.trailingAnchor),
                    ]
                }
        }
        try expectLayout(
            of: view,
            """
            column
              title
              text grow=1
              button margin=0,0,20,0
            """)
    }

    @Test func `a header at the top and a button at the bottom have room between them`() throws {
        let view = container(title, button) { view in
            [
                title.topAnchor.constraint(equalTo: view.topAnchor, constant: 16),
                title.centerXAnchor.constraint(equalTo: view.centerXAnchor),
                button.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: -16),
                button.centerXAnchor.constraint(equalTo: view.centerXAnchor),
                button.topAnchor.constraint(greaterThanOrEqualTo: title.bottomAnchor, constant: 8),
            ]
        }
        try expectLayout(
            of: view,
            """
            column
              title =center margin=16,0,0,0
              room grow=1
              button =center margin=0,0,16,0
            """)
    }

    @Test func `views side by side are a row, and the one without a length grows`() throws {
        let view = container(title, field) { view in
            [
                title.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 16),
                field.leadingAnchor.constraint(equalTo: title.trailingAnchor, constant: 8),
                field.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -16),
                field.topAnchor.constraint(equalTo: view.topAnchor, constant: 10),
                field.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: -10),
                title.centerYAnchor.constraint(equalTo: field.centerYAnchor),
            ]
        }
        try expectLayout(
            of: view,
            """
            row spacing=8
              title |center margin=0,16,0,0
              field grow=1 margin=10,0,10,16
            """)
    }

    @Test func `a label at one end and a switch at the other`() throws {
        let view = container(title, toggle) { view in
            [
                title.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 16),
                title.centerYAnchor.constraint(equalTo: view.centerYAnchor),
                toggle.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -16),
                toggle.centerYAnchor.constraint(equalTo: view.centerYAnchor),
            ]
        }
        try expectLayout(
            of: view,
            """
            row
              title |center margin=0,16,0,0
              room grow=1
              toggle |center margin=0,0,0,16
            """)
    }

    @Test func `a picture beside two lines is a row with a column in it`() throws {
        let view = container(icon, title, subtitle) { view in
            [
                icon.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 16),
                icon.topAnchor.constraint(equalTo: view.topAnchor, constant: 12),
                icon.widthAnchor.constraint(equalToConstant: 40),
                icon.heightAnchor.constraint(equalToConstant: 40),
                title.leadingAnchor.constraint(equalTo: icon.trailingAnchor, constant: 12),
                title.topAnchor.constraint(equalTo: icon.topAnchor),
                title.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -16),
                subtitle.leadingAnchor.constraint(equalTo: title.leadingAnchor),
                subtitle.trailingAnchor.constraint(equalTo: title.trailingAnchor),
                subtitle.topAnchor.constraint(equalTo: title.bottomAnchor, constant: 4),
            ]
        }
        try expectLayout(
            of: view,
            """
            row spacing=12
              icon |leading width=40 height=40 margin=12,16,0,0
              column |leading grow=1 spacing=4 margin=12,0,0,16
                title
                subtitle
            """)
    }

    @Test func `a row above a view is a column with a row in it`() throws {
        let view = container(icon, title, text) { view in
            [
                icon.topAnchor.constraint(equalTo: view.topAnchor, constant: 8),
                icon.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 8),
                title.leadingAnchor.constraint(equalTo: icon.trailingAnchor, constant: 8),
                title.centerYAnchor.constraint(equalTo: icon.centerYAnchor),
                text.topAnchor.constraint(equalTo: icon.bottomAnchor, constant: 8),
                text.leadingAnchor.constraint(equalTo: view.leadingAnchor),
                text.trailingAnchor.constraint(equalTo: view.trailingAnchor),
                text.bottomAnchor.constraint(equalTo: view.bottomAnchor),
            ]
        }
        try expectLayout(
            of: view,
            """
            column spacing=8
              row =leading spacing=8 margin=8,8,0,0
                icon |center
                title |center
              text grow=1
            """)
    }
}
