import Foundation
import OpenViewTree

/// A text with the styles of its ranges.
struct TextContent {
    var text: String?
    var runs: [TextRun] = []

    init() {}

    /// - Parameter font: the font of the view, which ranges need not repeat.
    init(_ attributed: NSAttributedString?, usual font: UIFont) {
        text = attributed?.string
        guard let attributed else { return }
        let whole = NSRange(location: 0, length: attributed.length)
        let string = NSString(string: attributed.string)
        attributed.enumerateAttributes(in: whole, options: []) { attributes, range, _ in
            let length = string.substring(with: range).unicodeScalars.count
            runs.append(TextRun(length: UInt32(clamping: length), attributes, usual: font))
        }
        if !runs.contains(where: { $0.style != [] || $0.color != nil }) { runs = [] }
    }

    func describe(_ node: inout NodeAttributes) {
        node.set(.text, text)
        if !runs.isEmpty { node[.runs] = .runs(shownRuns) }
    }

    /// The styles for the text without the characters that a host removes.
    private var shownRuns: [TextRun] {
        var rest = (text ?? "").unicodeScalars[...]
        return runs.map { run in
            var run = run
            let part = rest.prefix(Int(run.length))
            rest = rest.dropFirst(part.count)
            run.length = UInt32(clamping: ViewText.cleaned(String(part)).unicodeScalars.count)
            return run
        }
    }

    /// The text with its styles on top of a view's font and colour.
    func attributed(_ font: UIFont, _ color: UIColor) -> NSAttributedString? {
        guard let text else { return nil }
        let result = NSMutableAttributedString(string: text, attributes: [.font: font, .foregroundColor: color])
        var place = text.unicodeScalars.startIndex
        for run in runs {
            let scalars = text.unicodeScalars
            let end = scalars.index(place, offsetBy: Int(run.length), limitedBy: scalars.endIndex) ?? scalars.endIndex
            result.addAttributes(run.attributes(font), range: NSRange(place..<end, in: text))
            place = end
        }
        return result
    }
}

extension TextRun {
    fileprivate init(length: UInt32, _ attributes: [NSAttributedString.Key: Any], usual: UIFont) {
        var style: Style = []
        if let font = attributes[.font] as? UIFont {
            if font.isBold, !usual.isBold { style.insert(.bold) }
            if font.isItalic, !usual.isItalic { style.insert(.italic) }
            if font.isMonospaced, !usual.isMonospaced { style.insert(.monospaced) }
        }
        if Self.isOn(attributes[.underlineStyle]) { style.insert(.underline) }
        if Self.isOn(attributes[.strikethroughStyle]) { style.insert(.strikethrough) }
        var color = (attributes[.foregroundColor] as? UIColor)?.viewColor
        if attributes[.link] != nil { color = color ?? .system(.link) }
        self.init(length: length, style: style, color: color)
    }

    fileprivate func attributes(_ font: UIFont) -> [NSAttributedString.Key: Any] {
        var result: [NSAttributedString.Key: Any] = [:]
        if !style.isDisjoint(with: [.bold, .italic, .monospaced]) {
            result[.font] = font.adding(
                bold: style.contains(.bold), italic: style.contains(.italic), monospaced: style.contains(.monospaced))
        }
        if style.contains(.underline) { result[.underlineStyle] = NSUnderlineStyle.single.rawValue }
        if style.contains(.strikethrough) { result[.strikethroughStyle] = NSUnderlineStyle.single.rawValue }
        if let color { result[.foregroundColor] = UIColor(color) }
        return result
    }

    private static func isOn(_ value: Any?) -> Bool {
        switch value {
        case let number as Int: number != 0
        case let number as NSNumber: number.intValue != 0
        case let style as NSUnderlineStyle: style.rawValue != 0
        default: false
        }
    }
}

extension UIFont {
    var isBold: Bool { [.semibold, .bold, .heavy, .black].contains(weight) }

    fileprivate func adding(bold: Bool, italic: Bool, monospaced: Bool) -> UIFont {
        UIFont(
            size: pointSize, style: textStyle, weight: bold ? .bold : weight, isItalic: isItalic || italic,
            isMonospaced: isMonospaced || monospaced)
    }
}
