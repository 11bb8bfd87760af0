import AppexProtocol
import Foundation

extension AttributedText {
    /// Describes a text with those attributes whose values can be sent.
    init(_ text: NSAttributedString, _ writer: inout ItemValueWriter, depth: Int) {
        var runs: [Run] = []
        let whole = NSRange(location: 0, length: text.length)
        text.enumerateAttributes(in: whole) { attributes, range, _ in
            // Attributes of the text, and values in them: two levels down.
            let values = writer.values(of: attributes, depth: depth + 2, name: \.rawValue)
            guard !values.isEmpty else { return }
            runs.append(Run(start: UInt32(range.location), length: UInt32(range.length), attributes: values))
        }
        self.init(text.string, runs: runs)
    }
}

extension NSAttributedString {
    /// Creates the described text. The ranges of its runs were checked when the description was decoded.
    convenience init(_ text: AttributedText) {
        let result = NSMutableAttributedString(string: text.string)
        for run in text.runs {
            let attributes = run.attributes.compactMapValues(\.value).map { (NSAttributedString.Key($0), $1) }
            result.setAttributes(
                Dictionary(uniqueKeysWithValues: attributes),
                range: NSRange(location: Int(run.start), length: Int(run.length)))
        }
        self.init(attributedString: result)
    }
}
