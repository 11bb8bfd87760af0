import Foundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// Texts, and typing into them.
@MainActor
@Suite struct TextTests {
    private final class Delegate: NSObject, UITextFieldDelegate, UITextViewDelegate {
        var history: [String] = []
        var agrees = true

        func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { agrees }
        func textFieldDidBeginEditing(_ textField: UITextField) { history.append("begin") }
        func textFieldDidEndEditing(_ textField: UITextField) { history.append("end") }
        func textFieldShouldReturn(_ textField: UITextField) -> Bool {
            history.append("return")
            textField.resignFirstResponder()
            return true
        }

        func textField(
            _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
        ) -> Bool {
            history.append("change \(range.location),\(range.length) \(string)")
            return string != "#"
        }

        func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
            history.append("change \(range.location),\(range.length) \(text)")
            return true
        }

        func textViewDidChange(_ textView: UITextView) { history.append("changed \(textView.selectedRange.location)") }
    }

    private let field = UITextField()
    private let delegate = Delegate()

    private func edit(_ text: String) -> ViewEvent {
        let end = UInt32(text.utf16.count)
        return .edit(text: text, selectionStart: end, selectionEnd: end)
    }

    @Test func `typing asks the delegate, tells the actions and is not told to the host`() throws {
        field.delegate = delegate
        field.addAction(UIAction { [delegate] _ in delegate.history.append("changed") }, for: .editingChanged)
        let screen = try Screen(field)
        let changes = try screen.changes {
            try screen.send(.focus(true), to: field)
            try screen.send(edit("a"), to: field)
            try screen.send(edit("ab"), to: field)
            try screen.send(.submit, to: field)
        }
        #expect(delegate.history == ["begin", "change 0,0 a", "changed", "change 1,0 b", "changed", "return", "end"])
        #expect(field.text == "ab")
        #expect(changes == [.set(id: screen[field]?.id ?? 0, .isFocused, nil)])
    }

    @Test func `a text that is not agreed to is put back at the host`() throws {
        field.delegate = delegate
        field.text = "a"
        let screen = try Screen(field)
        try screen.send(edit("a#"), to: field)
        #expect(field.text == "a")
        #expect(screen.updates.last?.operations.contains(.set(id: screen[field]?.id ?? 0, .text, .text("a"))) == true)
    }

    @Test func `a text that code sets while a person types is told`() throws {
        field.addAction(UIAction { [field] _ in field.text = field.text?.uppercased() }, for: .editingChanged)
        let screen = try Screen(field)
        try screen.send(edit("ab"), to: field)
        #expect(screen[field]?.text(.text) == "AB")
        // The host has typed on before it heard of that.
        try screen.send(edit("abc"), to: field)
        #expect(screen[field]?.text(.text) == "ABC")
    }

    @Test func `a field that may not be edited gives the focus back`() throws {
        field.delegate = delegate
        delegate.agrees = false
        let screen = try Screen(field)
        try screen.send(.focus(true), to: field)
        #expect(!field.isFirstResponder)
        #expect(screen.updates.last?.operations == [.set(id: screen[field]?.id ?? 0, .isFocused, nil)])
        try screen.send(edit("x"), to: field)
        #expect(field.text == "")
    }

    @Test func `typing goes to one view at a time`() throws {
        let other = UITextField()
        let stack = UIStackView(arrangedSubviews: [field, other])
        let screen = try Screen(stack)
        #expect(field.becomeFirstResponder())
        #expect(other.becomeFirstResponder())
        try screen.turn()
        #expect(screen[field]?.flag(.isFocused) == false)
        #expect(screen[other]?.flag(.isFocused) == true)
        #expect(stack.endEditing(true))
        #expect(!other.isFirstResponder)
    }

    @Test(arguments: [
        ("", "a", 1, 0, 0, "a"), ("ab", "b", 0, 0, 1, ""), ("aa", "aaa", 2, 1, 0, "a"), ("abc", "axc", 2, 1, 1, "x"),
        ("abc", "", 0, 0, 3, ""), ("😀", "😁", 2, 0, 2, "😁"), ("aab", "ab", 1, 1, 1, ""), ("abc", "abc", 99, 3, 0, ""),
    ])
    func `what was replaced is found`(
        old: String, new: String, end: UInt32, location: Int, length: Int, replacement: String
    ) throws {
        field.text = old
        field.delegate = delegate
        let screen = try Screen(field)
        try screen.send(.focus(true), to: field)
        try screen.send(.edit(text: new, selectionStart: end, selectionEnd: end), to: field)
        #expect(
            delegate.history.dropFirst().first == (old == new ? nil : "change \(location),\(length) \(replacement)"))
    }

    @Test func `a text view has lines and a selection`() throws {
        let view = UITextView()
        view.delegate = delegate
        view.text = "one"
        let screen = try Screen(view)
        try screen.send(.edit(text: "one\ntwo", selectionStart: 2, selectionEnd: 900), to: view)
        #expect(view.text == "one\ntwo")
        #expect(view.selectedRange == NSRange(location: 2, length: 5))
        #expect(delegate.history == ["change 3,0 \ntwo", "changed 2"])
        view.isEditable = false
        try screen.send(edit("three"), to: view)
        #expect(view.text == "one\ntwo")
    }

    @Test(arguments: [
        (NSRange(location: NSNotFound, length: 1), NSRange(location: 3, length: 0)),
        (NSRange(location: 1, length: .max), NSRange(location: 1, length: 2)),
        (NSRange(location: -1, length: 2), NSRange(location: 0, length: 1)),
        (NSRange(location: 1, length: -1), NSRange(location: 1, length: 0)),
        (NSRange(location: 1, length: 2), NSRange(location: 1, length: 2)),
    ])
    func `a selection is brought within the text`(set: NSRange, kept: NSRange) {
        let view = UITextView()
        view.text = "one"
        view.selectedRange = set
        #expect(view.selectedRange == kept)
    }

    @Test func `a text that is too long for a host cannot be edited there`() throws {
        let view = UITextView()
        view.text = String(repeating: "a", count: ViewLimits.textBytes + 1)
        let screen = try Screen(view)
        #expect(screen[view]?.flag(.isEditable, default: true) == false)
        try screen.send(edit("b"), to: view)
        #expect(view.text.count == ViewLimits.textBytes + 1)
    }

    @Test func `a text that is too long for a host cannot be edited in a field, and none of it is lost`() throws {
        let long = String(repeating: "a", count: ViewLimits.textBytes - 1) + "é"
        field.delegate = delegate
        field.clearsOnBeginEditing = true
        field.text = long
        let screen = try Screen(field)
        #expect(screen[field]?.flag(.isEditable, default: true) == false)
        #expect(screen[field]?.text(.text)?.utf8.count == ViewLimits.textBytes - 1)
        try screen.send(.focus(true), to: field)
        try screen.send(edit("b"), to: field)
        try screen.send(.submit, to: field)
        #expect(field.text == long && delegate.history.isEmpty)
        #expect(screen[field]?.text(.text)?.utf8.count == ViewLimits.textBytes - 1)
        // The longest text that is shown completely can be edited.
        field.text = String(long.dropFirst())
        field.clearsOnBeginEditing = false
        try screen.turn()
        #expect(screen[field]?.flag(.isEditable, default: true) == true)
        try screen.send(edit("b"), to: field)
        #expect(field.text == "b")
    }

    @Test func `styles of parts become runs`() throws {
        let text = NSMutableAttributedString(string: "A bold red é link")
        text.addAttribute(.font, value: UIFont.boldSystemFont(ofSize: 17), range: NSRange(location: 2, length: 4))
        text.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 7, length: 3))
        text.addAttribute(
            .underlineStyle, value: NSUnderlineStyle.single.rawValue, range: NSRange(location: 13, length: 4))
        let label = UILabel()
        label.attributedText = text
        let screen = try Screen(label)
        guard case .runs(let runs) = screen[label]?[.runs] else {
            Issue.record("no runs")
            return
        }
        #expect(runs.map(\.length) == [2, 4, 1, 3, 3, 4])
        #expect(runs[1].style == .bold)
        #expect(runs[3].color == .fixed(light: 0xFF0000FF, dark: 0xFF0000FF))
        #expect(runs[5].style == .underline)
        #expect(label.attributedText?.string == text.string)
        label.text = "plain"
        try screen.turn()
        #expect(screen[label]?[.runs] == nil)
    }

    @Test func `styles stay where they are when a host leaves characters out`() throws {
        let text = NSMutableAttributedString(string: "one\r\ntwo\u{202E} three")
        text.addAttribute(.font, value: UIFont.boldSystemFont(ofSize: 17), range: NSRange(location: 10, length: 5))
        let label = UILabel()
        label.attributedText = text
        let screen = try Screen(label)
        #expect(screen[label]?.text(.text) == "one\ntwo three")
        guard case .runs(let runs) = screen[label]?[.runs] else {
            Issue.record("no runs")
            return
        }
        #expect(runs.map(\.length) == [8, 5] && runs[1].style == .bold)
        // The program has its text as it was.
        #expect(label.attributedText?.string == text.string)
        let fonts = [9, 10, 14].map { label.attributedText?.attribute(.font, at: $0, effectiveRange: nil) as? UIFont }
        #expect(fonts.map { $0?.isBold } == [false, true, true])
    }

    @Test func `fonts are text styles, sizes and weights`() throws {
        let label = UILabel()
        label.font = .preferredFont(forTextStyle: .headline)
        let screen = try Screen(label)
        #expect(screen[label]?.choice(.textStyle) == ViewTextStyle.headline)
        #expect(screen[label]?[.fontSize] == nil)
        label.font = .monospacedSystemFont(ofSize: 13, weight: .semibold)
        try screen.turn()
        #expect(screen[label]?[.textStyle] == nil)
        #expect(screen[label]?.number(.fontSize) == 13)
        #expect(screen[label]?.choice(.fontWeight) == ViewFontWeight.semibold)
        #expect(screen[label]?.flag(.isMonospaced) == true)
        #expect(UIFont.systemFont(ofSize: 12) == UIFont.systemFont(ofSize: 12))
        #expect(UIFont(name: "Menlo-Bold", size: 12) == .monospacedSystemFont(ofSize: 12, weight: .bold))
    }
}
