import AppexProtocol
import Foundation

extension AttributedText {
    /// The text with those attributes whose values can cross.
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
    /// The text as it was described; the places of its runs have been checked on reading.
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
