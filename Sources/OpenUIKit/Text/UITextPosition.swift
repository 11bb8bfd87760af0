public import Foundation

/// A place in a text, between two characters.
///
/// Source: https://developer.apple.com/documentation/uikit/uitextposition
///
/// ## Difference from Apple
/// Positions of the same distance from the beginning are equal, whatever text view they are of.
open class UITextPosition: NSObject {
    /// The distance from the beginning in UTF-16 units.
    let offset: Int

    init(_ offset: Int) { self.offset = offset }

    /// Makes the position at the beginning.
    public override convenience init() { self.init(0) }

    open override func isEqual(_ object: Any?) -> Bool { (object as? UITextPosition)?.offset == offset }

    open override var hash: Int { offset }
}

/// A range of a text.
///
/// Source: https://developer.apple.com/documentation/uikit/uitextrange
open class UITextRange: NSObject {
    let range: Range<Int>

    init(_ range: Range<Int>) { self.range = range }

    /// Makes an empty range at the beginning.
    public override convenience init() { self.init(0..<0) }

    /// The beginning of the range.
    open var start: UITextPosition { UITextPosition(range.lowerBound) }
    /// The end of the range.
    open var end: UITextPosition { UITextPosition(range.upperBound) }
    /// Whether the range has no characters.
    open var isEmpty: Bool { range.isEmpty }

    open override func isEqual(_ object: Any?) -> Bool { (object as? UITextRange)?.range == range }

    open override var hash: Int { range.hashValue }
}

/// Positions and ranges of a text view, as Apple's `UITextInput` has them.
///
/// Source: https://developer.apple.com/documentation/uikit/uitextinput
extension UITextView {
    /// The selected range. Setting it sets ``selectedRange``; `nil` selects nothing at the end of the text.
    public var selectedTextRange: UITextRange? {
        get { UITextRange(selectedRange.location..<selectedRange.location + selectedRange.length) }
        set {
            let range = newValue?.range ?? count..<count
            selectedRange = NSRange(location: range.lowerBound, length: range.count)
        }
    }

    /// The position before the first character.
    public var beginningOfDocument: UITextPosition { UITextPosition(0) }
    /// The position after the last character.
    public var endOfDocument: UITextPosition { UITextPosition(count) }

    /// The number of UTF-16 units.
    private var count: Int { text.utf16.count }

    /// Returns the position at a distance in UTF-16 units; `nil` if it is not in the text.
    public func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
        let (sum, isTooLarge) = position.offset.addingReportingOverflow(offset)
        return isTooLarge || !(0...count).contains(sum) ? nil : UITextPosition(sum)
    }

    /// Returns the distance between two positions in UTF-16 units; negative if the second one comes first.
    public func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int { toPosition.offset - from.offset }

    /// Returns which of two positions comes first.
    public func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult {
        if position.offset == other.offset { return .orderedSame }
        return position.offset < other.offset ? .orderedAscending : .orderedDescending
    }

    /// Returns the range between two positions.
    public func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange? {
        let (first, second) = (fromPosition.offset, toPosition.offset)
        return UITextRange(min(first, second)..<max(first, second))
    }

    /// Returns the text in a range; `nil` if the range ends behind the text.
    public func text(in range: UITextRange) -> String? {
        guard range.range.upperBound <= count else { return nil }
        return NSString(string: text).substring(with: NSRange(range.range))
    }

    /// Replaces the text in a range, and moves the selection behind what was inserted. The delegate is not called. Nothing
    /// happens if the range ends behind the text.
    public func replace(_ range: UITextRange, withText text: String) {
        guard range.range.upperBound <= count else { return }
        let new = NSString(string: self.text).replacingCharacters(in: NSRange(range.range), with: text)
        self.text = new
        selectedRange = NSRange(location: range.range.lowerBound + text.utf16.count, length: 0)
    }

    /// Estimates the place of the insertion point at a position, in points.
    ///
    /// ## Difference from Apple
    /// Hosts lay out texts. The place is an estimate from the font, and from the width of the view, if it has one.
    public func caretRect(for position: UITextPosition) -> CGRect {
        let estimate = TextEstimate(font)
        let before = NSString(string: text).substring(to: min(position.offset, count))
        let width = bounds.width - textContainerInset.left - textContainerInset.right
        let end = estimate.end(of: before, width: width > 0 ? width : .infinity)
        return CGRect(
            x: textContainerInset.left + end.width,
            y: textContainerInset.top + CGFloat(end.lines) * estimate.lineHeight, width: 2, height: estimate.lineHeight)
    }

    /// Returns the rectangle from the insertion point at the beginning of a range to the one at its end; an estimate, as those
    /// of ``caretRect(for:)`` are.
    public func firstRect(for range: UITextRange) -> CGRect {
        let (first, last) = (caretRect(for: range.start), caretRect(for: range.end))
        return first.minY == last.minY ? first.union(last) : first
    }
}
